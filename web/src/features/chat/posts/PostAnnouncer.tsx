import type { ChatMessage, ChatRoom } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { useChat } from '../useChat.ts';
import { useOwnId } from '../useOwnId.ts';
import type { PostList } from './model/postsState.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly kind: 'card' | 'wall';
  readonly list: PostList;
  readonly room: ChatRoom;
}

/** How long an announcement stays, in milliseconds. Posts that arrive meanwhile are announced together after it. */
const announcementMs = 10_000;

/** Announces to screen readers how many posts of others have arrived, whether they are shown or wait. */
export function PostAnnouncer({ kind, list: { posts, newPosts }, room: { lastSeq } }: Props) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const ownId = useOwnId();
  const blocked = useChat((state) => state.blocked);
  /** `through`: posts up to this sequence number were announced. `count`: what is being announced; 0: nothing. */
  const [{ through, count }, setAnnounced] = useState({ through: lastSeq, count: 0 });
  const isNew = ({ seq, authorId, deletedBy }: ChatMessage): boolean =>
    seq > through && authorId !== ownId && !blocked.has(authorId) && deletedBy === undefined;
  const arrived = [...newPosts, ...posts].filter(isNew);
  const next = { through: Math.max(through, ...arrived.map(({ seq }) => seq)), count: arrived.length };
  useEffect(() => {
    if (count === 0) return undefined;
    return runAfter(announcementMs, () => setAnnounced((announced) => ({ ...announced, count: 0 })));
  }, [count]);
  useEffect(() => {
    if (count > 0 || next.count === 0) return undefined;
    return runAfter(0, () => setAnnounced({ through: next.through, count: next.count }));
  }, [count, next.through, next.count]);
  return (
    <span role="status" className="sr-only">
      {count > 0 && t(`${kind}.new`, { count, number: number(count) })}
    </span>
  );
}
