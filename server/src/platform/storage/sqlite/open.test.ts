import { copyFileSync, readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteFile } from '#platform/storage/sqlite/open';
import { openReadOnlyStorage, openStorage } from '#platform/storage/storage';
import { testDatabase } from '#testing/database';
import { item, itemIds, itemMigration, type ItemTables } from '#testing/items';

/** An empty data folder. */
async function dataFolder(): Promise<string> {
  const folder = await testDatabase('sqlite');
  onTestFinished(() => folder.remove());
  return folder.dataDir;
}

test('after a stop, the database file alone contains everything', async () => {
  const [folder, copy] = [await dataFolder(), await dataFolder()];
  const storage = await openStorage<ItemTables>({ dataDir: folder });
  await storage.migrate([itemMigration]);
  await storage.db.insertInto('item').values(item('a')).execute();
  // Each way to read has a connection of its own.
  for (const read of [storage.read, storage.longRead]) await read.selectFrom('item').selectAll().execute();
  await storage.close();
  expect(readdirSync(folder).filter((file) => /-(?:wal|shm)$/.test(file))).toEqual([]);
  copyFileSync(sqliteFile(folder), sqliteFile(copy));
  const copied = await openReadOnlyStorage<ItemTables>({ dataDir: copy });
  onTestFinished(() => copied.close());
  expect(await itemIds(copied)).toEqual(['a']);
});
