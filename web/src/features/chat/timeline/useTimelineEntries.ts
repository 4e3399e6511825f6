/** The entries of an open room, with a separator above the messages that were new when the room was opened. */
import type { ChatRoom } from '@foyer/contract';
import { chatUnreadMax } from '@foyer/contract/limits';
import { useMemo, useState } from 'react';
import { buildTimelineEntries, type TimelineEntry } from './timelineEntries.ts';
import { useIsPageFocused } from '../../../platform/useIsPageFocused.ts';
import { useOwnId } from '../useOwnId.ts';
import type { Timeline } from '../model/timeline.ts';
import { useChat } from '../useChat.ts';

/** The separator stays in place while the user reads, and moves when messages arrive while the page is not focused. */
function useNewMarker(room: ChatRoom): number | undefined {
  const isPageFocused = useIsPageFocused();
  const [line, setLine] = useState(() => ({
    after: room.unreadCount > 0 ? room.readSeq : undefined,
    isPageFocused,
    hadUnread: room.unreadCount > 0,
  }));
  const hasUnread = room.unreadCount > 0;
  if (line.isPageFocused !== isPageFocused || line.hadUnread !== hasUnread) {
    const isNews = hasUnread && !line.hadUnread && !isPageFocused;
    setLine({ after: isNews ? room.readSeq : line.after, isPageFocused, hadUnread: hasUnread });
  }
  return line.after;
}

export interface TimelineEntries {
  readonly entries: readonly TimelineEntry[];
  /** 0: more than the server counts. */
  readonly newCount: number;
}

/** The unread count of the server, for messages beyond the loaded ones; 0 if it has reached its maximum or changed. */
const serverCount = ({ unreadCount, readSeq }: ChatRoom, newAfter: number | undefined): number =>
  readSeq === newAfter && unreadCount < chatUnreadMax ? unreadCount : 0;

export function useTimelineEntries(
  room: ChatRoom,
  { messages, hasOlder, hasNewer }: Timeline,
): TimelineEntries {
  const ownId = useOwnId();
  const outbox = useChat((data) => data.outbox);
  const blocked = useChat((data) => data.blocked);
  const newAfter = useNewMarker(room);
  const { othersReadSeq = 0 } = room;
  const waiting = useMemo(
    () => (hasNewer ? [] : outbox.filter(({ roomId }) => roomId === room.id)),
    [outbox, room.id, hasNewer],
  );
  const { entries, shownCount } = useMemo(() => {
    const entries = buildTimelineEntries({
      messages,
      waiting,
      ownId,
      othersReadSeq,
      newAfter,
      hasOlder,
      blocked,
    });
    const from = entries.findIndex(({ kind }) => kind === 'new');
    const isNews = (entry: TimelineEntry): boolean =>
      entry.kind === 'message' && entry.message.authorId !== ownId;
    return { entries, shownCount: from < 0 ? 0 : entries.slice(from).filter(isNews).length };
  }, [messages, waiting, ownId, othersReadSeq, newAfter, hasOlder, blocked]);
  return { entries, newCount: hasNewer ? serverCount(room, newAfter) : shownCount };
}
