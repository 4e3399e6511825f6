import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inElements } from '#platform/storage/jsonElements';
import { testEngine, testStorage } from '#testing/database';

interface Tables {
  item: { id: string };
}

test('texts in a JSON array are found by the primary key of a large table, without reading all of it', async () => {
  const storage = await testStorage<Tables>([
    {
      id: '0001-items',
      up: async (db) => {
        await db.schema
          .createTable('item')
          .addColumn('id', 'text', (column) => column.primaryKey().notNull())
          .execute();
      },
    },
  ]);
  const { db } = storage;
  const ids = Array.from({ length: 5_000 }, (_, no) => `item-${no}`);
  for (let from = 0; from < ids.length; from += 1_000)
    await db
      .insertInto('item')
      .values(ids.slice(from, from + 1_000).map((id) => ({ id })))
      .execute();
  await sql`analyze`.execute(db);
  const array = sql<string>`cast(${JSON.stringify(['item-7', 'item-4711', 'item-7', 'none'])} as text)`;
  const query = sql<{ id: string }>`select "id" from "item" where "id" ${inElements(testEngine, array)}`;
  expect((await sql<{ id: string }>`${query} order by "id"`.execute(db)).rows).toEqual([
    { id: 'item-4711' },
    { id: 'item-7' },
  ]);
  const explain = testEngine === 'postgres' ? sql`explain` : sql`explain query plan`;
  const { rows } = await sql`${explain} ${query}`.execute(db);
  const plan = JSON.stringify(rows);
  expect(plan).toMatch(/item_pkey|SEARCH item USING/);
  expect(plan).not.toMatch(/Seq Scan|SCAN item/);
});
