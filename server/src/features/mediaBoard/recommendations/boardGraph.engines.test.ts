import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testStorage } from '#testing/database';
import { MediaBoardStore, type StoredLike } from '../store.ts';
import { mediaBoardMigrations, type MediaBoardTables } from '../tables.ts';
import { BoardGraph, type LikeChange } from './boardGraph.ts';
import { LikeGraph } from './likeGraph.ts';

const board = { mode: 'LIVE', mediaBoardId: 'posters' } as const;

async function openStore() {
  const storage = await testStorage<MediaBoardTables>(mediaBoardMigrations);
  const store = new MediaBoardStore(storage);
  return { storage, store, likes: new BoardGraph(board, store) };
}

const likeOf = (contentPieceId: string, authorId: string, more: Partial<StoredLike> = {}): StoredLike => ({
  ...board,
  uuid: randomUUID(),
  contentPieceId,
  authorId,
  createdAt: 1,
  ...more,
});

/** Stores a like or deletes it. Returns the change, if there is one. */
async function change(
  store: MediaBoardStore,
  isLiked: boolean,
  like: StoredLike,
): Promise<LikeChange | undefined> {
  const { count, isChanged } = await (isLiked ? store.add(like) : store.delete(like));
  return isChanged ? { ...like, isLiked, changes: count.changes } : undefined;
}

/** The likes of a graph: how many authors like each set of pieces. */
function likesIn(graph: LikeGraph, pieces: readonly string[]): Record<string, number> {
  const names = new Map(pieces.map((piece) => [graph.pieceNumber(piece), piece]));
  const sets = Array.from({ length: graph.authorCount }, (_, author) =>
    graph
      .piecesOf(author)
      .map((piece) => names.get(piece) ?? '')
      .toSorted()
      .join(' '),
  );
  return Object.fromEntries(
    [...new Set(sets)]
      .filter((set) => set !== '')
      .toSorted()
      .map((set) => [set, sets.filter((other) => other === set).length]),
  );
}

async function storedLikes({ storage }: Awaited<ReturnType<typeof openStore>>, pieces: readonly string[]) {
  const graph = new LikeGraph();
  const rows = await storage.db.selectFrom('mediaBoardLike').select(['contentPieceId', 'authorId']).execute();
  for (const { contentPieceId, authorId } of rows) graph.set(contentPieceId, authorId, true);
  return likesIn(graph, pieces);
}

test('BOARD-06l likes that arrive while the board is read, late, in another order or never are right after a refresh', async () => {
  const setup = await openStore();
  const { store, likes } = setup;
  const pieces = ['dawn', 'noon', 'dusk'];
  const people = Array.from({ length: 8 }, (_, no) => `author-${no}`);
  let step = 0;
  const late: LikeChange[] = [];
  const next = async (): Promise<void> => {
    step += 1;
    const like = likeOf(pieces[step % 3]!, people[(step * 5) % 8]!);
    const changed = await change(store, (step * 7) % 5 < 3, like);
    if (changed === undefined || step % 11 === 0) return;
    if (step % 7 === 0) late.push(changed);
    else likes.receive(changed);
  };
  for (let round = 0; round < 15; round++) {
    await Promise.all([likes.refresh(), ...Array.from({ length: 12 }, () => next())]);
    for (const changed of late.splice(0).toReversed()) likes.receive(changed);
    await likes.refresh();
    expect(likesIn(likes.graph, pieces)).toEqual(await storedLikes(setup, pieces));
  }
});

test('BOARD-06m a like and its removal are known at once, without reading the database', async () => {
  const { store, likes } = await openStore();
  await change(store, true, likeOf('dawn', 'ada'));
  await likes.refresh();
  const authors = (): number[] => ['dawn', 'dusk'].map((piece) => likes.graph.authorsOf(piece).length);
  const steps: [boolean, string, string, number[]][] = [
    [true, 'dawn', 'bo', [2, 0]],
    [true, 'dusk', 'bo', [2, 1]],
    [false, 'dawn', 'ada', [1, 1]],
    [false, 'dusk', 'bo', [1, 0]],
  ];
  for (const [isLiked, piece, author, expected] of steps) {
    likes.receive((await change(store, isLiked, likeOf(piece, author)))!);
    expect(authors()).toEqual(expected);
  }
});

