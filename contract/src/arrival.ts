/** The area and viewpoint that open when a URL names none (ROUTE-10). */
import type { Architecture, Area, ViewPoint } from './venue.ts';

/** The area that opens first: `defaultAreaId`, or the first area. */
export const defaultArea = (architecture: Architecture): Area | undefined =>
  architecture.areas.find((candidate) => candidate.id === architecture.defaultAreaId) ??
  architecture.areas[0];

/** The viewpoint that an area opens with: `defaultViewpointId`, or the first viewpoint. */
export const defaultViewpoint = (area: Area): ViewPoint | undefined =>
  area.viewPoints.find((candidate) => candidate.id === area.defaultViewpointId) ?? area.viewPoints[0];
