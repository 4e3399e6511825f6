/** Stores hits and stays. */
import { analyticsHeartbeatMs } from '@foyer/contract/limits';
import { sql } from 'kysely';
import type { OperatingMode } from '@foyer/contract';
import { prepareQuery } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';
import {
  subjectColumns,
  type AnalyticsHitRow,
  type AnalyticsStayRow,
  type AnalyticsTables,
} from './tables.ts';

/** The length of a slot of stays. */
export const slotMs = 5 * 60_000;
/** Between two heartbeats of someone who stays. */
const maxGapMs = analyticsHeartbeatMs + 5_000;

export const slotOf = (time: number): number => Math.floor(time / slotMs) * slotMs;

/** Where someone is. */
export type Stay = Pick<AnalyticsHitRow, 'mode' | 'at' | 'visitor' | 'userKey' | 'architectureId' | 'areaId'>;

export class AnalyticsHitStore {
  private readonly storage: Storage<AnalyticsTables>;
  private readonly queries: ReturnType<typeof hitQueries>;

  constructor(storage: Storage<AnalyticsTables>) {
    this.storage = storage;
    this.queries = hitQueries(storage);
  }

  /**
   * Adds a page view or an event once, and with a page view the stay that it begins or continues. Returns false if it was
   * stored before.
   */
  async add(hit: AnalyticsHitRow, { withStay }: { readonly withStay: boolean }): Promise<boolean> {
    const { mode, pageViewId, rand, at } = hit;
    const stays = withStay ? [this.queries.beginStay({ mode, pageViewId, rand, at, slot: slotOf(at) })] : [];
    const [added] = await this.storage.atomic([this.queries.add({ ...hit }), ...stays]);
    return added?.numAffectedRows !== 0n;
  }

  /** Records that someone has been in an area since the previous heartbeat. */
  async extendStay({ mode, at, visitor, userKey, architectureId, areaId }: Stay): Promise<void> {
    const activeMs = analyticsHeartbeatMs;
    const stay = { mode, slot: slotOf(at), architectureId, areaId, visitor, userKey, at, activeMs };
    await this.storage.atomic([this.queries.extendStay(stay)]);
  }

  /** The people who were in an architecture since a time, by the area that they were in last. */
  async peopleSince(
    mode: OperatingMode,
    architectureId: string,
    since: number,
  ): Promise<{ areaId: string; people: number }[]> {
    const { rows } = await sql<{ areaId: string; people: number }>`
      select "areaId", count(*) as "people"
      from (
        select "architectureId", "areaId",
          row_number() over (partition by "visitor" order by "lastAt" desc, "architectureId", "areaId") as "place"
        from "analyticsStay"
        where "mode" = ${mode} and "slot" >= ${slotOf(since)} and "lastAt" >= ${since}
      ) as latest
      where "place" = 1 and "architectureId" = ${architectureId}
      group by "areaId"
      order by "people" desc, "areaId"`.execute(this.storage.longRead);
    return rows;
  }

  eventsSince(
    mode: OperatingMode,
    architectureId: string,
    since: number,
  ): Promise<{ category: string; action: string; count: number }[]> {
    return this.storage.longRead
      .selectFrom('analyticsHit')
      .select((eb) => ['category', 'action', eb.fn.countAll<number>().as('count')])
      .where('mode', '=', mode)
      .where('at', '>=', since)
      .where('architectureId', '=', architectureId)
      .where('category', '<>', 'page')
      .groupBy(['category', 'action'])
      .orderBy('count', 'desc')
      .orderBy('category')
      .orderBy('action')
      .execute();
  }

