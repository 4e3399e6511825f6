/**
 * Extensions of areas: `area.extensions.ts` in the folder of a feature or of a widget type exports `extensions`. These files
 * are downloaded with the first area.
 */
import type { Area } from '@foyer/contract';
import type { DockEntry } from './dockEntry.ts';
import { sortExtensions, componentOf, type Ordered, type Extension } from './extension.tsx';

export interface AreaContext {
  readonly area: Area;
}

export interface DockExtension extends Ordered {
  /** A hook: the entry as it is now, undefined while there is none. */
  readonly useEntry: (area: Area) => DockEntry | undefined;
}

export interface AreaExtensions {
  readonly dock?: readonly DockExtension[];
  /** Over the area, after the dock. */
  readonly hosts?: readonly Extension<AreaContext>[];
  /** In the text view, below the description of the area. */
  readonly textView?: readonly Extension<AreaContext>[];
}

const found = import.meta.glob<AreaExtensions>('../{features,widgets}/*/area.extensions.ts', {
  eager: true,
  import: 'extensions',
});

const dockExtensions = sortExtensions(found, ({ dock }) => dock);
export const areaHosts = sortExtensions(found, ({ hosts }) => hosts).map(componentOf);
export const textViewParts = sortExtensions(found, ({ textView }) => textView).map(componentOf);

type UseDockEntries = (area: Area) => readonly DockEntry[];

/** A hook: the entries of the dock. It calls the hooks of all of them, whose number never changes. */
export const useDockEntries = dockExtensions.reduce<UseDockEntries>(
  (useEntriesBefore, { useEntry }) =>
    function useEntries(area) {
      const before = useEntriesBefore(area);
      const entry = useEntry(area);
      return entry ? [...before, entry] : before;
    },
  () => [],
);
