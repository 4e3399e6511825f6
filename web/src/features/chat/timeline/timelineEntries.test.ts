import type { ChatMessage } from '@foyer/contract';
import { expect, test } from 'vitest';
import { buildTimelineEntries, type TimelineInput } from './timelineEntries.ts';

const noon = new Date(2026, 10, 20, 12).getTime();
const minute = 60_000;
const message = (seq: number, rest: Partial<ChatMessage> = {}): ChatMessage => ({
  seq,
  clientId: `client-${seq}`,
  authorId: 'bo',
  at: noon + seq * minute,
  text: `text ${seq}`,
  ...rest,
});
const entries = (parts: Partial<TimelineInput>) =>
  buildTimelineEntries({
    messages: [],
    waiting: [],
    ownId: 'ada',
    othersReadSeq: 0,
    newAfter: undefined,
    hasOlder: false,
    blocked: new Map(),
    ...parts,
  });
const kinds = (parts: Partial<TimelineInput>): string[] => entries(parts).map(({ kind }) => kind);

test('each day begins with a separator, and messages of an author within five minutes are grouped', () => {
  const messages = [message(1), message(2), message(9), message(10, { authorId: 'cy' })];
  const made = entries({ messages: [...messages, message(11, { at: noon + 86_400_000 })] });
  expect(made.map((entry) => ('isFirst' in entry ? [entry.isFirst, entry.isLast] : entry.kind))).toEqual([
    'day',
    [true, false],
    [false, true],
    [true, true],
    [true, true],
    'day',
    [true, true],
  ]);
});

test('the separator of new messages is before the first new message of another author', () => {
  const messages = [message(1), message(2, { authorId: 'ada' }), message(3), message(4)];
  expect(kinds({ messages, newAfter: 1 })).toEqual([
    'day',
    'message',
    'message',
    'new',
    'message',
    'message',
  ]);
  expect(kinds({ messages, newAfter: 4 })).not.toContain('new');
  // The first new message may be on an older page.
  expect(kinds({ messages, newAfter: 0, hasOlder: true })).not.toContain('new');
  expect(kinds({ messages, newAfter: 1, hasOlder: true })).toContain('new');
});

test('CHAT-07ar an unsent message that is already in the room is shown once, with the same key', () => {
  const waiting = [{ clientId: 'client-1', roomId: 'r1', text: 'hello', at: noon }];
  const before = entries({ waiting });
  const after = entries({ waiting, messages: [message(1, { authorId: 'ada' })] });
  expect(before.map(({ kind }) => kind)).toEqual(['day', 'waiting']);
  expect(after.map(({ kind }) => kind)).toEqual(['day', 'message']);
  expect(before[1]?.key).toBe(after[1]?.key);
});

test('consecutive messages of a blocked author are one entry', () => {
  const messages = [message(1), message(2), message(3, { authorId: 'cy' })];
  const made = entries({ messages, blocked: new Map([['bo', {}]]) });
  expect(made.map(({ kind }) => kind)).toEqual(['day', 'hidden', 'message']);
  expect(made[1]).toMatchObject({ count: 2 });
});

test('CHAT-07rf own messages are read up to where all others have read, and messages of others never show it', () => {
  const messages = [1, 2, 3].map((seq) => message(seq, { authorId: 'ada' }));
  const isRead = (parts: Partial<TimelineInput>) =>
    entries(parts).flatMap((entry) => (entry.kind === 'message' ? [entry.isRead] : []));
  expect(isRead({ messages, othersReadSeq: 2 })).toEqual([true, true, false]);
  expect(isRead({ messages })).toEqual([false, false, false]);
  expect(isRead({ messages: [message(1)], othersReadSeq: 2 })).toEqual([false]);
});
