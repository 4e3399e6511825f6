import { expect, test, vi } from 'vitest';
import { beginVisit, currentVisit } from './currentVisit.ts';
import { createVisit, type Visit } from './visit.ts';

test('a visit makes each of its parts once, and every visit its own', () => {
  const createPart = vi.fn((visit: Visit) => ({ visit }));
  const [first, second] = [createVisit(), createVisit()];
  const part = first.get(createPart);
  expect(first.get(createPart)).toBe(part);
  expect(second.get(createPart).visit).toBe(second);
  expect(createPart).toHaveBeenCalledTimes(2);
});

test('a part that has no value is made once too', () => {
  const createNothing = vi.fn(() => undefined);
  const visit = createVisit();
  visit.get(createNothing);
  visit.get(createNothing);
  expect(createNothing).toHaveBeenCalledOnce();
});

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
