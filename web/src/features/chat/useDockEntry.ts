/** The chat button of the dock, with the unread count and a sign of a running call. */
import chatsFill from '@phosphor-icons/core/fill/chats-circle-fill.svg?raw';
import phoneCall from '@phosphor-icons/core/fill/phone-call-fill.svg?raw';
import chats from '@phosphor-icons/core/regular/chats-circle.svg?raw';
import { useCallIndicator } from '../../platform/call/callIndicator.ts';
import { closeChat, openExpandedChat } from '../../platform/chat/chatPanel.ts';
import { useChatUnread } from '../../platform/chat/chatUnread.ts';
import { useChatId } from '../../platform/chat/useChatId.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useChat } from '../../platform/state/chat.ts';

export function useDockEntry() {
  const { t } = useTranslation('widgets');
  const { opened, expanded } = useChat();
  const count = useChatUnread((state) => state.count);
  const isCalling = useCallIndicator(({ isThere }) => isThere);
  if (useChatId() === undefined) return undefined;
  const isOpen = opened && expanded;
  const label = count > 0 ? t('dock.chatCount', { count }) : t('dock.chat');
  return {
    kind: 'action' as const,
    id: 'chat',
    label: t('dock.chat'),
    icon: chats,
    openIcon: chatsFill,
    news: count,
    ...(isCalling && { mark: phoneCall }),
    longLabel: isCalling ? t('dock.chatCall', { label }) : label,
    isOpen,
    run: () => {
      if (isOpen) closeChat();
      else openExpandedChat();
    },
  };
}
