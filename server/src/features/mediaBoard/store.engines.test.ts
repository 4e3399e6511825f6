import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testStorage } from '#testing/database';
import { MediaBoardStore, type StoredLike } from './store.ts';
import { mediaBoardMigration, type MediaBoardTables } from './tables.ts';

async function openStore() {
  const storage = await testStorage<MediaBoardTables>([mediaBoardMigration]);
  return { storage, store: new MediaBoardStore(storage) };
}

const likeBy = (authorId: string, more: Partial<StoredLike> = {}): StoredLike => ({
  mode: 'LIVE',
  uuid: randomUUID(),
  mediaBoardId: 'posters',
  contentPieceId: 'dawn',
  commentId: '',
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

test('BOARD-03e likes of comments do not change the count of the content piece', async () => {
  const { store } = await openStore();
  await store.add(likeBy('ada'));
  const ofComment = likeBy('ada', { commentId: 'c1' });
  const count = { likes: 1, changes: 1 };
  expect(await store.add(ofComment)).toEqual({ count, isChanged: false, existing: undefined });
  expect(await store.allByAuthor('ada')).toHaveLength(2);
  expect(await store.delete(ofComment)).toEqual({ count, isChanged: false });
  expect((await store.allByAuthor('ada')).map(({ commentId }) => commentId)).toEqual(['']);
});
