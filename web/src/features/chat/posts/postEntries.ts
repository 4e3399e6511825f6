/** What a list of posts or replies shows: messages, unsent ones, and which ones of blocked users are hidden. Pure functions. */
import type { ChatMessage } from '@foyer/contract';
import type { WaitingMessage } from '../model/chatState.ts';

export type PostEntry =
  | { readonly kind: 'message'; readonly key: string; readonly message: ChatMessage }
  | { readonly kind: 'waiting'; readonly key: string; readonly waiting: WaitingMessage }
  | { readonly kind: 'hidden'; readonly key: string; readonly seqs: readonly number[] };

/** Stays the same when the server confirms the message. */
export const keyOfMessage = ({ authorId, clientId }: Pick<ChatMessage, 'authorId' | 'clientId'>): string =>
  `${authorId} ${clientId}`;

/**
 * The entries of messages in their order. Messages of blocked users in a row are one entry, except for those that have
 * replies, which are shown below them.
 */
export function entriesOf(
  messages: readonly ChatMessage[],
  blocked: ReadonlyMap<string, unknown>,
  hasReplies: (seq: number) => boolean,
): readonly PostEntry[] {
  const entries: PostEntry[] = [];
  for (const message of messages) {
    const key = keyOfMessage(message);
    const last = entries.at(-1);
    if (!blocked.has(message.authorId) || hasReplies(message.seq))
      entries.push({ kind: 'message', key, message });
    else if (last?.kind === 'hidden')
      entries[entries.length - 1] = { ...last, seqs: [...last.seqs, message.seq] };
    else entries.push({ kind: 'hidden', key, seqs: [message.seq] });
  }
  return entries;
}

/** The entries of unsent messages of a user, oldest first, without those that are among the messages already. */
export function waitingEntriesOf(
  waiting: readonly WaitingMessage[],
  messages: readonly ChatMessage[],
  ownId: string,
): readonly PostEntry[] {
  const known = new Set(messages.map(keyOfMessage));
  return waiting
    .map((each) => ({
      kind: 'waiting' as const,
      key: keyOfMessage({ authorId: ownId, clientId: each.clientId }),
      waiting: each,
    }))
    .filter(({ key }) => !known.has(key));
}
