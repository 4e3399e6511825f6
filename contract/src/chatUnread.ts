/** What counts as unread: one rule for the server, which counts, and for pages, which count on with what they are told. */
import type { ChatMessage, ChatNotice } from './chat.ts';

export interface UnreadReader {
  readonly uid: string;
  /** Whom this person has blocked. */
  readonly blocked: { readonly has: (uid: string) => boolean };
}

/** Whether somebody is in a group by it. */
export const bringsIn = (notice: ChatNotice | undefined, uid: string): boolean =>
  (notice?.kind === 'created' || notice?.kind === 'invited') && notice.uids?.includes(uid) === true;

/**
 * Whether a message after the one that was read last is unread: what others have written; of what the room itself says
 * a call that was missed, and that one was brought in. Nothing that is deleted, and nothing of whom one has blocked.
 */
export function isUnreadTo(
  { authorId, notice, deleted }: Pick<ChatMessage, 'authorId' | 'notice' | 'deleted'>,
  { uid, blocked }: UnreadReader,
): boolean {
  if (authorId === uid || deleted !== undefined || blocked.has(authorId)) return false;
  return notice === undefined || notice.kind === 'callMissed' || bringsIn(notice, uid);
}
