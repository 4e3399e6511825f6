import icon from '@phosphor-icons/core/regular/film-slate.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'VimeoWidget'>({
  icon,
  names: { en: 'Film', de: 'Film', ar: 'فيلم' },
  panel: 'wide',
  address: ({ uris }) => ({ kind: 'uri', entries: uris }),
  load: () => import('./VimeoWidget.tsx'),
});
