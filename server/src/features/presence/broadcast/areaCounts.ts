/** The numbers of attendees per area: complete in a tab's first event, afterwards only the areas that have changed. */
import { presenceCounts } from '@foyer/contract';
import { eventFrame } from '#platform/realtime/topic';
import type { Roster, RosterEntry } from './roster.ts';

/** Changes are kept for this many ticks. A tab that was last sent to before that receives the complete counts. */
const maxTicksKept = 8;

export class AreaCounts {
  private readonly roster: Roster;
  /** The tick of the last change by area, oldest first. */
  private readonly changedAt = new Map<string, number>();
  private totalChangedAt = 0;
  private discardedUntil = -1;
  private readonly frames = new Map<number, Buffer | undefined>();

  constructor(roster: Roster) {
    this.roster = roster;
  }

  recordChange(tick: number, before: RosterEntry | undefined, after: RosterEntry | undefined): void {
    if ((before === undefined) !== (after === undefined)) this.totalChangedAt = tick;
    if (before?.areaId === after?.areaId) return;
    for (const areaId of [before?.areaId, after?.areaId]) {
      if (areaId === undefined) continue;
      this.changedAt.delete(areaId);
      this.changedAt.set(areaId, tick);
    }
  }

  /** Must be called before the first `frameSince` of a tick. */
  beginTick(tick: number): void {
    this.frames.clear();
    this.discardedUntil = tick - maxTicksKept;
    for (const [areaId, at] of this.changedAt) {
      if (at > this.discardedUntil) break;
      this.changedAt.delete(areaId);
    }
  }

  /**
   * The changes since a tick (-1: everything) as a frame that all tabs with the same tick share. Undefined if nothing
   * has changed.
   */
  frameSince(sentAt: number): Buffer | undefined {
    const since = sentAt < this.discardedUntil ? -1 : sentAt;
    if (!this.frames.has(since)) this.frames.set(since, this.createFrame(since));
    return this.frames.get(since);
  }

  private createFrame(since: number): Buffer | undefined {
    const total = this.roster.attendees.size;
    const isComplete = since < 0;
    const changed = isComplete
      ? [...this.roster.areas.keys()]
      : [...this.changedAt].filter(([, at]) => at > since).map(([areaId]) => areaId);
    if (!isComplete && changed.length === 0 && this.totalChangedAt <= since) return undefined;
    const areas = Object.fromEntries(changed.map((areaId) => [areaId, this.roster.in(areaId).size]));
    return eventFrame(presenceCounts, { total, areas, ...(isComplete ? { complete: true } : {}) });
  }
}
