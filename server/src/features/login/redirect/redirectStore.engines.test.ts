import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hashSecret } from '#platform/secret';
import { singleUseMigrations } from '#platform/singleUseRegistry';
import { redirectMigration, RedirectStore, type RedirectTables } from './redirectStore.ts';
import { testStorage } from '#testing/database';

test('the migration keeps the outcomes of SAML logins', async () => {
  const storage = await testStorage<RedirectTables>(singleUseMigrations);
  await sql`insert into "loginSaid" ("codeHash", "provider", "tripId", "said", "expiresAt")
    values (${hashSecret('code')}, 'corp', 'login', '{}', 9)`.execute(storage.db);

  await storage.migrate([...singleUseMigrations, redirectMigration]);

  expect(await new RedirectStore(storage).consumeOutcome('code', 'corp', 1)).toEqual({
    loginId: 'login',
    externalUser: '{}',
  });
});
