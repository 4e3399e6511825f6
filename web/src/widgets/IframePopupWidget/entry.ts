import icon from '@phosphor-icons/core/regular/browser.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'IframePopupWidget'>({
  icon,
  names: { en: 'Web page', de: 'Webseite', ar: 'صفحة ويب' },
  panel: 'wide',
  address: ({ uris }) => ({ kind: 'uri', entries: uris }),
  load: () => import('./IframePopupWidget.tsx'),
});
