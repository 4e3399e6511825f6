/**
 * Extensions for signed-in users and guests: `features/<name>/session.extensions.ts` exports `extensions`. These files are
 * downloaded with the session.
 */
import { componentOf, sortExtensions, type Extension } from './extension.tsx';
import type { PageContext } from './page.ts';

export interface SessionExtensions {
  /** In the header, before the language. */
  readonly headerStart?: readonly Extension[];
  /** In the header, after the language; not on a phone. */
  readonly headerEnd?: readonly Extension[];
  /** After the page: panels, dialogs, and what runs without being visible. */
  readonly hosts?: readonly Extension<PageContext>[];
}

const found = import.meta.glob<SessionExtensions>('../features/*/session.extensions.ts', {
  eager: true,
  import: 'extensions',
});

export const headerExtensions = {
  start: sortExtensions(found, ({ headerStart }) => headerStart).map(componentOf),
  end: sortExtensions(found, ({ headerEnd }) => headerEnd).map(componentOf),
} as const;
export const sessionHosts = sortExtensions(found, ({ hosts }) => hosts).map(componentOf);
