import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { appliedMigrations, NewerDatabaseError } from '#platform/storage/migrate';
import type { Migration } from '#platform/storage/migration';
import { testStorage } from '#testing/database';
import { itemIds, itemMigration, itemStorage } from '#testing/items';

const addNote: Migration = {
  id: '0002-note',
  up: (db) => db.schema.alterTable('item').addColumn('note', 'text').execute(),
};
const failing: Migration = {
  id: '0003-failing',
  up: async (db) => {
    await sql`insert into item (id, name, size) values ('half', 'Half', 1)`.execute(db);
    await sql`select * from nowhere`.execute(db);
  },
};

test('migrations are applied once, in the order of their ids', async () => {
  const storage = await testStorage([addNote, itemMigration]);
  await storage.migrate([itemMigration, addNote]);
  expect(await appliedMigrations(storage.read, storage.engine)).toEqual(['0001-item', '0002-note']);
});

test('a failing migration rolls back all migrations of its run', async () => {
  const storage = await itemStorage();
  await expect(storage.migrate([itemMigration, addNote, failing])).rejects.toThrow(/nowhere/);
  expect(await appliedMigrations(storage.read, storage.engine)).toEqual(['0001-item']);
  expect(await itemIds(storage)).toEqual([]);
  await storage.migrate([itemMigration, addNote]);
});

test('a database with a newer migration is rejected with one line that names it', async () => {
  const storage = await testStorage([itemMigration, addNote]);
  const migrating = storage.migrate([itemMigration]);
  await expect(migrating).rejects.toBeInstanceOf(NewerDatabaseError);
  await expect(migrating).rejects.toThrow(/^[^\n]*0002-note[^\n]*$/);
});

test('two migrations with the same id are rejected', async () => {
  await expect(testStorage([itemMigration, { ...addNote, id: '0001-item' }])).rejects.toThrow(
    'have the id 0001-item',
  );
});

test('a deferred foreign key is rejected, because it would fail a whole group commit', async () => {
  const deferred: Migration = {
    id: '0002-deferred',
    up: async (db) => {
      await sql`create table late (id text primary key references item (id) deferrable initially deferred)`.execute(
        db,
      );
    },
  };
  await expect(testStorage([itemMigration, deferred])).rejects.toThrow('late');
});

test('a table without a primary key is rejected, because backups sort rows by it', async () => {
  const keyless: Migration = {
    id: '0002-keyless',
    up: async (db) => {
      await sql`create table note (text text)`.execute(db);
    },
  };
  await expect(testStorage([itemMigration, keyless])).rejects.toThrow('The table note has no primary key');
});

test('a database that was never migrated has no migrations', async () => {
  const storage = await testStorage();
  expect(await appliedMigrations(storage.read, storage.engine)).toEqual([]);
});
