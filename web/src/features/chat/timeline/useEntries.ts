/** The entries of an open room, with the line where the new began when one came to it. */
import type { ChatRoom } from '@foyer/contract';
import { chatUnreadMax } from '@foyer/contract/limits';
import { useMemo, useState } from 'react';
import { useChatData } from '../../../platform/chat/chatData.ts';
import type { Timeline } from '../../../platform/chat/timeline.ts';
import { buildEntries, type Entry } from './entries.ts';
import { useIsPageFocused } from '../../../platform/useIsPageFocused.ts';
import { useOwnId } from '../useOwnId.ts';

/** Where the new begins stays where it was while one reads; whoever looked away finds a new line. */
function useNewMarker(room: ChatRoom): number | undefined {
  const isPageFocused = useIsPageFocused();
  const [line, setLine] = useState(() => ({
    after: room.unread > 0 ? room.readSeq : undefined,
    isPageFocused,
    hadUnread: room.unread > 0,
  }));
  const hasUnread = room.unread > 0;
  if (line.isPageFocused !== isPageFocused || line.hadUnread !== hasUnread) {
    const isNews = hasUnread && !line.hadUnread && !isPageFocused;
    setLine({ after: isNews ? room.readSeq : line.after, isPageFocused, hadUnread: hasUnread });
  }
  return line.after;
}

export interface Entries {
  readonly entries: readonly Entry[];
  /** 0: so many that nobody knows. */
  readonly newCount: number;
}

/** What lies beyond the stretch is counted by the server, up to a number and from where one has read to. */
const serverCount = ({ unread, readSeq }: ChatRoom, newAfter: number | undefined): number =>
  readSeq === newAfter && unread < chatUnreadMax ? unread : 0;

export function useEntries(room: ChatRoom, { messages, older, newer }: Timeline): Entries {
  const ownId = useOwnId();
  const outbox = useChatData((data) => data.outbox);
  const blocked = useChatData((data) => data.blocked);
  const newAfter = useNewMarker(room);
  const waiting = useMemo(
    () => (newer ? [] : outbox.filter(({ roomId }) => roomId === room.id)),
    [outbox, room.id, newer],
  );
  const { entries, shownCount } = useMemo(() => {
    const entries = buildEntries({ messages, waiting, ownId, newAfter, older, blocked });
    const from = entries.findIndex(({ kind }) => kind === 'new');
    const isNews = (entry: Entry): boolean => entry.kind === 'message' && entry.message.authorId !== ownId;
    return { entries, shownCount: from < 0 ? 0 : entries.slice(from).filter(isNews).length };
  }, [messages, waiting, ownId, newAfter, older, blocked]);
  return { entries, newCount: newer ? serverCount(room, newAfter) : shownCount };
}
