/** Marks a room as read while its newest messages are visible and the page has the focus. */
import type { ChatRoom } from '@foyer/contract';
import { useEffect } from 'react';
import { useIsPageFocused } from '../../../platform/useIsPageFocused.ts';
import type { Timeline } from '../model/timeline.ts';
import { createReadReceipts } from '../model/readReceipts.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';

export function useMarkRead(
  room: ChatRoom,
  { throughSeq, hasNewer }: Timeline,
  isAtEnd: boolean | undefined,
): void {
  const receipts = useVisit().get(createReadReceipts);
  const isSeen = useIsPageFocused() && isAtEnd === true && !hasNewer;
  const { id, readSeq } = room;
  useEffect(() => {
    if (!isSeen || throughSeq <= readSeq) return undefined;
    // In the next frame: a page added below has its rows by then, so the list may no longer be at its end.
    const frame = requestAnimationFrame(() => receipts.markRead(id, throughSeq));
    return () => cancelAnimationFrame(frame);
  }, [isSeen, throughSeq, id, readSeq, receipts]);
}
