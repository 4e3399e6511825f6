import icon from '@phosphor-icons/core/regular/note.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'TextNotificationWidget'>({
  icon,
  names: { en: 'Notice', de: 'Hinweis', ar: 'إشعار' },
  panel: 'column',
  title: ({ titles }) => titles,
  load: () => import('./TextNotificationWidget.tsx'),
});
