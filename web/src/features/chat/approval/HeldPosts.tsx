/** The posts of a wall that wait for approval: for hosts all of them, for others their own, also declined ones (WALL-05). */
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import type { PostList } from '../posts/model/postsState.ts';
import { useChat } from '../useChat.ts';
import { useIsHost } from '../useOwnId.ts';
import { BlockedPost } from './BlockedPost.tsx';
import { HeldPost } from './HeldPost.tsx';
import styles from './heldPosts.module.css';
import { useHeldPosts } from './useHeldPosts.ts';
import { useTexts } from './useTexts.ts';

export interface HeldPostsProps {
  readonly roomId: string;
  /** Whether the wall holds posts now; otherwise only those are shown that it has held before. */
  readonly isOn: boolean;
  /** The posts of the wall. */
  readonly list: PostList;
  /** Contains these posts and the message field. */
  readonly wall: RefObject<HTMLElement | null>;
}

export function HeldPosts({ roomId, isOn, list, wall }: HeldPostsProps) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const isHost = useIsHost();
  const { status, held, declined, repliedTo, hasMore } = useHeldPosts(roomId);
  // An empty wall says it in its invitation.
  const hasPosts = list.posts.length > 0 || list.newPosts.length > 0;
  const posts = [...held, ...declined].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const blocked = useChat((state) => state.blocked);
  /** The ids of the posts of blocked users that the host has shown. */
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const section = useRef<HTMLElement>(null);
  const onFocus = useFocusOfNext(section);
  useScrollToNewest(section, !isHost && status === 'ready' ? held.length : undefined);
  const announced = useIncrease(declined.length);
  if (!isOn && posts.length === 0) return null;
  const ownLabel = t(held.length === 0 && declined.length > 0 ? 'notApproved' : 'waiting');
  const title = t('title', { number: number(held.length) + (hasMore ? '+' : '') });
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={isHost ? title : ownLabel}
      data-held-posts={isHost ? 'host' : 'author'}
      className={styles.section}
    >
      {isHost && <h3 className={styles.title}>{title}</h3>}
      {!isHost && isOn && held.length > 0 && <p className={styles.hint}>{t('onlyYou')}</p>}
      {!isHost && isOn && held.length === 0 && (hasPosts || declined.length > 0) && (
        <p className={styles.hint}>{t('hint')}</p>
      )}
      {status === 'failed' && <p className={styles.hint}>{t('failed')}</p>}
      {isHost && status === 'ready' && held.length === 0 && <p className={styles.hint}>{t('none')}</p>}
      {posts.length > 0 && (
        <div role="presentation" onFocus={onFocus}>
          <ul className={styles.list}>
            {posts.map((post) =>
              blocked.has(post.authorId) && !shown.has(post.id) ? (
                <BlockedPost
                  key={post.id}
                  roomId={roomId}
                  post={post}
                  onShow={() => setShown(new Set(shown).add(post.id))}
                />
              ) : (
                <HeldPost
                  key={post.id}
                  roomId={roomId}
                  post={post}
                  repliedTo={post.replyTo === undefined ? undefined : repliedTo.get(post.replyTo)}
                  list={list}
                  wall={wall}
                />
              ),
            )}
          </ul>
        </div>
      )}
      {hasMore && <p className={styles.hint}>{t('more')}</p>}
      <p role="status" className="sr-only">
        {isHost && held.length > 0 && title}
      </p>
      <p role="status" className="sr-only">
        {announced > 0 && t('ownDeclined', { count: announced, number: number(announced) })}
      </p>
    </section>
  );
}

/** Returns a count after it has increased, and 0 after it has decreased: a lower count would be announced as if it were news. */
function useIncrease(count: number): number {
  const [change, setChange] = useState({ count: 0, hasIncreased: false });
  if (change.count !== count) setChange({ count, hasIncreased: count > change.count });
  return change.hasIncreased ? change.count : 0;
}

/**
 * Scrolls to the post that the author has just written.
 * @param count undefined while posts are added for other reasons
 */
function useScrollToNewest(section: RefObject<HTMLElement | null>, count: number | undefined): void {
  const before = useRef(count);
  useEffect(() => {
    if (before.current !== undefined && count !== undefined && count > before.current)
      section.current?.querySelector('[data-held]:last-child')?.scrollIntoView({ block: 'nearest' });
    before.current = count;
  }, [section, count]);
}

/** Moves the focus to the next post when the one that has it is removed, by this host or another one, or shown or hidden. */
function useFocusOfNext(section: RefObject<HTMLElement | null>): (event: FocusEvent<HTMLElement>) => void {
  const focused = useRef<{ readonly post: Element; readonly at: number }>(undefined);
  const isDialogOpen = useChat(({ dialog }) => dialog !== null);
  useLayoutEffect(() => {
    const { current } = section;
    // A dialog about the author has the focus until it closes.
    if (isDialogOpen || !current || !focused.current || focused.current.post.isConnected) return;
    const { at } = focused.current;
    focused.current = undefined;
    // The user may have gone on elsewhere meanwhile.
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const posts = [...current.querySelectorAll('[data-held]')];
    const post = posts[Math.min(at, posts.length - 1)];
    const next = post?.querySelector<HTMLElement>('[data-actions] button');
    (next ?? current).focus();
  });
  return ({ target, currentTarget }) => {
    // The focus of an open menu, which React reports here although the menu is elsewhere in the document.
    if (!currentTarget.contains(target)) return;
    const post = target.closest('[data-held]');
    const posts = [...currentTarget.querySelectorAll('[data-held]')];
    focused.current = post ? { post, at: posts.indexOf(post) } : undefined;
  };
}
