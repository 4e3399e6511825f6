/**
 * The chat button of the dock, with the number of unread messages and, for hosts, of reports, and a sign of a running call or,
 * without one, of a mention.
 */
import chatsFill from '@phosphor-icons/core/fill/chats-circle-fill.svg?raw';
import at from '@phosphor-icons/core/bold/at-bold.svg?raw';
import phoneCall from '@phosphor-icons/core/fill/phone-call-fill.svg?raw';
import chats from '@phosphor-icons/core/regular/chats-circle.svg?raw';
import { useTexts } from './useTexts.ts';
import { useRoomCalls } from '../useRoomCalls.ts';
import { useChatId } from '../useChatId.ts';
import { useChat, useChatModel } from '../useChat.ts';

export function useDockEntry() {
  const chat = useChatModel();
  const { t } = useTexts();
  const isOpen = useChat(({ opened, expanded }) => opened && expanded);
  const count = useChat(({ unread }) => unread.count);
  // The server counts them for hosts only.
  const reports = useChat(({ openReports }) => openReports);
  const isMentioned = useChat(({ unread }) => unread.isMentioned);
  const isCalling = useRoomCalls(({ hasOpen }) => hasOpen);
  if (useChatId() === undefined) return undefined;
  const unread = count > 0 ? t('count', { count }) : t('title');
  const news = reports > 0 ? t('reports', { label: unread, count: reports }) : unread;
  const label = isMentioned ? t('mentioned', { label: news }) : news;
  return {
    kind: 'action' as const,
    id: 'chat',
    label: t('title'),
    icon: chats,
    openIcon: chatsFill,
    news: count + reports,
    ...((isCalling || isMentioned) && { mark: isCalling ? phoneCall : at }),
    longLabel: isCalling ? t('call', { label }) : label,
    isOpen,
    run: () => {
      if (isOpen) chat.close();
      else chat.openUnread();
    },
  };
}
