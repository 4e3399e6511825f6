/** One message: author, content and delivery state. */
import check from '@phosphor-icons/core/bold/check-bold.svg?raw';
import checks from '@phosphor-icons/core/bold/checks-bold.svg?raw';
import type { ChatRoom } from '@foyer/contract';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { ChatFace } from '../people/ChatFace.tsx';
import type { TimelineEntry } from '../timeline/timelineEntries.ts';
import { MessageContent } from './MessageContent.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import { Quote } from './Quote.tsx';
import { useMessageSummary } from './useMessageSummary.ts';
import { WaitingActions, WaitingContent } from './WaitingContent.tsx';
import { useChatNames } from '../names/useChatNames.ts';
import { useTimes } from '../names/useTimes.ts';
import { useOwnId } from '../useOwnId.ts';
import { useChat } from '../useChat.ts';
import styles from './chatMessage.module.css';

type Of<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>;

function Time({ at, edited }: { readonly at: number; readonly edited: boolean }) {
  const { t } = useTranslation('chat');
  const { clock: time } = useTimes();
  return (
    <>
      {edited && <span>{t('message.edited')}</span>}
      <time dateTime={new Date(at).toISOString()}>{time(at)}</time>
    </>
  );
}

/** One check: the server has the message. Two: all other members have read it. */
function Receipt({ room, isRead }: { readonly room: ChatRoom; readonly isRead: boolean }) {
  const { t } = useTranslation('chat');
  if (!isRead) return <Icon svg={check} size={13} label={t('message.sent')} />;
  return (
    <Icon svg={checks} size={16} label={t(room.kind === 'private' ? 'message.read' : 'message.readByAll')} />
  );
}

export interface MessageRowProps {
  readonly room: ChatRoom;
  readonly entry: Of<'message'>;
  /** Whether the message and its buttons are reachable by Tab. */
  readonly isTabStop: boolean;
}

function Body({ room, entry: { message, isRead } }: Omit<MessageRowProps, 'isTabStop'>) {
  const ownId = useOwnId();
  const { text, replyTo, deletedBy, editedAt, at, authorId } = message;
  return (
    <>
      {!deletedBy && replyTo !== undefined && <Quote roomId={room.id} seq={replyTo} />}
      <MessageContent roomId={room.id} message={message}>
        {text !== '' && <span className={styles.gap}> </span>}
        <bdi className={styles.meta}>
          <Time at={at} edited={editedAt !== undefined} />
          {authorId === ownId && <Receipt room={room} isRead={isRead} />}
        </bdi>
      </MessageContent>
    </>
  );
}

export function MessageRow({ room, entry, isTabStop }: MessageRowProps) {
  const { message, isFirst, isLast } = entry;
  const { t } = useTranslation('chat');
  const ownId = useOwnId();
  const { nameOf } = useChatNames();
  const line = useMessageSummary();
  const author = useChat(({ users }) => users.get(message.authorId)) ?? { uid: message.authorId };
  const isOwn = message.authorId === ownId;
  const isNamed = isFirst && !isOwn && room.kind !== 'private';
  const mentionsMe = message.mentions?.includes(ownId) ?? false;
  return (
    <article
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the actions of the message are reached from it
      tabIndex={isTabStop ? 0 : -1}
      data-seq={message.seq}
      data-own={isOwn || undefined}
      data-last={isLast || undefined}
      // With this label, screen readers read the text too when the arrow keys move to the message.
      aria-label={t('authorAndText', { name: nameOf(message.authorId), text: line(message) })}
      className={styles.row}
    >
      {!isOwn && (
        <span className="w-8 shrink-0 leading-0">{isLast && <ChatFace user={author} size={32} />}</span>
      )}
      <div className="min-w-0 max-w-full">
        {isNamed && (
          <p className={styles.author}>
            <bdi>{nameOf(message.authorId)}</bdi>
          </p>
        )}
        <div className={styles.bubble} data-mentions-me={mentionsMe || undefined}>
          <Body room={room} entry={entry} />
        </div>
      </div>
      {!message.deletedBy && <MessageMenu room={room} message={message} isTabStop={isTabStop} />}
    </article>
  );
}

export interface WaitingRowProps {
  readonly entry: Of<'waiting'>;
  readonly isTabStop: boolean;
}

export function WaitingRow({ entry: { waiting, isLast }, isTabStop }: WaitingRowProps) {
  const { clientId, errorCode } = waiting;
  return (
    <article
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the actions of the message are reached from it
      tabIndex={isTabStop ? 0 : -1}
      data-own
      data-waiting={clientId}
      data-last={isLast || undefined}
      className={styles.row}
    >
      <div className="min-w-0 max-w-full">
        <div
          className={`${styles.bubble} ${styles.waiting}`}
          data-rejected={errorCode !== undefined || undefined}
        >
          <WaitingContent waiting={waiting} />
        </div>
        <p className="mt-1 flex justify-end gap-4 text-caption empty:hidden">
          <WaitingActions waiting={waiting} />
        </p>
      </div>
    </article>
  );
}
