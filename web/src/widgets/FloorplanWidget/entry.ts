import icon from '@phosphor-icons/core/regular/map-trifold.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'FloorplanWidget'>({
  icon,
  names: { en: 'Floorplan', de: 'Raumplan', ar: 'مخطط الفعالية' },
  panel: 'plan',
  // A floorplan with positions is always shown; a widget of the venue follows its begin and end (decision record 071).
  defaultWidget: ({ floorplan }) =>
    floorplan?.areaPositions.some(({ visible }) => visible)
      ? {
          id: 'floorplan',
          type: 'FloorplanWidget',
          name: '',
          configurations: [{ id: 'floorplan', name: '', cookieProviders: [] }],
        }
      : undefined,
  isInTextView: true,
  load: () => import('./FloorplanWidget.tsx'),
});
