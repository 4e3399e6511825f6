import { expect, test } from 'vitest';
import { ChatUsers } from './users.ts';

test('a look-up of more users than are cached returns all of them, described once each', async () => {
  const described: string[] = [];
  const users = new ChatUsers({
    describe: (uids) => {
      described.push(...uids);
      const details = (uid: string) => ({ name: `Name of ${uid}`, company: '', title: '', host: false });
      return Promise.resolve(new Map(uids.map((uid) => [uid, details(uid)])));
    },
    monotonicClock: () => 0,
  });
  const uids = Array.from({ length: 20_001 }, (_, index) => `user-${index}`);
  // The first user is cached before, and becomes the oldest entry, which is dropped.
  await users.get('user-0');
  const found = await users.getMany(uids);
  expect(uids.filter((uid) => found.get(uid)?.name !== `Name of ${uid}`)).toEqual([]);
  expect(described.slice(0, 20_001)).toEqual(uids);
});
