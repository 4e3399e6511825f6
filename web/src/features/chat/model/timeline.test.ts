import type { ChatMessage } from '@foyer/contract';
import { expect, test } from 'vitest';
import {
  trimBatch,
  maxMessages,
  createTimeline,
  withChange,
  withMissed,
  withPage,
  type Timeline,
} from './timeline.ts';

const message = (seq: number, rest: Partial<ChatMessage> = {}): ChatMessage => ({
  seq,
  clientId: `client-${seq}`,
  authorId: 'ada',
  at: seq,
  text: `text ${seq}`,
  ...rest,
});
const from = (...seqs: number[]): Timeline =>
  createTimeline({
    messages: seqs.map((seq) => message(seq)),
    hasOlder: true,
    hasNewer: false,
    throughSeq: seqs.at(-1) ?? 0,
  });
const seqs = ({ messages }: Timeline): number[] => messages.map(({ seq }) => seq);
const known = (timeline: Timeline | 'gap'): Timeline => {
  if (timeline === 'gap') throw new Error('expected a timeline, got a gap');
  return timeline;
};

test('CHAT-07ai the next message is added, a known one changes nothing', () => {
  const timeline = from(3, 4);
  const next = known(withChange(timeline, { seq: 5, message: message(5) }));
  expect([seqs(next), next.throughSeq]).toEqual([[3, 4, 5], 5]);
  expect(withChange(next, { seq: 5, message: message(5) })).toBe(next);
  expect(withChange(next, { seq: 2, message: message(2) })).toBe(next);
});

test('CHAT-07ak a missing sequence number is a gap, and the missed messages fill it', () => {
  const timeline = from(3, 4);
  expect(withChange(timeline, { seq: 6, message: message(6) })).toBe('gap');
  const filled = withMissed(timeline, [message(5), message(3, { updatedSeq: 6, text: 'edited' })], 6);
  expect([seqs(filled), filled.throughSeq, filled.messages[0]?.text]).toEqual([[3, 4, 5], 6, 'edited']);
});

test('CHAT-07al an edit of a message outside the range is applied when its page is loaded', () => {
  const edited = message(1, { updatedSeq: 5, text: 'edited' });
  const timeline = known(withChange(from(3, 4), { seq: 5, message: edited }));
  expect(seqs(timeline)).toEqual([3, 4]);
  // The page was read before the edit and received after it.
  const page = { messages: [message(1), message(2)], hasOlder: false, hasNewer: true, throughSeq: 4 };
  const older = withPage(timeline, page, 'older');
  expect([seqs(older), older.messages[0]?.text, older.hasOlder]).toEqual([[1, 2, 3, 4], 'edited', false]);
});

test('CHAT-07am in an older range, new messages are added once their page is loaded', () => {
  const around = createTimeline({
    messages: [message(10), message(11)],
    hasOlder: true,
    hasNewer: true,
    throughSeq: 20,
  });
  const updated = known(withChange(around, { seq: 21, message: message(21) }));
  expect([seqs(updated), updated.throughSeq, updated.hasNewer]).toEqual([[10, 11], 21, true]);
  const stale = { messages: [message(12)], hasOlder: true, hasNewer: false, throughSeq: 20 };
  expect(withPage(updated, stale, 'newer').hasNewer).toBe(true);
  const fresh = { messages: [message(12), message(21)], hasOlder: true, hasNewer: false, throughSeq: 21 };
  const read = withPage(updated, fresh, 'newer');
  expect([seqs(read), read.hasNewer]).toEqual([[10, 11, 12, 21], false]);
});

test('CHAT-07an the response to an own message and its event are one message', () => {
  const timeline = known(withChange(from(3), { seq: 4, message: message(4) }));
  const again = withMissed(timeline, [message(4)], 4);
  expect(seqs(again)).toEqual([3, 4]);
});

test('scrolling far back keeps a bounded range, from which the latest messages can be loaded again', () => {
  const last = maxMessages + 50;
  const long = from(...Array.from({ length: maxMessages }, (_, at) => at + 51));
  const page = { messages: Array.from({ length: 50 }, (_, at) => message(at + 1)), throughSeq: last };
  const back = withPage(long, { ...page, hasOlder: false, hasNewer: true }, 'older');
  expect([back.messages.length, back.messages[0]?.seq, back.hasOlder, back.hasNewer]).toEqual([
    maxMessages,
    1,
    false,
    true,
  ]);
  expect(seqs(known(withChange(back, { seq: last + 1, message: message(last + 1) }))).at(-1)).toBe(
    maxMessages,
  );
  const newest = { messages: [message(last)], hasOlder: true, hasNewer: false, throughSeq: last };
  const forth = withPage(back, newest, 'newer');
  expect([forth.messages.length, forth.messages.at(-1)?.seq, forth.hasOlder]).toEqual([
    maxMessages,
    last,
    true,
  ]);
});

test('CHAT-07u a busy room keeps a bounded range, and older messages can be loaded again', () => {
  let timeline = createTimeline({ messages: [], hasOlder: false, hasNewer: false, throughSeq: 0 });
  const most = { kept: 0 };
  for (let seq = 1; seq <= 3 * maxMessages; seq += 1) {
    timeline = known(withChange(timeline, { seq, message: message(seq) }));
    most.kept = Math.max(most.kept, timeline.messages.length);
  }
  expect(most.kept).toBeLessThan(maxMessages + trimBatch);
  expect([timeline.messages.at(-1)?.seq, timeline.hasOlder, timeline.hasNewer]).toEqual([
    3 * maxMessages,
    true,
    false,
  ]);
});

test('an older range keeps no new messages that are posted after it', () => {
  let timeline = createTimeline({ messages: [message(10)], hasOlder: true, hasNewer: true, throughSeq: 20 });
  for (let seq = 21; seq <= 1_000; seq += 1)
    timeline = known(withChange(timeline, { seq, message: message(seq) }));
  expect([seqs(timeline), timeline.outsideChanges.size, timeline.throughSeq]).toEqual([[10], 0, 1_000]);
});

test('CHAT-07 the first message of a room that was edited while it was missed is added before later ones', () => {
  const empty = createTimeline({ messages: [], hasOlder: false, hasNewer: false, throughSeq: 0 });
  const all = withMissed(empty, [message(2), message(1, { updatedSeq: 3 })], 3);
  expect(seqs(all)).toEqual([1, 2]);
});
