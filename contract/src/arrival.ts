/** Where a person lands (ROUTE-10). */
import type { Architecture, Area, ViewPoint } from './venue.ts';

/** The area a person lands in (ROUTE-10). */
export const defaultAreaOf = (plan: Architecture): Area | undefined =>
  plan.areas.find((candidate) => candidate.id === plan.defaultAreaId) ?? plan.areas[0];

/** The viewpoint an area opens with (ROUTE-10). */
export const defaultViewpointOf = (room: Area): ViewPoint | undefined =>
  room.viewPoints.find((candidate) => candidate.id === room.defaultViewpointId) ?? room.viewPoints[0];
