import { expect, test } from 'vitest';
import { firstAttempt, nextAttempt, type AssetAttempt, type NextStep } from './attempts.ts';
import { suffixFor, withSuffix } from './variants.ts';

/** What is asked for when these statuses are answered in turn. */
function course(first: AssetAttempt, ...statuses: number[]): NextStep[] {
  const steps: NextStep[] = [first];
  for (const status of statuses) {
    const last = steps.at(-1);
    if (typeof last !== 'object') break;
    steps.push(nextAttempt(last, status));
  }
  return steps;
}

const sized = firstAttempt(true, false);
const unsized = firstAttempt(false, false);

test('ASSET-01a a picture is asked for in its size, and on failure as it is', () => {
  expect(course(sized, 500)).toEqual([sized, unsized]);
  expect(course(sized, 404, 404)).toEqual([sized, unsized, 'fallback']);
});

test('ASSET-01b 404 falls back', () => {
  expect(nextAttempt(unsized, 404)).toBe('fallback');
});

test('ASSET-01c 403 signs again, once', () => {
  expect(nextAttempt(sized, 403)).toEqual({ sized: true, signature: 'fresh' });
  expect(course(firstAttempt(false, true), 403, 403)).toEqual([
    { sized: false, signature: 'remembered' },
    { sized: false, signature: 'fresh' },
    'error',
  ]);
});

test.each([0, 200, 401, 500, 503])('ASSET-01d %i on the picture itself is an error', (status) => {
  expect(nextAttempt(unsized, status)).toBe('error');
});

test('the smallest stored size that is sharp is asked for', () => {
  expect([100, 320, 321, 1_280, 2_560, 2_561].map((width) => suffixFor(width, 1))).toEqual([
    'w320',
    'w320',
    'w640',
    'w1280',
    'w2560',
    undefined,
  ]);
  expect(suffixFor(400, 3)).toBe('w1280');
  expect(withSuffix('/a', 'w320')).toBe('/a?suffix=w320');
  expect(withSuffix('/a?expires=1&signature=x', 'w320')).toBe('/a?expires=1&signature=x&suffix=w320');
});
