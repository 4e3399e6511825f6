/** How many are where, told whole once and then by what has changed since. */
import { presenceCounts } from '@foyer/contract';
import { eventFrame } from '#platform/realtime/topic';
import type { Roster, Shown } from './roster.ts';

/** So long it is known what has changed; whoever was told before that is told everything. */
const rememberedTicks = 8;

export class Counts {
  private readonly roster: Roster;
  /** The ticks of the last changes, in their order. */
  private readonly changedAt = new Map<string, number>();
  private totalChangedAt = 0;
  private forgottenUntil = -1;
  private readonly made = new Map<number, Buffer | undefined>();

  constructor(roster: Roster) {
    this.roster = roster;
  }

  note(tick: number, before: Shown | undefined, after: Shown | undefined): void {
    if ((before === undefined) !== (after === undefined)) this.totalChangedAt = tick;
    if (before?.areaId === after?.areaId) return;
    for (const areaId of [before?.areaId, after?.areaId]) {
      if (areaId === undefined) continue;
      this.changedAt.delete(areaId);
      this.changedAt.set(areaId, tick);
    }
  }

  /** To be called before the first `frame` of a tick. */
  begin(tick: number): void {
    this.made.clear();
    this.forgottenUntil = tick - rememberedTicks;
    for (const [areaId, at] of this.changedAt) {
      if (at > this.forgottenUntil) break;
      this.changedAt.delete(areaId);
    }
  }

  /** What whoever was told at a tick (-1: never) does not know; one frame for all of them. */
  frame(told: number): Buffer | undefined {
    const since = told < this.forgottenUntil ? -1 : told;
    if (!this.made.has(since)) this.made.set(since, this.make(since));
    return this.made.get(since);
  }

  private make(since: number): Buffer | undefined {
    const total = this.roster.people.size;
    const isWhole = since < 0;
    const changed = isWhole
      ? [...this.roster.areas.keys()]
      : [...this.changedAt].filter(([, at]) => at > since).map(([areaId]) => areaId);
    if (!isWhole && changed.length === 0 && this.totalChangedAt <= since) return undefined;
    const areas = Object.fromEntries(changed.map((areaId) => [areaId, this.roster.in(areaId).size]));
    return eventFrame(presenceCounts, { total, areas, ...(isWhole ? { whole: true } : {}) });
  }
}