test('BOARD-06w a lost like is found by the refresh, and one that arrives again changes nothing', async () => {
  const { store, likes } = await openStore();
  const changes = [];
  for (const author of ['ada', 'bo', 'cy'])
    changes.push((await change(store, true, likeOf('dawn', author)))!);
  likes.receive(changes[0]!);
  likes.receive(changes[2]!);
  await likes.refresh();
  expect(likes.graph.authorsOf('dawn')).toHaveLength(3);
  likes.receive((await change(store, false, likeOf('dawn', 'ada')))!);
  likes.receive(changes[0]!);
  expect(likes.graph.authorsOf('dawn')).toHaveLength(2);
});

test('BOARD-06x likes that arrive while their piece is read are known after it, and older ones are ignored', async () => {
  const firstPage = ['ada', ...Array.from({ length: 1_999 }, (_, no) => `author-${no}`)];
  const likes: BoardGraph = new BoardGraph(board, {
    countsOf: async () => ({ dawn: { likes: 2_001, changes: 2_003 } }),
    likersOf: async (_piece, { after }) => {
      if (after === '') return firstPage;
      // The last change that the graph has is the first one: it would be the next.
      likes.receive({ contentPieceId: 'dawn', authorId: 'ada', isLiked: false, changes: 2 });
      likes.receive({ contentPieceId: 'dawn', authorId: 'bo', isLiked: true, changes: 2_004 });
      return ['zoe'];
    },
  });
  likes.receive({ contentPieceId: 'dawn', authorId: 'ada', isLiked: true, changes: 1 });
  await likes.refresh();
  expect(likes.graph.authorsOf('dawn')).toHaveLength(2_002);
});

test('BOARD-06n a piece with more likes than a page is read completely, without likes of other boards', async () => {
  const { storage, store, likes } = await openStore();
  const count = 4_100;
  const rows = Array.from({ length: count }, (_, no) => ({
    ...likeOf('dawn', `author-${no}`),
    counted: 1,
  }));
  for (let start = 0; start < count; start += 500)
    await storage.db
      .insertInto('mediaBoardLike')
      .values(rows.slice(start, start + 500))
      .execute();
  const piece = { ...board, contentPieceId: 'dawn' };
  await storage.db
    .insertInto('mediaBoardCount')
    .values({ ...piece, likes: count, changes: count })
    .execute();
  await store.add(likeOf('dawn', 'ada', { mediaBoardId: 'films' }));
  await store.add(likeOf('dawn', 'ada', { mode: 'STAGE' }));
  await likes.refresh();
  expect([likes.graph.authorsOf('dawn').length, likes.graph.authorCount]).toEqual([count, count]);
});

test('BOARD-06o a refresh that fails is made up for by the next one', async () => {
  const { store } = await openStore();
  let fails = true;
  const likes = new BoardGraph(board, {
    countsOf: (mode, mediaBoardId) => store.countsOf(mode, mediaBoardId),
    likersOf: async (piece, page) => {
      if (fails && piece.contentPieceId === 'dusk') throw new Error('no connection');
      return store.likersOf(piece, page);
    },
  });
  await change(store, true, likeOf('dawn', 'ada'));
  const second = await change(store, true, likeOf('dusk', 'ada'));
  await expect(likes.refresh()).rejects.toThrow('no connection');
  likes.receive(second!);
  fails = false;
  await likes.refresh();
  expect(['dawn', 'dusk'].map((piece) => likes.graph.authorsOf(piece).length)).toEqual([1, 1]);
});
