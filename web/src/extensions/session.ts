/**
 * Extensions for signed-in users and guests: `features/<name>/session.extensions.ts` exports `extensions`. These files are
 * downloaded with the session.
 */
import { createElement } from 'react';
import { NotDownloaded } from '../platform/loading/NotDownloaded.tsx';
import { useIsSidePanelOpen, useSidePanelsModel } from '../platform/sidePanels.ts';
import { componentOf, sortExtensions, type Extension, type Ordered, type Source } from './extension.tsx';
import type { PageContext } from './page.ts';

/** A component that renders a `SlotPanel`, mounted while `platform/sidePanels.ts` has its panel open. */
export type SidePanelExtension = Ordered & Source<object> & { readonly id: string };

export interface SessionExtensions {
  /** In the header, before the language. */
  readonly headerStart?: readonly Extension[];
  /** In the header, after the language; not on a phone. */
  readonly headerEnd?: readonly Extension[];
  /** On pages with a header. Only one is visible. */
  readonly sidePanels?: readonly SidePanelExtension[];
  /** After the page: dialogs, and what runs without being visible. */
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

const sidePanelOf = (panel: SidePanelExtension) =>
  componentOf({
    ...panel,
    useCondition: () => useIsSidePanelOpen(panel.id),
    Failed() {
      const { store } = useSidePanelsModel();
      return createElement(NotDownloaded, {
        close: () =>
          store
            .getState()
            .open.find(({ id }) => id === panel.id)
            ?.close(),
      });
    },
  });

export const sidePanels = sortExtensions(found, (extensions) => extensions.sidePanels).map(sidePanelOf);
