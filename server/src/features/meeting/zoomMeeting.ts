/** Finds the Zoom meeting that a widget of the venue shows now. */
import {
  activeConfiguration,
  type Architecture,
  type BodyOf,
  type createZoomSignature,
} from '@foyer/contract';
import { runsInPage } from '@foyer/contract/widgets/ZoomWidget';
import { ApiError } from '#platform/apiError';

export interface ZoomMeeting {
  /** Digits only. */
  readonly meetingNumber: string;
  readonly passcode: string | undefined;
}

/**
 * The meeting of a configuration that is active now and that is shown in the page.
 * @throws ApiError `notFound`, whose message says what is missing
 */
export function findZoomMeeting(
  architecture: Architecture | undefined,
  { areaId, widgetId, configId }: BodyOf<typeof createZoomSignature>,
  now: number,
): ZoomMeeting {
  const area = architecture?.areas.find(({ id }) => id === areaId);
  if (!area) throw missing(`The venue has no area ${areaId}.`);
  const widget = area.contentWidgets.find(({ id }) => id === widgetId);
  if (widget?.type !== 'ZoomWidget') throw missing(`The area ${areaId} has no Zoom meeting ${widgetId}.`);
  const configuration = widget.configurations.find(({ id }) => id === configId);
  if (!configuration) throw missing(`The Zoom meeting ${widgetId} has no configuration ${configId}.`);
  if (activeConfiguration(widget.configurations, now) !== configuration)
    throw missing(`The configuration ${configId} of the Zoom meeting ${widgetId} is not active now.`);
  const { meetingNumber, passcode } = configuration;
  if (meetingNumber === undefined || !runsInPage(configuration))
    throw missing(`The Zoom meeting ${widgetId} opens in a tab, which needs no signature.`);
  return { meetingNumber: meetingNumber.replaceAll(/\D/g, ''), passcode };
}

const missing = (errMsg: string): ApiError => new ApiError('notFound', errMsg);
