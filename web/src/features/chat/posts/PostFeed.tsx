/** The discussion of a content piece (BOARD-08) or a wall (WALL-01): its posts, and a message field. */
import chatsIcon from '@phosphor-icons/core/regular/chats-circle.svg?raw';
import lockIcon from '@phosphor-icons/core/regular/lock-simple.svg?raw';
import warningIcon from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import type { ChatRoom } from '@foyer/contract';
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { PostsSkeleton } from '../../../ui/PostsSkeleton.tsx';
import { Statement } from '../../../ui/Statement.tsx';
import { Composer } from '../composer/Composer.tsx';
import { FileDropZone } from '../files/FileDropZone.tsx';
import { ConnectionStatus } from '../openRoom/ConnectionStatus.tsx';
import { ReadOnly } from '../openRoom/ReadOnly.tsx';
import { TypingLine } from '../openRoom/TypingLine.tsx';
import { useTrackAccess } from '../openRoom/useTrackAccess.ts';
import { useChat } from '../useChat.ts';
import { keyOfPlace, placeOfKey, type PostList, type PostPlace } from './model/postsState.ts';
import styles from './postFeed.module.css';
import { PostAnnouncer } from './PostAnnouncer.tsx';
import { PostRows } from './PostRows.tsx';
import { usePosts, usePostsModel } from './usePosts.ts';
import { useTargetPost } from './useTargetPost.ts';
import { useTexts } from './useTexts.ts';

export interface PostFeedProps {
  /** Another place is another component: give it a key. */
  readonly place: PostPlace;
  /** Shown before the posts, and scrolls with them. */
  readonly children?: ReactNode;
  /** Replaces the invitation to write the first post. */
  readonly empty?: ReactNode;
}

const kindOf = (place: PostPlace): 'card' | 'wall' => ('wallId' in place ? 'wall' : 'card');

export default function PostFeed(props: PostFeedProps) {
  // The same object at each rendering, so that posts are not rendered again.
  const key = keyOfPlace(props.place);
  const place = useMemo(() => placeOfKey(key), [key]);
  const list = usePosts(place);
  const { roomId, status, posts } = list;
  const lostFocus = useRef(false);
  const room = useChat(({ rooms }) => (roomId === undefined ? undefined : rooms.get(roomId)));
  // While they are read in another order, and if that fails, the posts stay.
  const isOpen = status === 'ready' || ((status === 'loading' || status === 'failed') && posts.length > 0);
  if (room && isOpen)
    return <OpenFeed key={room.id} {...props} place={place} list={list} room={room} lostFocus={lostFocus} />;
  return (
    <div data-posts="feed" className={styles.feed}>
      <div data-posts="list" className={styles.scroller}>
        {status === 'ready' || status === 'loading' ? (
          <FeedSkeleton kind={kindOf(place)} />
        ) : (
          <Problem place={place} status={status} lostFocus={lostFocus} />
        )}
      </div>
    </div>
  );
}

function FeedSkeleton({ kind }: { readonly kind: 'card' | 'wall' }) {
  const { t } = useTexts();
  return <PostsSkeleton rows={kind === 'wall' ? 6 : 3} label={t(`${kind}.loading`)} />;
}

interface FollowsProblem {
  /** Whether the button that tries again had the focus when it was removed. What is shown next takes it. */
  readonly lostFocus: RefObject<boolean>;
}

/** Takes the focus that was lost, unless the user has gone on elsewhere meanwhile. */
function takeFocus(lostFocus: RefObject<boolean>, element: HTMLElement | null): void {
  if (lostFocus.current && document.activeElement === document.body) element?.focus({ preventScroll: true });
  lostFocus.current = false;
}

interface ProblemProps extends FollowsProblem {
  readonly place: PostPlace;
  readonly status: Exclude<PostList['status'], 'ready' | 'loading'>;
}

function Problem({ place, status, lostFocus }: ProblemProps) {
  const { t } = useTexts();
  const { t: chat } = useTranslation('chat');
  const { retry } = usePostsModel();
  const hasFailed = status === 'failed';
  const again = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = again;
    takeFocus(lostFocus, current);
    return () => {
      lostFocus.current = current !== null && current === document.activeElement;
    };
  }, [lostFocus]);
  return (
    <Statement
      svg={status === 'unavailable' ? lockIcon : warningIcon}
      level={3}
      title={t(`${kindOf(place)}.${status}`)}
      text={hasFailed ? t('failedText') : undefined}
      action={
        hasFailed && (
          <Button ref={again} onClick={() => retry(place)}>
            {chat('tryAgain')}
          </Button>
        )
      }
    />
  );
}

interface OpenFeedProps extends PostFeedProps, FollowsProblem {
  readonly list: PostList;
  readonly room: ChatRoom;
}

function OpenFeed({ place, list, room, lostFocus, children, empty }: OpenFeedProps) {
  const { t } = useTexts();
  const kind = kindOf(place);
  const feed = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => takeFocus(lostFocus, scroller.current), [lostFocus]);
  const [openedAt] = useState(() => Date.now());
  useTrackAccess(room);
  const hasUnsent = useChat(({ outbox }) => outbox.some(({ roomId }) => roomId === room.id));
  useTargetPost(place, list, { id: room.id, kind }, feed);
  const { posts, newPosts, replies, hasMore } = list;
  const messages = useMemo(
    () =>
      [...posts, ...newPosts, ...[...replies.values()].flatMap((opened) => opened.messages)].toSorted(
        (a, b) => a.seq - b.seq,
      ),
    [posts, newPosts, replies],
  );
  // The first page may have only posts that were deleted.
  const canWrite = room.readOnlyReason === undefined;
  const isEmpty = posts.length === 0 && newPosts.length === 0 && !hasMore && !hasUnsent;
  return (
    <div ref={feed} data-posts="feed" className={styles.feed}>
      <FileDropZone room={room}>
        <ConnectionStatus roomId={room.id} />
        <PostAnnouncer kind={kind} list={list} room={room} />
        <div ref={scroller} tabIndex={-1} data-posts="list" className={styles.scroller}>
          {children}
          {isEmpty && canWrite && empty}
          {isEmpty && (!canWrite || !empty) && (
            <Statement
              svg={chatsIcon}
              level={3}
              title={t(canWrite ? `${kind}.empty` : `${kind}.emptyReadOnly`)}
              text={canWrite ? t('emptyText') : undefined}
            />
          )}
          {!isEmpty && (
            <PostRows place={place} kind={kind} list={list} room={room} openedAt={openedAt} feed={feed} />
          )}
        </div>
        <div data-posts="composer" className={styles.composer}>
          <TypingLine room={room} />
          {canWrite ? (
            <Composer
              room={room}
              messages={messages}
              label={t(`${kind}.say`)}
              placeholder={t(`${kind}.say`)}
              takesFocus={false}
            />
          ) : (
            <ReadOnly room={room} />
          )}
        </div>
      </FileDropZone>
    </div>
  );
}
