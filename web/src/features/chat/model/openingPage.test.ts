import type { ChatMessage, ChatRoom } from '@foyer/contract';
import { expect, test } from 'vitest';
import { coversOpeningPosition } from './openingPage.ts';

const room = (readSeq: number, unreadCount: number): ChatRoom => ({
  id: 'r1',
  kind: 'group',
  lastSeq: 100,
  readSeq,
  unreadCount,
});
const page = (first: number, last: number, sides: { hasOlder?: boolean; hasNewer?: boolean } = {}) => ({
  messages: Array.from({ length: last - first + 1 }, (_, at): ChatMessage => {
    const seq = first + at;
    return { seq, clientId: `client-${seq}`, authorId: 'bo', at: seq, text: `text ${seq}` };
  }),
  hasOlder: sides.hasOlder ?? false,
  hasNewer: sides.hasNewer ?? false,
});

test('CHAT-07aa a room opens with messages that include the first unread one, or its end if nothing is unread', () => {
  const newest = page(51, 100, { hasOlder: true });
  expect(coversOpeningPosition(newest, room(60, 40))).toBe(true);
  expect(coversOpeningPosition(newest, room(51, 49))).toBe(true);
  expect(coversOpeningPosition(newest, room(50, 50))).toBe(false);
  expect(coversOpeningPosition(newest, room(100, 0))).toBe(true);
  expect(coversOpeningPosition(page(1, 50, { hasNewer: true }), room(100, 0))).toBe(false);
  expect(coversOpeningPosition(page(1, 50, { hasNewer: true }), room(20, 80))).toBe(true);
  expect(coversOpeningPosition(page(1, 50, { hasNewer: true }), room(50, 50))).toBe(false);
  // Older messages are no longer stored.
  expect(coversOpeningPosition(page(51, 100), room(0, 50))).toBe(true);
});
