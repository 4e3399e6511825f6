/** Collects the entries of all widget types from their folders. */
import type { WidgetEntry } from './widgetEntry.ts';
import type { WidgetType } from './widgetProps.ts';

const entries = import.meta.glob<WidgetEntry>('./*/entry.ts', { eager: true, import: 'entry' });

/** The entry of a type; undefined for a type that this version of the app does not have. */
export const entryOf = <T extends WidgetType>(type: T): WidgetEntry<T> | undefined =>
  entries[`./${type}/entry.ts`] as WidgetEntry<T> | undefined;
