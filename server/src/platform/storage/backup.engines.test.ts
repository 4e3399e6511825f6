import { randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type BackupBlobs, createBackup, restoreBackup } from '#platform/storage/backup';
import type { Engine } from '#platform/storage/engine';
import { StorageError } from '#platform/storage/errors';
import { appliedMigrations } from '#platform/storage/migrate';
import type { Migration } from '#platform/storage/migration';
import { openSqliteReadOnly } from '#platform/storage/sqlite/open';
import { openStorage, type Storage } from '#platform/storage/storage';
import { testEngine, testDatabase, testStorage } from '#testing/database';
import { item, itemIds, itemMigration, itemStorage, type ItemTables } from '#testing/items';

/** A blob store in memory. */
const memoryBlobs = (stored = new Map<string, Buffer>()): BackupBlobs & { stored: Map<string, Buffer> } => ({
  stored,
  put: async (key, body) => stored.set(key, await buffer(body)),
  read: async (key) => {
    const bytes = stored.get(key);
    return bytes && { body: Readable.from([bytes]), bytes: bytes.length };
  },
  delete: async (key) => void stored.delete(key),
  list: async function* () {
    yield* stored.keys();
  },
});

const someBlobs = () =>
  memoryBlobs(
    new Map([
      ['asset/a/1', randomBytes(200_000)],
      ['asset/b/1', Buffer.alloc(0)],
    ]),
  );
const archiveFile = async (): Promise<string> => {
  const folder = await testDatabase('sqlite');
  onTestFinished(() => folder.remove());
  return join(folder.dataDir, 'foyer.backup');
};
const migrations = [itemMigration];

const storageOn = async (engine: Engine): Promise<Storage<ItemTables>> => {
  const at = await testDatabase(engine);
  const storage = await openStorage<ItemTables>(at);
  onTestFinished(async () => {
    await storage.close();
    await at.remove();
  });
  return storage;
};

const filledStorage = async (): Promise<Storage<ItemTables>> => {
  const storage = await itemStorage();
  await fill(storage);
  return storage;
};
const fill = async (storage: Storage<ItemTables>): Promise<void> => {
  await storage.db
    .insertInto('item')
    .values([
      item('ä', {
        name: 'Line\nbreak " \u2028 🎪',
        details: '{"b": 1.0,  "a": []}',
        size: Number.MAX_SAFE_INTEGER,
      }),
      item('b', { share: 0.1, picture: new Uint8Array([0, 1, 255]), name: '{"$bytes":"AA=="}' }),
      item('c', { share: 3 }),
    ])
    .execute();
  // The second row references the third, which comes later.
  await storage.db
    .insertInto('door')
    .values([
      { id: '3', item_id: 'b', next_id: null },
      { id: '1', item_id: 'ä', next_id: '3' },
    ])
    .execute();
};
const everything = (storage: Storage<ItemTables>) =>
  Promise.all([
    storage.read.selectFrom('item').selectAll().orderBy('id').execute(),
    storage.read.selectFrom('door').selectAll().orderBy('id').execute(),
  ]).then((tables) => JSON.stringify(tables));

test('P26 short form: a restored storage contains exactly what was backed up', async () => {
  const [source, target, file] = [
    await filledStorage(),
    await testStorage<ItemTables>(),
    await archiveFile(),
  ];
  const [blobs, restored] = [someBlobs(), memoryBlobs()];
  const made = await createBackup(file, { storage: source, blobs });
  await restoreBackup(file, { storage: target, blobs: restored, migrations });
  expect(await everything(target)).toBe(await everything(source));
  expect(restored.stored).toEqual(blobs.stored);
  const again = await createBackup(`${file}.again`, { storage: target, blobs: restored });
  expect(again.contents).toBe(made.contents);
});

// Only where both engines are available.
if (testEngine === 'postgres')
  test.each([
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
  ] as const)('a backup of %s restores on %s', async (from, to) => {
    const [source, target] = [await storageOn(from), await storageOn(to)];
    const file = await archiveFile();
    await source.migrate(migrations);
    await fill(source);
    const made = await createBackup(file, { storage: source, blobs: someBlobs() });
    const blobs = memoryBlobs();
    await restoreBackup(file, { storage: target, blobs, migrations });
    expect(await everything(target)).toBe(await everything(source));
    const again = await createBackup(`${file}.again`, { storage: target, blobs });
    expect(again.contents).toBe(made.contents);
  });

