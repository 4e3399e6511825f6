import icon from '@phosphor-icons/core/regular/chats-circle.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'AreaChatWidget'>({
  icon,
  names: { en: 'Area chat', de: 'Chat dieses Bereichs', ar: 'محادثة هذا القسم' },
  panel: 'none',
  load: () => import('./AreaChatWidget.tsx'),
});
