import {
  createAccount,
  createFirstAdministrator,
  getUserInfo,
  importAccounts,
  invitationMs,
  listAccounts,
  getAccountLink,
  resetAccountPassword,
  setAccountBlocked,
  setAccountRoles,
  setPassword,
} from '@foyer/contract';
import { tokenIn } from '@foyer/standins/smtp';
import { expect, onTestFinished, test } from 'vitest';
import type * as z from 'zod';
import {
  addUser,
  goodPassword,
  signInHeaders,
  signInCode,
  startMailingFoyer,
} from '../testing/mailingFoyer.ts';
import { testEngine, testDatabase } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';

type AccountPage = z.infer<(typeof listAccounts)['response']>;
const anonymous = { as: 'anonymous' } as const;
const tokenOf = (url: string | undefined): string => new URL(url ?? '').hash.slice('#token='.length);

async function startWithAdmin() {
  const { foyer, smtp } = await startMailingFoyer();
  const account = await addUser(foyer, 'admin@example.org', { roles: ['ROLE_ADMIN'] });
  const admin = { as: 'anonymous' as const, headers: await signInHeaders(foyer, 'admin@example.org') };
  return { foyer, smtp, admin, adminId: account.userId };
}

const auditOf = (foyer: Foyer, accountId: string) =>
  foyer.running.storage.db
    .selectFrom('accountAudit')
    .select(['actor', 'what'])
    .where('accountId', '=', accountId)
    .execute();

test('an invitation is mailed in the language of the user and allows setting a password', async () => {
  const { foyer, smtp, admin, adminId } = await startWithAdmin();
  const body = {
    email: 'ada@example.org',
    name: 'Ada',
    locale: 'de' as const,
    roles: ['ROLE_HOST' as const],
  };
  const { account, invitation } = await foyer.must(createAccount, { body }, admin);
  expect(account).toMatchObject({ pending: true, roles: ['ROLE_ATTENDEE', 'ROLE_HOST'], lastLoginAt: null });
  expect(invitation).toEqual({ sent: true });
  const [mail] = await smtp.mailsTo('ada@example.org');
  expect(mail?.text).toContain('Guten Tag Ada');
  const token = tokenIn(mail!);
  const link = await foyer.must(getAccountLink, { body: { token } }, anonymous);
  expect(link).toMatchObject({ kind: 'invitation', expiresAt: foyer.now + invitationMs });
  await foyer.must(setPassword, { body: { token, password: goodPassword } }, anonymous);
  expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('signedIn');
  expect(await auditOf(foyer, account.userId)).toEqual([
    { actor: adminId, what: 'added' },
    { actor: 'link', what: 'passwordSet' },
  ]);
});

test('an invitation expires after seven days and can be sent again', async () => {
  const { foyer, smtp, admin } = await startWithAdmin();
  const { account } = await foyer.must(createAccount, { body: { email: 'ada@example.org' } });
  const [first] = await smtp.mailsTo('ada@example.org');
  foyer.advance(invitationMs);
  const late = await foyer.call(
    setPassword,
    { body: { token: tokenIn(first!), password: goodPassword } },
    anonymous,
  );
  expect(late.error?.code).toBe('linkExpired');
  expect((await foyer.call(listAccounts, { query: {} }, admin)).error?.code).toBe('unauthorized');
  const params = { userId: account.userId };
  expect(await foyer.must(resetAccountPassword, { params })).toEqual({ sent: true });
  const [, second] = await smtp.mailsTo('ada@example.org', 2);
  await foyer.must(setPassword, { body: { token: tokenIn(second!), password: goodPassword } }, anonymous);
});

test('without a mail server the administrator gets the links', async () => {
  const foyer = await startFoyer();
  const { account, invitation } = await foyer.must(createAccount, { body: { email: 'ada@example.org' } });
  expect(invitation?.sent).toBe(false);
  const body = { token: tokenOf(invitation?.url), password: goodPassword };
  await foyer.must(setPassword, { body }, anonymous);
  const reset = await foyer.must(resetAccountPassword, { params: { userId: account.userId } });
  expect(reset.url).toContain(`${foyer.running.config.publicUrl}/account/link#token=`);
});

test('a reset works for an account without a login option and is rejected for one of an identity provider', async () => {
  const { foyer, smtp } = await startWithAdmin();
  const { userId } = await addUser(foyer, 'ada@example.org');
  const { db } = foyer.running.storage;
  await db.updateTable('account').set({ passwordHash: null }).where('id', '=', userId).execute();
  const reset = () => foyer.call(resetAccountPassword, { params: { userId } });
  expect((await reset()).body).toEqual({ sent: true });
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  const identity = { subject: 's1', email: 'ada@example.org', emailVerified: 1, createdAt: foyer.now };
  await db
    .insertInto('accountIdentity')
    .values({ ...identity, provider: 'corp', accountId: userId })
    .execute();
  expect((await reset()).error?.code).toBe('conflict');
  await foyer.must(setPassword, { body: { token, password: goodPassword } }, anonymous);
  expect((await reset()).status).toBe(200);
});

