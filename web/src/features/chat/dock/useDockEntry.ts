/** The chat button of the dock, with the unread count and a sign of a running call or, without one, of a mention. */
import chatsFill from '@phosphor-icons/core/fill/chats-circle-fill.svg?raw';
import at from '@phosphor-icons/core/bold/at-bold.svg?raw';
import phoneCall from '@phosphor-icons/core/fill/phone-call-fill.svg?raw';
import chats from '@phosphor-icons/core/regular/chats-circle.svg?raw';
import { useCallStatus } from '../../../platform/call/callStatus.ts';
import { closeChat, openUnreadChat } from '../../../platform/chat/chatNavigation.ts';
import { useChatUnread } from '../../../platform/chat/chatUnread.ts';
import { useChatId } from '../../../platform/chat/useChatId.ts';
import { useChat } from '../../../platform/state/chat.ts';
import { useTexts } from './useTexts.ts';

export function useDockEntry() {
  const { t } = useTexts();
  const { opened, expanded } = useChat();
  const count = useChatUnread((state) => state.count);
  const isMentioned = useChatUnread((state) => state.isMentioned);
  const isCalling = useCallStatus(({ hasCall }) => hasCall);
  if (useChatId() === undefined) return undefined;
  const isOpen = opened && expanded;
  const unread = count > 0 ? t('count', { count }) : t('title');
  const label = isMentioned ? t('mentioned', { label: unread }) : unread;
  return {
    kind: 'action' as const,
    id: 'chat',
    label: t('title'),
    icon: chats,
    openIcon: chatsFill,
    news: count,
    ...((isCalling || isMentioned) && { mark: isCalling ? phoneCall : at }),
    longLabel: isCalling ? t('call', { label }) : label,
    isOpen,
    run: () => {
      if (isOpen) closeChat();
      else openUnreadChat();
    },
  };
}
