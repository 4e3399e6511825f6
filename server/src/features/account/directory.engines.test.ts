import { expect, test } from 'vitest';
import { newAccountRow, AccountDirectory } from './directory.ts';
import { parseEmailAddress } from './emailAddress.ts';
import type { Hasher } from './passwords/passwordHasher.ts';
import { AccountLinks } from './mail/links.ts';
import { AccountStore, formatRoles } from './store.ts';
import { accountMigrations, type AccountTables } from './tables.ts';
import type { ExternalUser } from '#platform/identity';
import { testStorage } from '#testing/database';

/** Counts verifications; the hash of a password is its text. */
class CountingHasher implements Hasher {
  verifications = 0;
  async hash(password: string): Promise<string> {
    return `hash of ${password}`;
  }
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    this.verifications += 1;
    return passwordHash === `hash of ${password}`;
  }
}

async function openDirectory() {
  const store = new AccountStore(await testStorage<AccountTables>(accountMigrations));
  const hasher = new CountingHasher();
  const directory = new AccountDirectory({
    store,
    hasher,
    clock: () => 1_000,
    changes: { accountChanged: () => undefined },
  });
  const add = async (
    email: string,
    more: Partial<Parameters<typeof newAccountRow>[1]> & { blocked?: 1 } = {},
  ) => {
    const row = newAccountRow(parseEmailAddress(email)!, { now: 1_000, confirmed: true, ...more });
    await store.transaction((trx) => store.insert(trx, { ...row, blocked: more.blocked ?? 0 }));
    return row.id;
  };
  return { store, hasher, directory, add };
}

const ada: ExternalUser = {
  provider: 'corp',
  subject: 's1',
  email: 'ada@example.org',
  emailVerified: true,
  name: 'Ada',
};
const rejection = (code: string) => expect.objectContaining({ code });

test('input 16: an unknown account costs a hash like a known one', async () => {
  const { directory, hasher, add } = await openDirectory();
  await add('ada@example.org', { passwordHash: 'hash of right' });
  await add('external@example.org');
  const tried: [string, string][] = [
    ['ada@example.org', 'right'],
    ['ada@example.org', 'wrong'],
    ['nobody@example.org', 'right'],
    ['external@example.org', 'right'],
    ['no address', 'right'],
  ];
  const results: boolean[] = [];
  for (const [email, password] of tried)
    results.push((await directory.verifyPassword(email, password)).isCorrect);
  expect(results).toEqual([true, false, false, false, false]);
  expect(hasher.verifications).toBe(tried.length);
});

test('a user of a provider gets an account, and the same one at the next login', async () => {
  const { directory } = await openDirectory();
  const first = await directory.findOrCreate(ada);
  expect(first).toMatchObject({
    created: true,
    account: { name: 'Ada', pending: false, passwordFingerprint: '' },
  });
  const again = await directory.findOrCreate({ ...ada, email: 'new@example.org' });
  expect(again).toEqual({ created: false, account: first.account });
});

test('profile data of a provider is stored as readable single lines', async () => {
  const { directory } = await openDirectory();
  const { account } = await directory.findOrCreate({
    ...ada,
    name: ' Ada\u202E\n\u0000 Love ',
    title: `e${'\u0301'.repeat(20)}`,
    company: '😀'.repeat(400),
  });
  expect(account).toMatchObject({ name: 'Ada Love', company: '😀'.repeat(255) });
  expect(account.title.length).toBeLessThanOrEqual(7);
});

test('concurrent sign-ins of a new user create one account', async () => {
  const { directory } = await openDirectory();
  const admitted = await Promise.all(Array.from({ length: 20 }, () => directory.findOrCreate(ada)));
  expect(new Set(admitted.map(({ account }) => account.id)).size).toBe(1);
  expect(admitted.filter(({ created }) => created)).toHaveLength(1);
});

test.each([
  ['that has a password', { passwordHash: 'hash of right' }],
  ['that is blocked', { blocked: 1 as const }],
])('an account %s is not linked to a provider', async (what, more) => {
  const { directory, add, store } = await openDirectory();
  const id = await add('ada@example.org', more);
  await expect(directory.findOrCreate(ada)).rejects.toEqual(
    rejection(what.endsWith('blocked') ? 'accountBlocked' : 'duplicateAccount'),
  );
  expect(await store.identitiesOf([id])).toEqual([]);
});

test('an account of one provider is not linked to another', async () => {
  const { directory } = await openDirectory();
  await directory.findOrCreate(ada);
  await expect(directory.findOrCreate({ ...ada, provider: 'saml.other' })).rejects.toEqual(
    rejection('duplicateAccount'),
  );
});

test('the same provider may link a new subject by a verified email', async () => {
  const { directory } = await openDirectory();
  const first = await directory.findOrCreate(ada);
  const { account, created } = await directory.findOrCreate({ ...ada, subject: 's2' });
  expect([account.id, created]).toEqual([first.account.id, false]);
});

test("a mailbox reassigned to another user does not give access to the previous user's account", async () => {
  const { directory } = await openDirectory();
  await directory.findOrCreate({ ...ada, stableSubject: true });
  await expect(directory.findOrCreate({ ...ada, subject: 's2', stableSubject: true })).rejects.toEqual(
    rejection('duplicateAccount'),
  );
});

