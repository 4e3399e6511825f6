/**
 * Extensions of areas: `area.extensions.ts` in the folder of a feature or of a widget type exports `extensions`. These files
 * are downloaded with the first area.
 */
import type { Area } from '@foyer/contract';
import type { DockEntry } from './dockEntry.ts';
import { componentOf, hookOfEach, sortExtensions, type Ordered, type Extension } from './extension.tsx';

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

/** A hook: the entries of the dock. */
export const useDockEntries = hookOfEach(dockExtensions.map(({ useEntry }) => useEntry));
