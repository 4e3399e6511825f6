import { readAreaSearchParams } from '../../platform/navigation/areaSearchParams.ts';
import { parseSearch } from '../../platform/navigation/searchParams.ts';
import type { Step } from '../../platform/navigation/widgetGuards.ts';

const widgetIn = ({ search }: URL): string | undefined => readAreaSearchParams(parseSearch(search)).widget;

/** Whether a navigation leaves the page of a meeting, or the panel: a meeting goes on in another view or viewpoint. */
export const leavesMeeting = ({ from, to }: Step): boolean =>
  from.pathname !== to.pathname || widgetIn(from) !== widgetIn(to);
