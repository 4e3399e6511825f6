import icon from '@phosphor-icons/core/regular/chats-circle.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'GlobalChatWidget'>({
  icon,
  names: { en: 'Event chat', de: 'Chat der Veranstaltung', ar: 'محادثة الفعالية' },
  panel: 'none',
  load: () => import('./GlobalChatWidget.tsx'),
});
