import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { toJson } from '#platform/storage/columns';
import {
  ConstraintViolation,
  ForeignKeyViolation,
  StatementError,
  TransactionTimeout,
  UniqueViolation,
} from '#platform/storage/errors';
import { prepareQuery } from '#platform/storage/prepared';
import { testEngine } from '#testing/database';
import { item, itemIds, itemStorage } from '#testing/items';

describe('rows', () => {
  test('a row is read back unchanged by every read method', async () => {
    const storage = await itemStorage();
    const row = item('a', { name: 'Café 🎪', size: -7, share: 0.1, picture: new Uint8Array([0, 255]) });
    await storage.db.insertInto('item').values(row).execute();
    for (const read of [storage.db, storage.read, storage.longRead]) {
      const [found] = await read.selectFrom('item').selectAll().execute();
      expect({ ...found, picture: [...(found?.picture ?? [])] }).toEqual({ ...row, picture: [0, 255] });
    }
    const ids = await storage.snapshot((read) => read.selectFrom('item').select('id').execute());
    expect(ids).toEqual([{ id: 'a' }]);
  });

  test('numbers up to 2^53 and sums of them stay numbers', async () => {
    const storage = await itemStorage();
    const largest = Number.MAX_SAFE_INTEGER;
    await storage.db
      .insertInto('item')
      .values([item('a', { size: largest - 1 }), item('b', { size: 1 })])
      .execute();
    const { total, count } = await storage.read
      .selectFrom('item')
      .select((eb) => [eb.fn.sum<number>('size').as('total'), eb.fn.countAll<number>().as('count')])
      .executeTakeFirstOrThrow();
    expect({ total, count }).toEqual({ total: largest, count: 2 });
  });

  test('text that looks like JSON stays text, and JSON is stored unchanged', async () => {
    const storage = await itemStorage();
    const details = '{"b": 1.0,  "a": [true], "b2": null}';
    await storage.db
      .insertInto('item')
      .values(item('a', { name: '{"a":1}', details }))
      .execute();
    const found = await storage.read.selectFrom('item').select(['name', 'details']).executeTakeFirstOrThrow();
    expect(found).toEqual({ name: '{"a":1}', details });
  });

  test('a JSON column rejects invalid JSON', async () => {
    const storage = await itemStorage();
    const broken = storage.db
      .insertInto('item')
      .values(item('a', { details: '{"a":' }))
      .execute();
    await expect(broken).rejects.toBeInstanceOf(ConstraintViolation);
    expect(() => toJson(undefined)).toThrow(TypeError);
  });

  test('an integer that is cast to text has no decimals', async () => {
    const storage = await itemStorage();
    const result = await sql<{ label: string }>`select 'no. ' || cast(${7} as text) as label`.execute(
      storage.read,
    );
    expect(result.rows).toEqual([{ label: 'no. 7' }]);
  });

  test('texts sort by their code points', async () => {
    const storage = await itemStorage();
    await storage.db
      .insertInto('item')
      .values(['b', 'a', 'B', 'ä', 'Z'].map((id) => item(id)))
      .execute();
    expect(await itemIds(storage)).toEqual(['B', 'Z', 'a', 'b', 'ä']);
  });

  test('the number of changed rows is returned', async () => {
    const storage = await itemStorage();
    await storage.db
      .insertInto('item')
      .values([item('a'), item('b')])
      .execute();
    const changed = await storage.db.updateTable('item').set({ size: 2 }).executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(2n);
    const returned = await storage.db.deleteFrom('item').where('id', '=', 'a').returning('size').execute();
    expect(returned).toEqual([{ size: 2 }]);
  });

  test('reads cannot write', async () => {
    const storage = await itemStorage();
    for (const read of [storage.read, storage.longRead])
      await expect(read.insertInto('item').values(item('a')).execute()).rejects.toBeInstanceOf(
        StatementError,
      );
    expect(await itemIds(storage)).toEqual([]);
  });
});

