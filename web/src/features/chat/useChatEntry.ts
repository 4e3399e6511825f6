/** The chat's button in the dock, with what is unread. */
import chatsFill from '@phosphor-icons/core/fill/chats-circle-fill.svg?raw';
import chats from '@phosphor-icons/core/regular/chats-circle.svg?raw';
import { closeChat, openWholeChat } from '../../platform/chat/chatPanel.ts';
import { useChatUnread } from '../../platform/chat/chatUnread.ts';
import { useChatId } from '../../platform/chat/useChatId.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useChat } from '../../platform/state/chat.ts';

export function useChatEntry() {
  const { t } = useTranslation('widgets');
  const { opened, expanded } = useChat();
  const count = useChatUnread((state) => state.count);
  if (useChatId() === undefined) return undefined;
  const isOpen = opened && expanded;
  return {
    kind: 'action' as const,
    id: 'chat',
    label: t('dock.chat'),
    icon: chats,
    openIcon: chatsFill,
    news: count,
    ...(count > 0 && { longLabel: t('dock.chatCount', { count }) }),
    isOpen,
    run: () => {
      if (isOpen) closeChat();
      else openWholeChat();
    },
  };
}
