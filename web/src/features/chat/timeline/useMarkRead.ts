/** What was seen is read: the panel is open, somebody looks at it, and it shows the newest. */
import type { ChatRoom } from '@foyer/contract';
import { useEffect } from 'react';
import { markRead } from '../../../platform/chat/readReceipts.ts';
import type { Timeline } from '../../../platform/chat/timeline.ts';
import { useIsPageFocused } from '../../../platform/useIsPageFocused.ts';

export function useMarkRead(room: ChatRoom, { upTo, newer }: Timeline, isAtEnd: boolean | undefined): void {
  const isSeen = useIsPageFocused() && isAtEnd === true && !newer;
  const { id, readSeq } = room;
  useEffect(() => {
    if (!isSeen || upTo <= readSeq) return undefined;
    // In the next frame: a page that came below has its rows by then, and what was the end is none.
    const frame = requestAnimationFrame(() => markRead(id, upTo));
    return () => cancelAnimationFrame(frame);
  }, [isSeen, upTo, id, readSeq]);
}
