/**
 * Extensions of every page: `features/<name>/page.extensions.ts` exports `extensions`. These files are part of the first
 * download. What only signed-in users and guests see belongs into `session.extensions.ts`.
 */
import type { ComponentType } from 'react';
import type { RouteTraits } from '../platform/navigation/routeNames.ts';
import { componentOf, sortExtensions, type Extension } from './extension.tsx';

/** The current page, as its route describes it. */
export interface PageContext {
  readonly hasHeader: boolean;
  readonly isArea: boolean;
}

/** The paths of pages that features add, below `/v/$architectureId/`: each feature declares its own in this interface. */
export interface PagePaths {}

export interface PageRoute {
  readonly path: keyof PagePaths;
  readonly traits: RouteTraits;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

export interface PageExtensions {
  /** Pages of a venue. Their code is loaded before they are shown. */
  readonly routes?: readonly PageRoute[];
  /** Stacked below the header, even if no page can be shown. */
  readonly banners?: readonly Extension[];
  /** After the page. */
  readonly hosts?: readonly Extension<PageContext>[];
}

const found = import.meta.glob<PageExtensions>('../features/*/page.extensions.ts', {
  eager: true,
  import: 'extensions',
});

export const banners = sortExtensions(found, (extensions) => extensions.banners).map(componentOf);
export const pageHosts = sortExtensions(found, ({ hosts }) => hosts).map(componentOf);
export const pageRoutes = Object.values(found).flatMap(({ routes = [] }) => routes);
