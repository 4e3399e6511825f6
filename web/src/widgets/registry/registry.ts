/** Collects the entries of all widget types from their folders. */
import type { Architecture, GlobalWidget } from '@foyer/contract';
import type { WidgetEntry } from './widgetEntry.ts';
import type { WidgetType } from './widgetProps.ts';

const entries = import.meta.glob<WidgetEntry>('../*/entry.ts', { eager: true, import: 'entry' });

/** The entry of a type; undefined for a type that this version of the app does not have. */
export const entryOf = <T extends WidgetType>(type: T): WidgetEntry<T> | undefined =>
  entries[`../${type}/entry.ts`] as WidgetEntry<T> | undefined;

/** The global widgets that each area offers: those of the venue, and the defaults of types of which it has none. */
export function globalWidgetsOf(architecture: Architecture): readonly GlobalWidget[] {
  const own = architecture.globalWidgets.filter(({ type }) => entryOf(type));
  const defaults = Object.values(entries).flatMap(({ defaultWidget }) => defaultWidget?.(architecture) ?? []);
  return [...own, ...defaults.filter(({ type }) => own.every((widget) => widget.type !== type))];
}
