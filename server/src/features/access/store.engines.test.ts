import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hashSecret } from '#platform/secret';
import { accessMigrations, AccessStore, type AccessTables } from './store.ts';
import { testStorage } from '#testing/database';

test('the migration keeps stage links and stage sessions under their new names', async () => {
  const names = accessMigrations.findIndex(({ id }) => id === '0005-stage-names');
  const storage = await testStorage<AccessTables>(accessMigrations.slice(0, names));
  await sql`insert into "stage_link" ("code_hash", "expires_at", "owner")
    values (${hashSecret('code')}, 7, 'ada')`.execute(storage.db);
  await sql`insert into "stage_session" ("token_hash", "expires_at", "owner")
    values (${hashSecret('token')}, 8, null)`.execute(storage.db);

  await storage.migrate(accessMigrations);

  const store = new AccessStore(storage);
  expect(await store.findLink('code')).toEqual({ expiresAt: 7, owner: 'ada' });
  expect(await store.session(hashSecret('token'))).toEqual({ expiresAt: 8, owner: undefined });
});
