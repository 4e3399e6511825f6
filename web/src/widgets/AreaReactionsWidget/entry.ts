import icon from '@phosphor-icons/core/regular/hands-clapping.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'AreaReactionsWidget'>({
  icon,
  names: { en: 'Reactions', de: 'Reaktionen', ar: 'تفاعلات' },
  panel: 'column',
  load: () => import('./AreaReactionsWidget.tsx'),
});
