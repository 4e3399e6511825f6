/** Units of several statements share a savepoint until one fails. These tests use SQLite on both engines. */
import { type CompiledQuery, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ApiError } from '#platform/apiError';
import { ForeignKeyViolation, UniqueViolation } from '#platform/storage/errors';
import { openStorage, type Storage } from '#platform/storage/storage';
import { testDatabase } from '#testing/database';
import { item, itemIds, itemMigration, type ItemTables } from '#testing/items';

const openTestStorage = async (): Promise<Storage<ItemTables>> => {
  const folder = await testDatabase('sqlite');
  const storage = await openStorage<ItemTables>({ dataDir: folder.dataDir });
  onTestFinished(async () => {
    await storage.close();
    await folder.remove();
  });
  await storage.migrate([itemMigration]);
  return storage;
};

/** Inserts an item whose size SQL computes from the previous rows, and a door of the item. */
const appended = ({ db }: Storage<ItemTables>, id: string, door: string, size?: number): CompiledQuery[] => [
  db
    .insertInto('item')
    .values((eb) => ({
      ...item(id),
      size: size ?? eb.selectFrom('item').select(eb.fn.coalesce(eb.fn.max('size'), eb.val(0)).as('m')),
    }))
    .compile(),
  db
    .updateTable('item')
    .set((eb) => ({ size: eb('size', '+', 1) }))
    .where('id', '=', id)
    .returning('size')
    .compile(),
  db.insertInto('door').values({ id: door, item_id: id, next_id: null }).compile(),
];
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `p${String(n).padStart(3, '0')}`);
const sizes = (storage: Storage<ItemTables>) =>
  storage.read.selectFrom('item').select(['id', 'size']).orderBy('id').execute();
const doors = async (storage: Storage<ItemTables>) =>
  (await storage.read.selectFrom('door').select('item_id').orderBy('item_id').execute()).map(
    (row) => row.item_id,
  );
const returnedSize = (outcome: PromiseSettledResult<unknown>): unknown =>
  outcome.status === 'fulfilled'
    ? (outcome.value as { rows: { size: number }[] }[])[1]?.rows[0]?.size
    : outcome.reason;

test('a unit that fails at its end is undone, and the 255 others are stored in order', async () => {
  const storage = await openTestStorage();
  const before = storage.stats();
  const ids = numbered(256);
  const outcomes = await Promise.allSettled(
    ids.map((id) => storage.atomic(appended(storage, id, id === 'p150' ? 'p149' : id))),
  );
  const others = ids.filter((id) => id !== 'p150');
  expect(outcomes[150]).toMatchObject({ reason: expect.any(UniqueViolation) as unknown });
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(255);
  // Computed by SQL from the previous rows: there is no gap for the failed unit, and the results match the stored rows.
  expect(await sizes(storage)).toEqual(others.map((id, n) => ({ id, size: n + 1 })));
  expect(outcomes.flatMap((outcome, n) => (n === 150 ? [] : [returnedSize(outcome)]))).toEqual(
    others.map((_, n) => n + 1),
  );
  expect(await doors(storage)).toEqual(others);
  const after = storage.stats();
  expect((after?.units ?? 0) - (before?.units ?? 0)).toBe(255);
  expect((after?.commits ?? 0) - (before?.commits ?? 0)).toBeLessThanOrEqual(4);
});

test('each of many failing units rejects with its own error and leaves nothing behind', async () => {
  const storage = await openTestStorage();
  const ids = numbered(60);
  const outcomes = await Promise.allSettled(
    ids.map((id, n) => storage.atomic(appended(storage, id, n % 3 === 0 ? 'same' : id))),
  );
  const rejected = outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  expect(rejected).toEqual(ids.flatMap((_, n) => (n % 3 === 0 && n > 0 ? [n] : [])));
  const kept = ids.filter((_, n) => n === 0 || n % 3 !== 0);
  expect(await sizes(storage)).toEqual(kept.map((id, n) => ({ id, size: n + 1 })));
  expect(await doors(storage)).toEqual(kept);
});

