import icon from '@phosphor-icons/core/regular/film-slate.svg?raw';
import { widgetSettings } from '../../platform/venue/widgetSettings.ts';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'VimeoWidget'>({
  icon,
  names: { en: 'Film', de: 'Film', ar: 'فيلم' },
  panel: 'wide',
  address: ({ uris }) => ({ kind: 'uri', entries: uris }),
  load: () =>
    widgetSettings().vimeoStreams ? import('./StreamedVimeoWidget.tsx') : import('./VimeoWidget.tsx'),
});
