import { expect, test } from 'vitest';
import { testStorage } from '#testing/database';
import { CapturedMessageStore } from './store.ts';
import { frontendLogMigration, type FrontendLogTables } from './tables.ts';

test('ERROR-10l the oldest messages beyond the maximum are deleted', async () => {
  const store = new CapturedMessageStore(await testStorage<FrontendLogTables>([frontendLogMigration]));
  const row = {
    mode: 'LIVE',
    accountId: 'u-1',
    email: 'ada@example.org',
    level: 'ERROR',
    category: 'ASSET',
    origin: 'UI',
    browser: 'Firefox',
    clientVersion: '2.0.0',
    requestId: 'r-1',
    messageDetails: '{}',
    clientDetails: '{}',
  } as const;
  for (const at of [1, 2, 3, 4]) await store.add({ ...row, id: `m-${at}` }, `key ${at}`, at);
  await store.deleteBeyond(4);
  await store.deleteBeyond(2);
  expect((await store.list({}, undefined, 10)).map(({ id }) => id)).toEqual(['m-4', 'm-3']);
});
