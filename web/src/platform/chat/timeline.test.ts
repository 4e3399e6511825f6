import type { ChatMessage } from '@foyer/contract';
import { expect, test } from 'vitest';
import { letGo, mostKept, timelineOf, withChange, withMissed, withPage, type Timeline } from './timeline.ts';

const message = (seq: number, rest: Partial<ChatMessage> = {}): ChatMessage => ({
  seq,
  clientId: `client-${seq}`,
  authorId: 'ada',
  at: seq,
  text: `text ${seq}`,
  ...rest,
});
const from = (...seqs: number[]): Timeline =>
  timelineOf({
    messages: seqs.map((seq) => message(seq)),
    older: true,
    newer: false,
    upTo: seqs.at(-1) ?? 0,
  });
const seqs = ({ messages }: Timeline): number[] => messages.map(({ seq }) => seq);
const known = (timeline: Timeline | 'gap'): Timeline => {
  if (timeline === 'gap') throw new Error('a gap');
  return timeline;
};

test('CHAT-07a the next message is taken, one that is known changes nothing', () => {
  const timeline = from(3, 4);
  const next = known(withChange(timeline, { seq: 5, message: message(5) }));
  expect([seqs(next), next.upTo]).toEqual([[3, 4, 5], 5]);
  expect(withChange(next, { seq: 5, message: message(5) })).toBe(next);
  expect(withChange(next, { seq: 2, message: message(2) })).toBe(next);
});

test('CHAT-07b a number that is missing is a gap, and what was missed makes it whole', () => {
  const timeline = from(3, 4);
  expect(withChange(timeline, { seq: 6, message: message(6) })).toBe('gap');
  const whole = withMissed(timeline, [message(5), message(3, { changeSeq: 6, text: 'edited' })], 6);
  expect([seqs(whole), whole.upTo, whole.messages[0]?.text]).toEqual([[3, 4, 5], 6, 'edited']);
});

test('CHAT-07c an edit of a message that is not shown is kept for when it is', () => {
  const edited = message(1, { changeSeq: 5, text: 'edited' });
  const timeline = known(withChange(from(3, 4), { seq: 5, message: edited }));
  expect(seqs(timeline)).toEqual([3, 4]);
  // The page was read before the edit, and came after it.
  const page = { messages: [message(1), message(2)], older: false, newer: true, upTo: 4 };
  const older = withPage(timeline, page, 'older');
  expect([seqs(older), older.messages[0]?.text, older.older]).toEqual([[1, 2, 3, 4], 'edited', false]);
});

test('CHAT-07d in an old stretch what is new waits below, and is there once one has read on', () => {
  const around = timelineOf({ messages: [message(10), message(11)], older: true, newer: true, upTo: 20 });
  const told = known(withChange(around, { seq: 21, message: message(21) }));
  expect([seqs(told), told.upTo, told.newer]).toEqual([[10, 11], 21, true]);
  const stale = { messages: [message(12)], older: true, newer: false, upTo: 20 };
  expect(withPage(told, stale, 'newer').newer).toBe(true);
  const fresh = { messages: [message(12), message(21)], older: true, newer: false, upTo: 21 };
  const read = withPage(told, fresh, 'newer');
  expect([seqs(read), read.newer]).toEqual([[10, 11, 12, 21], false]);
});

test('CHAT-07e an answer to one’s own message and the event of it are one message', () => {
  const timeline = known(withChange(from(3), { seq: 4, message: message(4) }));
  const again = withMissed(timeline, [message(4)], 4);
  expect(seqs(again)).toEqual([3, 4]);
});

test('whoever reads back and back keeps a bounded stretch, and finds the way to the latest again', () => {
  const last = mostKept + 50;
  const long = from(...Array.from({ length: mostKept }, (_, at) => at + 51));
  const page = { messages: Array.from({ length: 50 }, (_, at) => message(at + 1)), upTo: last };
  const back = withPage(long, { ...page, older: false, newer: true }, 'older');
  expect([back.messages.length, back.messages[0]?.seq, back.older, back.newer]).toEqual([
    mostKept,
    1,
    false,
    true,
  ]);
  expect(seqs(known(withChange(back, { seq: last + 1, message: message(last + 1) }))).at(-1)).toBe(mostKept);
  const newest = { messages: [message(last)], older: true, newer: false, upTo: last };
  const forth = withPage(back, newest, 'newer');
  expect([forth.messages.length, forth.messages.at(-1)?.seq, forth.older]).toEqual([mostKept, last, true]);
});

test('CHAT-07u a room that goes on and on is kept to a bounded stretch, and the way back is known', () => {
  let timeline = timelineOf({ messages: [], older: false, newer: false, upTo: 0 });
  const most = { kept: 0 };
  for (let seq = 1; seq <= 3 * mostKept; seq += 1) {
    timeline = known(withChange(timeline, { seq, message: message(seq) }));
    most.kept = Math.max(most.kept, timeline.messages.length);
  }
  expect(most.kept).toBeLessThan(mostKept + letGo);
  expect([timeline.messages.at(-1)?.seq, timeline.older, timeline.newer]).toEqual([
    3 * mostKept,
    true,
    false,
  ]);
});

test('whoever reads in an old stretch keeps nothing of what is said below meanwhile', () => {
  let timeline = timelineOf({ messages: [message(10)], older: true, newer: true, upTo: 20 });
  for (let seq = 21; seq <= 1_000; seq += 1)
    timeline = known(withChange(timeline, { seq, message: message(seq) }));
  expect([seqs(timeline), timeline.elsewhere.size, timeline.upTo]).toEqual([[10], 0, 1_000]);
});
