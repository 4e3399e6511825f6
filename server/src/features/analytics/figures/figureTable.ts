/** The tables of the figures as CSV. */
import type { Figures, figureTables } from '@foyer/contract';
import { csvRow } from '#platform/files/csv';

export type FigureTable = (typeof figureTables)[number];

const toCell = (value: string | number | undefined): string => String(value ?? '');

const columns = {
  series: ['start', 'people', 'page views'],
  areas: ['area', 'page views', 'minutes', 'most people', 'people'],
  events: [
    'category',
    'action',
    'area',
    'widget',
    'widget type',
    'asset',
    'content card',
    'kind',
    'count',
    'people',
  ],
} as const satisfies Record<FigureTable, readonly string[]>;

const rowsOf: Readonly<Record<FigureTable, (figures: Figures) => (string | number | undefined)[][]>> = {
  series: ({ series }) => series.map(({ at, people, views }) => [at, people, views]),
  areas: ({ areas }) =>
    areas.map(({ areaId, views, minutes, peak, people }) => [areaId, views, minutes, peak, people]),
  events: ({ events }) =>
    events.map((event) => [
      event.category,
      event.action,
      event.areaId,
      event.widgetId,
      event.widgetType,
      event.assetId,
      event.cardId,
      event.kind,
      event.count,
      event.people,
    ]),
};

export const toCsv = (table: FigureTable, figures: Figures): string =>
  [columns[table], ...rowsOf[table](figures)].map((row) => csvRow(row.map(toCell))).join('');
