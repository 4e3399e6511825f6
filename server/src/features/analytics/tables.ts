/** Raw hits and stays, which are deleted after some weeks, and the sums of them, which stay. */
import type { FigurePeriod, OperatingMode } from '@foyer/contract';
import type { Migration } from '#platform/storage/migration';

/** What an event is about. '' is nothing: columns of a key cannot be null. */
export interface SubjectColumns {
  areaId: string;
  widgetId: string;
  widgetType: string;
  assetId: string;
  cardId: string;
  /** A reaction, a status or the kind of a chat room. */
  kind: string;
}

/** A page view or an event. */
export interface AnalyticsHitRow extends SubjectColumns {
  mode: OperatingMode;
  /** `pv_id` of the hit. */
  pageViewId: string;
  rand: string;
  /** Milliseconds since 1970, by the clock of the server. */
  at: number;
  /** A pseudonym for one day, see `Pseudonyms`; '' if the person is only counted with a session. */
  visitor: string;
  /** A pseudonym for all days, of users who have agreed to personalized tracking. */
  userKey: string | null;
  /** '' for a hit of another venue than the one that is shown. */
  architectureId: string;
  /** `page` and `view` for a page view. */
  category: string;
  action: string;
}

/** A person in an area during five minutes. */
export interface AnalyticsStayRow {
  mode: OperatingMode;
  /** The start of the five minutes. */
  slot: number;
  architectureId: string;
  /** '' outside of areas. */
  areaId: string;
  visitor: string;
  userKey: string | null;
  firstAt: number;
  lastAt: number;
  /** How long the page was visible and had the focus. Less than `lastAt - firstAt` if the person was away meanwhile. */
  activeMs: number;
}

/**
 * Figures of a period. Category `people` has the people, page views (`count`) and seconds of an area (action `area`), and
 * the people and page views of all areas (action `venue`). All other categories are those of events.
 */
export interface AnalyticsSumRow extends SubjectColumns {
  mode: OperatingMode;
  period: FigurePeriod;
  startAt: number;
  architectureId: string;
  category: string;
  action: string;
  count: number;
  /** Different people. */
  people: number;
  seconds: number;
}

/** How far the sums of a period are complete, and the node that computes them now. */
export interface AnalyticsProgressRow {
  period: FigurePeriod;
  /** Hits before this time are included. */
  until: number | null;
  /** The id of a node. */
  holder: string;
  holderUntil: number;
}

export interface AnalyticsTables {
  analyticsHit: AnalyticsHitRow;
  analyticsStay: AnalyticsStayRow;
  analyticsSum: AnalyticsSumRow;
  analyticsProgress: AnalyticsProgressRow;
}

export const subjectColumns = ['areaId', 'widgetId', 'widgetType', 'assetId', 'cardId', 'kind'] as const;

/** The primary key of the sums. */
export const sumKeyColumns = [
  'mode',
  'period',
  'startAt',
  'category',
  'action',
  'architectureId',
  ...subjectColumns,
] as const;

export const analyticsMigration: Migration = {
  id: '0130-analytics',
  up: async (db) => {
    let hit = db.schema
      .createTable('analyticsHit')
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('pageViewId', 'text', (column) => column.notNull())
      .addColumn('rand', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('visitor', 'text', (column) => column.notNull())
      .addColumn('userKey', 'text')
      .addColumn('architectureId', 'text', (column) => column.notNull())
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull());
    for (const name of subjectColumns)
      hit = hit.addColumn(name, 'text', (column) => column.notNull().defaultTo(''));
    await hit.addPrimaryKeyConstraint('analyticsHit_key', ['mode', 'pageViewId', 'rand']).execute();
    await db.schema.createIndex('analyticsHit_at').on('analyticsHit').columns(['mode', 'at']).execute();
    await db.schema
      .createTable('analyticsStay')
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('slot', 'bigint', (column) => column.notNull())
      .addColumn('architectureId', 'text', (column) => column.notNull())
      .addColumn('areaId', 'text', (column) => column.notNull())
      .addColumn('visitor', 'text', (column) => column.notNull())
      .addColumn('userKey', 'text')
      .addColumn('firstAt', 'bigint', (column) => column.notNull())
      .addColumn('lastAt', 'bigint', (column) => column.notNull())
      .addColumn('activeMs', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('analyticsStay_key', ['mode', 'slot', 'architectureId', 'areaId', 'visitor'])
      .execute();
    for (const table of ['analyticsHit', 'analyticsStay']) {
      await db.schema.createIndex(`${table}_visitor`).on(table).column('visitor').execute();
      await db.schema.createIndex(`${table}_user`).on(table).column('userKey').execute();
    }
    await db.schema
      .createTable('analyticsSum')
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('period', 'text', (column) => column.notNull())
      .addColumn('startAt', 'bigint', (column) => column.notNull())
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('architectureId', 'text', (column) => column.notNull())
      .addColumn('areaId', 'text', (column) => column.notNull())
      .addColumn('widgetId', 'text', (column) => column.notNull())
      .addColumn('widgetType', 'text', (column) => column.notNull())
      .addColumn('assetId', 'text', (column) => column.notNull())
      .addColumn('cardId', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addColumn('people', 'bigint', (column) => column.notNull())
      .addColumn('seconds', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('analyticsSum_key', [...sumKeyColumns])
      .execute();
    await db.schema
      .createTable('analyticsProgress')
      .addColumn('period', 'text', (column) => column.primaryKey().notNull())
      .addColumn('until', 'bigint')
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('holderUntil', 'bigint', (column) => column.notNull())
      .execute();
  },
};
