import icon from '@phosphor-icons/core/regular/book-open.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'ImageBookWidget'>({
  icon,
  names: { en: 'Picture book', de: 'Bilderbuch', ar: 'كتاب مصوّر' },
  panel: 'wide',
  count: {
    of: ({ pages }) => pages.length,
    texts: {
      en: { one: '{{number}} page', other: '{{number}} pages' },
      de: { one: '{{number}} Seite', other: '{{number}} Seiten' },
      ar: {
        zero: 'بلا صفحات',
        one: 'صفحة واحدة',
        two: 'صفحتان',
        few: '{{number}} صفحات',
        many: '{{number}} صفحة',
        other: '{{number}} صفحة',
      },
    },
  },
  load: () => import('./ImageBookWidget.tsx'),
});
