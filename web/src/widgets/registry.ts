/** Finds the folders of the widget types by their entries. */
import type { WidgetEntry } from './widgetEntry.ts';
import type { WidgetType } from './widgetProps.ts';

const entries = import.meta.glob<WidgetEntry>('./*/entry.ts', { eager: true, import: 'entry' });

/** A type's entry, undefined for a type that this version of the app does not have. */
export const entryOf = <T extends WidgetType>(type: T): WidgetEntry<T> | undefined =>
  entries[`./${type}/entry.ts`] as WidgetEntry<T> | undefined;