describe('constraints', () => {
  test('the error of a duplicate key names its table and columns', async () => {
    const storage = await itemStorage();
    await storage.db.insertInto('item').values(item('a')).execute();
    const duplicate = storage.db
      .insertInto('item')
      .values(item('b', { name: 'Item a' }))
      .execute();
    const error = await duplicate.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UniqueViolation);
    expect(error).toMatchObject({ table: 'item', columns: ['name'] });
  });

  test('a row that references a missing row is a foreign key violation', async () => {
    const storage = await itemStorage();
    const insert = storage.db
      .insertInto('door')
      .values({ id: 'd', item_id: 'nowhere', next_id: null })
      .execute();
    await expect(insert).rejects.toBeInstanceOf(ForeignKeyViolation);
  });

  test('the error of an invalid statement contains its SQL but no values', async () => {
    const storage = await itemStorage();
    const wrong = sql`select nothing from item where id = ${'secret'}`.execute(storage.db);
    const error = await wrong.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StatementError);
    expect((error as StatementError).sql).toContain('select nothing from item');
    expect(`${(error as StatementError).message}${(error as StatementError).sql}`).not.toContain('secret');
  });
});

describe('transactions', () => {
  test('roll back independently of others that commit', async () => {
    const storage = await itemStorage();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        storage.db.transaction().execute(async (transaction) => {
          await transaction
            .insertInto('item')
            .values(item(`a${n}`))
            .execute();
          await transaction
            .insertInto('item')
            .values(item(`b${n}`))
            .execute();
          if (n % 3 === 0) throw new Error('rolled back on purpose');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
    const ids = await itemIds(storage);
    expect(ids).toHaveLength(80);
    expect(ids).not.toContain('a0');
    expect(ids).not.toContain('b57');
  });

  test('see their own writes before others do', async () => {
    const storage = await itemStorage();
    await storage.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('item').values(item('a')).execute();
      expect(await transaction.selectFrom('item').select('id').execute()).toEqual([{ id: 'a' }]);
      expect(await itemIds(storage)).toEqual([]);
    });
    expect(await itemIds(storage)).toEqual(['a']);
  });

  test('are aborted by a failed statement without a savepoint', async () => {
    const storage = await itemStorage();
    const aborted = storage.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('item').values(item('a')).execute();
      await transaction
        .insertInto('item')
        .values(item('a'))
        .execute()
        .catch(() => undefined);
      await expect(transaction.selectFrom('item').selectAll().execute()).rejects.toBeInstanceOf(
        StatementError,
      );
    });
    await expect(aborted).rejects.toBeInstanceOf(StatementError);
    expect(await itemIds(storage)).toEqual([]);
  });

  test('continue from a savepoint after a failed statement', async () => {
    const storage = await itemStorage();
    const transaction = await storage.db.startTransaction().execute();
    await transaction.insertInto('item').values(item('a')).execute();
    const inner = await transaction.savepoint('try "it"').execute();
    await expect(inner.insertInto('item').values(item('a')).execute()).rejects.toBeInstanceOf(
      UniqueViolation,
    );
    await inner.rollbackToSavepoint('try "it"').execute();
    await inner.releaseSavepoint('try "it"').execute();
    await transaction.insertInto('item').values(item('b')).execute();
    await transaction.commit().execute();
    expect(await itemIds(storage)).toEqual(['a', 'b']);
  });

  test('are rolled back when they take too long, and others continue', async () => {
    // Long enough for the first statement, also on a busy machine.
    const storage = await itemStorage({ transactionLimitMs: 1_000 });
    const written = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const slow = storage.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('item').values(item('a')).execute();
      written.resolve();
      await released.promise;
      await transaction.insertInto('item').values(item('b')).execute();
    });
    await written.promise;
    // On both engines this waits for the key that the slow transaction locks.
    await storage.db
      .insertInto('item')
      .values(item('a', { size: 2 }))
      .execute();
    released.resolve();
    await expect(slow).rejects.toBeInstanceOf(TransactionTimeout);
    expect(await storage.read.selectFrom('item').select(['id', 'size']).execute()).toEqual([
      { id: 'a', size: 2 },
    ]);
  });

  test('cannot be controlled by raw statements', async () => {
    const storage = await itemStorage();
    if (testEngine === 'sqlite')
      for (const statement of ['commit', 'BEGIN immediate', ' rollback', 'end'])
        await expect(sql.raw(statement).execute(storage.db)).rejects.toBeInstanceOf(StatementError);
    await storage.db.insertInto('item').values(item('a')).execute();
    expect(await itemIds(storage)).toEqual(['a']);
  });
});

