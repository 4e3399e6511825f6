import { expect, test } from 'vitest';
import { SigningKeys, keyPeriodMs } from './signingKeys.ts';
import { SessionStore } from './store.ts';
import { sessionMigration, type SessionTables } from './tables.ts';
import { testStorage } from '#testing/database';

/** Nodes that share a database and a clock. */
async function nodes(count: number) {
  const storage = await testStorage<SessionTables>([sessionMigration]);
  const time = { now: Date.UTC(2026, 10, 20) };
  const store = new SessionStore(storage);
  const all = Array.from({ length: count }, () => new SigningKeys(store, () => time.now));
  return { storage, store, time, all };
}

test('nodes that start at the same time create one key, which all of them accept', async () => {
  const { storage, all } = await nodes(5);
  const kids = (await Promise.all(all.map((keys) => keys.signingKey()))).map(({ kid }) => kid);
  expect(new Set(kids).size).toBe(1);
  expect(await storage.read.selectFrom('signingKey').select('kid').execute()).toHaveLength(1);
  for (const keys of all) expect(await keys.verificationKey(kids[0] ?? '')).toBeDefined();
});

test('a node loads the key that another node has created for a new period', async () => {
  const { time, all } = await nodes(2);
  const [first, second] = all;
  await first?.signingKey();
  await second?.signingKey();
  time.now += keyPeriodMs;
  const { kid } = (await first?.signingKey()) ?? { kid: '' };
  expect(await second?.verificationKey(kid)).toBeDefined();
});

test('all nodes have a prepared key when its period begins', async () => {
  const { store, time, all } = await nodes(2);
  const [first, second] = all;
  time.now += keyPeriodMs - (time.now % keyPeriodMs) - 1;
  const before = await first?.signingKey();
  await first?.prepare(1);
  await second?.prepare(1);
  expect((await first?.signingKey())?.kid).toBe(before?.kid);
  time.now += 1;
  const { kid } = (await first?.signingKey()) ?? { kid: '' };
  expect(kid).not.toBe(before?.kid);
  // Works without a query.
  store.keys = () => Promise.reject(new Error('unexpected query'));
  expect(await second?.verificationKey(kid)).toBeDefined();
});

test('a key is valid for one more period and is then deleted', async () => {
  const { storage, store, time, all } = await nodes(1);
  const [keys] = all;
  const { kid, period } = (await keys?.signingKey()) ?? { kid: '', period: 0 };
  time.now += keyPeriodMs;
  expect(await keys?.verificationKey(kid)).toBeDefined();
  time.now += keyPeriodMs;
  expect(await keys?.verificationKey(kid)).toBeUndefined();
  await store.deleteExpired(0, period + 1);
  expect(await storage.read.selectFrom('signingKey').select('kid').execute()).toEqual([]);
});

test('unknown key ids cause at most one query per second', async () => {
  const { store, time } = await nodes(0);
  let queries = 0;
  const counted = Object.assign(Object.create(store) as SessionStore, {
    keys: (from: number) => {
      queries += 1;
      return store.keys(from);
    },
  });
  const keys = new SigningKeys(counted, () => time.now);
  for (let count = 0; count < 20; count++)
    expect(await keys.verificationKey(`unknown-${count}`)).toBeUndefined();
  expect(queries).toBe(1);
});
