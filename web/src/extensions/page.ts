/**
 * Extensions of every page: `features/<name>/page.extensions.ts` exports `extensions`. These files are part of the first
 * download. What only signed-in users and guests see belongs into `session.extensions.ts`.
 */
import { componentOf, inOrder, type Extension } from './extension.tsx';

/** The page that shows, as its route describes it. */
export interface PageContext {
  readonly hasHeader: boolean;
  readonly isArea: boolean;
}

export interface PageExtensions {
  /** Below the header, one below the other, also while no page can be shown. What floats there moves down. */
  readonly banners?: readonly Extension[];
  /** After the page. */
  readonly hosts?: readonly Extension<PageContext>[];
}

const found = import.meta.glob<PageExtensions>('../features/*/page.extensions.ts', {
  eager: true,
  import: 'extensions',
});

export const banners = inOrder(found, (extensions) => extensions.banners).map(componentOf);
export const pageHosts = inOrder(found, ({ hosts }) => hosts).map(componentOf);
