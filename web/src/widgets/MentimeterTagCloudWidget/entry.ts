import icon from '@phosphor-icons/core/regular/chart-donut.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'MentimeterTagCloudWidget'>({
  icon,
  names: { en: 'Poll results', de: 'Umfrageergebnisse', ar: 'نتائج الاستطلاع' },
  panel: 'wide',
  provider: 'Mentimeter',
  address: ({ uris }) => ({ kind: 'uri', entries: uris }),
  load: () => import('./MentimeterTagCloudWidget.tsx'),
});
