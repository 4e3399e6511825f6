import type { ChatMessage } from '@foyer/contract';
import { expect, test } from 'vitest';
import { assignColumns } from './columns.ts';

const post = (seq: number, text = 'Good evening'): ChatMessage => ({
  seq,
  clientId: `c-${seq}`,
  authorId: 'bo',
  at: 1,
  text,
});
const long = 'A long post. '.repeat(40);
/** The posts with these sequence numbers, the newest first. */
const posts = (...seqs: number[]) => seqs.map((seq) => post(seq));

test('posts alternate between columns of the same height, and a high post leaves its column to itself', () => {
  expect(Object.fromEntries(assignColumns(posts(4, 3, 2, 1), 2, new Map()))).toEqual({
    1: 0,
    2: 1,
    3: 0,
    4: 1,
  });
  const high = [post(4), post(3), post(2), post(1, long)];
  expect(Object.fromEntries(assignColumns(high, 2, new Map()))).toEqual({ 1: 0, 2: 1, 3: 1, 4: 1 });
});

test('a new post moves no other one to another column, and one that is gone is forgotten', () => {
  const before = assignColumns(posts(3, 2, 1), 2, new Map());
  const after = assignColumns(posts(4, 3, 1), 2, before);
  expect([after.get(1), after.get(3)]).toEqual([before.get(1), before.get(3)]);
  expect([...after.keys()].toSorted((a, b) => a - b)).toEqual([1, 3, 4]);
  expect(after.get(4)).toBe(1);
});

test('without a change the columns stay the same object', () => {
  const before = assignColumns(posts(2, 1), 2, new Map());
  expect(assignColumns([post(2, 'Edited'), post(1)], 2, before)).toBe(before);
});
