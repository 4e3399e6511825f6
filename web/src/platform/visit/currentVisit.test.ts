import { expect, test, vi } from 'vitest';
import { beginVisit, currentVisit } from './currentVisit.ts';

test('the next visit begins before the end of the previous one is announced', () => {
  const before = currentVisit();
  const atEnd = vi.fn(() => currentVisit());
  before.signal.addEventListener('abort', atEnd);
  beginVisit();
  expect(atEnd).toHaveBeenCalledOnce();
  expect(atEnd.mock.results[0]?.value).toBe(currentVisit());
  expect(currentVisit()).not.toBe(before);
  expect(currentVisit().signal.aborted).toBe(false);
});
