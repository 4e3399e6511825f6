/** The newest posts of a wall for a big screen: large, without anything to press (WALL-06). */
import warningIcon from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import type { ChatMessage } from '@foyer/contract';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useElementSize } from '../../../platform/useElementSize.ts';
import { Statement } from '../../../ui/Statement.tsx';
import type { PostList } from '../posts/model/postsState.ts';
import { usePosts, usePostsModel } from '../posts/usePosts.ts';
import { useChat } from '../useChat.ts';
import { PresentedPost } from './PresentedPost.tsx';
import styles from './presentedPosts.module.css';
import { useSmoothMoves } from './useSmoothMoves.ts';
import { useTexts } from './useTexts.ts';

export interface PresentedPostsProps {
  readonly wallId: string;
  /** Shown while there are no posts. */
  readonly invitation: ReactNode;
}

/** More than a screen has room for, and so few that the page stays small for a whole night. */
const maxShown = 24;

/** The posts that are shown, the newest first. */
function useShownPosts({ posts }: PostList): readonly ChatMessage[] {
  const blocked = useChat((state) => state.blocked);
  return useMemo(
    () =>
      posts
        .filter(({ deletedBy, authorId }) => deletedBy === undefined && !blocked.has(authorId))
        .toSorted((a, b) => b.seq - a.seq)
        .slice(0, maxShown),
    [posts, blocked],
  );
}

export default function PresentedPosts({ wallId, invitation }: PresentedPostsProps) {
  const place = useMemo(() => ({ wallId }), [wallId]);
  const list = usePosts(place);
  const { setOrder, showNewPosts, loadMore } = usePostsModel();
  const hasNew = list.newPosts.length > 0;
  useEffect(() => setOrder(place, 'newest'), [place, setOrder]);
  useEffect(() => {
    if (hasNew) showNewPosts(place);
  }, [place, hasNew, showNewPosts]);
  const posts = useShownPosts(list);
  // Of the posts that were read, many may have been deleted.
  const isShort = posts.length < maxShown && list.hasMore && list.more === 'idle';
  useEffect(() => {
    if (isShort) loadMore(place);
  }, [place, isShort, loadMore]);
  const { t } = useTexts();
  if (posts.length > 0 && list.roomId !== undefined)
    return <PostColumns wallId={wallId} roomId={list.roomId} posts={posts} />;
  if (list.status === 'loading' || list.hasMore) return null;
  if (list.status === 'ready') return invitation;
  const hasFailed = list.status === 'failed';
  return (
    <div className={styles.statement}>
      <Statement
        svg={warningIcon}
        level={3}
        title={t(hasFailed ? 'failed' : 'gone')}
        text={hasFailed ? t('failedText') : undefined}
      />
    </div>
  );
}

interface ColumnsProps extends Pick<PresentedPostsProps, 'wallId'> {
  readonly roomId: string;
  readonly posts: readonly ChatMessage[];
}

/** The first column has the newest posts, from the top. The posts for which there is no room are beside the screen. */
function PostColumns({ wallId, roomId, posts }: ColumnsProps) {
  const { ref, size } = useElementSize();
  /** As large as the font, which follows the screen and the number of posts. */
  const { ref: emRef, size: em } = useElementSize();
  const isWide = size !== undefined && size.width > size.height;
  const list = useRef<HTMLUListElement>(null);
  useSmoothMoves(list);
  return (
    <div
      ref={ref}
      className={styles.columns}
      data-count={isWide ? Math.min(2, posts.length) : 1}
      data-posts={posts.length < 5 ? posts.length : undefined}
    >
      <span ref={emRef} className={styles.em} />
      <ul ref={list} className={styles.list}>
        {posts.map((post) => (
          <li key={post.seq} className={styles.place}>
            <PresentedPost
              wallId={wallId}
              roomId={roomId}
              post={post}
              faceSize={Math.round(2.6 * (em?.width ?? 16))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
