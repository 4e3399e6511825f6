/** Finds the film that a configuration of a widget names now. */
import {
  activeConfiguration,
  assetUrlPrefixes,
  type accessVideo,
  type Architecture,
  type BodyOf,
  type LocalizedAsset,
  type LocalizedUri,
  type OperatingMode,
} from '@foyer/contract';
import { ApiError, venueNotFound } from '#platform/apiError';

/** A film of the venue: one of its assets, or an address of another website. */
export type Film = { readonly assetId: string } | { readonly address: string };

/**
 * @param architecture as the mode shows it
 * @throws ApiError `notFound`, whose message says what is missing
 */
export function findFilm(
  architecture: Architecture | undefined,
  { architectureId, areaId, widgetId, configId, videoUrl }: BodyOf<typeof accessVideo>,
  { mode, now }: { readonly mode: OperatingMode; readonly now: number },
): Film {
  if (!architecture) throw venueNotFound(architectureId);
  const area = architecture.areas.find(({ id }) => id === areaId);
  if (!area) throw missing(`The venue has no area ${areaId}.`);
  const widget = area.contentWidgets.find(({ id }) => id === widgetId);
  if (!widget) throw missing(`The area ${areaId} has no widget ${widgetId}.`);
  const configuration = widget.configurations.find(({ id }) => id === configId);
  if (!configuration) throw missing(`The widget ${widgetId} has no configuration ${configId}.`);
  if (activeConfiguration(widget.configurations, now) !== configuration)
    throw missing(`The configuration ${configId} of the widget ${widgetId} is not active now.`);
  const assets = `${assetUrlPrefixes[mode]}${architectureId}/`;
  const film: Film = videoUrl.startsWith(assets)
    ? { assetId: videoUrl.slice(assets.length) }
    : { address: videoUrl };
  if (!names(configuration, film))
    throw missing(`The configuration ${configId} of the widget ${widgetId} does not name this film.`);
  return film;
}

/** Files and addresses, as configurations, media and pages name them. Captions and posters have other fields. */
interface Named {
  readonly assets?: readonly LocalizedAsset[];
  readonly uris?: readonly LocalizedUri[];
}

/** Whether a configuration, or a part of it such as a medium, has the film among its files or addresses. */
function names(part: unknown, film: Film): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { assets = [], uris = [] } = part as Named;
  const isNamed =
    'assetId' in film
      ? assets.some(({ assetId }) => assetId === film.assetId)
      : uris.some(({ uri }) => uri === film.address);
  return isNamed || Object.values(part).some((value) => names(value, film));
}

const missing = (errMsg: string): ApiError => new ApiError('notFound', errMsg);
