import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { PasswordHasher } from './passwordHasher.ts';
import { startFoyer } from '#testing/foyer';

test('a hash is argon2id with 19 MiB, two passes and one lane, with a new salt each time', async () => {
  const hasher = new PasswordHasher();
  const [one, other] = await Promise.all([hasher.hash('a password'), hasher.hash('a password')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect(await hasher.verify(one, 'a password')).toBe(true);
  expect(await hasher.verify(one, 'another one')).toBe(false);
});

test('a server hashes passwords with these parameters by default', async () => {
  const foyer = await startFoyer({ realCosts: true });
  await foyer.account();
  const { passwordHash } = await foyer.running.storage.read
    .selectFrom('account')
    .select('passwordHash')
    .executeTakeFirstOrThrow();
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('an account without a password accepts none', async () => {
  const hasher = new PasswordHasher();
  expect(await hasher.verify(undefined, '')).toBe(false);
});

test('a full queue rejects further hashes and completes the queued ones', async () => {
  const hasher = new PasswordHasher({ waitingPerCore: 2 });
  const capacity = availableParallelism() * 3;
  const hashes = Array.from({ length: capacity + 1 }, () => hasher.hash('a password'));
  await expect(hashes.at(-1)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  expect(await Promise.all(hashes.slice(0, -1))).toHaveLength(capacity);
  expect(await hasher.hash('a password')).toMatch(/^\$argon2id/);
});
