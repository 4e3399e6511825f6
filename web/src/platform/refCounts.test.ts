import { expect, test, vi } from 'vitest';
import { createRefCounts } from './refCounts.ts';

test('a thing is opened for its first user, closed after the last one, and opened again for the next', () => {
  const counts = createRefCounts();
  const close = vi.fn();
  const open = vi.fn(() => close);
  const acquire = () => counts.acquire('wall', open);
  const releases = [acquire(), acquire()];
  expect(open).toHaveBeenCalledOnce();
  releases[0]?.();
  expect(close).not.toHaveBeenCalled();
  releases[1]?.();
  expect(close).toHaveBeenCalledOnce();
  acquire()();
  expect(open).toHaveBeenCalledTimes(2);
  expect(close).toHaveBeenCalledTimes(2);
});

test('each key has users of its own', () => {
  const counts = createRefCounts();
  const closed: string[] = [];
  const acquire = (key: string) => counts.acquire(key, () => () => closed.push(key));
  acquire('a');
  acquire('b')();
  expect(closed).toEqual(['b']);
});
