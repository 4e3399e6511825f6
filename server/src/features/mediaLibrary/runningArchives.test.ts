import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ApiError } from '#platform/apiError';
import { maxArchives, replaceableMs, RunningArchives, stalledMs } from './runningArchives.ts';

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
  const running = new RunningArchives(() => 0);
  const ends = Array.from({ length: maxArchives }, (_, index) => running.begin(`user${index}`).end);
  expect(codeOf(() => running.begin('late'))).toBe('unavailable 10');
  expect(codeOf(() => running.begin('user0'))).toBe('conflict');
  ends[0]?.();
  expect(codeOf(() => running.begin('late'))).toBeUndefined();
  expect(codeOf(() => running.begin('user0'))).toBe('unavailable 10');
});

test('CALL-27ai an archive is stalled while its client accepts nothing, and not while the storage is slow', async () => {
  const time = { now: 0 };
  const running = new RunningArchives(() => time.now);
  const startFor = (user: string): PassThrough => {
    const body = new PassThrough();
    body.on('error', () => undefined);
    running.begin(user).send(body);
    body.resume();
    return body;
  };
  const body = startFor('ada');
  time.now += 2 * stalledMs;
  running.abortStalled();
  expect(codeOf(() => running.begin('ada'))).toBe('conflict');
  body.pause();
  time.now += replaceableMs - 1;
  expect(codeOf(() => running.begin('ada'))).toBe('conflict');
  body.resume();
  await nextTurn();
  time.now += replaceableMs;
  expect(codeOf(() => running.begin('ada'))).toBe('conflict');
  body.pause();
  time.now += replaceableMs;
  expect(body.destroyed).toBe(false);
  const next = startFor('ada');
  expect(body.destroyed).toBe(true);
  next.pause();
  time.now += stalledMs - 1;
  running.abortStalled();
  expect(next.destroyed).toBe(false);
  time.now += 1;
  running.abortStalled();
  expect(next.errored?.message).toBe('The client has accepted nothing for 60 seconds');
});
