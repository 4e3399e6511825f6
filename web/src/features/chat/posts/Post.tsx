/** A post with its replies, which are folded until the user opens them. */
import caretDown from '@phosphor-icons/core/bold/caret-down-bold.svg?raw';
import caretUp from '@phosphor-icons/core/bold/caret-up-bold.svg?raw';
import type { ChatMessage, ChatRoom } from '@foyer/contract';
import { memo, useRef, type MouseEvent } from 'react';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { WaitingMessage } from '../model/chatState.ts';
import { useChat } from '../useChat.ts';
import { useOwnId } from '../useOwnId.ts';
import { HiddenPosts } from './HiddenPosts.tsx';
import type { PostPlace, Replies } from './model/postsState.ts';
import styles from './post.module.css';
import { entriesOf, keyOfMessage, waitingEntriesOf } from './postEntries.ts';
import { PostMessage, WaitingPost } from './PostMessage.tsx';
import type { Reply } from './useReply.ts';
import { usePostsModel } from './usePosts.ts';
import { useSentReplyInView } from './useSentReplyInView.ts';
import { useTexts } from './useTexts.ts';

export interface PostProps {
  readonly place: PostPlace;
  readonly room: ChatRoom;
  readonly post: ChatMessage;
  readonly replyCount: number;
  /** Undefined: folded. */
  readonly replies: Replies | undefined;
  /** The unsent replies, oldest first. */
  readonly waiting: readonly WaitingMessage[];
  /** When the list was opened, by the local clock in milliseconds. */
  readonly openedAt: number;
  /** Key of the message that is reachable by Tab; undefined if it is not one of these. */
  readonly tabStop: string | undefined;
  readonly onReply: Reply;
}

const noReplies = (): boolean => false;

/** Every message of a room makes a new room object. */
const isUnchanged = ({ room, ...before }: PostProps, { room: nextRoom, ...next }: PostProps): boolean =>
  room.id === nextRoom.id &&
  room.readOnlyReason === nextRoom.readOnlyReason &&
  Object.keys(before).every((key) => before[key as keyof typeof before] === next[key as keyof typeof next]);

export const Post = memo(function Post(props: PostProps) {
  const { place, room, post, replies, waiting, openedAt, tabStop, onReply } = props;
  const ownId = useOwnId();
  const blocked = useChat((state) => state.blocked);
  const entries = [
    ...entriesOf(replies?.messages ?? [], blocked, noReplies),
    ...waitingEntriesOf(waiting, replies?.messages ?? [], ownId),
  ];
  const list = useRef<HTMLDivElement>(null);
  useSentReplyInView(list, { waiting, replies, ownId, openedAt });
  return (
    <>
      <PostMessage
        place={place}
        room={room}
        message={post}
        isTabStop={tabStop === keyOfMessage(post)}
        onReply={() => onReply(post)}
      />
      <div ref={list} className={styles.replies}>
        <RepliesButton {...props} />
        {entries.length > 0 && (
          <ul className={styles.replyList}>
            {entries.map((entry) => (
              <li key={entry.key}>
                {entry.kind === 'message' && (
                  <PostMessage
                    place={place}
                    room={room}
                    message={entry.message}
                    isTabStop={tabStop === entry.key}
                    onReply={() => onReply(post, entry.message)}
                  />
                )}
                {entry.kind === 'waiting' && (
                  <WaitingPost waiting={entry.waiting} isTabStop={tabStop === entry.key} />
                )}
                {entry.kind === 'hidden' && <HiddenPosts room={room} seqs={entry.seqs} />}
              </li>
            ))}
          </ul>
        )}
        {replies && <MoreReplies {...props} replies={replies} />}
      </div>
    </>
  );
}, isUnchanged);

/** Opens and folds the replies. */
function RepliesButton({ place, post, replyCount, replies, tabStop }: PostProps) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const { openReplies, closeReplies } = usePostsModel();
  if (replyCount === 0) return null;
  const toggle = replies ? closeReplies : openReplies;
  return (
    <button
      type="button"
      aria-expanded={replies !== undefined}
      tabIndex={tabStop === undefined ? -1 : 0}
      onClick={() => toggle(place, post.seq)}
      className={`${styles.action} press target`}
    >
      <Icon svg={replies ? caretUp : caretDown} size={12} />
      {replies ? t('repliesHide') : t('replies', { count: replyCount, number: number(replyCount) })}
    </button>
  );
}

function MoreReplies({ place, post, replies, tabStop }: PostProps & { readonly replies: Replies }) {
  const { t } = useTexts();
  const { openReplies, loadMoreReplies } = usePostsModel();
  const { status, hasMore, messages } = replies;
  if (status === 'loading') return <Spinner size={18} />;
  if (status === 'ready' && !hasMore) return null;
  const load = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    // The button disappears. From the last message that is shown, the arrow keys lead to the next ones.
    const shown = currentTarget.closest('li')?.querySelectorAll('article');
    [...(shown ?? [])].at(-1)?.focus({ preventScroll: true });
    (messages.length > 0 ? loadMoreReplies : openReplies)(place, post.seq);
  };
  return (
    <button
      type="button"
      tabIndex={tabStop === undefined ? -1 : 0}
      onClick={load}
      className={`${styles.action} press target`}
    >
      {t(status === 'failed' ? 'repliesFailed' : 'repliesMore')}
    </button>
  );
}
