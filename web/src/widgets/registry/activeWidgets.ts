/** The active configuration of each widget (AREA-08), updated as the server's clock advances. */
import type { Widget, WidgetOf } from '@foyer/contract';
import { activeConfiguration } from '@foyer/contract/widget';
import { useEffect, useReducer } from 'react';
import { now, useServerTime } from '../../platform/time/serverTime.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { aheadMs } from '../../platform/venue/happening.ts';
import { entryOf } from './registry.ts';
import type { ConfigurationOf, WidgetType } from './widgetProps.ts';

/** A widget with its active configuration, or with another one that it shows before the begin or after the end. */
export type ActiveWidget<T extends WidgetType = WidgetType> = {
  [Type in T]: {
    readonly widget: WidgetOf<Type>;
    readonly configuration: ConfigurationOf<Type>;
    /** When a configuration that is not active yet begins, in milliseconds since 1970. */
    readonly opensAt?: number;
  };
}[T];

export function activeAt(widget: Widget, time: number): ActiveWidget | undefined {
  const configuration = activeConfiguration<ConfigurationOf>(widget.configurations, time);
  return configuration && ({ widget, configuration } as ActiveWidget);
}

/** A widget that has no active configuration yet, with the one that begins next; undefined if none will. */
export function upcomingAt(widget: Widget, time: number): ActiveWidget | undefined {
  if (activeAt(widget, time)) return undefined;
  const configurations: readonly ConfigurationOf[] = widget.configurations;
  const [configuration] = configurations
    .filter((candidate) => beginOf(candidate) > time && beginOf(candidate) < endOf(candidate))
    .toSorted((a, b) => beginOf(a) - beginOf(b));
  return configuration && ({ widget, configuration, opensAt: beginOf(configuration) } as ActiveWidget);
}

const beginOf = ({ begin }: ConfigurationOf): number =>
  begin === undefined ? Number.NEGATIVE_INFINITY : Date.parse(begin);
const endOf = ({ end }: ConfigurationOf): number =>
  end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end);

/** Whether the configuration is in its time window. */
export const isOpenAt = ({ configuration }: ActiveWidget, time: number): boolean =>
  beginOf(configuration) <= time && time < endOf(configuration);

/** A widget as an area shows it: active, or a meeting that opens soon; undefined if the area does not show it. */
export function shownAt(widget: Widget, time: number): ActiveWidget | undefined {
  const active = activeAt(widget, time);
  if (active || !entryOf(widget.type)?.opensAnytime) return active;
  const upcoming = upcomingAt(widget, time);
  return upcoming?.opensAt !== undefined && upcoming.opensAt - time <= aheadMs ? upcoming : undefined;
}

/** A widget with its active configuration, else with the next one, else with the one that ended last. */
export function nearestAt(widget: Widget, time: number): ActiveWidget | undefined {
  const configurations: readonly ConfigurationOf[] = widget.configurations;
  const [last] = configurations
    .filter(({ end }) => end !== undefined)
    .toSorted((a, b) => endOf(b) - endOf(a));
  return (
    activeAt(widget, time) ??
    upcomingAt(widget, time) ??
    (last && ({ widget, configuration: last } as ActiveWidget))
  );
}

/** When the next configuration begins or ends, in milliseconds since 1970; undefined if none will. */
export function nextChange(widgets: readonly Widget[], time: number): number | undefined {
  const times = widgets
    .flatMap(({ configurations }): readonly ConfigurationOf[] => configurations)
    .flatMap(({ begin, end }) => [begin, end])
    .flatMap((instant) => (instant === undefined ? [] : [Date.parse(instant)]))
    .filter((changeTime) => changeTime > time);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Browsers store timer delays in 31 bits; later changes are scheduled when this timer ends. */
export const maxTimerMs = 2_000_000_000;

/** Server time; the component renders again when a configuration of the widgets begins or ends. */
function useTimeOfChanges(widgets: readonly Widget[]): number {
  const ticked = useServerTime();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const time = Math.max(ticked, now());
  const next = nextChange(widgets, time);
  useEffect(() => {
    if (next === undefined) return undefined;
    let stop = (): void => undefined;
    // The timer ends too early if the server's clock was set back meanwhile, or if `next` is too far away for one timer.
    const wait = (): void => {
      stop = runAfter(Math.min(Math.max(next - now(), 0), maxTimerMs), () =>
        now() < next ? wait() : rerender(),
      );
    };
    wait();
    return () => stop();
  }, [next]);
  return time;
}

/** The widgets with an active configuration, in their order. They appear and disappear on time, without a reload. */
export function useActiveWidgets(widgets: readonly Widget[]): ActiveWidget[] {
  const time = useTimeOfChanges(widgets);
  return widgets.flatMap((widget) => activeAt(widget, time) ?? []);
}

/** The widgets that an area shows, in their order: the active ones, and meetings that open soon. */
export function useShownWidgets(widgets: readonly Widget[]): ActiveWidget[] {
  const time = useTimeOfChanges(widgets);
  return widgets.flatMap((widget) => shownAt(widget, time) ?? []);
}

/** The widgets that a link can open: the active ones, and meetings at any time. */
export function useOpenableWidgets(widgets: readonly Widget[]): ActiveWidget[] {
  const time = useTimeOfChanges(widgets);
  return widgets.flatMap(
    (widget) => (entryOf(widget.type)?.opensAnytime ? nearestAt(widget, time) : activeAt(widget, time)) ?? [],
  );
}

/** The widgets that the area does not show yet, each with its next configuration. */
export function useUpcomingWidgets(widgets: readonly Widget[]): ActiveWidget[] {
  const time = useTimeOfChanges(widgets);
  return widgets.flatMap((widget) => (shownAt(widget, time) ? [] : (upcomingAt(widget, time) ?? [])));
}
