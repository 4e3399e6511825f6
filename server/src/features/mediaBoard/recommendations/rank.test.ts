import type { Recommendation } from '@foyer/contract';
import { expect, test } from 'vitest';
import { LikeGraph } from './likeGraph.ts';
import { rank, type RankInput } from './rank.ts';

/** The ids of the content pieces that each author likes. */
type Likes = Readonly<Record<string, readonly string[]>>;

function graphOf(likes: Likes): LikeGraph {
  const graph = new LikeGraph();
  for (const [author, pieces] of Object.entries(likes))
    for (const piece of pieces) graph.set(piece, author, true);
  return graph;
}

/** `count` authors with the same likes. */
const authors = (name: string, count: number, pieces: readonly string[]): Likes =>
  Object.fromEntries(Array.from({ length: count }, (_, no) => [`${name}${no}`, pieces]));

/** Content pieces without tags. */
const untagged = (...ids: readonly string[]): RankInput['shown'] => new Map(ids.map((id) => [id, []]));

/** What is recommended to ada, who likes these pieces. */
function recommended(
  likes: Likes,
  shown: RankInput['shown'],
  { liked = [], limit = 100, userId = 'ada' }: Partial<Omit<RankInput, 'liked'>> & { liked?: string[] } = {},
): Recommendation[] {
  const all = graphOf({ ...likes, [userId]: liked });
  return rank({ graph: all, shown, userId, liked: new Set(liked), limit });
}

const idsOf = (list: readonly Recommendation[]): string[] => list.map((entry) => entry.contentPieceId);

