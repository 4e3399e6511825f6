/** The pages of the area's books as text, in its text view. */
import type { AreaExtensions } from '../../extensions/area.ts';
import { useBooks } from './books.ts';

export const extensions: AreaExtensions = {
  textView: [
    {
      order: 20,
      useCondition: ({ area }) => useBooks(area).length > 0,
      load: () => import('./BookTexts.tsx'),
    },
  ],
};
