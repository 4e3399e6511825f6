/** The hits and stays of an account, found by its pseudonyms of the days that are kept. */
import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import type { PersonalData } from '#platform/personalData';
import { inElements } from '#platform/storage/jsonElements';
import type { Storage } from '#platform/storage/storage';
import type { Pseudonyms } from './pseudonyms.ts';
import type { AnalyticsHitRow, AnalyticsStayRow, AnalyticsTables } from './tables.ts';

export interface AnalyticsPersonalDataDeps {
  readonly storage: Storage<AnalyticsTables>;
  readonly pseudonyms: Pseudonyms;
  readonly clock: Clock;
  readonly keptMs: number;
}

export class AnalyticsPersonalData implements PersonalData {
  private readonly deps: AnalyticsPersonalDataDeps;

  constructor(deps: AnalyticsPersonalDataDeps) {
    this.deps = deps;
  }

  async export(accountId: string) {
    const { longRead } = this.deps.storage;
    const isOfAccount = await this.conditionFor(accountId);
    const hits = await longRead
      .selectFrom('analyticsHit')
      .selectAll()
      .where(isOfAccount)
      .orderBy('at')
      .orderBy('rand')
      .execute();
    const stays = await longRead
      .selectFrom('analyticsStay')
      .selectAll()
      .where(isOfAccount)
      .orderBy('firstAt')
      .orderBy('areaId')
      .execute();
    return { analytics: { hits: hits.map(toExportedHit), stays: stays.map(toExportedStay) } };
  }

  readonly erase = async (accountId: string): Promise<void> => {
    const { db } = this.deps.storage;
    const isOfAccount = await this.conditionFor(accountId);
    await db.deleteFrom('analyticsHit').where(isOfAccount).execute();
    await db.deleteFrom('analyticsStay').where(isOfAccount).execute();
  };

  /** Without consent to personalized tracking rows have no `userKey`, but the pseudonym of their day. */
  private async conditionFor(accountId: string) {
    const { storage, pseudonyms, clock, keptMs } = this.deps;
    const now = clock();
    const visitors = await pseudonyms.visitorsOfAccount(accountId, now - keptMs, now);
    const userKey = await pseudonyms.userKey(accountId);
    const list = sql<string>`${JSON.stringify(visitors)}`;
    return sql<boolean>`("userKey" = ${userKey} or "visitor" ${inElements(storage.engine, list)})`;
  }
}

const withoutEmpty = <T extends object>(row: T): Partial<T> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '' && value !== null)) as Partial<T>;

const toExportedHit = ({ at, ...hit }: AnalyticsHitRow) => ({
  at: new Date(at).toISOString(),
  ...withoutEmpty(hit),
});

const toExportedStay = ({ firstAt, lastAt, ...stay }: AnalyticsStayRow) => ({
  firstAt: new Date(firstAt).toISOString(),
  lastAt: new Date(lastAt).toISOString(),
  ...withoutEmpty(stay),
});
