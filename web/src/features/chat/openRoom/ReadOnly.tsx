/** Shown in place of the message field: why the user cannot post in the room. */
import lockIcon from '@phosphor-icons/core/regular/lock-simple.svg?raw';
import type { ChatRoom } from '@foyer/contract';
import { useEffect } from 'react';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { now } from '../../../platform/time/serverTime.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { useTimes } from '../names/useTimes.ts';
import { useChat } from '../useChat.ts';
import { createRooms } from '../model/rooms.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { LinkButton } from '../LinkButton.tsx';
import styles from './openRoom.module.css';

function useReason({ readOnlyReason, mutedUntil }: ChatRoom, hasBlocked: boolean): string {
  const { t } = useTranslation('chat');
  const { clock } = useTimes();
  if (readOnlyReason === 'guests') return t('readOnly.guests');
  if (readOnlyReason === 'blocked') return t(hasBlocked ? 'readOnly.youBlocked' : 'readOnly.blocked');
  return mutedUntil === undefined
    ? t('readOnly.muted')
    : t('readOnly.mutedUntil', { time: clock(mutedUntil) });
}

/** Longest delay of a browser timer, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

/** The server sends no event when a mute expires: fetches the room at that time. */
function useMuteExpiry({ id, mutedUntil }: ChatRoom): void {
  const rooms = useVisit().get(createRooms);
  useEffect(() => {
    if (mutedUntil === undefined) return undefined;
    const refetch = (): void => void rooms.fetch({ roomId: id }).catch(() => undefined);
    return runAfter(Math.min(maxTimerMs, Math.max(0, mutedUntil - now()) + 500), refetch);
  }, [id, mutedUntil, rooms]);
}

export function ReadOnly({ room }: { readonly room: ChatRoom }) {
  const rooms = useVisit().get(createRooms);
  const { t } = useTranslation('chat');
  useMuteExpiry(room);
  const other = room.otherMember?.uid ?? '';
  const hasBlocked = useChat(({ blocked }) => blocked.has(other));
  const reason = useReason(room, hasBlocked);
  return (
    <p className={styles.readOnly}>
      <Icon svg={lockIcon} size={18} />
      <span className="min-w-0 flex-1">{reason}</span>
      {room.readOnlyReason === 'blocked' && hasBlocked && (
        <LinkButton onClick={() => void rooms.setBlocked(other, false).catch(() => undefined)}>
          {t('actions.unblock')}
        </LinkButton>
      )}
    </p>
  );
}