test('accounts are listed by email, searched, and paged', async () => {
  const { foyer } = await startWithAdmin();
  for (const [email, name] of [
    ['bea@example.org', 'Bea Ärmel'],
    ['ada@example.org', 'Ada'],
    ['100%@example.org', ''],
  ] as const)
    await foyer.must(createAccount, { body: { email, name, password: goodPassword } });
  const page = (query: { q?: string; cursor?: string; limit?: string }) =>
    foyer.must(listAccounts, { query: query as { q?: string } });
  const emails = async (query: { q?: string }) => (await page(query)).accounts.map(({ email }) => email);
  expect(await emails({})).toEqual([
    '100%@example.org',
    'ada@example.org',
    'admin@example.org',
    'bea@example.org',
  ]);
  expect(await emails({ q: 'ÄRMEL' })).toEqual(['bea@example.org']);
  expect(await emails({ q: '%' })).toEqual(['100%@example.org']);
  const paged: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { accounts, nextCursor }: AccountPage = await page({ limit: '2', ...(cursor && { cursor }) });
    paged.push(accounts.map(({ email }) => email).join());
    cursor = nextCursor;
  }
  expect(paged).toEqual(['100%@example.org,ada@example.org', 'admin@example.org,bea@example.org']);
});

test('ROLE-01n a removed role has no effect from the next request on and cannot restore itself', async () => {
  const { foyer, admin } = await startWithAdmin();
  const { userId } = await addUser(foyer, 'bea@example.org', { roles: ['ROLE_ADMIN'] });
  const bea = { as: 'anonymous' as const, headers: await signInHeaders(foyer, 'bea@example.org') };
  await foyer.must(listAccounts, { query: {} }, bea);
  const promoted = { params: { userId }, body: { roles: ['ROLE_ADMIN' as const] } };
  await foyer.must(setAccountRoles, { ...promoted, body: { roles: [] } }, admin);
  for (const response of [
    await foyer.call(listAccounts, { query: {} }, bea),
    await foyer.call(setAccountRoles, promoted, bea),
  ])
    expect(response.error?.code).toBe('forbidden');
});

// SQLite belongs to one process; only on PostgreSQL there are several nodes.
if (testEngine === 'postgres')
  test('ROLE-01p a node that has not received the change yet does not accept the role for accounts', async () => {
    const { foyer, admin } = await startWithAdmin();
    const { userId } = await addUser(foyer, 'bea@example.org', { roles: ['ROLE_ADMIN'] });
    const bea = { as: 'anonymous' as const, headers: await signInHeaders(foyer, 'bea@example.org') };
    const other = await testDatabase('sqlite');
    onTestFinished(() => other.remove());
    const { databaseUrl } = foyer.running.config;
    const stale = await startFoyer({ database: { dataDir: other.dataDir, databaseUrl } });
    await stale.must(listAccounts, { query: {} }, bea);
    await foyer.must(setAccountRoles, { params: { userId }, body: { roles: [] } }, admin);
    const roles = { roles: ['ROLE_ADMIN' as const] };
    const csv = 'email,role\nmallory@example.org,admin';
    for (const response of [
      await stale.call(setAccountRoles, { params: { userId }, body: roles }, bea),
      await stale.call(createAccount, { body: { email: 'mallory@example.org', ...roles } }, bea),
      await stale.call(importAccounts, { body: { csv, invite: false } }, bea),
    ])
      expect(response.error?.code).toBe('forbidden');
  });

test("ROLE-01o of two administrators who remove each other's role at the same time one remains", async () => {
  const { foyer, admin, adminId } = await startWithAdmin();
  const { userId } = await addUser(foyer, 'bea@example.org', { roles: ['ROLE_ADMIN'] });
  const bea = { as: 'anonymous' as const, headers: await signInHeaders(foyer, 'bea@example.org') };
  const removeRole = (id: string, as: typeof bea) =>
    foyer.call(setAccountRoles, { params: { userId: id }, body: { roles: [] } }, as);
  const responses = await Promise.all([removeRole(userId, admin), removeRole(adminId, bea)]);
  expect(responses.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 403]));
});

