/** Tests of SQLite's writer. They use SQLite on both engines. */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ApiError } from '#platform/apiError';
import { StatementError, UniqueViolation } from '#platform/storage/errors';
import { type OpenOptions, openStorage, type Storage } from '#platform/storage/storage';
import { testDatabase } from '#testing/database';
import { item, itemIds, itemMigration, type ItemTables } from '#testing/items';

const openTestStorage = async (options: Partial<OpenOptions> = {}): Promise<Storage<ItemTables>> => {
  const folder = await testDatabase('sqlite');
  const storage = await openStorage<ItemTables>({ dataDir: folder.dataDir, ...options });
  onTestFinished(async () => {
    await storage.close();
    await folder.remove();
  });
  await storage.migrate([itemMigration]);
  return storage;
};
const committed = (storage: Storage<ItemTables>) => storage.stats() ?? { units: 0, commits: 0 };
const insert = (storage: Storage<ItemTables>, id: string) => storage.db.insertInto('item').values(item(id));

test('simultaneous writes share a commit', async () => {
  const storage = await openTestStorage();
  const before = committed(storage);
  await Promise.all(Array.from({ length: 256 }, (_, n) => insert(storage, `${n}`).execute()));
  const after = committed(storage);
  expect(after.units - before.units).toBe(256);
  expect(after.commits - before.commits).toBeLessThan(64);
});

test('transactions share a commit with others', async () => {
  const storage = await openTestStorage();
  const before = committed(storage);
  const one = (n: number) =>
    storage.db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('item')
        .values(item(`${n}`))
        .execute();
    });
  await Promise.all(Array.from({ length: 64 }, (_, n) => one(n)));
  expect(committed(storage).commits - before.commits).toBeLessThan(32);
});

test('a group has at most as many units as its limit', async () => {
  const storage = await openTestStorage({ groupLimit: 10 });
  const before = committed(storage);
  await Promise.all(Array.from({ length: 100 }, (_, n) => insert(storage, `${n}`).execute()));
  expect(committed(storage).commits - before.commits).toBeGreaterThanOrEqual(10);
});

test('a failed statement is undone alone in its group', async () => {
  const storage = await openTestStorage();
  const before = committed(storage);
  const outcomes = await Promise.allSettled(['a', 'b', 'a', 'c'].map((id) => insert(storage, id).execute()));
  expect(committed(storage).commits - before.commits).toBe(1);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[2]).toMatchObject({ reason: expect.any(UniqueViolation) as unknown });
  expect(await itemIds(storage)).toEqual(['a', 'b', 'c']);
});

test('a failed commit rejects all its units, and the next group succeeds', async () => {
  const storage = await openTestStorage();
  await sql`create table late (id text primary key, item_id text references item (id) deferrable initially deferred)`.execute(
    storage.db,
  );
  const outcomes = await Promise.allSettled([
    insert(storage, 'a').execute(),
    sql`insert into late values ('l', 'nowhere')`.execute(storage.db),
    storage.atomic([insert(storage, 'b').compile(), insert(storage, 'c').compile()]),
    storage.db
      .transaction()
      .execute((transaction) => transaction.insertInto('item').values(item('d')).execute()),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(await itemIds(storage)).toEqual([]);
  await insert(storage, 'e').execute();
  expect(await itemIds(storage)).toEqual(['e']);
});

test('a full database rejects writes with storageFull, still reads, and recovers when there is space', async () => {
  const storage = await openTestStorage();
  const name = 'x'.repeat(200_000);
  const write = (id: string) => storage.db.insertInto('item').values(item(id, { name: `${id}${name}` }));
  await write('a').execute();
  await sql`pragma max_page_count = 1`.execute(storage.db);
  const rejected = await Promise.allSettled([write('b').execute(), write('c').execute()]);
  for (const outcome of rejected)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'storageFull', status: 507 } });
  expect(await itemIds(storage)).toEqual(['a']);
  await sql`pragma max_page_count = 1000000`.execute(storage.db);
  await write('b').execute();
  expect(await itemIds(storage)).toEqual(['a', 'b']);
});

test('a transaction on a full database fails as a whole and does not block others', async () => {
  const storage = await openTestStorage();
  await sql`pragma max_page_count = 1`.execute(storage.db);
  const failing = storage.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('item')
      .values(item('a', { name: 'x'.repeat(200_000) }))
      .execute();
  });
  await expect(failing).rejects.toSatisfy(
    (error) => error instanceof ApiError && error.code === 'storageFull',
  );
  await sql`pragma max_page_count = 1000000`.execute(storage.db);
  await insert(storage, 'b').execute();
  expect(await itemIds(storage)).toEqual(['b']);
});

test('pending writes are completed when the storage closes', async () => {
  const { dataDir, ...folder } = await testDatabase('sqlite');
  onTestFinished(() => folder.remove());
  const storage = await openStorage<ItemTables>({ dataDir });
  await storage.migrate([itemMigration]);
  const writes = Array.from({ length: 50 }, (_, n) => insert(storage, `${n}`).execute());
  // An open transaction is completed, too.
  const transaction = storage.db.transaction().execute(async (inner) => {
    await inner.insertInto('item').values(item('t1')).execute();
    await inner.insertInto('item').values(item('t2')).execute();
  });
  await Promise.all([...writes, transaction, sql`select 1`.execute(storage.db)]);
  await storage.close();
  const again = await openStorage<ItemTables>({ dataDir });
  onTestFinished(() => again.close());
  expect(await itemIds(again)).toHaveLength(52);
});

test('commits are synced: WAL with synchronous=FULL and foreign keys on', async () => {
  const storage = await openTestStorage();
  const setting = async (name: string) =>
    Object.values((await sql.raw(`pragma ${name}`).execute(storage.db)).rows[0] ?? {});
  expect(await setting('journal_mode')).toEqual(['wal']);
  expect(await setting('synchronous')).toEqual([2]);
  expect(await setting('foreign_keys')).toEqual([1]);
});

test('a statement that would end the group is rejected', async () => {
  const storage = await openTestStorage();
  const outcomes = await Promise.allSettled([
    insert(storage, 'a').execute(),
    sql`commit`.execute(storage.db),
  ]);
  expect(outcomes[0]?.status).toBe('fulfilled');
  expect(outcomes[1]).toMatchObject({ reason: expect.any(StatementError) as unknown });
});
