/** One message: author, content and delivery state. */
import check from '@phosphor-icons/core/bold/check-bold.svg?raw';
import checks from '@phosphor-icons/core/bold/checks-bold.svg?raw';
import clock from '@phosphor-icons/core/regular/clock.svg?raw';
import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import type { ChatRoom } from '@foyer/contract';
import { useMemo } from 'react';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useConnection } from '../../../platform/state/connection.ts';
import { Attachment } from '../files/Attachment.tsx';
import { ChatFace } from '../people/ChatFace.tsx';
import type { TimelineEntry } from '../timeline/timelineEntries.ts';
import { MessageMenu } from './MessageMenu.tsx';
import { MessageText } from './MessageText.tsx';
import { Quote } from './Quote.tsx';
import { useMessageSummary } from './useMessageSummary.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useTimes } from '../names/useTimes.ts';
import { useOwnId } from '../useOwnId.ts';
import { useChat } from '../useChat.ts';
import { createOutbox } from '../model/outbox.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { LinkButton } from '../LinkButton.tsx';
import styles from './chatMessage.module.css';

type Of<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>;

/** The names of the people that a message mentions. */
function useMentionedNames(mentions: readonly string[] | undefined): readonly string[] {
  const users = useChat((data) => data.users);
  return useMemo(() => (mentions ?? []).map((uid) => users.get(uid)?.name ?? ''), [mentions, users]);
}

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
  const { t } = useTranslation('chat');
  const ownId = useOwnId();
  const names = useMentionedNames(message.mentions);
  const { seq, text, upload, replyTo, deletedBy, editedAt, at, authorId } = message;
  if (deletedBy) {
    return (
      <p className="text-ink-2 italic">
        {t(deletedBy === 'host' ? 'message.deletedByHost' : 'message.deleted')}
      </p>
    );
  }
  return (
    <>
      {replyTo !== undefined && <Quote roomId={room.id} seq={replyTo} />}
      {upload && <Attachment roomId={room.id} seq={seq} upload={upload} />}
      <MessageText text={text} names={names}>
        {text !== '' && <span className={styles.gap}> </span>}
        <bdi className={styles.meta}>
          <Time at={at} edited={editedAt !== undefined} />
          {authorId === ownId && <Receipt room={room} isRead={isRead} />}
        </bdi>
      </MessageText>
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

/** Returns a function that translates the error code of a rejected message. */
function useRejectionText(): (code: string) => string {
  const { t } = useTranslation('chat');
  return (code) => {
    if (code === 'cannotPost' || code === 'forbidden' || code === 'notFound') return t('cannotPost');
    if (code === 'gone') return t('file.unavailable');
    return t('message.rejected');
  };
}

export interface WaitingRowProps {
  readonly entry: Of<'waiting'>;
  readonly isTabStop: boolean;
}

export function WaitingRow({ entry: { waiting, isLast }, isTabStop }: WaitingRowProps) {
  const outbox = useVisit().get(createOutbox);
  const { t } = useTranslation('chat');
  const rejectionText = useRejectionText();
  const isOnline = useConnection(({ status }) => status === 'online');
  const { clientId, errorCode, text, upload } = waiting;
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
          {upload && <bdi className="block font-strong">{upload.name}</bdi>}
          {text !== '' && <MessageText text={text} names={[]} />}
          {errorCode === undefined ? (
            <p className={styles.meta}>
              <Icon svg={clock} size={14} />
              {t(isOnline ? 'message.sending' : 'message.waitingForConnection')}
            </p>
          ) : (
            <span role="alert" className="mt-1 flex items-center gap-1.5 text-caption text-danger">
              <Icon svg={warning} size={16} />
              {rejectionText(errorCode)}
            </span>
          )}
        </div>
        {errorCode !== undefined && (
          <p className="mt-1 flex justify-end gap-4 text-caption">
            <LinkButton onClick={() => outbox.resend(clientId)}>{t('message.again')}</LinkButton>
            <LinkButton onClick={() => outbox.discard(clientId)}>{t('message.discard')}</LinkButton>
          </p>
        )}
      </div>
    </article>
  );
}
