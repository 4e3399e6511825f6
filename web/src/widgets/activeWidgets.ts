/** Which configuration of a widget counts now (AREA-08), kept true as the server's clock goes on. */
import type { Widget, WidgetOf } from '@foyer/contract';
import { activeConfiguration } from '@foyer/contract/widget';
import { useEffect, useReducer } from 'react';
import { now, useServerTime } from '../platform/time/serverTime.ts';
import { runAfter } from '../platform/time/timers.ts';
import type { ConfigurationOf, WidgetType } from './widgetProps.ts';

/** A widget with the configuration that counts. */
export type ActiveWidget<T extends WidgetType = WidgetType> = {
  [Type in T]: { readonly widget: WidgetOf<Type>; readonly configuration: ConfigurationOf<Type> };
}[T];

export function activeAt(widget: Widget, time: number): ActiveWidget | undefined {
  const configuration = activeConfiguration<ConfigurationOf>(widget.configurations, time);
  return configuration && ({ widget, configuration } as ActiveWidget);
}

/** When the next configuration begins or ends, milliseconds since 1970; undefined if none will. */
export function nextChange(widgets: readonly Widget[], time: number): number | undefined {
  const moments = widgets
    .flatMap(({ configurations }): readonly ConfigurationOf[] => configurations)
    .flatMap(({ begin, end }) => [begin, end])
    .flatMap((instant) => (instant === undefined ? [] : [Date.parse(instant)]))
    .filter((moment) => moment > time);
  return moments.length > 0 ? Math.min(...moments) : undefined;
}

/** Browsers keep timers in 31 bits; whatever lies further off is looked at again then. */
const furthestTimer = 2_000_000_000;

/** The widgets that have a configuration now, in their order. They appear and disappear on the second, without a reload. */
export function useActiveWidgets(widgets: readonly Widget[]): ActiveWidget[] {
  const ticked = useServerTime();
  const [, look] = useReducer((count: number) => count + 1, 0);
  const time = Math.max(ticked, now());
  const next = nextChange(widgets, time);
  useEffect(() => {
    if (next === undefined) return undefined;
    return runAfter(Math.min(Math.max(next - now(), 0), furthestTimer), look);
  }, [next]);
  return widgets.flatMap((widget) => activeAt(widget, time) ?? []);
}
