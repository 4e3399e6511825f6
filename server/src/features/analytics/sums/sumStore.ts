/** Computes sums from hits and stays, and stores them. */
import type { FigurePeriod, OperatingMode } from '@foyer/contract';
import { sql, type Kysely } from 'kysely';
import type { Storage } from '#platform/storage/storage';
import { subjectColumns, sumKeyColumns, type AnalyticsSumRow, type AnalyticsTables } from '../tables.ts';

/** Consecutive periods of equal length. */
export interface Periods {
  readonly mode: OperatingMode;
  readonly period: FigurePeriod;
  readonly lengthMs: number;
  /** The start of the first one. */
  readonly start: number;
  /** The end of the last one, exclusive. */
  readonly end: number;
}

/** Rows per statement. Each has 15 parameters. */
const batchSize = 500;
const noFigures = { count: 0, people: 0, seconds: 0 };
const noSubject = { areaId: '', widgetId: '', widgetType: '', assetId: '', cardId: '', kind: '' };

type Place = Pick<AnalyticsSumRow, 'startAt' | 'architectureId' | 'areaId'>;
type Figures = Pick<AnalyticsSumRow, 'count' | 'people' | 'seconds'>;

export class AnalyticsSumStore {
  private readonly storage: Storage<AnalyticsTables>;

  constructor(storage: Storage<AnalyticsTables>) {
    this.storage = storage;
  }

  /** Stores absolute values, so that sums may be computed again. */
  async update(periods: Periods): Promise<void> {
    const rows = [...(await this.eventSums(periods)), ...(await this.peopleSums(periods))];
    for (let index = 0; index < rows.length; index += batchSize)
      await this.storage.db
        .insertInto('analyticsSum')
        .values(rows.slice(index, index + batchSize))
        .onConflict((conflict) =>
          conflict.columns(sumKeyColumns).doUpdateSet((eb) => ({
            count: eb.ref('excluded.count'),
            people: eb.ref('excluded.people'),
            seconds: eb.ref('excluded.seconds'),
          })),
        )
        .execute();
  }

  private async eventSums(periods: Periods): Promise<AnalyticsSumRow[]> {
    const rows = await hitsIn(this.storage.longRead, periods)
      .where('category', '<>', 'page')
      .select(['category', 'action', 'architectureId', ...subjectColumns])
      .select((eb) => [
        startOf(periods, 'at').as('startAt'),
        eb.fn.countAll<number>().as('count'),
        // '' is not a person who can be counted.
        sql<number>`count(distinct nullif("visitor", ''))`.as('people'),
      ])
      .groupBy(['startAt', 'category', 'action', 'architectureId', ...subjectColumns])
      .execute();
    const { mode, period } = periods;
    return rows.map((row) => ({ mode, period, seconds: 0, ...row }));
  }

  /** People and their time are those of stays; page views are hits. */
  private async peopleSums(periods: Periods): Promise<AnalyticsSumRow[]> {
    const { longRead } = this.storage;
    const views = await hitsIn(longRead, periods)
      .where('category', '=', 'page')
      .select(['architectureId', 'areaId'])
      .select((eb) => [startOf(periods, 'at').as('startAt'), eb.fn.countAll<number>().as('count')])
      .groupBy(['startAt', 'architectureId', 'areaId'])
      .execute();
    const stays = longRead
      .selectFrom('analyticsStay')
      .where('mode', '=', periods.mode)
      .where('slot', '>=', periods.start)
      .where('slot', '<', periods.end)
      .select('architectureId')
      .select((eb) => [
        startOf(periods, 'slot').as('startAt'),
        eb.fn.count<number>('visitor').distinct().as('people'),
        eb.fn.sum<number>('activeMs').as('activeMs'),
      ]);
    const ofAreas = await stays.select('areaId').groupBy(['startAt', 'architectureId', 'areaId']).execute();
    const ofVenues = await stays.groupBy(['startAt', 'architectureId']).execute();
    const sums = new Map<string, AnalyticsSumRow>();
    const add = (action: 'area' | 'venue', place: Place, figures: Partial<Figures>) => {
      const key = JSON.stringify([action, place.startAt, place.architectureId, place.areaId]);
      const { mode, period } = periods;
      const sum = sums.get(key) ?? {
        mode,
        period,
        category: 'people',
        action,
        ...noSubject,
        ...place,
        ...noFigures,
      };
      sums.set(key, { ...sum, ...figures, count: sum.count + (figures.count ?? 0) });
    };
    for (const { count, ...place } of views) {
      if (place.areaId !== '') add('area', place, { count });
      add('venue', { ...place, areaId: '' }, { count });
    }
    for (const { people, activeMs, ...place } of ofAreas)
      if (place.areaId !== '') add('area', place, { people, seconds: Math.round(activeMs / 1_000) });
    for (const { people, activeMs, ...venue } of ofVenues)
      add('venue', { ...venue, areaId: '' }, { people, seconds: Math.round(activeMs / 1_000) });
    return [...sums.values()];
  }
}

const hitsIn = (read: Kysely<AnalyticsTables>, { mode, start, end }: Periods) =>
  read.selectFrom('analyticsHit').where('mode', '=', mode).where('at', '>=', start).where('at', '<', end);

/** The start of the period of a row. The cast rounds down: SQLite divides numbers with fractions. */
const startOf = ({ start, lengthMs }: Periods, column: 'at' | 'slot') =>
  sql<number>`${start} + ${lengthMs} * cast((${sql.ref(column)} - ${start}) / ${lengthMs} as bigint)`;
