import { expect, test } from 'vitest';
import { newAccountRow, AccountDirectory } from './directory.ts';
import { parseEmailAddress } from './emailAddress.ts';
import type { Hasher } from './passwords/passwordHasher.ts';
import { AccountLinks } from './mail/links.ts';
import { AccountStore, formatRoles } from './store.ts';
import { accountMigrations, type AccountTables } from './tables.ts';
import type { ExternalPerson } from '#platform/identity';
import { testStorage } from '#testing/database';

/** Counts what it is asked, and knows a password by its name. */
class CountingHasher implements Hasher {
  asked = 0;
  async hash(password: string): Promise<string> {
    return `hash of ${password}`;
  }
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    this.asked += 1;
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

const ada: ExternalPerson = {
  provider: 'corp',
  subject: 's1',
  email: 'ada@example.org',
  emailVerified: true,
  name: 'Ada',
};
const refused = (code: string) => expect.objectContaining({ code });

test('input 16: a miss costs a hash as a hit does', async () => {
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
  const right: boolean[] = [];
  for (const [email, password] of tried) right.push((await directory.verifyPassword(email, password)).right);
  expect(right).toEqual([true, false, false, false, false]);
  expect(hasher.asked).toBe(tried.length);
});

test('a person from outside gets an account, and the same one again', async () => {
  const { directory } = await openDirectory();
  const first = await directory.admit(ada);
  expect(first).toMatchObject({
    created: true,
    account: { name: 'Ada', pending: false, passwordMark: '' },
  });
  const again = await directory.admit({ ...ada, email: 'new@example.org' });
  expect(again).toEqual({ created: false, account: first.account });
});

test('what a provider says of a person is kept as a line that can be read', async () => {
  const { directory } = await openDirectory();
  const { account } = await directory.admit({
    ...ada,
    name: ' Ada\u202E\n\u0000 Love ',
    title: `e${'\u0301'.repeat(20)}`,
    company: '😀'.repeat(400),
  });
  expect(account).toMatchObject({ name: 'Ada Love', company: '😀'.repeat(255) });
  expect(account.title.length).toBeLessThanOrEqual(7);
});

test('many sign-ins of a new person at once make one account', async () => {
  const { directory } = await openDirectory();
  const admitted = await Promise.all(Array.from({ length: 20 }, () => directory.admit(ada)));
  expect(new Set(admitted.map(({ account }) => account.id)).size).toBe(1);
  expect(admitted.filter(({ created }) => created)).toHaveLength(1);
});

test.each([
  ['that has a password', { passwordHash: 'hash of right' }],
  ['that is blocked', { blocked: 1 as const }],
])('an account %s is not opened to a provider', async (what, more) => {
  const { directory, add, store } = await openDirectory();
  const id = await add('ada@example.org', more);
  await expect(directory.admit(ada)).rejects.toEqual(
    refused(what.endsWith('blocked') ? 'accountBlocked' : 'duplicateAccount'),
  );
  expect(await store.identitiesOf([id])).toEqual([]);
});

test('an account of one provider is not opened to another', async () => {
  const { directory } = await openDirectory();
  await directory.admit(ada);
  await expect(directory.admit({ ...ada, provider: 'saml.other' })).rejects.toEqual(
    refused('duplicateAccount'),
  );
});

test('the same provider may know a person anew by a verified email', async () => {
  const { directory } = await openDirectory();
  const first = await directory.admit(ada);
  const { account, created } = await directory.admit({ ...ada, subject: 's2' });
  expect([account.id, created]).toEqual([first.account.id, false]);
});

test('a mailbox that a company gives to somebody else does not hand over the account of whoever had it', async () => {
  const { directory } = await openDirectory();
  await directory.admit({ ...ada, lastingSubject: true });
  await expect(directory.admit({ ...ada, subject: 's2', lastingSubject: true })).rejects.toEqual(
    refused('duplicateAccount'),
  );
});

test('Pre-hijack: an email that is not verified opens no account that is there', async () => {
  const { directory, add } = await openDirectory();
  await add('invited@example.org', { confirmed: false });
  const person = { ...ada, email: 'invited@example.org', emailVerified: false };
  await expect(directory.admit(person)).rejects.toEqual(refused('duplicateAccount'));
});

test('Pre-hijack: an unverified email neither holds the address nor is handed to the one who proves it', async () => {
  const { directory, store } = await openDirectory();
  const attacker = await directory.admit({ ...ada, emailVerified: false, subject: 'attacker' });
  expect(await store.byEmail('ada@example.org')).toBeUndefined();
  const victim = await directory.admit({ ...ada, subject: 'victim' });
  expect(victim.created).toBe(true);
  expect(victim.account.id).not.toBe(attacker.account.id);
  expect((await store.byEmail('ada@example.org'))?.id).toBe(victim.account.id);
  // And again, each to their own, also once the provider would vouch for both.
  const again = await directory.admit({ ...ada, subject: 'attacker' });
  expect([again.created, again.account.id]).toEqual([false, attacker.account.id]);
  expect((await store.byEmail('ada@example.org'))?.id).toBe(victim.account.id);
});

test('an email that a provider vouches for only later holds its address from then on', async () => {
  const { directory, store } = await openDirectory();
  const { account } = await directory.admit({ ...ada, emailVerified: false });
  await directory.admit({ ...ada, emailVerified: false });
  expect(await store.byEmail('ada@example.org')).toBeUndefined();
  const verified = await directory.admit({ ...ada, email: 'Ada.L@example.org' });
  expect(verified).toMatchObject({ created: false, account: { id: account.id, email: 'Ada.L@example.org' } });
  expect((await store.byEmail('ada.l@example.org'))?.id).toBe(account.id);
  // From then on the provider is believed by this email, as it is of whom it vouched for at once.
  const again = await directory.admit({ ...ada, subject: 's2', email: 'ada.l@example.org' });
  expect([again.created, again.account.id]).toEqual([false, account.id]);
});

test('an invited person may come in through a provider, with the roles of the invitation', async () => {
  const { directory, add } = await openDirectory();
  const id = await add('ada@example.org', { confirmed: false, roles: ['ROLE_HOST'] });
  const { account, created } = await directory.admit(ada);
  expect(created).toBe(false);
  expect(account).toMatchObject({ id, pending: false, name: 'Ada', roles: ['ROLE_ATTENDEE', 'ROLE_HOST'] });
});

test.each(['corp', 'cvent'])(
  'Pre-hijack: who comes in through %s leaves no earlier mail that lets somebody else in',
  async (provider) => {
    const { directory, add, store } = await openDirectory();
    const accountId = await add('ada@example.org', { confirmed: false });
    const links = new AccountLinks(store, () => 1_000);
    const token = await store.transaction(async (trx) => {
      await trx
        .insertInto('accountInvitation')
        .values({ accountId, requestedAt: 1, takenUntil: 0 })
        .execute();
      const address = { email: 'ada@example.org', emailKey: 'ada@example.org' };
      return (await links.create(trx, { kind: 'invitation', accountId, ...address })).token;
    });
    await directory.admit({ ...ada, provider });
    await expect(links.read(token)).rejects.toEqual(refused('linkExpired'));
    expect(await store.read.selectFrom('accountInvitation').selectAll().execute()).toEqual([]);
  },
);

test('a ticket does not take up an invitation to more than attending', async () => {
  const { directory, add } = await openDirectory();
  await add('ada@example.org', { confirmed: false, roles: ['ROLE_ADMIN'] });
  await expect(directory.admit({ ...ada, provider: 'cvent' })).rejects.toEqual(refused('duplicateAccount'));
  await add('bea@example.org', { confirmed: false });
  const bea = await directory.admit({ ...ada, provider: 'cvent', email: 'bea@example.org' });
  expect(bea.account.pending).toBe(false);
});

test('a ticket opens nothing of more than an attendee, neither anew nor by another number', async () => {
  const { directory, store } = await openDirectory();
  const { account } = await directory.admit({ ...ada, provider: 'cvent' });
  await store.transaction((trx) => store.update(trx, account.id, { roles: formatRoles(['ROLE_ADMIN']) }));
  for (const subject of ['s1', 's2'])
    await expect(directory.admit({ ...ada, provider: 'cvent', subject })).rejects.toEqual(
      refused('duplicateAccount'),
    );
});

test('a person without an email is not let in', async () => {
  const { directory } = await openDirectory();
  await expect(directory.admit({ ...ada, email: '' })).rejects.toEqual(refused('invalidCredentials'));
});

test('a blocked person is not let in through a provider', async () => {
  const { directory, store } = await openDirectory();
  const { account } = await directory.admit(ada);
  await store.transaction((trx) => store.update(trx, account.id, { blocked: 1 }));
  await expect(directory.admit(ada)).rejects.toEqual(refused('accountBlocked'));
});
