/** Test cases for the unread counts of server and web. The reader is Ada, who has blocked Eve. */
import type { ChatMessage } from './chat.ts';

export interface UnreadCase {
  readonly what: string;
  readonly message: Pick<ChatMessage, 'authorId' | 'text' | 'mentions' | 'notice' | 'deletedBy'>;
  readonly counts: boolean;
}

const of = (
  authorId: string,
  what: string,
  counts: boolean,
  rest: Partial<UnreadCase['message']> = {},
): UnreadCase => ({ what, counts, message: { authorId, text: '', ...rest } });

export const unreadCases: readonly UnreadCase[] = [
  of('bo', 'a message of another user', true, { text: 'Good evening' }),
  of('ada', 'her own message', false, { text: 'Good evening' }),
  of('bo', 'a message that mentions her', true, { text: '@Ada', mentions: ['ada'] }),
  of('bo', 'a message that its author has deleted', false, { deletedBy: 'author' }),
  of('bo', 'a message that a host has deleted', false, { deletedBy: 'host' }),
  of('eve', 'a message of a blocked user', false, { text: 'You there' }),
  of('eve', 'a message of a blocked user that mentions her', false, { text: '@Ada', mentions: ['ada'] }),
  of('bo', 'a user joined', false, { notice: { kind: 'joined' } }),
  of('bo', 'a user left', false, { notice: { kind: 'left' } }),
  of('bo', 'the room was renamed', false, {
    notice: { kind: 'renamed', name: '"kind":"callMissed","uids":["ada"]' },
  }),
  of('bo', 'a call ended', false, { notice: { kind: 'callEnded', durationMs: 20_000 } }),
  of('bo', 'a missed call', true, { notice: { kind: 'callMissed' } }),
  of('ada', 'her own call that was not answered', false, { notice: { kind: 'callMissed' } }),
  of('eve', 'a missed call of a blocked user', false, { notice: { kind: 'callMissed' } }),
  of('bo', 'she was invited', true, { notice: { kind: 'membersAdded', uids: ['cy', 'ada'] } }),
  of('bo', 'other users were invited', false, { notice: { kind: 'membersAdded', uids: ['cy'] } }),
  of('bo', 'a group was created with her as a member', true, {
    notice: { kind: 'created', name: 'Light', uids: ['ada', 'cy'] },
  }),
  of('bo', 'a group was created whose name contains her id', false, {
    notice: { kind: 'created', name: '"uids":["ada"]', uids: ['cy', 'di'] },
  }),
  of('bo', 'she became the owner', false, { notice: { kind: 'ownershipTransferred', uids: ['ada'] } }),
];
