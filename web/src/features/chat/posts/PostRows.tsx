/** The posts of an open feed, with the switch of their order and the button for new ones. */
import type { ChatRoom } from '@foyer/contract';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import type { WaitingMessage } from '../model/chatState.ts';
import { LinkButton } from '../LinkButton.tsx';
import { moveFocusByArrows } from '../moveFocusByArrows.ts';
import { useChat } from '../useChat.ts';
import { useOwnId } from '../useOwnId.ts';
import type { PostList, PostPlace } from './model/postsState.ts';
import { HiddenPosts } from './HiddenPosts.tsx';
import { MorePosts } from './MorePosts.tsx';
import { NewPosts } from './NewPosts.tsx';
import { OrderSwitch } from './OrderSwitch.tsx';
import { Post } from './Post.tsx';
import { entriesOf, keyOfMessage, waitingEntriesOf } from './postEntries.ts';
import styles from './postFeed.module.css';
import { WaitingPost } from './PostMessage.tsx';
import { usePostsModel } from './usePosts.ts';
import { useReply } from './useReply.ts';
import { useShowWhileAtTop } from './useShowWhileAtTop.ts';
import { useTexts } from './useTexts.ts';

export interface PostRowsProps {
  readonly place: PostPlace;
  readonly kind: 'card' | 'wall';
  readonly list: PostList;
  readonly room: ChatRoom;
  /** When the list was opened, by the local clock in milliseconds. */
  readonly openedAt: number;
  /** Contains the rows and the message field. */
  readonly feed: RefObject<HTMLElement | null>;
}

const none: readonly WaitingMessage[] = [];

/** The unsent messages of a room by the post that they reply to; undefined: posts. */
function useWaiting(roomId: string): ReadonlyMap<number | undefined, readonly WaitingMessage[]> {
  const outbox = useChat((state) => state.outbox);
  return useMemo(
    () =>
      Map.groupBy(
        outbox.filter((each) => each.roomId === roomId),
        ({ replyTo }) => replyTo,
      ),
    [outbox, roomId],
  );
}

/** Opens the replies of a post when the user replies to it, so that the reply stays visible when it is sent. */
function useOpenAnswered(
  { place, list: { posts } }: PostRowsProps,
  waiting: ReadonlyMap<number | undefined, readonly WaitingMessage[]>,
): void {
  const { openReplies } = usePostsModel();
  /** The unsent replies whose posts were opened: the user may close them again. */
  const opened = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const before = opened.current;
    const shown = posts.flatMap(
      ({ seq }) => waiting.get(seq)?.map(({ clientId }) => ({ seq, clientId })) ?? [],
    );
    opened.current = new Set(shown.map(({ clientId }) => clientId));
    for (const { seq, clientId } of shown) if (!before.has(clientId)) openReplies(place, seq);
  }, [place, posts, waiting, openReplies]);
}

export function PostRows(props: PostRowsProps) {
  const { place, kind, list, room, openedAt, feed } = props;
  const { t } = useTexts();
  const { t: chat } = useTranslation('chat');
  const { setOrder, showNewPosts, loadMore, retry } = usePostsModel();
  const ownId = useOwnId();
  const blocked = useChat((state) => state.blocked);
  const waiting = useWaiting(room.id);
  useOpenAnswered(props, waiting);
  const onReply = useReply(room.id, feed);
  const rows = useRef<HTMLUListElement>(null);
  const { status, posts, newPosts, order, replyCounts, replies, hasMore } = list;
  const entries = [
    ...waitingEntriesOf(waiting.get(undefined) ?? none, posts, ownId).toReversed(),
    ...entriesOf(posts, blocked, (seq) => (replyCounts.get(seq) ?? 0) > 0),
  ];
  const newCount = newPosts.filter(({ authorId }) => !blocked.has(authorId)).length;

  /** Tab reaches one message and its buttons, and the arrow keys the others. */
  const [focused, setFocused] = useState<string>();
  const keysOf = (seq: number): string[] => [
    ...(replies.get(seq)?.messages ?? []).map(keyOfMessage),
    ...(waiting.get(seq) ?? none).map(({ clientId }) => keyOfMessage({ authorId: ownId, clientId })),
  ];
  const keysByEntry = entries.map((entry) =>
    entry.kind === 'message' ? [entry.key, ...keysOf(entry.message.seq)] : [entry.key],
  );
  const isThere = focused !== undefined && keysByEntry.some((keys) => keys.includes(focused));
  const tabStop = isThere ? focused : entries.find(({ kind: each }) => each !== 'hidden')?.key;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target instanceof HTMLElement && event.target.matches('article'))
      moveFocusByArrows(event, 'article');
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void =>
    setFocused(target.closest<HTMLElement>('article')?.dataset['key'] ?? focused);

  /** In place of a button that disappears. */
  const focusRows = (): void => rows.current?.focus({ preventScroll: true });
  const retryFirst = (): void => {
    focusRows();
    retry(place);
  };
  const retryMore = (): void => {
    // The arrow keys lead from the last post to the next ones.
    const shown = rows.current?.querySelectorAll('article');
    [...(shown ?? [])].at(-1)?.focus({ preventScroll: true });
    loadMore(place);
  };
  const showNew = (): void => {
    focusRows();
    // Not `nearest`: it does not move to a list that is longer than the screen.
    rows.current?.scrollIntoView();
    showNewPosts(place);
  };
  const top = useRef<HTMLDivElement>(null);
  useShowWhileAtTop({ place, list, roomId: room.id, top, rows, newCount });
  const hasOrders = posts.length > 1 || hasMore || order !== 'newest';
  return (
    <>
      <div className={styles.orderPlace}>
        {hasOrders && <OrderSwitch order={order} onOrder={(next) => setOrder(place, next)} />}
      </div>
      <NewPosts kind={kind} count={newCount} onShow={showNew} />
      {status === 'failed' && (
        <div className={styles.more}>
          <LinkButton onClick={retryFirst}>{chat('pageFailed')}</LinkButton>
        </div>
      )}
      <div role="presentation" onKeyDown={onKeyDown} onFocus={onFocus}>
        <div ref={top} />
        <ul ref={rows} tabIndex={-1} data-posts="rows" aria-label={t(`${kind}.list`)} className={styles.rows}>
          {entries.map((entry, at) => (
            <li key={entry.key} className={styles.row}>
              {entry.kind === 'message' && (
                <Post
                  place={place}
                  room={room}
                  post={entry.message}
                  replyCount={replyCounts.get(entry.message.seq) ?? 0}
                  replies={replies.get(entry.message.seq)}
                  waiting={waiting.get(entry.message.seq) ?? none}
                  openedAt={openedAt}
                  tabStop={tabStop !== undefined && keysByEntry[at]?.includes(tabStop) ? tabStop : undefined}
                  onReply={onReply}
                />
              )}
              {entry.kind === 'waiting' && (
                <WaitingPost
                  waiting={entry.waiting}
                  isNew={entry.waiting.at > openedAt}
                  isTabStop={entry.key === tabStop}
                />
              )}
              {entry.kind === 'hidden' && <HiddenPosts room={room} seqs={entry.seqs} />}
            </li>
          ))}
        </ul>
      </div>
      {hasMore && (
        <MorePosts key={posts.length} state={list.more} onLoad={() => loadMore(place)} onRetry={retryMore} />
      )}
    </>
  );
}
