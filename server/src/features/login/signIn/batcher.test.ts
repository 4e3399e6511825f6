import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { holdTimers } from '#testing/timers';
import { Batcher } from './batcher.ts';

test('callers resume together when enough of them wait, or when the first has waited long enough', async () => {
  holdTimers();
  const batcher = new Batcher(100);
  const done: string[] = [];
  const join = (name: string) => void batcher.join(2).then(() => done.push(name));
  join('a');
  await turn();
  expect(done).toEqual([]);
  join('b');
  await turn();
  expect(done).toEqual(['a', 'b']);
  join('c');
  vi.advanceTimersByTime(99);
  await turn();
  expect(done).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1);
  await turn();
  expect(done).toEqual(['a', 'b', 'c']);
});
