/** Keeps the sums up to date. One node at a time computes those of a period. */
import { figurePeriods, operatingModes, type FigurePeriod } from '@foyer/contract';
import type { Clock, MonotonicClock } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { Storage } from '#platform/storage/storage';
import type { AnalyticsHitStore } from '../hitStore.ts';
import type { LocalDays } from '../localDays.ts';
import type { AnalyticsTables } from '../tables.ts';
import { periodLength, periodStart } from './periods.ts';
import type { AnalyticsSumStore } from './sumStore.ts';

/** Hits may be stored this long after their time: commits take time, and the clocks of nodes differ. */
const lateMs = 120_000;
/** After this another node continues the work of a node that has crashed. */
const leaseMs = 300_000;
/** Counting the people of a whole day may take this share of the time, so after a long count the next one waits. */
const dayShare = 1 / 50;
/** The longest wait. */
const dayWaitMs = 300_000;
/** A run must not take long, because a stop waits for it. The next one continues. */
const maxDaysPerRun = 31;

export interface SummingDeps {
  readonly storage: Storage<AnalyticsTables>;
  readonly hits: Pick<AnalyticsHitStore, 'oldest' | 'hasAnySince'>;
  readonly sums: Pick<AnalyticsSumStore, 'update'>;
  readonly days: LocalDays;
  readonly cluster: Pick<Cluster, 'nodeId'>;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
}

export class Summing {
  private readonly deps: SummingDeps;
  /** How long the last sums of a day took. */
  private dayTookMs = 0;

  constructor(deps: SummingDeps) {
    this.deps = deps;
  }

  /** Computes what has changed since the last run. */
  async run(): Promise<void> {
    for (const period of figurePeriods) {
      if (!(await this.isDue(period))) continue;
      const began = this.deps.monotonicClock();
      await this.updatePeriod(period);
      if (period === 'day') this.dayTookMs = this.deps.monotonicClock() - began;
    }
  }

  /** Hits before this time are included in the sums; undefined before the first run. */
  async until(period: FigurePeriod): Promise<number | undefined> {
    const row = await this.deps.storage.read
      .selectFrom('analyticsProgress')
      .select('until')
      .where('period', '=', period)
      .executeTakeFirst();
    return row?.until ?? undefined;
  }

  private async isDue(period: FigurePeriod): Promise<boolean> {
    if (period !== 'day') return true;
    const { clock, days } = this.deps;
    const until = await this.until(period);
    const waitMs = Math.min(this.dayTookMs / dayShare, dayWaitMs);
    return until === undefined || clock() >= Math.min(until + waitMs, days.dayOf(until).end);
  }

  private async updatePeriod(period: FigurePeriod): Promise<void> {
    const { hits, clock, days, sums } = this.deps;
    const lease = await this.acquire(period);
    if (lease === undefined) return;
    const now = clock();
    try {
      const since = lease.until === null ? await this.firstTime() : Math.min(lease.until, now) - lateMs;
      for (let [time, count] = [since, 0]; time <= now && count < maxDaysPerRun; count += 1) {
        const day = days.dayOf(time);
        const start = periodStart(period, time, days);
        const lengthMs = periodLength(period, day);
        for (const mode of operatingModes)
          // The sums of an event that is over are not computed again and again.
          if (await hits.hasAnySince(mode, time))
            await sums.update({ mode, period, lengthMs, start, end: day.end });
        await this.save(period, { until: Math.min(now, day.end), holderUntil: clock() + leaseMs });
        time = day.end;
      }
    } finally {
      await this.save(period, { holderUntil: 0 });
    }
  }

  private async firstTime(): Promise<number> {
    const times: number[] = [];
    for (const mode of operatingModes) times.push((await this.deps.hits.oldest(mode)) ?? this.deps.clock());
    return Math.min(...times);
  }

  /** Undefined if another node computes this period now. */
  private async acquire(period: FigurePeriod): Promise<{ until: number | null } | undefined> {
    const { storage, cluster, clock } = this.deps;
    const now = clock();
    const lease = { holder: cluster.nodeId, holderUntil: now + leaseMs };
    return storage.db
      .insertInto('analyticsProgress')
      .values({ period, until: null, ...lease })
      .onConflict((conflict) =>
        conflict.column('period').doUpdateSet(lease).where('analyticsProgress.holderUntil', '<=', now),
      )
      .returning('until')
      .executeTakeFirst();
  }

  private async save(
    period: FigurePeriod,
    values: { readonly until?: number; readonly holderUntil: number },
  ): Promise<void> {
    const { storage, cluster } = this.deps;
    await storage.db
      .updateTable('analyticsProgress')
      .set(values)
      .where('period', '=', period)
      .where('holder', '=', cluster.nodeId)
      .execute();
  }
}
