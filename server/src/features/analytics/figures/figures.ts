/** What happened in a range of time, for hosts and administrators (TRACK-12). Reads sums only, not hits. */
import type { FigurePeriod, Figures, OperatingMode } from '@foyer/contract';
import { figuresRangeMs } from '@foyer/contract/limits';
import { ApiError } from '#platform/apiError';
import type { LocalDays } from '../localDays.ts';
import { periodStart } from '../sums/periods.ts';
import type { Summing } from '../sums/summing.ts';
import type { AnalyticsFigureStore, SumRange } from './figureStore.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface FigureReaderDeps {
  readonly store: Pick<AnalyticsFigureStore, 'series' | 'areas' | 'events'>;
  readonly summing: Pick<Summing, 'until'>;
  readonly days: LocalDays;
}

export interface FigureRange {
  readonly architectureId: string;
  readonly from: string;
  readonly to: string;
}

export class FigureReader {
  private readonly deps: FigureReaderDeps;

  constructor(deps: FigureReaderDeps) {
    this.deps = deps;
  }

  /** @throws ApiError `invalidInput` for a range that is empty or too long */
  async read(mode: OperatingMode, range: FigureRange): Promise<Figures> {
    const { store, summing, days } = this.deps;
    const [from, to] = [Date.parse(range.from), Date.parse(range.to)];
    assertRange(from, to);
    const period = choosePeriod(to - from);
    const { architectureId } = range;
    const sums: SumRange = { mode, architectureId, period, from: periodStart(period, from, days), to };
    const until = await summing.until(period);
    // Days in which the clocks change have 23 or 25 hours.
    const before = { ...sums, from: sums.from - dayMs - hourMs, to: to - dayMs + hourMs };
    const [series, seriesBefore, areas, events] = await Promise.all([
      store.series(sums),
      period === 'day' ? [] : store.series(before),
      store.areas(sums),
      store.events(sums),
    ]);
    const people = days.isStart(from) && days.isStart(to) ? await this.peopleByDay(sums) : undefined;
    return {
      period,
      timeZone: days.timeZone,
      from: toInstant(from),
      to: toInstant(to),
      ...(until !== undefined && { updatedAt: toInstant(until) }),
      series: series.map(toPoint),
      dayBefore: seriesBefore.map(toPoint),
      areas: areas.map(({ areaId, views, seconds, peak }) => ({
        areaId,
        views,
        minutes: Math.round(seconds / 6) / 10,
        peak,
        people: people?.ofArea.get(areaId),
      })),
      events: events.map((event) => ({
        ...event,
        people: people?.ofEvent.get(JSON.stringify(keyOf(event))),
      })),
    };
  }

  /**
   * Different people per day, added up: those of shorter periods cannot be added, because they are the same ones. An area
   * or event whose day is not summed up yet is missing.
   */
  private async peopleByDay(range: SumRange) {
    const { store } = this.deps;
    const ofDays = { ...range, period: 'day' } as const;
    const [areas, events] = await Promise.all([store.areas(ofDays), store.events(ofDays)]);
    return {
      ofArea: new Map(areas.map(({ areaId, people }) => [areaId, people])),
      ofEvent: new Map(events.map((event) => [JSON.stringify(keyOf(event)), event.people])),
    };
  }
}

const keyOf = ({
  category,
  action,
  areaId,
  widgetId,
  widgetType,
  assetId,
  cardId,
  kind,
}: Figures['events'][0]) => [category, action, areaId, widgetId, widgetType, assetId, cardId, kind];

function assertRange(from: number, to: number): void {
  if (from >= to) throw new ApiError('invalidInput', 'The parameter from is invalid: it must be before to.');
  if (to - from > figuresRangeMs)
    throw new ApiError(
      'invalidInput',
      `The parameter from is invalid: the range may have at most ${figuresRangeMs / dayMs} days.`,
    );
}

function choosePeriod(lengthMs: number): FigurePeriod {
  if (lengthMs <= 6 * hourMs) return 'fiveMinutes';
  return lengthMs <= 4 * dayMs ? 'hour' : 'day';
}

const toInstant = (time: number): string => new Date(time).toISOString();
const toPoint = ({ startAt, people, views }: { startAt: number; people: number; views: number }) => ({
  at: toInstant(startAt),
  people,
  views,
});