/** Deterministic pseudo-random numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const twoTastes: Likes = {
  ...authors('night', 30, ['moon', 'stars', 'owl']),
  ...authors('day', 60, ['sun', 'sky', 'lark']),
};
const birds = untagged('sun', 'moon', 'sky', 'stars', 'lark', 'owl');

test('BOARD-06a who likes a piece gets what others who like it also like, and which piece is the reason', () => {
  expect(recommended(twoTastes, birds, { liked: ['moon'] })).toEqual([
    { contentPieceId: 'stars', because: { kind: 'liked', contentPieceId: 'moon' } },
    { contentPieceId: 'owl', because: { kind: 'liked', contentPieceId: 'moon' } },
    { contentPieceId: 'sun', because: { kind: 'popular' } },
    { contentPieceId: 'sky', because: { kind: 'popular' } },
    { contentPieceId: 'lark', because: { kind: 'popular' } },
  ]);
});

test('BOARD-06b the reason is the liked piece whose likers like the recommended one most, and more than all do', () => {
  const likes = {
    ...authors('both', 5, ['sun', 'owl', 'hit']),
    ...authors('night', 30, ['moon', 'owl', 'hit']),
    ...authors('day', 60, ['sun', 'hit']),
  };
  for (const shown of [untagged('moon', 'sun', 'owl', 'hit'), untagged('sun', 'moon', 'owl', 'hit')])
    expect(recommended(likes, shown, { liked: ['sun', 'moon'], userId: 'both0' })).toEqual([
      { contentPieceId: 'hit', because: { kind: 'popular' } },
      { contentPieceId: 'owl', because: { kind: 'liked', contentPieceId: 'moon' } },
    ]);
});

test('BOARD-06c who likes nothing gets the pieces with the most likes, and equal ones in the order of the board', () => {
  const likes = { ...authors('a', 4, ['sky', 'sun']), ...authors('b', 6, ['owl']) };
  expect(recommended(likes, untagged('sun', 'sky', 'owl'))).toEqual(
    ['owl', 'sun', 'sky'].map((contentPieceId) => ({ contentPieceId, because: { kind: 'popular' } })),
  );
});

test('BOARD-06d a board without likes recommends its pieces in its order, as rarely liked', () => {
  expect(recommended({}, untagged('sun', 'sky'))).toEqual(
    ['sun', 'sky'].map((contentPieceId) => ({ contentPieceId, because: { kind: 'rarelyLiked' } })),
  );
});

test('BOARD-06e nothing is recommended that the user likes, or that the venue does not show', () => {
  const shown = untagged('sun', 'moon', 'stars');
  expect(idsOf(recommended(twoTastes, shown, { liked: ['moon', 'lark'] }))).toEqual(['stars', 'sun']);
  expect(recommended(twoTastes, shown, { liked: ['moon', 'stars', 'sun'] })).toEqual([]);
  // A piece that is not shown is no reason either: it has no name.
  const because = recommended(twoTastes, shown, { liked: ['owl'] }).map((entry) => entry.because.kind);
  expect(because).not.toContain('liked');
});

test('BOARD-06f the likes of one other user are no reason', () => {
  const likes = { ...authors('few', 1, ['moon', 'stars']), ...authors('many', 9, ['sun']) };
  const [stars] = recommended(likes, birds, { liked: ['moon'] }).filter(
    ({ contentPieceId }) => contentPieceId === 'stars',
  );
  expect(stars?.because.kind).not.toBe('liked');
});

test('BOARD-06g co-likes of few do not outweigh the likes of many', () => {
  const likes = { ...authors('few', 1, ['moon', 'owl']), ...authors('many', 60, ['sun']) };
  expect(idsOf(recommended(likes, birds, { liked: ['moon'] }))[0]).toBe('sun');
});

test('BOARD-06h two pieces with a common tag are in a row only where no others are left', () => {
  const random = randomFrom(7);
  const pick = (count: number): number => Math.floor(random() * count);
  for (let round = 0; round < 50; round++) {
    const ids = Array.from({ length: 30 }, (_, no) => `p${no}`);
    const tagsOf = () => Array.from({ length: pick(3) }, () => `tag${pick(3)}`);
    const shown = new Map(ids.map((id) => [id, tagsOf()]));
    const likes = Object.fromEntries(ids.map((_, no) => [`a${no}`, ids.filter(() => random() < 0.3)]));
    const list = idsOf(recommended(likes, shown, { liked: ids.slice(0, 3) }));
    expect(list).toHaveLength(27);
    const sharesTag = (one: string, two: string) =>
      shown.get(one)!.some((tag) => shown.get(two)!.includes(tag));
    for (const [no, id] of list.entries()) {
      const previous = list[no - 1];
      if (previous === undefined || !sharesTag(previous, id)) continue;
      expect(list.slice(no).every((left) => sharesTag(previous, left))).toBe(true);
    }
  }
});

test('BOARD-06i for who likes nothing the tenth piece has few likes, and not the same for all', () => {
  const popular = Array.from({ length: 15 }, (_, no) => `popular${no}`);
  const rare = Array.from({ length: 10 }, (_, no) => `rare${no}`);
  const likes = authors('a', 20, popular);
  const lists = ['u1', 'u2', 'u3', 'u4', 'u5'].map((userId) =>
    recommended(likes, untagged(...popular, ...rare), { userId, limit: 10 }),
  );
  for (const list of lists) {
    expect(idsOf(list).slice(0, 9)).toEqual(popular.slice(0, 9));
    expect(list[9]).toMatchObject({ because: { kind: 'rarelyLiked' } });
    expect(rare).toContain(list[9]?.contentPieceId);
  }
  expect(new Set(lists.map((list) => list[9]?.contentPieceId)).size).toBeGreaterThan(2);
  const afterLike = recommended(likes, untagged(...popular, ...rare), { liked: ['popular14'], limit: 10 });
  expect(idsOf(afterLike)).toEqual(popular.slice(0, 10));
});

test('BOARD-06j a lower limit returns the beginning of the same list', () => {
  const all = recommended(twoTastes, birds, { liked: ['moon'] });
  for (const limit of [1, 2, 3, 4])
    expect(recommended(twoTastes, birds, { liked: ['moon'], limit })).toEqual(all.slice(0, limit));
});

test('BOARD-06k the list does not depend on the order in which likes were stored and removed', () => {
  const random = randomFrom(11);
  const ids = Array.from({ length: 40 }, (_, no) => `p${no}`);
  const liked = new Set(ids.slice(0, 4));
  const pairs = Array.from({ length: 60 }, (_, no) => `a${no}`).flatMap((author) =>
    ids.filter(() => random() < 0.2).map((piece) => [piece, author] as const),
  );
  const lists = Array.from({ length: 5 }, () => {
    const graph = new LikeGraph();
    const shuffled = pairs.map((pair) => [random(), pair] as const).toSorted(([a], [b]) => a - b);
    for (const [, [piece, author]] of shuffled) graph.set(piece, author, true);
    for (const [key, [piece, author]] of shuffled)
      if (key < 0.3) for (const isLiked of [false, true]) graph.set(piece, author, isLiked);
    return rank({ graph, shown: untagged(...ids), userId: 'ada', liked, limit: 36 });
  });
  for (const list of lists) expect(list).toEqual(lists[0]);
});

test('BOARD-06v equal pieces keep the order of the board, in whatever order likes were stored', () => {
  const random = randomFrom(3);
  const seeds = Array.from({ length: 12 }, (_, no) => `seed${no}`);
  const equals = Array.from({ length: 12 }, (_, no) => `equal${no}`);
  // Each of these pieces is liked by one liker of each seed. The seeds have different numbers of likers.
  const pairs = seeds.flatMap((seed, no) => [
    ...equals.flatMap((equal) => [seed, equal].map((piece) => [piece, `${seed} ${equal}`] as const)),
    ...Array.from({ length: no * 7 }, (_, other) => [seed, `${seed} ${other}`] as const),
  ]);
  for (let round = 0; round < 10; round++) {
    const graph = new LikeGraph();
    const shuffled = pairs.map((pair) => [random(), pair] as const).toSorted(([a], [b]) => a - b);
    for (const [, [piece, author]] of shuffled) graph.set(piece, author, true);
    const shown = untagged(...seeds, ...equals);
    expect(idsOf(rank({ graph, shown, userId: 'ada', liked: new Set(seeds), limit: 100 }))).toEqual(equals);
  }
});