test('P26 short form: a backup under load contains only complete transactions and all earlier acknowledged ones', async () => {
  const [source, target, file] = [await itemStorage(), await testStorage<ItemTables>(), await archiveFile()];
  const load = { stopped: false };
  let written = 0;
  const pair = (n: number) =>
    source.db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('item')
        .values(item(`p${n}`))
        .execute();
      await transaction
        .insertInto('door')
        .values({ id: `d${n}`, item_id: `p${n}`, next_id: null })
        .execute();
    });
  const writer = async () => {
    while (!load.stopped) await pair(written++);
  };
  await Promise.all(Array.from({ length: 40 }, () => pair(written++)));
  const acknowledged = written;
  const writers = Promise.all([writer(), writer(), writer(), writer()]);
  await createBackup(file, { storage: source, blobs: memoryBlobs() });
  load.stopped = true;
  await writers;
  await restoreBackup(file, { storage: target, blobs: memoryBlobs(), migrations });
  const ids = await itemIds(target);
  expect(ids).toEqual(expect.arrayContaining(Array.from({ length: acknowledged }, (_, n) => `p${n}`)));
  const doors = await target.read.selectFrom('door').select('item_id').orderBy('item_id').execute();
  expect(doors.map((door) => door.item_id)).toEqual(ids);
});

test('a storage with rows is rejected and not changed', async () => {
  const [source, target, file] = [await filledStorage(), await itemStorage(), await archiveFile()];
  await createBackup(file, { storage: source, blobs: someBlobs() });
  await target.db.insertInto('item').values(item('mine')).execute();
  const blobs = memoryBlobs();
  await expect(restoreBackup(file, { storage: target, blobs, migrations })).rejects.toThrow(
    'A backup can only be restored into an empty storage, but this one contains rows in item',
  );
  expect(await itemIds(target)).toEqual(['mine']);
  expect(blobs.stored.size).toBe(0);
});

test('a storage with other blobs is rejected', async () => {
  const [source, target, file] = [await filledStorage(), await testStorage(), await archiveFile()];
  await createBackup(file, { storage: source, blobs: someBlobs() });
  const blobs = memoryBlobs(new Map([['asset/mine/1', Buffer.from('mine')]]));
  await expect(restoreBackup(file, { storage: target, blobs, migrations })).rejects.toThrow(
    'contains the blob asset/mine/1',
  );
  expect([...blobs.stored.keys()]).toEqual(['asset/mine/1']);
});

test('a backup can be restored into a migrated, empty storage', async () => {
  const [source, target, file] = [await filledStorage(), await itemStorage(), await archiveFile()];
  await createBackup(file, { storage: source, blobs: someBlobs() });
  await restoreBackup(file, { storage: target, blobs: memoryBlobs(), migrations });
  expect(await everything(target)).toBe(await everything(source));
});

test('an older backup is migrated to the current schema', async () => {
  const addNote: Migration = {
    id: '0002-note',
    up: async (db) => {
      await sql`alter table item add column note text not null default 'none'`.execute(db);
      await sql`update item set note = name`.execute(db);
    },
  };
  const [source, file] = [await filledStorage(), await archiveFile()];
  await createBackup(file, { storage: source, blobs: someBlobs() });
  const target = await testStorage<ItemTables>([itemMigration, addNote]);
  await restoreBackup(file, { storage: target, blobs: memoryBlobs(), migrations: [itemMigration, addNote] });
  const { rows } = await sql`select note from item where id = 'c'`.execute(target.read);
  expect(rows).toEqual([{ note: 'Item c' }]);
  expect(await appliedMigrations(target.read, target.engine)).toEqual(['0001-item', '0002-note']);
});

test('a backup of a newer version is rejected with one line', async () => {
  const [source, target, file] = [await filledStorage(), await testStorage(), await archiveFile()];
  await createBackup(file, { storage: source, blobs: someBlobs() });
  await expect(
    restoreBackup(file, { storage: target, blobs: memoryBlobs(), migrations: [] }),
  ).rejects.toThrow(/was made by a newer version of Foyer \(0001-item\)$/);
});

