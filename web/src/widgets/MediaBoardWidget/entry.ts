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
    newItems: {
      of: ({ mediaBoardId, contentPieces }) => ({
        id: mediaBoardId,
        itemIds: contentPieces.map(({ id }) => id),
      }),
      texts: {
        en: { one: '{{number}} new', other: '{{number}} new' },
        de: { one: '{{number}} neu', other: '{{number}} neu' },
        ar: {
          zero: 'لا جديد',
          one: 'واحدة جديدة',
          two: 'اثنتان جديدتان',
          few: '{{number}} جديدة',
          many: '{{number}} جديدة',
          other: '{{number}} جديدة',
        },
      },
    },
  },
  load: () => import('./MediaBoardWidget.tsx'),
});
