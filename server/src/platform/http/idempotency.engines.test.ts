/** Cases that cannot be caused over HTTP: calls that are interrupted, or that run on another node. */
import { expect, test } from 'vitest';
import {
  abandonedMs,
  Idempotency,
  idempotencyMigration,
  type IdempotentRequest,
  type IdempotencyTables,
} from '#platform/http/idempotency';
import { ApiError } from '#platform/apiError';
import { testStorage } from '#testing/database';

const asked: IdempotentRequest = {
  caller: { kind: 'operator', name: 'admin-key', roles: [] },
  key: 'k',
  request: 'POST /api/x',
  text: '{}',
};

async function nodes() {
  const storage = await testStorage<IdempotencyTables>([idempotencyMigration]);
  const time = { now: 1_000 };
  const make = () => new Idempotency(storage, () => time.now);
  return { one: make(), other: make(), time };
}

test('a call that runs on one node is rejected on another, and replayed after it has ended', async () => {
  const { one, other } = await nodes();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<string>();
  const first = one.once(asked, () => {
    begun.resolve();
    return end.promise;
  });
  await begun.promise;
  await expect(other.once(asked, async () => 'twice')).rejects.toMatchObject({
    code: 'conflict',
    retryAfter: 5,
  });
  end.resolve('done');
  expect(await first).toMatchObject({ body: '"done"', isReplay: false });
  expect(await other.once(asked, async () => 'twice')).toMatchObject({ body: '"done"', isReplay: true });
});

test('a repetition on the same node waits for the answer, another request with the key is rejected', async () => {
  const { one } = await nodes();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<string>();
  const first = one.once(asked, () => {
    begun.resolve();
    return end.promise;
  });
  await begun.promise;
  const second = one.once(asked, async () => 'twice');
  await expect(one.once({ ...asked, text: '{"x":1}' }, async () => 'other')).rejects.toMatchObject({
    code: 'conflict',
  });
  end.resolve('done');
  expect([await first, await second]).toMatchObject([
    { isReplay: false },
    { body: '"done"', isReplay: true },
  ]);
});

test('an interrupted call can run again after two minutes', async () => {
  const { one, other, time } = await nodes();
  const begun = Promise.withResolvers<void>();
  void one.once(asked, () => {
    begun.resolve();
    return new Promise(() => undefined);
  });
  await begun.promise;
  time.now += abandonedMs - 1;
  await expect(other.once(asked, async () => 'again')).rejects.toMatchObject({ code: 'conflict' });
  time.now += 1;
  expect(await other.once(asked, async () => 'again')).toMatchObject({ body: '"again"', isReplay: false });
});

test('after an internal error the call can run again, a refusal is stored', async () => {
  const { one } = await nodes();
  await expect(one.once(asked, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(
    one.once(asked, () => Promise.reject(new ApiError('versionConflict', 'Somebody was first.'))),
  ).rejects.toThrow('Somebody was first.');
  const again = await one.once(asked, async () => 'not asked');
  expect(again).toMatchObject({ status: 409, isReplay: true });
  expect(JSON.parse(again.body)).toMatchObject({ code: 'versionConflict', errMsg: 'Somebody was first.' });
});

test('two callers can use the same key', async () => {
  const { one } = await nodes();
  await one.once(asked, async () => 'mine');
  const other: IdempotentRequest = { ...asked, caller: { kind: 'operator', name: 'somebody', roles: [] } };
  expect(await one.once(other, async () => 'theirs')).toMatchObject({ body: '"theirs"', isReplay: false });
});
