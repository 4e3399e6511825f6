import icon from '@phosphor-icons/core/regular/books.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'MediaLibraryWidget'>({
  icon,
  names: { en: 'Library', de: 'Mediathek', ar: 'مكتبة الوسائط' },
  panel: 'tall',
  count: {
    of: ({ folders }) => folders.reduce((sum, { media }) => sum + media.length, 0),
    texts: {
      en: { one: '{{number}} entry', other: '{{number}} entries' },
      de: { one: '{{number}} Eintrag', other: '{{number}} Einträge' },
      ar: {
        zero: 'لا عناصر',
        one: 'عنصر واحد',
        two: 'عنصران',
        few: '{{number}} عناصر',
        many: '{{number}} عنصرًا',
        other: '{{number}} عنصر',
      },
    },
  },
  load: () => import('./MediaLibraryWidget.tsx'),
});
