/** Deletes hits and stays after some days. Their sums stay. */
import { operatingModes } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import type { AnalyticsHitStore } from './hitStore.ts';
import type { LocalDays } from './localDays.ts';
import type { Summing } from './sums/summing.ts';

export interface RetentionDeps {
  readonly store: Pick<AnalyticsHitStore, 'deleteBefore'>;
  readonly summing: Pick<Summing, 'until'>;
  readonly days: LocalDays;
  readonly clock: Clock;
  readonly keptMs: number;
}

export class Retention {
  private readonly deps: RetentionDeps;

  constructor(deps: RetentionDeps) {
    this.deps = deps;
  }

  /** Deletes whole days that are summed up, because the sums of a day are computed from all of its hits. */
  async deleteExpired(): Promise<void> {
    const { store, summing, days, clock, keptMs } = this.deps;
    const until = await summing.until('day');
    if (until === undefined) return;
    const { start } = days.dayOf(Math.min(clock() - keptMs, until));
    for (const mode of operatingModes) await store.deleteBefore(mode, start);
  }
}
