/** The rule for unread messages, shared by the server, which counts them, and the web app, which updates the count. */
import type { ChatMessage, ChatNotice } from './chat.ts';

export interface UnreadReader {
  readonly uid: string;
  /** The users this reader has blocked. */
  readonly blocked: { readonly has: (uid: string) => boolean };
}

/** Whether this notice says that a user was added to a group. */
export const addsMember = (notice: ChatNotice | undefined, uid: string): boolean =>
  (notice?.kind === 'created' || notice?.kind === 'membersAdded') && notice.uids?.includes(uid) === true;

/**
 * Whether a message after `readSeq` counts as unread: messages of other users, missed calls, and being added to a
 * group. Deleted messages and messages of blocked users do not count.
 */
export function isUnreadFor(
  { authorId, notice, deletedBy }: Pick<ChatMessage, 'authorId' | 'notice' | 'deletedBy'>,
  { uid, blocked }: UnreadReader,
): boolean {
  if (authorId === uid || deletedBy !== undefined || blocked.has(authorId)) return false;
  return notice === undefined || notice.kind === 'callMissed' || addsMember(notice, uid);
}
