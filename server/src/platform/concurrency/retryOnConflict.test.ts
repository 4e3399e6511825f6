import { expect, test } from 'vitest';
import { conflict, retryOnConflict } from '#platform/concurrency/retryOnConflict';

/** An optimistic write that conflicts `conflicts` times. */
async function write(conflicts: number) {
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    return attempts <= conflicts ? conflict : 'written';
  };
  const result = await retryOnConflict(work, { maxAttempts: 3, error: () => new Error('Too busy.') }).catch(
    (error: Error) => error.message,
  );
  return { result, attempts };
}

test('a write without a conflict is attempted once', async () => {
  expect(await write(0)).toEqual({ result: 'written', attempts: 1 });
});

test('a write is attempted again after each conflict', async () => {
  expect(await write(2)).toEqual({ result: 'written', attempts: 3 });
});

test('after the last attempt the error of the options is thrown', async () => {
  expect(await write(9)).toEqual({ result: 'Too busy.', attempts: 3 });
});
