/** A message of a discussion or a wall without its replies: author, content and actions. */
import type { ChatMessage, ChatRoom } from '@foyer/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { MessageContent } from '../message/MessageContent.tsx';
import { MessageMenuButton } from '../message/MessageMenu.tsx';
import { useAuthorEntries } from '../message/useAuthorEntries.ts';
import { messageNoun } from '../message/messageNoun.ts';
import { useMessageSummary } from '../message/useMessageSummary.ts';
import { WaitingActions, WaitingContent } from '../message/WaitingContent.tsx';
import type { WaitingMessage } from '../model/chatState.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useTimes } from '../names/useTimes.ts';
import { ChatFace } from '../people/ChatFace.tsx';
import { useChat } from '../useChat.ts';
import { useOwnId } from '../useOwnId.ts';
import { Foldable } from './Foldable.tsx';
import type { PostPlace } from './model/postsState.ts';
import styles from './post.module.css';
import { keyOfMessage } from './postEntries.ts';
import { PostLike } from './PostLike.tsx';
import { useAuthor } from './useAuthor.ts';

const faceSize = 32;

interface AuthorProps {
  readonly uid: string;
  readonly name: string;
  readonly isTabStop: boolean;
}

/** The name of an author: a button that shows their profile, if they have one. */
function AuthorName({ uid, name, isTabStop }: AuthorProps) {
  const profile = useAuthorEntries({ uid, name }).find(({ key }) => key === 'profile');
  const text = <bdi className="block truncate">{name}</bdi>;
  if (!profile) return <span className={styles.name}>{text}</span>;
  return (
    <button
      type="button"
      aria-label={profile.label}
      tabIndex={isTabStop ? 0 : -1}
      onClick={profile.run}
      className={`${styles.name} target hover:underline`}
    >
      {text}
    </button>
  );
}

function Time({ at, isEdited }: { readonly at: number; readonly isEdited: boolean }) {
  const { t } = useTranslation('chat');
  const { short, moment } = useTimes();
  return (
    <span className={styles.time}>
      <time dateTime={new Date(at).toISOString()} title={moment(at)}>
        {short(at)}
      </time>
      {isEdited && ` ${t('message.edited')}`}
    </span>
  );
}

export interface PostMessageProps {
  readonly place: PostPlace;
  readonly room: ChatRoom;
  readonly message: ChatMessage;
  /** Whether the message and its buttons are reachable by Tab. */
  readonly isTabStop: boolean;
  readonly onReply: () => void;
}

export function PostMessage({ place, room, message, isTabStop, onReply }: PostMessageProps) {
  const { t } = useTranslation('chat');
  const { userName } = useChatNames();
  const line = useMessageSummary(messageNoun(room));
  const { authorId, seq, at, editedAt, deletedBy } = message;
  const author = useAuthor(authorId);
  const name = userName(author);
  const isBlocked = useChat(({ blocked }) => blocked.has(authorId));
  const ownId = useOwnId();
  const mentionsMe = message.mentions?.includes(ownId) ?? false;
  const article = {
    tabIndex: isTabStop ? 0 : -1,
    'data-seq': seq,
    'data-key': keyOfMessage(message),
    className: styles.message,
  };
  if (isBlocked)
    return (
      <article {...article}>
        <p className={styles.hidden}>{line(message)}</p>
      </article>
    );
  return (
    // With this label, screen readers read the text too when the arrow keys move to the message.
    <article {...article} aria-label={t('authorAndText', { name, text: line(message) })}>
      <ChatFace user={author} size={faceSize} />
      <div className={styles.body} data-mentions-me={mentionsMe || undefined}>
        <div className={styles.head}>
          <AuthorName uid={authorId} name={name} isTabStop={isTabStop} />
          <Time at={at} isEdited={editedAt !== undefined && !deletedBy} />
          {!deletedBy && (
            <span className={styles.menu}>
              <MessageMenuButton room={room} message={message} isTabStop={isTabStop} onReply={onReply} />
            </span>
          )}
        </div>
        <Foldable text={message.text} isTabStop={isTabStop}>
          <MessageContent roomId={room.id} message={message} />
        </Foldable>
        {!deletedBy && (
          <div className={styles.actions}>
            <PostLike place={place} seq={seq} isTabStop={isTabStop} />
            {room.readOnlyReason === undefined && (
              <button
                type="button"
                tabIndex={isTabStop ? 0 : -1}
                onClick={onReply}
                className={`${styles.action} press target`}
              >
                {t('actions.reply')}
              </button>
            )}
          </div>
        )}
      </div>
    </article>
  );
}

interface WaitingPostProps {
  readonly waiting: WaitingMessage;
  /** Whether it is scrolled to. */
  readonly isNew?: boolean;
  readonly isTabStop: boolean;
}

/** A message that the server has not confirmed. */
export function WaitingPost({ waiting, isNew = false, isTabStop }: WaitingPostProps) {
  const author = useAuthor(useOwnId());
  const { userName } = useChatNames();
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) article.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);
  return (
    <article
      ref={article}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the actions of the message are reached from it
      tabIndex={isTabStop ? 0 : -1}
      data-waiting={waiting.clientId}
      data-key={keyOfMessage({ authorId: author.uid, clientId: waiting.clientId })}
      data-rejected={waiting.errorCode !== undefined || undefined}
      className={styles.message}
    >
      <ChatFace user={author} size={faceSize} />
      <div className={styles.body}>
        <div className={styles.head}>
          <span className={styles.name}>
            <bdi className="block truncate">{userName(author)}</bdi>
          </span>
        </div>
        <div className={styles.content}>
          <WaitingContent waiting={waiting} />
        </div>
        <p className={`${styles.actions} empty:hidden`}>
          <WaitingActions waiting={waiting} />
        </p>
      </div>
    </article>
  );
}
