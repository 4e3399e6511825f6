/** A post that waits for the approval of a host, or that was declined, with what the user can do about it. */
import clock from '@phosphor-icons/core/regular/clock.svg?raw';
import prohibit from '@phosphor-icons/core/regular/prohibit.svg?raw';
import type { ChatDeclinedPost, ChatHeldPost, ChatMessage } from '@foyer/contract';
import { useCallback, type RefObject } from 'react';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { MissingFile, Picture } from '../files/Picture.tsx';
import { scrollToMessage } from '../message/focusMessage.ts';
import { useMentionedNames } from '../message/MessageContent.tsx';
import { MessageText } from '../message/MessageText.tsx';
import { createHeldFileUrls } from '../model/uploads.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useTimes } from '../names/useTimes.ts';
import { ChatFace } from '../people/ChatFace.tsx';
import { Foldable } from '../posts/Foldable.tsx';
import type { PostList } from '../posts/model/postsState.ts';
import { useChat } from '../useChat.ts';
import { useOwnId } from '../useOwnId.ts';
import { HeldPostActions } from './HeldPostActions.tsx';
import styles from './heldPosts.module.css';
import { RepliedTo } from './RepliedTo.tsx';
import { useTexts } from './useTexts.ts';
import { useWriteAgain } from './useWriteAgain.ts';

interface Props {
  readonly roomId: string;
  readonly post: ChatHeldPost | ChatDeclinedPost;
  /** Of a reply; see `HeldPostList`. */
  readonly repliedTo: ChatMessage | null | undefined;
  /** The posts of the wall. */
  readonly list: PostList;
  /** Contains these posts and the message field. */
  readonly wall: RefObject<HTMLElement | null>;
}

/** Returns a function that shows a post of the wall; undefined if the wall does not show it now. */
function useShowInWall(message: ChatMessage | null | undefined, { list, wall }: Props) {
  const isBlocked = useChat(({ blocked }) => message && blocked.has(message.authorId));
  if (!message || isBlocked) return undefined;
  const isThere = [...list.posts, ...[...list.replies.values()].flatMap(({ messages }) => messages)].some(
    ({ seq }) => seq === message.seq,
  );
  if (!isThere) return undefined;
  return (): void => {
    scrollToMessage(wall.current, message.seq);
  };
}

export function HeldPost(props: Props) {
  const { roomId, post, repliedTo, wall } = props;
  const { nameOf } = useChatNames();
  const { short, moment } = useTimes();
  const ownId = useOwnId();
  const author = useChat(({ users }) => users.get(post.authorId)) ?? { uid: post.authorId };
  const room = useChat(({ rooms }) => rooms.get(roomId));
  const onShowRepliedTo = useShowInWall(repliedTo, props);
  const writeAgain = useWriteAgain(roomId, wall);
  const isOwn = post.authorId === ownId;
  const isDeclined = 'declinedAt' in post;
  const canWriteAgain = isDeclined && post.text !== '' && room !== undefined && !room.readOnlyReason;
  const name = nameOf(post.authorId);
  return (
    <li data-held={post.id} data-declined={isDeclined || undefined} className={styles.post}>
      <ChatFace user={author} size={32} />
      <div className={styles.body}>
        <p className={styles.head}>
          <bdi className={styles.name}>{name}</bdi>
          <time dateTime={new Date(post.at).toISOString()} title={moment(post.at)} className={styles.time}>
            {short(post.at)}
          </time>
        </p>
        {isOwn && <State isDeclined={isDeclined} />}
        {post.replyTo !== undefined && <RepliedTo room={room} message={repliedTo} onShow={onShowRepliedTo} />}
        <Content roomId={roomId} post={post} />
        <HeldPostActions
          roomId={roomId}
          room={room}
          post={post}
          name={name}
          isOwn={isOwn}
          isDeclined={isDeclined}
          onWriteAgain={
            canWriteAgain
              ? () => writeAgain(post, repliedTo !== null && repliedTo?.deletedBy === undefined)
              : undefined
          }
        />
      </div>
    </li>
  );
}

function State({ isDeclined }: { readonly isDeclined: boolean }) {
  const { t } = useTexts();
  return (
    <p className={styles.state}>
      <Icon svg={isDeclined ? prohibit : clock} size={14} />
      <span>{t(isDeclined ? 'declined' : 'waiting')}</span>
    </p>
  );
}

function Content({ roomId, post }: Pick<Props, 'roomId' | 'post'>) {
  const names = useMentionedNames(post.mentions);
  return (
    <Foldable text={post.text} isTabStop>
      {/* The file of a declined post is deleted. */}
      {'declinedAt' in post ? (
        post.upload && <MissingFile name={post.upload.name} />
      ) : (
        <HeldPicture roomId={roomId} post={post} />
      )}
      {post.text !== '' && <MessageText text={post.text} names={names} />}
    </Foldable>
  );
}

function HeldPicture({ roomId, post: { id, upload } }: Pick<Props, 'roomId' | 'post'>) {
  const getHeldFileUrl = useVisit().get(createHeldFileUrls);
  const getUrl = useCallback(() => getHeldFileUrl(roomId, id), [getHeldFileUrl, roomId, id]);
  if (!upload) return null;
  const { name, width, height } = upload;
  if (width === undefined || height === undefined) return <MissingFile name={name} />;
  return <Picture name={name} width={width} height={height} getUrl={getUrl} />;
}
