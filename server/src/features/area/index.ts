/** Commands to enter and leave an area. Presence, reactions and other features use the connection's area. */
import { enterArea, leaveArea, type OperatingMode } from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { onCommand } from '#platform/realtime/commands';
import { ApiError } from '#platform/apiError';

export interface AreaPorts {
  /** Whether this mode shows the area. */
  readonly exists: (mode: OperatingMode, areaId: string) => boolean;
}

export const areaFeature = defineFeature({ create });

function create({ realtime }: Platform, { exists }: AreaPorts): Feature {
  return {
    commands: [
      onCommand(enterArea, (connection, { areaId }) => {
        if (!exists(connection.mode, areaId)) throw new ApiError('notFound', 'Area not found.');
        realtime.setArea(connection, areaId);
      }),
      onCommand(leaveArea, (connection) => realtime.setArea(connection, undefined)),
    ],
  };
}
