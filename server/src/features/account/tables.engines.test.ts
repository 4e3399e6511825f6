import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newAccountRow } from './directory.ts';
import { parseEmailAddress } from './emailAddress.ts';
import { accountMigrations, type AccountTables } from './tables.ts';
import { testStorage } from '#testing/database';

test('the migration releases the unverified addresses of existing accounts', async () => {
  const storage = await testStorage<AccountTables>(accountMigrations.slice(0, 1));
  const add = async (name: string, more: { passwordHash?: string; emailVerified?: 0 | 1 }) => {
    const row = newAccountRow(parseEmailAddress(`${name}@example.org`)!, {
      now: 1,
      confirmed: true,
      ...more,
    });
    await storage.db.insertInto('account').values(row).execute();
    const { emailVerified } = more;
    const identity = { provider: 'corp', subject: name, accountId: row.id, email: row.email, createdAt: 1 };
    if (emailVerified !== undefined)
      await storage.db
        .insertInto('accountIdentity')
        .values({ ...identity, emailVerified })
        .execute();
    return row.id;
  };
  const unverified = await add('named', { emailVerified: 0 });
  await add('vouched', { emailVerified: 1 });
  await add('own', { passwordHash: 'a hash', emailVerified: 0 });
  await add('invited', {});
  await storage.migrate(accountMigrations);
  const rows = await storage.db.selectFrom('account').select('emailKey').orderBy('emailKey').execute();
  expect(rows.map(({ emailKey }) => emailKey)).toEqual([
    'invited@example.org',
    `named@example.org ${unverified}`,
    'own@example.org',
    'vouched@example.org',
  ]);
});

test('the migration keeps invitations and the audit log under their new names', async () => {
  const names = accountMigrations.findIndex(({ id }) => id === '0033-account-names');
  const storage = await testStorage<AccountTables>(accountMigrations.slice(0, names));
  const { db } = storage;
  const row = newAccountRow(parseEmailAddress('ada@example.org')!, { now: 1, confirmed: false });
  await db.insertInto('account').values(row).execute();
  await sql`insert into "accountInvitation" ("accountId", "requestedAt", "takenUntil") values (${row.id}, 1, 2)`.execute(
    db,
  );
  for (const what of ['emailChangeAsked', 'resetAsked', 'created'])
    await db
      .insertInto('accountAudit')
      .values({ id: what, at: 1, actor: row.id, accountId: row.id, what, details: '{}' })
      .execute();

  await storage.migrate(accountMigrations);

  expect(await db.selectFrom('accountInvitation').selectAll().execute()).toEqual([
    { accountId: row.id, requestedAt: 1, leaseUntil: 2 },
  ]);
  const audit = await db.selectFrom('accountAudit').select(['id', 'what']).execute();
  expect(Object.fromEntries(audit.map(({ id, what }) => [id, what]))).toEqual({
    emailChangeAsked: 'emailChangeRequested',
    resetAsked: 'resetRequested',
    created: 'created',
  });
});
