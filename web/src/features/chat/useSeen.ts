/** What was seen is read: the panel is open, somebody looks at it, and it shows the newest. */
import type { ChatRoom } from '@foyer/contract';
import { useEffect } from 'react';
import { markRead } from '../../platform/chat/reading.ts';
import type { Timeline } from '../../platform/chat/timeline.ts';
import { useIsLooking } from './useIsLooking.ts';

export function useSeen(room: ChatRoom, { upTo, newer }: Timeline, isAtEnd: boolean): void {
  const isSeen = useIsLooking() && isAtEnd && !newer;
  const { id, readSeq } = room;
  useEffect(() => {
    if (isSeen && upTo > readSeq) markRead(id, upTo);
  }, [isSeen, upTo, id, readSeq]);
}
