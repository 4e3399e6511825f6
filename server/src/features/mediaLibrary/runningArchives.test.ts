import { expect, test } from 'vitest';
import { ApiError } from '#platform/apiError';
import { maxArchives, RunningArchives } from './runningArchives.ts';

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.code} ${error.retryAfter ?? ''}`.trim();
  }
};

test('CALL-27ah a node sends a limited number of archives', () => {
  const running = new RunningArchives();
  const ends = Array.from({ length: maxArchives }, (_, index) => running.begin(`user${index}`));
  expect(codeOf(() => running.begin('late'))).toBe('unavailable 10');
  expect(codeOf(() => running.begin('user0'))).toBe('conflict');
  ends[0]?.();
  expect(codeOf(() => running.begin('late'))).toBeUndefined();
  expect(codeOf(() => running.begin('user0'))).toBe('unavailable 10');
});
