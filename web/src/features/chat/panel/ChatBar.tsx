/** The minimized chat: the open room, its last message and its unread count; without a room, that of all rooms. */
import caretUp from '@phosphor-icons/core/bold/caret-up-bold.svg?raw';
import phoneCall from '@phosphor-icons/core/fill/phone-call-fill.svg?raw';
import chats from '@phosphor-icons/core/regular/chats-circle.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useRoomCalls } from '../useRoomCalls.ts';
import { RoomFace } from '../rooms/RoomFace.tsx';
import { useMessageSummary } from '../message/useMessageSummary.ts';
import { UnreadBadge } from '../rooms/UnreadBadge.tsx';
import { useChatNames } from '../names/useChatNames.ts';
import { useChat, useChatModel } from '../useChat.ts';
import styles from './chatBar.module.css';

export function ChatBar() {
  const chat = useChatModel();
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation();
  const { roomName } = useChatNames();
  const line = useMessageSummary();
  const [openId] = useChat((state) => state.roomChats);
  const room = useChat(({ rooms }) => rooms.get(openId ?? ''));
  const count = useChat(({ unread }) => room?.unreadCount ?? unread.count);
  const isCalling = useRoomCalls(({ hasOpen }) => hasOpen);
  return (
    <section aria-label={t('title')} className={`${styles.bar} island`}>
      <button type="button" data-chat="expand" onClick={chat.expand} className={styles.open}>
        {room ? (
          <RoomFace room={room} size={40} />
        ) : (
          <span className="grid size-10 place-items-center">
            <Icon svg={chats} size={22} />
          </span>
        )}
        <span className="min-w-0 flex-1 text-start">
          <bdi className="block truncate text-name font-strong">{room ? roomName(room) : t('title')}</bdi>
          {room?.lastMessage && (
            <span
              dir={room.lastMessage.notice ? undefined : 'auto'}
              className="block truncate text-caption text-ink-2"
            >
              {line(room.lastMessage)}
            </span>
          )}
        </span>
        {isCalling && <Icon svg={phoneCall} size={18} label={t('list.call')} className="text-available" />}
        <UnreadBadge count={count} quiet={room?.notificationsOff ?? false} />
        <span className="sr-only">{t('expand')}</span>
        <Icon svg={caretUp} size={16} />
      </button>
      <IconButton svg={xIcon} label={common('common.close')} onClick={chat.close} />
    </section>
  );
}
