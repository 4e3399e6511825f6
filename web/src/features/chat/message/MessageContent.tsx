import type { ChatMessage } from '@foyer/contract';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Attachment } from '../files/Attachment.tsx';
import { useChat } from '../useChat.ts';
import { messageNoun } from './messageNoun.ts';
import { MessageText } from './MessageText.tsx';

export interface MessageContentProps {
  readonly roomId: string;
  readonly message: ChatMessage;
  /** Rendered inline after the text. */
  readonly children?: ReactNode;
}

/** The names of the people that a message mentions. */
export function useMentionedNames(mentions: readonly string[] | undefined): readonly string[] {
  const users = useChat((data) => data.users);
  return useMemo(() => (mentions ?? []).map((uid) => users.get(uid)?.name ?? ''), [mentions, users]);
}

/** The file and the text of a message, or that it was deleted. */
export function MessageContent({ roomId, message, children }: MessageContentProps) {
  const { t } = useTranslation('chat');
  const names = useMentionedNames(message.mentions);
  const noun = useChat(({ rooms }) => messageNoun(rooms.get(roomId)));
  const { seq, text, upload, deletedBy } = message;
  if (deletedBy) {
    return (
      <p className="text-ink-2 italic">
        {t(deletedBy === 'host' ? `${noun}.deletedByHost` : `${noun}.deleted`)}
      </p>
    );
  }
  return (
    <>
      {upload && <Attachment roomId={roomId} seq={seq} upload={upload} />}
      <MessageText text={text} names={names}>
        {children}
      </MessageText>
    </>
  );
}
