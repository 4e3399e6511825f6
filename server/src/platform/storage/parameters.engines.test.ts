import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ApiError } from '#platform/apiError';
import { item, itemIds, itemStorage } from '#testing/items';

const invalidValues = [
  // node:sqlite would treat it as named parameters and put 'm' into the first column.
  new Date(0),
  { a: 1 },
  ['a'],
  true,
  undefined,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  2n ** 53n,
];

test('only texts, finite numbers, bigints, null and bytes are valid parameters, on all paths', async () => {
  const storage = await itemStorage();
  for (const value of invalidValues) {
    for (const database of [storage.db, storage.read, storage.longRead])
      await expect(
        sql`select ${value} as a, ${'m'} as b`.execute(database),
        Object.prototype.toString.call(value),
      ).rejects.toBeInstanceOf(TypeError);
    const query = sql`update item set name = ${value}, size = ${1}`.compile(storage.db);
    await expect(storage.atomic([query]), Object.prototype.toString.call(value)).rejects.toBeInstanceOf(
      TypeError,
    );
  }
});

test('the error of an invalid parameter names its position', async () => {
  const storage = await itemStorage();
  const query = sql`update item set size = ${1}, name = ${true}`;
  await expect(query.execute(storage.db)).rejects.toThrow('Statement parameter 2 is of type boolean');
});

test('a transaction continues after an invalid parameter, since nothing was sent', async () => {
  const storage = await itemStorage();
  await storage.db.transaction().execute(async (transaction) => {
    await expect(sql`select ${new Date(0)}`.execute(transaction)).rejects.toBeInstanceOf(TypeError);
    await transaction.insertInto('item').values(item('a')).execute();
  });
  expect(await itemIds(storage)).toEqual(['a']);
});

test('a text with U+0000 is rejected as invalid input on both engines', async () => {
  const storage = await itemStorage();
  const write = storage.db
    .insertInto('item')
    .values(item('a', { name: 'a\0b' }))
    .execute();
  await expect(write).rejects.toSatisfy(
    (error) => error instanceof ApiError && error.code === 'invalidInput',
  );
});

test('bigints within 2^53 come back as numbers', async () => {
  const storage = await itemStorage();
  await sql`insert into item (id, name, size) values ('a', 'A', ${9_007_199_254_740_991n})`.execute(
    storage.db,
  );
  expect(await storage.read.selectFrom('item').select('size').execute()).toEqual([
    { size: 9_007_199_254_740_991 },
  ]);
});
