import icon from '@phosphor-icons/core/regular/quotes.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'SuperEventSocialWallWidget'>({
  icon,
  names: { en: 'Social wall', de: 'Social Wall', ar: 'الحائط الاجتماعي' },
  panel: 'feed',
  hasHostColumn: ({ uris, approval = false }) => approval && !uris,
  followsChanges: true,
  address: ({ uris }) => uris && { kind: 'uri', entries: uris },
  load: () => import('./SuperEventSocialWallWidget.tsx'),
});
