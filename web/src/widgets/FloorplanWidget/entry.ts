import icon from '@phosphor-icons/core/regular/map-trifold.svg?raw';
import { defineEntry } from '../widgetEntry.ts';

export const entry = defineEntry<'FloorplanWidget'>({
  icon,
  names: { en: 'Floorplan', de: 'Raumplan', ar: 'مخطط الفعالية' },
  panel: 'plan',
  load: () => import('./FloorplanWidget.tsx'),
});
