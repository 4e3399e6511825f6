import { expect, test } from 'vitest';
import { exponentialDelay, retry, type RetryOptions } from '#platform/concurrency/retry';

/** Retries work that fails `failures` times. Pauses take no time. */
async function attempt(failures: number, options: Partial<RetryOptions> = {}) {
  const pauses: number[] = [];
  const failed: unknown[] = [];
  let attempts = 0;
  const result = await retry(
    async () => {
      attempts += 1;
      if (attempts <= failures) throw new Error(`failure ${attempts}`);
      return 'done';
    },
    {
      delayAfter: (_error, count) => count * 100,
      pause: async (milliseconds) => void pauses.push(milliseconds),
      onFailure: (error, after) => failed.push([(error as Error).message, after]),
      ...options,
    },
  ).catch((error: Error) => error.message);
  return { result, attempts, pauses, failed };
}

test('successful work is called once', async () => {
  expect(await attempt(0)).toEqual({ result: 'done', attempts: 1, pauses: [], failed: [] });
});

test('failed work is called again after each delay', async () => {
  expect(await attempt(2)).toEqual({
    result: 'done',
    attempts: 3,
    pauses: [100, 200],
    failed: [
      ['failure 1', { failures: 1, delayMs: 100 }],
      ['failure 2', { failures: 2, delayMs: 200 }],
    ],
  });
});

test('after the last attempt its error is thrown', async () => {
  const { result, pauses, failed } = await attempt(9, { maxAttempts: 3 });
  expect(result).toBe('failure 3');
  expect(pauses).toEqual([100, 200]);
  expect(failed.at(-1)).toEqual(['failure 3', { failures: 3, delayMs: undefined }]);
});

test('an error for which delayAfter returns undefined is thrown immediately', async () => {
  const isPermanent = (error: unknown) => (error as Error).message === 'failure 2';
  const { result, pauses } = await attempt(9, {
    delayAfter: (error) => (isPermanent(error) ? undefined : 7),
  });
  expect(result).toBe('failure 2');
  expect(pauses).toEqual([7]);
});

test('a delay of zero does not pause', async () => {
  const { result, pauses } = await attempt(5, { delayAfter: () => 0 });
  expect(result).toBe('done');
  expect(pauses).toEqual([]);
});

test('an aborted signal ends the pause and prevents further attempts', async () => {
  const controller = new AbortController();
  const paused = attempt(9, {
    signal: controller.signal,
    pause: async (_milliseconds, signal) => {
      controller.abort(new Error('aborted'));
      signal?.throwIfAborted();
    },
  });
  expect(await paused).toMatchObject({ result: 'aborted', attempts: 1 });
  expect(await attempt(9, { signal: controller.signal })).toMatchObject({ result: 'failure 1', pauses: [] });
});

test('the delay doubles with each failure, times a random factor of 0.5 to 1.5', () => {
  const delays = (random: number) =>
    [1, 2, 3].map((failures) => exponentialDelay(100, failures, () => random));
  expect(delays(0)).toEqual([50, 100, 200]);
  expect(delays(0.5)).toEqual([100, 200, 400]);
  expect(delays(1)).toEqual([150, 300, 600]);
});