test('blocking an account ends its sessions and prevents its login until it is unblocked', async () => {
  const { foyer, admin } = await startWithAdmin();
  const { userId } = await addUser(foyer, 'ada@example.org');
  const ada = { as: 'anonymous' as const, headers: await signInHeaders(foyer, 'ada@example.org') };
  const params = { userId };
  await foyer.must(setAccountBlocked, { params, body: { blocked: true } }, admin);
  expect((await foyer.call(getUserInfo, {}, ada)).error?.code).toBe('unauthorized');
  expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('accountBlocked');
  expect((await foyer.call(resetAccountPassword, { params }, admin)).error?.code).toBe('conflict');
  await foyer.must(setAccountBlocked, { params, body: { blocked: false } }, admin);
  // The ended session stays ended.
  expect((await foyer.call(getUserInfo, {}, ada)).error?.code).toBe('unauthorized');
  expect(await signInCode(foyer, 'ada@example.org', goodPassword)).toBe('signedIn');
});

test('blocking an account invalidates the links of earlier mails', async () => {
  const { foyer, smtp, admin } = await startWithAdmin();
  const { account } = await foyer.must(createAccount, { body: { email: 'ada@example.org' } });
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  const params = { userId: account.userId };
  await foyer.must(setAccountBlocked, { params, body: { blocked: true } }, admin);
  const { error } = await foyer.call(setPassword, { body: { token, password: goodPassword } }, anonymous);
  expect(error?.code).toBe('linkExpired');
});

test('roles are set, and administrators cannot remove their own role or block themselves', async () => {
  const { foyer, admin, adminId } = await startWithAdmin();
  const { userId } = await addUser(foyer, 'ada@example.org');
  const given = await foyer.must(
    setAccountRoles,
    { params: { userId }, body: { roles: ['ROLE_DESIGNER', 'ROLE_HOST'] } },
    admin,
  );
  expect(given.roles).toEqual(['ROLE_ATTENDEE', 'ROLE_HOST', 'ROLE_DESIGNER']);
  const own = await foyer.call(setAccountRoles, { params: { userId: adminId }, body: { roles: [] } }, admin);
  expect(own.error?.code).toBe('conflict');
  const params = { userId: adminId };
  const blocked = await foyer.call(setAccountBlocked, { params, body: { blocked: true } }, admin);
  expect(blocked.error?.code).toBe('conflict');
  const unknown = await foyer.call(setAccountRoles, { params: { userId: 'nobody' }, body: { roles: [] } });
  expect(unknown.error?.code).toBe('notFound');
});

test.each(['ROLE_ATTENDEE', 'ROLE_HOST', 'ROLE_DESIGNER'] as const)(
  '%s cannot list or add accounts',
  async (role) => {
    const { foyer } = await startMailingFoyer();
    await addUser(foyer, 'ada@example.org', { roles: [role] });
    const ada = { as: 'anonymous' as const, headers: await signInHeaders(foyer, 'ada@example.org') };
    expect((await foyer.call(listAccounts, { query: {} }, ada)).error?.code).toBe('forbidden');
    const body = { email: 'bea@example.org', roles: ['ROLE_ADMIN' as const] };
    expect((await foyer.call(createAccount, { body }, ada)).error?.code).toBe('forbidden');
  },
);

test('the first administrator comes from a link that works once', async () => {
  const foyer = await startFoyer();
  const link = await foyer.running.app.firstAdministratorLink();
  const token = tokenOf(link?.url);
  expect(await foyer.must(getAccountLink, { body: { token } }, anonymous)).toMatchObject({
    kind: 'firstAdministrator',
    email: '',
  });
  const create = (email: string) =>
    foyer.call(
      createFirstAdministrator,
      { body: { token, email, password: goodPassword, name: 'Ada' } },
      anonymous,
    );
  const responses = await Promise.all([create('ada@example.org'), create('bea@example.org')]);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 410]));
  expect(responses.find(({ status }) => status === 200)?.body.session?.idToken).toBeDefined();
  const { accounts } = await foyer.must(listAccounts, { query: {} });
  expect(accounts.map(({ roles }) => roles)).toEqual([['ROLE_ATTENDEE', 'ROLE_ADMIN']]);
  expect(await foyer.running.app.firstAdministratorLink()).toBeUndefined();
});

test('the link of the first administrator expires once there is one', async () => {
  const foyer = await startFoyer();
  const token = tokenOf((await foyer.running.app.firstAdministratorLink())?.url);
  await addUser(foyer, 'admin@example.org', { roles: ['ROLE_ADMIN'] });
  expect((await foyer.call(getAccountLink, { body: { token } }, anonymous)).error?.code).toBe('linkExpired');
  const body = { token, email: 'bea@example.org', password: goodPassword, name: '' };
  expect((await foyer.call(createFirstAdministrator, { body }, anonymous)).error?.code).toBe('linkExpired');
});

test('a password link does not create an administrator', async () => {
  const foyer = await startFoyer();
  const { invitation } = await foyer.must(createAccount, { body: { email: 'ada@example.org' } });
  const body = { token: tokenOf(invitation?.url), email: 'x@example.org', password: goodPassword, name: '' };
  expect((await foyer.call(createFirstAdministrator, { body }, anonymous)).error?.code).toBe('linkExpired');
});
