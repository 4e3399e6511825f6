/** Cases that cannot be tested over HTTP: interrupted calls, and calls that run on another node. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  abandonedMs,
  Idempotency,
  idempotencyMigrations,
  type IdempotentRequest,
  type IdempotencyTables,
} from '#platform/http/idempotency';
import { ApiError } from '#platform/apiError';
import { testStorage } from '#testing/database';

const request: IdempotentRequest = {
  caller: { kind: 'operator', name: 'admin-key', roles: [] },
  key: 'k',
  request: 'POST /api/x',
  text: '{}',
};

async function nodes() {
  const storage = await testStorage<IdempotencyTables>(idempotencyMigrations);
  const time = { now: 1_000 };
  const make = () => new Idempotency(storage, () => time.now);
  return { one: make(), other: make(), time };
}

test('a call that runs on one node is rejected on another node, and replayed after it has ended', async () => {
  const { one, other } = await nodes();
  const started = Promise.withResolvers<void>();
  const end = Promise.withResolvers<string>();
  const first = one.once(request, () => {
    started.resolve();
    return end.promise;
  });
  await started.promise;
  await expect(other.once(request, async () => 'twice')).rejects.toMatchObject({
    code: 'conflict',
    retryAfter: 5,
  });
  end.resolve('done');
  expect(await first).toMatchObject({ body: '"done"', isReplay: false });
  expect(await other.once(request, async () => 'twice')).toMatchObject({ body: '"done"', isReplay: true });
});

test('a repetition on the same node waits for the response, another request with the key is rejected', async () => {
  const { one } = await nodes();
  const started = Promise.withResolvers<void>();
  const end = Promise.withResolvers<string>();
  const first = one.once(request, () => {
    started.resolve();
    return end.promise;
  });
  await started.promise;
  const second = one.once(request, async () => 'twice');
  await expect(one.once({ ...request, text: '{"x":1}' }, async () => 'other')).rejects.toMatchObject({
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
  const started = Promise.withResolvers<void>();
  void one.once(request, () => {
    started.resolve();
    return new Promise(() => undefined);
  });
  await started.promise;
  time.now += abandonedMs - 1;
  await expect(other.once(request, async () => 'again')).rejects.toMatchObject({ code: 'conflict' });
  time.now += 1;
  expect(await other.once(request, async () => 'again')).toMatchObject({ body: '"again"', isReplay: false });
});

test('after an internal error the call can run again, other errors are stored', async () => {
  const { one } = await nodes();
  await expect(one.once(request, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(
    one.once(request, () => Promise.reject(new ApiError('versionConflict', 'The version has changed.'))),
  ).rejects.toThrow('The version has changed.');
  const again = await one.once(request, async () => 'not run');
  expect(again).toMatchObject({ status: 409, isReplay: true });
  expect(JSON.parse(again.body)).toMatchObject({
    code: 'versionConflict',
    errMsg: 'The version has changed.',
  });
});

test('two callers can use the same key', async () => {
  const { one } = await nodes();
  await one.once(request, async () => 'mine');
  const other: IdempotentRequest = { ...request, caller: { kind: 'operator', name: 'other-key', roles: [] } };
  expect(await one.once(other, async () => 'theirs')).toMatchObject({ body: '"theirs"', isReplay: false });
});

test('the migration keeps stored responses', async () => {
  const names = idempotencyMigrations.findIndex(({ id }) => id === '0007-idempotency-names');
  const storage = await testStorage<IdempotencyTables>(idempotencyMigrations.slice(0, names));
  const digest = hash('sha256', `${request.request}\n${request.text}`, 'base64url');
  await sql`insert into "idempotent_call" ("caller", "key", "digest", "status", "answer", "made_at")
    values ('operator:admin-key', ${request.key}, ${digest}, 200, '"done"', 1000)`.execute(storage.db);

  await storage.migrate(idempotencyMigrations);

  const idempotency = new Idempotency(storage, () => 1_000);
  expect(await idempotency.once(request, async () => 'twice')).toEqual({
    status: 200,
    body: '"done"',
    isReplay: true,
  });
});
