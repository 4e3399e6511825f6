import icon from '@phosphor-icons/core/regular/music-notes.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'SoundfilesWidget'>({
  icon,
  names: { en: 'Sounds', de: 'Klänge', ar: 'أصوات' },
  panel: 'column',
  count: {
    of: ({ sounds }) => sounds.length,
    texts: {
      en: { one: '{{number}} piece', other: '{{number}} pieces' },
      de: { one: '{{number}} Stück', other: '{{number}} Stücke' },
      ar: {
        zero: 'بلا مقاطع',
        one: 'مقطع واحد',
        two: 'مقطعان',
        few: '{{number}} مقاطع',
        many: '{{number}} مقطعًا',
        other: '{{number}} مقطع',
      },
    },
  },
  load: () => import('./SoundfilesWidget.tsx'),
});
