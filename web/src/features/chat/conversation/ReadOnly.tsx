/** Why nothing can be said here, in place of where one would say it. */
import lockIcon from '@phosphor-icons/core/regular/lock-simple.svg?raw';
import { blockInChat, type ChatRoom } from '@foyer/contract';
import { useEffect } from 'react';
import { useChatData } from '../../../platform/chat/chatData.ts';
import { listRooms, openRoom } from '../../../platform/chat/rooms.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { realtime } from '../../../platform/realtime/realtime.ts';
import { now } from '../../../platform/time/serverTime.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { useTimes } from '../names/useChatNames.ts';

function useReason({ readOnly, silencedUntil }: ChatRoom, hasBlocked: boolean): string {
  const { t } = useTranslation('chat');
  const { clock } = useTimes();
  if (readOnly === 'guests') return t('readOnly.guests');
  if (readOnly === 'blocked') return t(hasBlocked ? 'readOnly.youBlocked' : 'readOnly.blocked');
  return silencedUntil === undefined
    ? t('readOnly.silenced')
    : t('readOnly.silencedUntil', { time: clock(silencedUntil) });
}

export async function unblock(userId: string): Promise<void> {
  await realtime.sendCommand(blockInChat, { userId, blocked: false });
  await listRooms();
}

/** The longest that a timer waits. */
const maxTimerMs = 2 ** 31 - 1;

/** Nobody tells that a silence has run out: the room is asked for then. */
function useMuteExpiry({ id, silencedUntil }: ChatRoom): void {
  useEffect(() => {
    if (silencedUntil === undefined) return undefined;
    const ask = (): void => void openRoom({ roomId: id }).catch(() => undefined);
    return runAfter(Math.min(maxTimerMs, Math.max(0, silencedUntil - now()) + 500), ask);
  }, [id, silencedUntil]);
}

export function ReadOnly({ room }: { readonly room: ChatRoom }) {
  const { t } = useTranslation('chat');
  useMuteExpiry(room);
  const other = room.other?.uid ?? '';
  const hasBlocked = useChatData(({ blocked }) => blocked.has(other));
  const reason = useReason(room, hasBlocked);
  return (
    <p className="chat-read-only">
      <Icon svg={lockIcon} size={18} />
      <span className="min-w-0 flex-1">{reason}</span>
      {room.readOnly === 'blocked' && hasBlocked && (
        <button
          type="button"
          className="chat-link"
          onClick={() => void unblock(other).catch(() => undefined)}
        >
          {t('actions.unblock')}
        </button>
      )}
    </p>
  );
}
