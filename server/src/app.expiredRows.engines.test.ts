import { deleteAccount, exportAccount, unpublishVenue } from '@foyer/contract';
import { expect, test } from 'vitest';
import { startFoyer, type Foyer } from '#testing/foyer';
import { testPassword } from '#testing/testUsers';

const hourMs = 3_600_000;

/** Adds a row with this name and time of expiry to each table whose rows expire. */
async function addRows({ running }: Foyer, name: string, expiresAt: number): Promise<void> {
  const { db } = running.storage;
  const owner = null;
  await db.insertInto('stageLink').values({ codeHash: name, expiresAt, owner }).execute();
  await db.insertInto('stageSession').values({ tokenHash: name, expiresAt, owner }).execute();
  await db
    .insertInto('ticketGrant')
    .values({ tokenHash: name, provider: 'cvent', accountId: 'a', credentials: 'c', expiresAt })
    .execute();
  await db
    .insertInto('loginAttempt')
    .values({ key: name, failures: 1, until: expiresAt, untilBefore: 0 })
    .execute();
  await db
    .insertInto('loginOutcome')
    .values({ codeHash: name, provider: 'saml.corp', loginId: 'l', externalUser: '{}', expiresAt })
    .execute();
  await db
    .insertInto('accountLink')
    .values({
      tokenHash: name,
      kind: 'registration',
      accountId: null,
      email: 'ada@example.com',
      emailKey: 'ada@example.com',
      returnTo: null,
      registration: null,
      createdAt: 0,
      expiresAt,
    })
    .execute();
  await db.insertInto('usedToken').values({ key: name, expiresAt }).execute();
  await db
    .insertInto('idempotentRequest')
    .values({
      caller: 'account:a',
      key: name,
      digest: 'd',
      status: 200,
      response: '{}',
      createdAt: expiresAt - 24 * hourMs,
    })
    .execute();
}

/** The names of the rows, by table. */
async function rowNames({ running }: Foyer): Promise<Record<string, string[]>> {
  const { read } = running.storage;
  const names = async (rows: Promise<{ name: string }[]>) => (await rows).map(({ name }) => name);
  return {
    stageLink: await names(read.selectFrom('stageLink').select('codeHash as name').execute()),
    stageSession: await names(read.selectFrom('stageSession').select('tokenHash as name').execute()),
    ticketGrant: await names(read.selectFrom('ticketGrant').select('tokenHash as name').execute()),
    loginAttempt: await names(read.selectFrom('loginAttempt').select('key as name').execute()),
    loginOutcome: await names(read.selectFrom('loginOutcome').select('codeHash as name').execute()),
    accountLink: await names(read.selectFrom('accountLink').select('tokenHash as name').execute()),
    usedToken: await names(read.selectFrom('usedToken').select('key as name').execute()),
    idempotentRequest: await names(read.selectFrom('idempotentRequest').select('key as name').execute()),
  };
}

test('expired links, sessions, grants and responses are deleted every minute, also if no others follow', async () => {
  const foyer = await startFoyer();
  await addRows(foyer, 'expired', foyer.now - hourMs);
  await addRows(foyer, 'valid', foyer.now + hourMs);
  const tables = Object.keys(await rowNames(foyer));
  foyer.advance(60_000);
  await expect
    .poll(() => rowNames(foyer))
    .toEqual(Object.fromEntries(tables.map((table) => [table, ['valid']])));
});

test("the stored responses to a designer's requests are exported, and deleted with the account", async () => {
  const foyer = await startFoyer();
  const dana = await foyer.users.add({ roles: ['ROLE_DESIGNER'] });
  const finn = await foyer.users.add({ roles: ['ROLE_DESIGNER'] });
  for (const as of [dana, finn])
    await foyer.call(unpublishVenue, {}, { as, headers: { 'idempotency-key': 'key-1' } });
  expect(await foyer.must(exportAccount, {}, { as: dana })).toMatchObject({
    repeatableRequests: [{ key: 'key-1', createdAt: foyer.now }],
  });
  const body = { email: dana.email, currentPassword: testPassword };
  await foyer.must(deleteAccount, { body }, { as: dana, headers: { 'idempotency-key': 'bye' } });
  const rows = await foyer.running.storage.db
    .selectFrom('idempotentRequest')
    .select(['caller', 'key'])
    .execute();
  expect(rows).toEqual([{ caller: `account:${finn.id}`, key: 'key-1' }]);
});
