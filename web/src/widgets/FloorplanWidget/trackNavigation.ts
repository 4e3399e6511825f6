import { track } from '../../platform/analytics/track.ts';

/** Counts a link of the floorplan that is followed (TRACK-11). */
export const trackNavigation = (areaId: string): void => track('floorplan', 'navigate', { area: areaId });
