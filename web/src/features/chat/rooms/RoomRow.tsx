/** A room in the list: name, last message, time and unread count. */
import at from '@phosphor-icons/core/bold/at-bold.svg?raw';
import phoneCall from '@phosphor-icons/core/fill/phone-call-fill.svg?raw';
import bellSlash from '@phosphor-icons/core/regular/bell-slash.svg?raw';
import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import type { ChatRoom } from '@foyer/contract';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useRoomCalls } from '../useRoomCalls.ts';
import { RoomFace } from './RoomFace.tsx';
import { UnreadBadge } from './UnreadBadge.tsx';
import { useChatNames } from '../names/useChatNames.ts';
import { useTimes } from '../names/useTimes.ts';
import { useOwnId } from '../useOwnId.ts';
import { useMessageSummary } from '../message/useMessageSummary.ts';
import { useChat, useChatModel } from '../useChat.ts';
import listStyles from '../panel/chatList.module.css';

function LastMessage({ room }: { readonly room: ChatRoom }) {
  const { t } = useTranslation('chat');
  const { nameOf } = useChatNames();
  const line = useMessageSummary();
  const ownId = useOwnId();
  const typing = useChat((data) => data.typing.get(room.id))?.[0];
  const { lastMessage } = room;
  if (typing) return <span className="text-available">{t('typing.short')}</span>;
  if (!lastMessage) return <span>{t('list.nothingYet')}</span>;
  if (lastMessage.notice) return <span className="min-w-0 truncate">{line(lastMessage)}</span>;
  const text = <bdi className="min-w-0 truncate">{line(lastMessage)}</bdi>;
  if (room.kind === 'private' && lastMessage.authorId !== ownId) return text;
  return (
    <>
      <bdi className="me-1 max-w-2/5 shrink-0 truncate font-strong">
        {lastMessage.authorId === ownId ? t('person.you') : nameOf(lastMessage.authorId)}
      </bdi>
      <span className="sr-only">: </span>
      {text}
    </>
  );
}

function Marks({ room }: { readonly room: ChatRoom }) {
  const { t } = useTranslation('chat');
  const hasUnsent = useChat(({ outbox }) =>
    outbox.some((waiting) => waiting.roomId === room.id && waiting.errorCode !== undefined),
  );
  const hasCall = useRoomCalls(({ byRoom }) => byRoom.has(room.id));
  return (
    <span className="flex shrink-0 items-center gap-1">
      {hasCall && <Icon svg={phoneCall} size={16} label={t('list.call')} className="text-available" />}
      {hasUnsent && <Icon svg={warning} size={16} label={t('list.notSent')} className="text-danger" />}
      {(room.mentionCount ?? 0) > 0 && (
        <Icon svg={at} size={16} label={t('list.mentioned')} className="text-primary-text" />
      )}
      {room.notificationsOff && (
        <Icon svg={bellSlash} size={16} label={t('list.notificationsOff')} className="text-ink-2" />
      )}
      <UnreadBadge count={room.unreadCount} quiet={room.notificationsOff ?? false} />
    </span>
  );
}

export function RoomRow({ room, isOpen }: { readonly room: ChatRoom; readonly isOpen: boolean }) {
  const chat = useChatModel();
  const { roomName } = useChatNames();
  const { short } = useTimes();
  return (
    <button
      type="button"
      data-row
      data-room={room.id}
      aria-current={isOpen || undefined}
      onClick={() => chat.open(room.id)}
      className={listStyles.row}
    >
      <RoomFace room={room} size={44} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <bdi className="min-w-0 flex-1 truncate text-name font-strong">{roomName(room)}</bdi>
          {room.lastMessage && (
            <time className="shrink-0 text-smallest text-ink-3 tabular-nums">
              {short(room.lastMessage.at)}
            </time>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span
            className={`flex min-w-0 flex-1 text-caption ${room.unreadCount > 0 ? 'text-ink' : 'text-ink-2'}`}
          >
            <LastMessage room={room} />
          </span>
          <Marks room={room} />
        </span>
      </span>
    </button>
  );
}
