import icon from '@phosphor-icons/core/regular/books.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'MediaLibraryWidget'>({
  icon,
  names: { en: 'Library', de: 'Mediathek', ar: 'مكتبة الوسائط' },
  panel: 'tall',
  count: {
    of: ({ folders }) => folders.reduce((sum, { media }) => sum + media.length, 0),
    texts: {
      en: { one: '{{number}} document', other: '{{number}} documents' },
      de: { one: '{{number}} Datei', other: '{{number}} Dateien' },
      ar: {
        zero: 'لا ملفات',
        one: 'ملف واحد',
        two: 'ملفان',
        few: '{{number}} ملفات',
        many: '{{number}} ملفًا',
        other: '{{number}} ملف',
      },
    },
  },
  load: () => import('./MediaLibraryWidget.tsx'),
});
