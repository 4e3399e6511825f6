import { expect, test } from 'vitest';
import { SigningKeys, keyPeriodMs } from './session.keys.ts';
import { SessionStore } from './session.store.ts';
import { sessionMigration, type SessionTables } from './session.tables.ts';
import { testStorage } from '#testing/database';

/** Nodes that share a database and a clock. */
async function nodes(count: number) {
  const storage = await testStorage<SessionTables>([sessionMigration]);
  const time = { now: Date.UTC(2026, 10, 20) };
  const store = new SessionStore(storage);
  const all = Array.from({ length: count }, () => new SigningKeys(store, () => time.now));
  return { storage, store, time, all };
}

test('nodes that start at once make one key, and each takes the tokens of the others', async () => {
  const { storage, all } = await nodes(5);
  const kids = (await Promise.all(all.map((keys) => keys.signer()))).map(({ kid }) => kid);
  expect(new Set(kids).size).toBe(1);
  expect(await storage.read.selectFrom('signingKey').select('kid').execute()).toHaveLength(1);
  for (const keys of all) expect(await keys.verifier(kids[0] ?? '')).toBeDefined();
});

test('a node learns of the key that another one has begun a period with', async () => {
  const { time, all } = await nodes(2);
  const [first, second] = all;
  await first?.signer();
  await second?.signer();
  time.now += keyPeriodMs;
  const { kid } = (await first?.signer()) ?? { kid: '' };
  expect(await second?.verifier(kid)).toBeDefined();
});

test('a key that is made ahead of its time is known to all when it begins to sign', async () => {
  const { store, time, all } = await nodes(2);
  const [first, second] = all;
  time.now += keyPeriodMs - (time.now % keyPeriodMs) - 1;
  const before = await first?.signer();
  await first?.prepare(1);
  await second?.prepare(1);
  expect((await first?.signer())?.kid).toBe(before?.kid);
  time.now += 1;
  const { kid } = (await first?.signer()) ?? { kid: '' };
  expect(kid).not.toBe(before?.kid);
  // Without a look into the storage.
  store.keys = () => Promise.reject(new Error('nothing is to be asked'));
  expect(await second?.verifier(kid)).toBeDefined();
});

test('a key is good for one period after its own, and then gone', async () => {
  const { storage, store, time, all } = await nodes(1);
  const [keys] = all;
  const { kid, period } = (await keys?.signer()) ?? { kid: '', period: 0 };
  time.now += keyPeriodMs;
  expect(await keys?.verifier(kid)).toBeDefined();
  time.now += keyPeriodMs;
  expect(await keys?.verifier(kid)).toBeUndefined();
  await store.sweep(0, period + 1);
  expect(await storage.read.selectFrom('signingKey').select('kid').execute()).toEqual([]);
});

test('an unknown key costs a look into the storage once a second at most', async () => {
  const { store, time } = await nodes(0);
  let looks = 0;
  const counted = Object.assign(Object.create(store) as SessionStore, {
    keys: (from: number) => {
      looks += 1;
      return store.keys(from);
    },
  });
  const keys = new SigningKeys(counted, () => time.now);
  for (let count = 0; count < 20; count++) expect(await keys.verifier(`unknown-${count}`)).toBeUndefined();
  expect(looks).toBe(1);
});
