import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { SingleUseRegistry, singleUseMigrations, type SingleUseTables } from '#platform/singleUseRegistry';
import { testStorage } from '#testing/database';

test('the migration keeps used values', async () => {
  const names = singleUseMigrations.findIndex(({ id }) => id === '0041-single-use-names');
  const storage = await testStorage<SingleUseTables>(singleUseMigrations.slice(0, names));
  const key = `redirect:${hash('sha256', JSON.stringify(['corp', 'a']), 'base64url')}`;
  await sql`insert into "loginUsed" ("key", "expiresAt") values (${key}, 9)`.execute(storage.db);

  await storage.migrate(singleUseMigrations);

  const registry = new SingleUseRegistry(storage);
  expect(await registry.claim('redirect', ['corp', 'a'], 9)).toBe(false);
  expect(await registry.claim('redirect', ['corp', 'b'], 9)).toBe(true);
});
