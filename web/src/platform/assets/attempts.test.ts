import { expect, test } from 'vitest';
import { firstAttempt, nextAttempt, type AssetAttempt, type NextStep } from './attempts.ts';
import { suffixFor, withSuffix } from './variants.ts';

/** The attempts that follow when the server responds with these statuses in turn. */
function attemptsFor(first: AssetAttempt, ...statuses: number[]): NextStep[] {
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

test('ASSET-01a a picture is requested in its size, and in full size after a failure', () => {
  expect(attemptsFor(sized, 500)).toEqual([sized, unsized]);
  expect(attemptsFor(sized, 404, 404)).toEqual([sized, unsized, 'fallback']);
});

test('ASSET-01b an asset that is not found is replaced by its fallback', () => {
  expect(nextAttempt(unsized, 404)).toBe('fallback');
});

test('ASSET-01c an expired signature (403) is renewed once', () => {
  expect(nextAttempt(sized, 403)).toEqual({ sized: true, signature: 'fresh' });
  expect(attemptsFor(firstAttempt(false, true), 403, 403)).toEqual([
    { sized: false, signature: 'cached' },
    { sized: false, signature: 'fresh' },
    'error',
  ]);
});

test.each([0, 200, 401, 500, 503])(
  'ASSET-01d status %i for the picture in full size is an error',
  (status) => {
    expect(nextAttempt(unsized, status)).toBe('error');
  },
);

test('the smallest stored size that is sharp is requested', () => {
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
