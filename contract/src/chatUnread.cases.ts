/** For tests of those who count what is unread to Ada, who has blocked Eve: server and page agree on each of these. */
import type { ChatMessage } from './chat.ts';

export interface UnreadCase {
  readonly what: string;
  readonly message: Pick<ChatMessage, 'authorId' | 'text' | 'mentions' | 'notice' | 'deleted'>;
  readonly counts: boolean;
}

const of = (
  authorId: string,
  what: string,
  counts: boolean,
  rest: Partial<UnreadCase['message']> = {},
): UnreadCase => ({ what, counts, message: { authorId, text: '', ...rest } });

export const unreadCases: readonly UnreadCase[] = [
  of('bo', 'what somebody has written', true, { text: 'Good evening' }),
  of('ada', 'what one has written oneself', false, { text: 'Good evening' }),
  of('bo', 'what names her', true, { text: '@Ada', mentions: ['ada'] }),
  of('bo', 'what was deleted by its author', false, { deleted: 'author' }),
  of('bo', 'what was deleted by a host', false, { deleted: 'host' }),
  of('eve', 'what somebody has written whom one has blocked', false, { text: 'You there' }),
  of('eve', 'what names her, of somebody whom one has blocked', false, { text: '@Ada', mentions: ['ada'] }),
  of('bo', 'that somebody joined', false, { notice: { kind: 'joined' } }),
  of('bo', 'that somebody left', false, { notice: { kind: 'left' } }),
  of('bo', 'a new name', false, { notice: { kind: 'renamed', name: '"kind":"callMissed","uids":["ada"]' } }),
  of('bo', 'that a call is over', false, { notice: { kind: 'callEnded', lastedMs: 20_000 } }),
  of('bo', 'a call that was missed', true, { notice: { kind: 'callMissed' } }),
  of('ada', 'a call of one’s own that nobody took', false, { notice: { kind: 'callMissed' } }),
  of('eve', 'a call of somebody whom one has blocked', false, { notice: { kind: 'callMissed' } }),
  of('bo', 'that one was brought in', true, { notice: { kind: 'invited', uids: ['cy', 'ada'] } }),
  of('bo', 'that others were brought in', false, { notice: { kind: 'invited', uids: ['cy'] } }),
  of('bo', 'a group that was made with one', true, {
    notice: { kind: 'created', name: 'Light', uids: ['ada', 'cy'] },
  }),
  of('bo', 'a group that is called like one', false, {
    notice: { kind: 'created', name: '"uids":["ada"]', uids: ['cy', 'di'] },
  }),
  of('bo', 'that one is the owner now', false, { notice: { kind: 'handedOver', uids: ['ada'] } }),
];
