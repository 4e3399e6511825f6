import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSecrets, secretMigrations, type SecretTables } from '#platform/secrets';
import { testStorage } from '#testing/database';

test('a secret is created once and is the same on all nodes and after a restart', async () => {
  const storage = await testStorage<SecretTables>(secretMigrations);
  const nodes = Array.from({ length: 5 }, () => createSecrets(storage, () => 1));
  const keys = await Promise.all(nodes.map((node) => node.key('signing')));
  for (const key of keys) expect(key).toEqual(keys[0]);
  expect(keys[0]).toHaveLength(32);
  expect(await createSecrets(storage, () => 2).key('signing')).toEqual(keys[0]);
});

test('different names have different secrets', async () => {
  const storage = await testStorage<SecretTables>(secretMigrations);
  const secrets = createSecrets(storage, () => 1);
  expect(await secrets.key('one')).not.toEqual(await secrets.key('two'));
});

test('the migration keeps keys', async () => {
  const names = secretMigrations.findIndex(({ id }) => id === '0006-secret-names');
  const storage = await testStorage<SecretTables>(secretMigrations.slice(0, names));
  const key = Buffer.alloc(32, 7);
  await sql`insert into "secret" ("name", "value", "made_at") values ('a', ${key}, 1)`.execute(storage.db);

  await storage.migrate(secretMigrations);

  expect(await createSecrets(storage, () => 2).key('a')).toEqual(key);
});
