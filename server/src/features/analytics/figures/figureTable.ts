/** The tables of the figures as CSV. */
import { selectLocalizedText, type Architecture, type Figures, type figureTables } from '@foyer/contract';
import { csvRow } from '#platform/files/csv';

export type FigureTable = (typeof figureTables)[number];

type Cell = string | number | undefined;
type Column<R> = readonly [title: string, cell: (row: R) => Cell];

const toCell = (value: Cell): string => String(value ?? '');

const toTable = <R>(rows: readonly R[], columns: readonly Column<R>[]): string =>
  [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => toCell(cell(row))))]
    .map(csvRow)
    .join('');

/** @param architecture names the areas and widgets; those that it no longer has are named by their ids only */
export function toCsv(table: FigureTable, figures: Figures, architecture: Architecture | undefined): string {
  const { timeZone, series, areas, events } = figures;
  const names = namesOf(architecture);
  if (table === 'series') {
    const localTime = timeFormat(timeZone);
    return toTable(series, [
      [`begin (${timeZone})`, ({ at }) => localTime(Date.parse(at))],
      ['people', ({ people }) => people],
      ['page views', ({ views }) => views],
    ]);
  }
  if (table === 'areas')
    return toTable(areas, [
      ['area', ({ areaId }) => areaId],
      ['area name', ({ areaId }) => names.area(areaId)],
      ['people', ({ people }) => people],
      ['page views', ({ views }) => views],
      ['minutes', ({ minutes }) => minutes],
      ['peak', ({ peak }) => peak],
    ]);
  return toTable(events, [
    ['category', ({ category }) => category],
    ['action', ({ action }) => action],
    ['area', ({ areaId }) => areaId],
    ['area name', ({ areaId }) => names.area(areaId)],
    ['widget', ({ widgetId }) => widgetId],
    ['widget name', ({ areaId, widgetId }) => names.widget(areaId, widgetId)],
    ['widget type', ({ widgetType }) => widgetType],
    ['asset', ({ assetId }) => assetId],
    ['content card', ({ cardId }) => cardId],
    ['kind', ({ kind }) => kind],
    ['count', ({ count }) => count],
    ['people', ({ people }) => people],
  ]);
}

/** `2026-11-20 13:05`, which spreadsheets read as a time. */
function timeFormat(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (time) => format.format(time);
}

/** Ids that are no longer in the venue have the name ''. */
function namesOf(architecture: Architecture | undefined) {
  const areas = new Map(architecture?.areas.map((area) => [area.id, area]));
  const nameOf = (
    named: { readonly names?: Architecture['areas'][number]['names'] | undefined } | undefined,
  ) => selectLocalizedText(named?.names ?? [], 'en');
  return {
    area: (id = '') => nameOf(areas.get(id)),
    widget(areaId = '', widgetId = '') {
      const widgets = [...(areas.get(areaId)?.contentWidgets ?? []), ...(architecture?.globalWidgets ?? [])];
      const widget = widgets.find(({ id }) => id === widgetId);
      return nameOf(widget) || (widget?.name ?? '');
    },
  };
}
