/** Which area each tab is in: what presence, reactions and other features of an area go by. */
import { enterArea, leaveArea, type OperatingMode } from '@foyer/contract';
import type { Feature } from '#platform/feature';
import { onCommand } from '#platform/realtime/commands';
import type { Realtime } from '#platform/realtime/realtime';
import { Refusal } from '#platform/refusal';

export interface AreaFeatureParts {
  readonly realtime: Pick<Realtime, 'move'>;
  /** Whether there is such an area in what this mode shows. */
  readonly exists: (mode: OperatingMode, areaId: string) => boolean;
}

export function areaFeature({ realtime, exists }: AreaFeatureParts): Feature {
  return {
    name: 'area',
    routes: [],
    commands: [
      onCommand(enterArea, (connection, { areaId }) => {
        if (!exists(connection.mode, areaId)) throw new Refusal('notFound', 'There is no area of this id.');
        realtime.move(connection, areaId);
      }),
      onCommand(leaveArea, (connection) => realtime.move(connection, undefined)),
    ],
  };
}
