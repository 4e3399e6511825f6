import { deleteAccount, exportAccount, getUserInfo, saveProfile } from '@foyer/contract';
import { expect, test } from 'vitest';
import { addUser, goodPassword, signInHeaders } from '../testing/mailingFoyer.ts';
import type { AppTables } from '../../../app.ts';
import { openStorage, type Storage } from '#platform/storage/storage';
import { migratedDatabase } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import { publishExample } from '#testing/venues';

const due = (foyer: Foyer) =>
  foyer.running.storage.db.selectFrom('accountDeletion').select('accountId').execute();
const sessions = (foyer: Foyer) =>
  foyer.running.storage.db.selectFrom('session').select('accountId').execute();

async function signedIn(foyer: Foyer) {
  const { userId } = await addUser(foyer, 'ada@example.org');
  return {
    userId,
    ada: { as: 'anonymous' as const, headers: await signInHeaders(foyer, 'ada@example.org') },
  };
}

const remove = (foyer: Foyer, ada: { as: 'anonymous'; headers: Record<string, string> }) =>
  foyer.call(deleteAccount, { body: { email: 'ada@example.org', currentPassword: goodPassword } }, ada);

test('a completed deletion leaves nothing to finish', async () => {
  const foyer = await startFoyer();
  const { ada } = await signedIn(foyer);
  expect((await remove(foyer, ada)).status).toBe(204);
  expect([await due(foyer), await sessions(foyer)]).toEqual([[], []]);
});

const rename = (storage: Storage<AppTables>, from: string, to: string) =>
  storage.db.schema.alterTable(from).renameTo(to).execute();

/** Ending the sessions fails, which happens after the rest of the deletion. */
const breakSessions = (storage: Storage<AppTables>) => rename(storage, 'session', 'sessionRenamed');
const repairSessions = (storage: Storage<AppTables>) => rename(storage, 'sessionRenamed', 'session');

test('a deletion whose last step fails succeeds for the user, whose cached session ends', async () => {
  const foyer = await startFoyer();
  const { storage } = foyer.running;
  const { userId, ada } = await signedIn(foyer);
  // The server caches the session after this request.
  await foyer.must(getUserInfo, {}, ada);
  await breakSessions(storage);
  expect((await remove(foyer, ada)).status).toBe(204);
  expect(await due(foyer)).toEqual([{ accountId: userId }]);
  await repairSessions(storage);
  expect((await foyer.call(getUserInfo, {}, ada)).error?.code).toBe('unauthorized');
});

test('a deletion whose last step fails is finished at the next start', async () => {
  const database = await migratedDatabase();
  const foyer = await startFoyer({ database });
  const { userId, ada } = await signedIn(foyer);
  await foyer.must(getUserInfo, {}, ada);
  // Until the server stops, so that the job cannot finish it before.
  await breakSessions(foyer.running.storage);
  expect((await remove(foyer, ada)).status).toBe(204);
  expect(await due(foyer)).toEqual([{ accountId: userId }]);
  await foyer.stop();
  const storage = await openStorage<AppTables>(database);
  await repairSessions(storage);
  await storage.close();
  const after = await startFoyer({ database });
  await expect.poll(() => due(after)).toEqual([]);
  expect(await sessions(after)).toEqual([]);
  await after.stop();
  await database.remove();
});

test('the only administrator cannot delete their account', async () => {
  const foyer = await startFoyer();
  await addUser(foyer, 'alma@example.org', { roles: ['ROLE_ADMIN'] });
  const alma = { as: 'anonymous' as const, headers: await signInHeaders(foyer, 'alma@example.org') };
  const body = { email: 'alma@example.org', currentPassword: goodPassword };
  const { error } = await foyer.call(deleteAccount, { body }, alma);
  expect([error?.code, error?.details]).toEqual(['conflict', { reason: 'lastAdministrator' }]);
  expect((await foyer.call(getUserInfo, {}, alma)).status).toBe(200);
  await addUser(foyer, 'bea@example.org', { roles: ['ROLE_ADMIN'] });
  expect((await foyer.call(deleteAccount, { body }, alma)).status).toBe(204);
});

test('of two administrators who delete their accounts at the same time one remains', async () => {
  const foyer = await startFoyer();
  const emails = ['alma@example.org', 'bea@example.org'];
  for (const email of emails) await addUser(foyer, email, { roles: ['ROLE_ADMIN'] });
  await publishExample(foyer);
  const users = await Promise.all(
    emails.map(async (email) => ({ as: 'anonymous' as const, headers: await signInHeaders(foyer, email) })),
  );
  const attributes = { socialMedia: 'https://social.example.org/who-stays' };
  for (const as of users)
    await foyer.must(saveProfile, { params: { architectureId: 'nightfall' }, body: { attributes } }, as);
  const responses = await Promise.all(
    users.map((as, at) =>
      foyer.call(deleteAccount, { body: { email: emails[at] ?? '', currentPassword: goodPassword } }, as),
    ),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  expect(responses.map(({ error }) => error?.details)).toContainEqual({ reason: 'lastAdministrator' });
  // The rejected administrator keeps the data and the role.
  const remaining = users[responses.findIndex(({ status }) => status === 409)];
  const { profile, account } = await foyer.must(exportAccount, {}, remaining);
  expect(JSON.stringify(profile)).toContain('who-stays');
  expect(account).toMatchObject({ roles: ['ROLE_ATTENDEE', 'ROLE_ADMIN'] });
});

test('an administrator whose deletion fails loses the role and can try again', async () => {
  const foyer = await startFoyer();
  const emails = ['alma@example.org', 'bea@example.org'] as const;
  for (const email of emails) await addUser(foyer, email, { roles: ['ROLE_ADMIN'] });
  const [alma, bea] = await Promise.all(
    emails.map(async (email) => ({ as: 'anonymous' as const, headers: await signInHeaders(foyer, email) })),
  );
  const remove = (email: string, as = alma) =>
    foyer.call(deleteAccount, { body: { email, currentPassword: goodPassword } }, as);
  const { schema } = foyer.running.storage.db;
  await schema.alterTable('profileValue').renameTo('profileRenamed').execute();
  const failed = await remove(emails[0]);
  await schema.alterTable('profileRenamed').renameTo('profileValue').execute();
  expect(failed.status).toBe(500);
  foyer.logged.length = 0;
  expect((await remove(emails[1], bea)).error?.details).toEqual({ reason: 'lastAdministrator' });
  expect((await remove(emails[0])).status).toBe(204);
});
