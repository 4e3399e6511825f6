/** Reads sums. */
import type { EventFigures, FigurePeriod, OperatingMode } from '@foyer/contract';
import type { Storage } from '#platform/storage/storage';
import { subjectColumns, type AnalyticsTables } from '../tables.ts';

/** The sums of an architecture whose periods begin in a range. */
export interface SumRange {
  readonly mode: OperatingMode;
  readonly architectureId: string;
  readonly period: FigurePeriod;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** More kinds of events than a page can show. */
const eventsMax = 2_000;

export class AnalyticsFigureStore {
  private readonly storage: Storage<AnalyticsTables>;

  constructor(storage: Storage<AnalyticsTables>) {
    this.storage = storage;
  }

  series(range: SumRange): Promise<{ startAt: number; people: number; views: number }[]> {
    return this.sumsIn(range)
      .where('category', '=', 'people')
      .where('action', '=', 'venue')
      .select((eb) => [
        'startAt',
        eb.fn.sum<number>('people').as('people'),
        eb.fn.sum<number>('count').as('views'),
      ])
      .groupBy('startAt')
      .orderBy('startAt')
      .execute();
  }

  areas(
    range: SumRange,
  ): Promise<{ areaId: string; views: number; seconds: number; peak: number; people: number }[]> {
    return this.sumsIn(range)
      .where('category', '=', 'people')
      .where('action', '=', 'area')
      .select((eb) => [
        'areaId',
        eb.fn.sum<number>('count').as('views'),
        eb.fn.sum<number>('seconds').as('seconds'),
        eb.fn.max<number>('people').as('peak'),
        eb.fn.sum<number>('people').as('people'),
      ])
      .groupBy('areaId')
      .orderBy('views', 'desc')
      .orderBy('areaId')
      .execute();
  }

  /** The most frequent ones. */
  async events(range: SumRange): Promise<(EventFigures & { people: number })[]> {
    const rows = await this.sumsIn(range)
      .where('category', '<>', 'people')
      .select(['category', 'action', ...subjectColumns])
      .select((eb) => [eb.fn.sum<number>('count').as('count'), eb.fn.sum<number>('people').as('people')])
      .groupBy(['category', 'action', ...subjectColumns])
      .orderBy('count', 'desc')
      .orderBy('category')
      .orderBy('action')
      .orderBy('areaId')
      .orderBy('widgetId')
      .limit(eventsMax)
      .execute();
    return rows.map(
      (row) =>
        Object.fromEntries(
          Object.entries(row).filter(([, value]) => value !== ''),
        ) as unknown as EventFigures & {
          people: number;
        },
    );
  }

  private sumsIn({ mode, architectureId, period, from, to }: SumRange) {
    return this.storage.longRead
      .selectFrom('analyticsSum')
      .where('mode', '=', mode)
      .where('period', '=', period)
      .where('startAt', '>=', from)
      .where('startAt', '<', to)
      .where('architectureId', '=', architectureId);
  }
}