test('a truncated or altered archive is rejected with one line and changes nothing', async () => {
  const [source, target, file] = [await filledStorage(), await testStorage(), await archiveFile()];
  await createBackup(file, { storage: source, blobs: someBlobs() });
  const whole = readFileSync(file);
  const broken = `${file}.broken`;
  const expectRejection = async (): Promise<void> => {
    const blobs = memoryBlobs();
    const restoring = restoreBackup(broken, { storage: target, blobs, migrations });
    await expect(restoring).rejects.toBeInstanceOf(StorageError);
    await expect(restoring).rejects.toThrow(/^The backup [^\n]*\.broken cannot be used: [^\n]+$/);
    expect(blobs.stored.size).toBe(0);
  };
  // A tar file ends with 1,024 empty bytes, after the padding of the manifest's last block.
  const inManifest = whole.lastIndexOf(Buffer.from('"madeAt":"2')) + 12;
  for (const length of [0, 100, 512, 700, 100_000, whole.length - 3_000, inManifest]) {
    copyFileSync(file, broken);
    truncateSync(broken, length);
    await expectRejection();
  }
  const inRow = whole.indexOf(Buffer.from('Line\\nbreak'));
  const inBlob = whole.indexOf(Buffer.from('asset/a/1')) + 5_000;
  const inName = whole.indexOf(Buffer.from('blobs/asset'));
  for (const position of [inRow, inBlob, inName, inManifest]) {
    const altered = Buffer.from(whole);
    altered[position] = (altered[position] ?? 0) ^ 1;
    writeFileSync(broken, altered);
    await expectRejection();
  }
  expect(await appliedMigrations(target.read, target.engine)).toEqual([]);
});

test('a failed restore leaves neither rows nor blobs', async () => {
  const [source, target, file] = [
    await filledStorage(),
    await testStorage<ItemTables>(),
    await archiveFile(),
  ];
  await createBackup(file, { storage: source, blobs: someBlobs() });
  const blobs = memoryBlobs();
  const failing: BackupBlobs = {
    ...blobs,
    put: async (key, body) => {
      await blobs.put(key, body);
      if (blobs.stored.size === 2) throw new Error('no space left');
    },
  };
  await expect(restoreBackup(file, { storage: target, blobs: failing, migrations })).rejects.toThrow(
    'no space left',
  );
  expect(blobs.stored.size).toBe(0);
  expect(await appliedMigrations(target.read, target.engine)).toEqual([]);
  await restoreBackup(file, { storage: target, blobs, migrations });
  expect(await everything(target)).toBe(await everything(source));
});

test('a backup whose rows do not match its schema is rejected with one line', async () => {
  const [source, target, file] = [await filledStorage(), await testStorage(), await archiveFile()];
  await createBackup(file, { storage: source, blobs: someBlobs() });
  const narrower: Migration = {
    id: itemMigration.id,
    up: async (db, engine) => {
      await itemMigration.up(db, engine);
      await sql`alter table door rename column next_id to other_id`.execute(db);
    },
  };
  const blobs = memoryBlobs();
  const restoring = restoreBackup(file, { storage: target, blobs, migrations: [narrower] });
  await expect(restoring).rejects.toBeInstanceOf(StorageError);
  await expect(restoring).rejects.toThrow(
    /^The backup [^\n]* does not match its schema: [^\n]*next_id[^\n]*$/,
  );
  expect(blobs.stored.size).toBe(0);
});

test('a backup does not replace files and leaves nothing behind when it fails', async () => {
  const [storage, file] = [await filledStorage(), await archiveFile()];
  const cut: BackupBlobs = {
    ...someBlobs(),
    read: async () => ({
      bytes: 10,
      body: Readable.from(
        (async function* () {
          yield Buffer.from('12345');
          throw new Error('lost the store');
        })(),
      ),
    }),
  };
  await expect(createBackup(file, { storage, blobs: cut })).rejects.toThrow('lost the store');
  expect(readdirSync(join(file, '..'))).toEqual([]);
  await createBackup(file, { storage, blobs: someBlobs() });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(createBackup(file, { storage, blobs: someBlobs() })).rejects.toThrow('exists already');
  await expect(createBackup(join(file, 'in', 'a', 'file'), { storage, blobs: someBlobs() })).rejects.toThrow(
    'cannot be written',
  );
  expect(readdirSync(join(file, '..'))).toEqual(['foyer.backup']);
});

test('an SQLite folder can be backed up while another process owns it', async () => {
  const folder = await testDatabase('sqlite');
  const owner = await openStorage<ItemTables>({ dataDir: folder.dataDir });
  onTestFinished(async () => {
    await owner.close();
    await folder.remove();
  });
  await owner.migrate(migrations);
  await owner.db.insertInto('item').values(item('a')).execute();
  const beside = await openSqliteReadOnly(folder.dataDir);
  const manifest = await createBackup(join(folder.dataDir, 'copy'), {
    storage: beside,
    blobs: memoryBlobs(),
  });
  await beside.close();
  expect(manifest.tables).toEqual([
    { name: 'door', rows: 0 },
    { name: 'item', rows: 1 },
  ]);
});