  /** The time of the oldest hit or stay; undefined if there is none. */
  async oldest(mode: OperatingMode): Promise<number | undefined> {
    const { rows } = await sql<{ hit: number | null; stay: number | null }>`
      select (select min("at") from "analyticsHit" where "mode" = ${mode}) as "hit",
        (select min("slot") from "analyticsStay" where "mode" = ${mode}) as "stay"`.execute(
      this.storage.longRead,
    );
    const times = [rows[0]?.hit, rows[0]?.stay].filter((time) => typeof time === 'number');
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Whether a hit or a stay may have been stored or continued since a time. */
  async hasAnySince(mode: OperatingMode, time: number): Promise<boolean> {
    const { rows } = await sql<{ found: number }>`
      select 1 as "found" where exists (select 1 from "analyticsHit" where "mode" = ${mode} and "at" >= ${time})
        or exists (select 1 from "analyticsStay" where "mode" = ${mode} and "slot" >= ${slotOf(time)})`.execute(
      this.storage.longRead,
    );
    return rows.length > 0;
  }

  /** Deletes what is older. In small steps, because others wait for the writer of SQLite meanwhile. */
  async deleteBefore(mode: OperatingMode, time: number): Promise<void> {
    const { db } = this.storage;
    for (;;) {
      const oldest = await this.oldest(mode);
      if (oldest === undefined || oldest >= time) return;
      const before = Math.min(time, slotOf(oldest) + slotMs);
      await db.deleteFrom('analyticsHit').where('mode', '=', mode).where('at', '<', before).execute();
      await db.deleteFrom('analyticsStay').where('mode', '=', mode).where('slot', '<', before).execute();
    }
  }
}

type HitValues = Readonly<Record<keyof AnalyticsHitRow, string | number | null>>;
type StayValues = Readonly<
  Record<Exclude<keyof AnalyticsStayRow, 'firstAt' | 'lastAt'> | 'at', string | number | null>
>;
type FirstStayValues = Readonly<Record<'mode' | 'pageViewId' | 'rand' | 'at' | 'slot', string | number>>;

const hitColumns = [
  'mode',
  'pageViewId',
  'rand',
  'at',
  'visitor',
  'userKey',
  'architectureId',
  'category',
  'action',
  ...subjectColumns,
] as const;

const insertStay = sql`insert into "analyticsStay"
  ("mode", "slot", "architectureId", "areaId", "visitor", "userKey", "firstAt", "lastAt", "activeMs")`;
const updateStay = sql`on conflict ("mode", "slot", "architectureId", "areaId", "visitor") do update set
  "activeMs" = "analyticsStay"."activeMs" + case
    when excluded."lastAt" - "analyticsStay"."lastAt" between 0 and ${sql.lit(maxGapMs)}
    then excluded."lastAt" - "analyticsStay"."lastAt" else 0 end,
  "lastAt" = case when excluded."lastAt" > "analyticsStay"."lastAt"
    then excluded."lastAt" else "analyticsStay"."lastAt" end,
  "userKey" = coalesce(excluded."userKey", "analyticsStay"."userKey")`;

function hitQueries({ db }: Storage<AnalyticsTables>) {
  return {
    add: prepareQuery<HitValues>((param) =>
      sql`insert into "analyticsHit" (${sql.join(hitColumns.map((name) => sql.id(name)))})
        values (${sql.join(hitColumns.map((name) => param(name)))})
        on conflict do nothing`.compile(db),
    ),
    extendStay: prepareQuery<StayValues>((param) =>
      sql`${insertStay}
        values (${param('mode')}, ${param('slot')}, ${param('architectureId')}, ${param('areaId')},
          ${param('visitor')}, ${param('userKey')}, ${param('at')}, ${param('at')}, ${param('activeMs')})
        ${updateStay}`.compile(db),
    ),
    // A page view that is sent again has another time than the stored one, and must not change the stay.
    beginStay: prepareQuery<FirstStayValues>((param) =>
      sql`${insertStay}
        select "mode", cast(${param('slot')} as bigint), "architectureId", "areaId", "visitor", "userKey", "at", "at", 0
        from "analyticsHit"
        where "mode" = ${param('mode')} and "pageViewId" = ${param('pageViewId')} and "rand" = ${param('rand')}
          and "at" = ${param('at')}
        ${updateStay}`.compile(db),
    ),
  };
}