test('single statements in the group are stored, and their errors reject only them', async () => {
  const storage = await openTestStorage();
  const insert = (id: string) =>
    storage.db
      .insertInto('item')
      .values(item(id, { size: 0 }))
      .compile();
  const lost = storage.db.insertInto('door').values({ id: 'lost', item_id: 'nowhere', next_id: null });
  // An earlier group, which must not be rolled back.
  await storage.atomic(appended(storage, '0', '0'));
  const outcomes = await Promise.allSettled([
    storage.atomic(appended(storage, 'a', 'a')),
    storage.atomic([insert('b')]),
    storage.atomic([insert('a')]),
    storage.atomic([lost.compile()]),
    storage.atomic(appended(storage, 'c', 'a')),
    storage.atomic([insert('c')]),
    storage.atomic(appended(storage, 'd', 'd')),
  ]);
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(outcomes[2]).toMatchObject({ reason: { table: 'item' } });
  expect(outcomes[3]).toMatchObject({ reason: expect.any(ForeignKeyViolation) as unknown });
  expect(outcomes[4]).toMatchObject({ reason: { table: 'door', columns: ['id'] } });
  expect(await sizes(storage)).toEqual([
    { id: '0', size: 1 },
    { id: 'a', size: 2 },
    { id: 'b', size: 0 },
    { id: 'c', size: 0 },
    { id: 'd', size: 3 },
  ]);
});

test('a transaction in the group runs once, independent of the failures of others', async () => {
  const storage = await openTestStorage();
  let runs = 0;
  const transaction = (id: string, work: () => void | Promise<void>): Promise<void> =>
    storage.db.transaction().execute(async (inner) => {
      runs++;
      await inner
        .insertInto('item')
        .values(item(id, { size: 10 }))
        .execute();
      await work();
    });
  const sent: Promise<unknown>[] = [];
  const send = (...promises: Promise<unknown>[]): void => {
    // Some are rejected before they run.
    for (const promise of promises) promise.catch(() => undefined);
    sent.push(...promises);
  };
  // It occupies the writer meanwhile, so that the others queue in this order.
  await transaction('b', async () => {
    send(
      storage.atomic(appended(storage, 'c', 'c')),
      storage.atomic(appended(storage, 'd', 'c')),
      storage.atomic(appended(storage, 'e', 'e')),
      transaction('f', () => undefined),
    );
    await new Promise(setImmediate);
    send(
      storage.atomic(appended(storage, 'g', 'g')),
      storage.atomic(appended(storage, 'h', 'c')),
      storage.atomic(appended(storage, 'i', 'i')),
      transaction('j', () => {
        throw new Error('changed my mind');
      }),
    );
  });
  const outcomes = await Promise.allSettled(sent);
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    false,
    true,
    true,
    true,
    false,
    true,
    false,
  ]);
  expect(runs).toBe(3);
  expect(await sizes(storage)).toEqual([
    { id: 'b', size: 10 },
    { id: 'c', size: 11 },
    { id: 'e', size: 12 },
    { id: 'f', size: 10 },
    { id: 'g', size: 13 },
    { id: 'i', size: 14 },
  ]);
});

test('a full database fails the whole group, and the next one succeeds', async () => {
  const storage = await openTestStorage();
  const wide = (id: string): CompiledQuery[] => [
    ...appended(storage, id, id),
    storage.db
      .updateTable('item')
      .set({ name: `${id}${'x'.repeat(200_000)}` })
      .where('id', '=', id)
      .compile(),
  ];
  await storage.atomic(wide('a'));
  await sql`pragma max_page_count = 1`.execute(storage.db);
  const outcomes = await Promise.allSettled([
    storage.atomic(appended(storage, 'b', 'b')),
    storage.atomic(wide('c')),
    storage.atomic(appended(storage, 'd', 'd')),
  ]);
  expect(outcomes[1]).toMatchObject({ reason: expect.any(ApiError) as unknown });
  expect(outcomes[1]).toMatchObject({ reason: { code: 'storageFull' } });
  // Exactly the units that succeeded are stored completely.
  const successful = ['b', 'c', 'd'].filter((_, n) => outcomes[n]?.status === 'fulfilled');
  expect(await itemIds(storage)).toEqual(['a', ...successful]);
  expect(await doors(storage)).toEqual(['a', ...successful]);
  await sql`pragma max_page_count = 1000000`.execute(storage.db);
  await storage.atomic(wide('e'));
  expect(await doors(storage)).toEqual(['a', ...successful, 'e']);
});
