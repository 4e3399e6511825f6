import { randomUUID } from 'node:crypto';
import { sql, type CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { testEngine, testStorage } from '#testing/database';
import { MediaBoardStore, type StoredLike } from './store.ts';
import { mediaBoardMigrations, type MediaBoardTables } from './tables.ts';

async function openStore() {
  const storage = await testStorage<MediaBoardTables>(mediaBoardMigrations);
  return { storage, store: new MediaBoardStore(storage) };
}

const likeBy = (authorId: string, more: Partial<StoredLike> = {}): StoredLike => ({
  mode: 'LIVE',
  uuid: randomUUID(),
  mediaBoardId: 'posters',
  contentPieceId: 'dawn',
  authorId,
  createdAt: 1,
  ...more,
});

test('BOARD-03f the count is right to the last like when many authors like and unlike at once', async () => {
  const { store } = await openStore();
  const authors = Array.from({ length: 100 }, (_, no) => `author-${no}`);
  await Promise.all(authors.flatMap((author) => [store.add(likeBy(author)), store.add(likeBy(author))]));
  expect(await store.countsOf('LIVE', 'posters')).toEqual({ dawn: { likes: 100, changes: 100 } });
  await Promise.all(
    authors.flatMap((author, no) =>
      no < 60 ? [store.delete(likeBy(author)), store.delete(likeBy(author))] : [store.add(likeBy(author))],
    ),
  );
  expect(await store.countsOf('LIVE', 'posters')).toEqual({ dawn: { likes: 40, changes: 160 } });
});

test('BOARD-05d a thousand parallel attempts to remove a like lower the count once', async () => {
  const { store, storage } = await openStore();
  for (const author of ['ada', 'bo']) await store.add(likeBy(author));
  const results = await Promise.all(Array.from({ length: 1_000 }, () => store.delete(likeBy('ada'))));
  expect(results.filter(({ isChanged }) => isChanged)).toHaveLength(1);
  expect(results.map(({ count }) => count)).toEqual(results.map(() => ({ likes: 1, changes: 3 })));
  expect(await storage.db.selectFrom('mediaBoardLike').select(['authorId', 'counted']).execute()).toEqual([
    { authorId: 'bo', counted: 1 },
  ]);
});

test('BOARD-05e an author whose tabs like and unlike at once has one like or none, and the count agrees', async () => {
  const { store } = await openStore();
  for (let round = 0; round < 20; round++) {
    await Promise.all(
      Array.from({ length: 10 }, (_, no) =>
        no % 2 === 0 ? store.add(likeBy('ada')) : store.delete(likeBy('ada')),
      ),
    );
    const stored = (await store.allByAuthor('ada')).length;
    expect([0, 1]).toContain(stored);
    expect((await store.countsOf('LIVE', 'posters'))['dawn']?.likes).toBe(stored);
  }
});

test('BOARD-04h the likes of an author on a board are found by an index, without reading those of others and of other boards', async () => {
  const { storage } = await openStore();
  const likes = (count: number, more: (no: number) => Partial<StoredLike>) =>
    Array.from({ length: count }, (_, no) => ({ ...likeBy('ada', more(no)), counted: 1 }));
  const rows = [
    ...likes(4_000, (no) => ({ mediaBoardId: 'films', authorId: `author-${no}` })),
    ...likes(200, (no) => ({ authorId: `author-${no}` })),
    ...likes(200, (no) => ({ mediaBoardId: 'films', contentPieceId: `film-${no}` })),
    ...likes(3, (no) => ({ contentPieceId: `hour-${no}` })),
  ];
  while (rows.length > 0) await storage.db.insertInto('mediaBoardLike').values(rows.splice(0, 500)).execute();
  const executed: CompiledQuery[] = [];
  const executeQuery = (query: CompiledQuery) => {
    executed.push(query);
    return storage.read.executeQuery(query);
  };
  const store = new MediaBoardStore(
    Object.create(storage, { read: { value: { executeQuery } } }) as typeof storage,
  );
  const page = { mediaBoardId: 'posters', after: '', limit: 500 };
  expect(await store.listByAuthorOnBoard('ada', 'LIVE', page)).toHaveLength(3);
  expect(await store.piecesLikedBy('ada', 'LIVE', 'posters')).toHaveLength(3);
  expect(executed).toHaveLength(2);
  const expectIndex = async () => {
    const explain = testEngine === 'postgres' ? 'explain' : 'explain query plan';
    for (const query of executed) {
      const { rows: plan } = await storage.db.executeQuery({ ...query, sql: `${explain} ${query.sql}` });
      expect(JSON.stringify(plan)).toContain('mediaBoardLikeOfAuthorOnBoard');
    }
  };
  // SQLite has no statistics, unless an operator creates them.
  if (testEngine !== 'postgres') await expectIndex();
  await sql`analyze`.execute(storage.db);
  await expectIndex();
});

test('the migration keeps the stored likes, and an author still likes a content piece once', async () => {
  const storage = await testStorage<MediaBoardTables>(mediaBoardMigrations.slice(0, 1));
  for (const [uuid, authorId] of [
    ['1', 'ada'],
    ['2', 'bo'],
  ])
    await sql`insert into "mediaBoardLike" values ('LIVE', ${uuid}, 'posters', 'dawn', '', ${authorId}, 1, 1)`.execute(
      storage.db,
    );
  await sql`insert into "mediaBoardCount" values ('LIVE', 'posters', 'dawn', 2, 2)`.execute(storage.db);

  await storage.migrate(mediaBoardMigrations);

  const store = new MediaBoardStore(storage);
  expect(await store.find('LIVE', '1')).toEqual({
    mode: 'LIVE',
    uuid: '1',
    mediaBoardId: 'posters',
    contentPieceId: 'dawn',
    authorId: 'ada',
    createdAt: 1,
  });
  expect(await store.add(likeBy('ada'))).toMatchObject({ count: { likes: 2, changes: 2 }, isChanged: false });
  expect(await store.delete(likeBy('bo'))).toMatchObject({
    count: { likes: 1, changes: 3 },
    isChanged: true,
  });
  expect(await store.allByAuthor('ada')).toHaveLength(1);
});
