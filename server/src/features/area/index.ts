/** Which area each tab is in: what presence, reactions and other features of an area go by. */
import { enterArea, leaveArea, type OperatingMode } from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { onCommand } from '#platform/realtime/commands';
import { Refusal } from '#platform/refusal';

export interface AreaPorts {
  /** Whether there is such an area in what this mode shows. */
  readonly exists: (mode: OperatingMode, areaId: string) => boolean;
}

export const areaFeature = defineFeature({ create });

function create({ realtime }: Platform, { exists }: AreaPorts): Feature {
  return {
    commands: [
      onCommand(enterArea, (connection, { areaId }) => {
        if (!exists(connection.mode, areaId)) throw new Refusal('notFound', 'There is no area of this id.');
        realtime.setArea(connection, areaId);
      }),
      onCommand(leaveArea, (connection) => realtime.setArea(connection, undefined)),
    ],
  };
}
