import { deleteAccount, exportAccount, getTrackingUserId } from '@foyer/contract';
import { expect, test } from 'vitest';
import { testPassword } from '#testing/testUsers';
import { startAnalytics } from './testing/analyticsVenue.ts';
import { eventOf, send, storedHits, storedStays } from './testing/hits.ts';

const dayMs = 24 * 3_600_000;

test('TRACK-12s the export of an account has its hits of all days, and its deletion deletes them', async () => {
  const foyer = await startAnalytics();
  const before = await foyer.account();
  const { uid } = await foyer.must(getTrackingUserId, {}, { as: before });
  await send(foyer, {}, { as: before });
  foyer.advance(2 * dayMs);
  const user = { ...before, ...(await foyer.users.signIn(before.email)) };
  const other = await foyer.account();
  await send(foyer, { uid, ...eventOf('reaction', 'send', 'kind=clap') }, { as: user });
  await send(foyer, {}, { as: other });
  await send(foyer);
  const { analytics } = (await foyer.must(exportAccount, {}, { as: user })) as { analytics: object };
  expect(analytics).toMatchObject({
    hits: [
      { at: new Date(foyer.now - 2 * dayMs).toISOString(), category: 'page', areaId: 'lobby' },
      { at: new Date(foyer.now).toISOString(), category: 'reaction', kind: 'clap', userKey: uid },
    ],
    stays: [{ areaId: 'lobby', activeMs: 0 }],
  });
  await foyer.must(
    deleteAccount,
    { body: { email: user.email, currentPassword: testPassword } },
    { as: user },
  );
  expect(await storedHits(foyer)).toHaveLength(2);
  expect(await storedStays(foyer)).toHaveLength(2);
});

test('TRACK-12t the key of a user also finds hits whose day is not kept any more', async () => {
  const foyer = await startAnalytics({ env: { ANALYTICS_RETENTION_DAYS: '1' } });
  const user = await foyer.account();
  const { uid } = await foyer.must(getTrackingUserId, {}, { as: user });
  await send(foyer, { uid }, { as: user });
  const [hit] = await storedHits(foyer);
  const { db } = foyer.running.storage;
  await db
    .updateTable('analyticsHit')
    .set({ visitor: 'of another day' })
    .where('rand', '=', hit?.rand ?? '')
    .execute();
  const { analytics } = (await foyer.must(exportAccount, {}, { as: user })) as {
    analytics: { hits: object[] };
  };
  expect(analytics.hits).toHaveLength(1);
});
