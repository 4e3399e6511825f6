/**
 * Extensions of every page: `features/<name>/page.extensions.ts` exports `extensions`. These files are part of the first
 * download. What only signed-in users and guests see belongs into `session.extensions.ts`.
 */
import type { ComponentType } from 'react';
import type { LazyNamespace } from '../platform/i18n/texts.ts';
import type { RouteTraits } from '../platform/navigation/routeNames.ts';
import { componentOf, hookOfEach, sortExtensions, type Extension, type Ordered } from './extension.tsx';

/** The current page, as its route describes it. */
export interface PageContext {
  readonly hasHeader: boolean;
  /** It shows one meeting of an area, and nothing else of it (ROUTE-06). */
  readonly isMeeting: boolean;
}

/** The paths of pages that features add, below `/v/$architectureId/`: each feature declares its own in this interface. */
export interface PagePaths {}

export interface PageRoute {
  readonly path: keyof PagePaths;
  readonly traits: RouteTraits;
  /** A single `import()`. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Downloaded with it. */
  readonly texts?: readonly LazyNamespace[];
}

export type LinkPlace = 'footer' | 'menu' | 'login' | 'consent';

export interface PageLink {
  readonly key: string;
  readonly label: string;
  /** A page that a feature adds, or a hash on the current page. */
  readonly target: { readonly page: keyof PagePaths } | { readonly hash: string };
}

export interface LinkExtension extends Ordered {
  /** A hook: the link as it is now in one of the places, undefined while there is none. */
  readonly useLink: (place: LinkPlace) => PageLink | undefined;
}

export interface PageExtensions {
  /** Pages of a venue. Their code is loaded before they are shown. */
  readonly routes?: readonly PageRoute[];
  /** In the footer, at the end of the phone's menu, on the login page and in the cookie banner. */
  readonly links?: readonly LinkExtension[];
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
/** A hook: the links in one of the places. */
export const usePageLinks = hookOfEach(
  sortExtensions(found, ({ links }) => links).map(({ useLink }) => useLink),
);
export const pageRoutes = Object.values(found).flatMap(({ routes = [] }) => routes);