test('Pre-hijack: an unverified email gives no access to an existing account', async () => {
  const { directory, add } = await openDirectory();
  await add('invited@example.org', { confirmed: false });
  const user = { ...ada, email: 'invited@example.org', emailVerified: false };
  await expect(directory.findOrCreate(user)).rejects.toEqual(rejection('duplicateAccount'));
});

test('Pre-hijack: an account with an unverified email neither reserves the address nor goes to the user who proves it', async () => {
  const { directory, store } = await openDirectory();
  const attacker = await directory.findOrCreate({ ...ada, emailVerified: false, subject: 'attacker' });
  expect(await store.byEmail('ada@example.org')).toBeUndefined();
  const victim = await directory.findOrCreate({ ...ada, subject: 'victim' });
  expect(victim.created).toBe(true);
  expect(victim.account.id).not.toBe(attacker.account.id);
  expect((await store.byEmail('ada@example.org'))?.id).toBe(victim.account.id);
  // At the next login each gets their own account, even after the provider has verified both.
  const again = await directory.findOrCreate({ ...ada, subject: 'attacker' });
  expect([again.created, again.account.id]).toEqual([false, attacker.account.id]);
  expect((await store.byEmail('ada@example.org'))?.id).toBe(victim.account.id);
});

test('an email that a provider verifies later is reserved from then on', async () => {
  const { directory, store } = await openDirectory();
  const { account } = await directory.findOrCreate({ ...ada, emailVerified: false });
  await directory.findOrCreate({ ...ada, emailVerified: false });
  expect(await store.byEmail('ada@example.org')).toBeUndefined();
  const verified = await directory.findOrCreate({ ...ada, email: 'Ada.L@example.org' });
  expect(verified).toMatchObject({ created: false, account: { id: account.id, email: 'Ada.L@example.org' } });
  expect((await store.byEmail('ada.l@example.org'))?.id).toBe(account.id);
  // From then on this email links new subjects of the provider.
  const again = await directory.findOrCreate({ ...ada, subject: 's2', email: 'ada.l@example.org' });
  expect([again.created, again.account.id]).toEqual([false, account.id]);
});

test('an invited user may log in through a provider and gets the roles of the invitation', async () => {
  const { directory, add } = await openDirectory();
  const id = await add('ada@example.org', { confirmed: false, roles: ['ROLE_HOST'] });
  const { account, created } = await directory.findOrCreate(ada);
  expect(created).toBe(false);
  expect(account).toMatchObject({ id, pending: false, name: 'Ada', roles: ['ROLE_ATTENDEE', 'ROLE_HOST'] });
});

test.each(['corp', 'cvent'])(
  'Pre-hijack: logging in through %s invalidates the links of earlier mails',
  async (provider) => {
    const { directory, add, store } = await openDirectory();
    const accountId = await add('ada@example.org', { confirmed: false });
    const links = new AccountLinks(store, () => 1_000);
    const token = await store.transaction(async (trx) => {
      await trx
        .insertInto('accountInvitation')
        .values({ accountId, requestedAt: 1, leaseUntil: 0 })
        .execute();
      const address = { email: 'ada@example.org', emailKey: 'ada@example.org' };
      return (await links.create(trx, { kind: 'invitation', accountId, ...address })).token;
    });
    await directory.findOrCreate({ ...ada, provider });
    await expect(links.read(token)).rejects.toEqual(rejection('linkExpired'));
    expect(await store.read.selectFrom('accountInvitation').selectAll().execute()).toEqual([]);
  },
);

test('a ticket cannot accept an invitation with more than the attendee role', async () => {
  const { directory, add } = await openDirectory();
  await add('ada@example.org', { confirmed: false, roles: ['ROLE_ADMIN'] });
  await expect(directory.findOrCreate({ ...ada, provider: 'cvent' })).rejects.toEqual(
    rejection('duplicateAccount'),
  );
  await add('bea@example.org', { confirmed: false });
  const bea = await directory.findOrCreate({ ...ada, provider: 'cvent', email: 'bea@example.org' });
  expect(bea.account.pending).toBe(false);
});

test('a ticket gives no access to an account with more than the attendee role, also with another number', async () => {
  const { directory, store } = await openDirectory();
  const { account } = await directory.findOrCreate({ ...ada, provider: 'cvent' });
  await store.transaction((trx) => store.update(trx, account.id, { roles: formatRoles(['ROLE_ADMIN']) }));
  for (const subject of ['s1', 's2'])
    await expect(directory.findOrCreate({ ...ada, provider: 'cvent', subject })).rejects.toEqual(
      rejection('duplicateAccount'),
    );
});

test('a user without an email is rejected', async () => {
  const { directory } = await openDirectory();
  await expect(directory.findOrCreate({ ...ada, email: '' })).rejects.toEqual(
    rejection('invalidCredentials'),
  );
});

test('a blocked user cannot log in through a provider', async () => {
  const { directory, store } = await openDirectory();
  const { account } = await directory.findOrCreate(ada);
  await store.transaction((trx) => store.update(trx, account.id, { blocked: 1 }));
  await expect(directory.findOrCreate(ada)).rejects.toEqual(rejection('accountBlocked'));
});
