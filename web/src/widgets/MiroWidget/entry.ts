import icon from '@phosphor-icons/core/regular/sticker.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'MiroWidget'>({
  icon,
  names: { en: 'Miro board', de: 'Miro-Board', ar: 'لوحة Miro' },
  panel: 'wide',
  address: ({ uris }) => ({ kind: 'uri', entries: uris }),
  load: () => import('./MiroWidget.tsx'),
});
