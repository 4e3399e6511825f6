import icon from '@phosphor-icons/core/regular/image.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'ImageWidget'>({
  icon,
  names: { en: 'Picture', de: 'Bild', ar: 'صورة' },
  panel: 'wide',
  address: ({ assets }) => ({ kind: 'asset', entries: assets }),
  load: () => import('./ImageWidget.tsx'),
});