test('a prepared query fills its placeholders each time, also repeated ones, and keeps its other parameters', async () => {
  const storage = await itemStorage();
  const rename = prepareQuery<{ id: string; name: string }, { id: string }>((value) =>
    storage.db
      .updateTable('item')
      .set({ name: value('name') })
      .where('id', '=', value('id'))
      .where('name', '!=', value('name'))
      .where('size', '=', 3)
      .returning('id')
      .compile(),
  );
  for (const [id, size] of [
    ['a', 3],
    ['b', 3],
    ['c', 4],
  ] as const)
    await storage.db.insertInto('item').values(item(id, { size })).execute();
  const uses = ['a', 'b', 'c', 'b'].map((id) => rename({ id, name: `hall ${id}` }));
  const results = await storage.atomic(uses);
  expect(results.map(({ rows }) => rows)).toEqual([[{ id: 'a' }], [{ id: 'b' }], [], []]);
  const { rows } = await storage.db.executeQuery(rename({ id: 'a', name: 'foyer' }));
  expect(rows).toEqual([{ id: 'a' }]);
});

describe('atomic', () => {
  test('stores all of its statements and returns their results', async () => {
    const storage = await itemStorage();
    const results = await storage.atomic([
      storage.db.insertInto('item').values(item('a')).compile(),
      storage.db
        .insertInto('door')
        .values({ id: 'd', item_id: 'a', next_id: null })
        .returning('id')
        .compile(),
      storage.db.selectFrom('door').select('item_id').compile(),
    ]);
    expect(results.map(({ rows }) => rows)).toEqual([[], [{ id: 'd' }], [{ item_id: 'a' }]]);
    expect(results[0]?.numAffectedRows).toBe(1n);
  });

  test('stores none of them when one fails, and does not affect other units', async () => {
    const storage = await itemStorage();
    const insert = (id: string) => storage.db.insertInto('item').values(item(id)).compile();
    const outcomes = await Promise.allSettled([
      storage.atomic([insert('a'), insert('b')]),
      storage.atomic([insert('c'), insert('c')]),
      storage.atomic([insert('d')]),
      storage.db.insertInto('item').values(item('a')).execute(),
    ]);
    expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: expect.any(UniqueViolation) as unknown });
    expect(outcomes[2]?.status).toBe('fulfilled');
    const ids = await itemIds(storage);
    expect(ids).not.toContain('c');
    expect(ids).toContain('d');
  });
});

test('many concurrent writes are all stored', async () => {
  const storage = await itemStorage();
  const writes = Array.from({ length: 300 }, (_, n) =>
    storage.db
      .insertInto('item')
      .values(item(`${n}`))
      .execute(),
  );
  await Promise.all(writes);
  expect(await itemIds(storage)).toHaveLength(300);
});

test('a snapshot does not change while others write', async () => {
  const storage = await itemStorage();
  await storage.db
    .insertInto('item')
    .values(Array.from({ length: 25 }, (_, n) => item(`${n + 10}`)))
    .execute();
  const seen = await storage.snapshot(async (read) => {
    await storage.db.insertInto('item').values(item('99')).execute();
    const ids: string[] = [];
    for await (const { id } of read.selectFrom('item').select('id').orderBy('id').stream(10)) ids.push(id);
    return ids;
  });
  expect(seen).toHaveLength(25);
  expect(await itemIds(storage)).toHaveLength(26);
});

test('a stream that is not read to its end is closed', async () => {
  const storage = await itemStorage();
  await storage.db
    .insertInto('item')
    .values(Array.from({ length: 25 }, (_, n) => item(`${n + 10}`)))
    .execute();
  await storage.snapshot(async (read) => {
    for await (const { id } of read.selectFrom('item').select('id').orderBy('id').stream(10)) {
      expect(id).toBe('10');
      break;
    }
    expect(await read.selectFrom('item').select('id').execute()).toHaveLength(25);
  });
});

test('a closed storage rejects requests and can be closed again', async () => {
  const storage = await itemStorage();
  await storage.ping();
  await storage.close();
  await expect(storage.db.insertInto('item').values(item('a')).execute()).rejects.toThrow();
  await expect(storage.ping()).rejects.toThrow();
  await storage.close();
});
