/** Counts reactions by area since the last tick. */
import {
  reactionCounts,
  operatingModes,
  type DataOf,
  type OperatingMode,
  type Reaction,
} from '@foyer/contract';
import * as z from 'zod/mini';

export type Counts = DataOf<typeof reactionCounts>['counts'];
export type AreaTally = readonly [mode: OperatingMode, areaId: string, counts: Counts];

export class ReactionTally {
  private areas = new Map<string, AreaTally>();

  add(mode: OperatingMode, areaId: string, reaction: Reaction): void {
    const key = `${mode}:${areaId}`;
    const [, , before] = this.areas.get(key) ?? [mode, areaId, {}];
    this.areas.set(key, [mode, areaId, { ...before, [reaction]: (before[reaction] ?? 0) + 1 }]);
  }

  /** Returns the counts and resets them. */
  drain(): AreaTally[] {
    const drained = [...this.areas.values()];
    this.areas = new Map();
    return drained;
  }
}

const { areaId, counts } = reactionCounts.data.shape;
/** The reactions of an area as a bus message. */
export const areaTally: z.ZodMiniType<AreaTally> = z.tuple([z.enum(operatingModes), areaId, counts]);
