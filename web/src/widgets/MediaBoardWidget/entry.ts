import icon from '@phosphor-icons/core/regular/cards-three.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'MediaBoardWidget'>({
  icon,
  names: { en: 'Board', de: 'Board', ar: 'لوحة' },
  panel: 'large',
  gatesParts: true,
  followsChanges: true,
  count: {
    of: ({ contentPieces }) => contentPieces.length,
    texts: {
      en: { one: '{{number}} card', other: '{{number}} cards' },
      de: { one: '{{number}} Karte', other: '{{number}} Karten' },
      ar: {
        zero: 'لا بطاقات',
        one: 'بطاقة واحدة',
        two: 'بطاقتان',
        few: '{{number}} بطاقات',
        many: '{{number}} بطاقة',
        other: '{{number}} بطاقة',
      },
    },
  },
  load: () => import('./MediaBoardWidget.tsx'),
});
