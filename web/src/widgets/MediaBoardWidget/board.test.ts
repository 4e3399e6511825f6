import { selectLocalized, type Asset } from '@foyer/contract';
import { expect, test } from 'vitest';
import type { ContentPiece } from '../media/mediaItem.ts';
import {
  createBoard,
  existingFilter,
  isNarrowed,
  selectCards,
  topRated,
  withView,
  type Card,
  type Filter,
  type Ranking,
  type Selection,
} from './board.ts';

const en = (text: string) => [{ locale: 'en' as const, text }];
const assets = new Map<string, Asset>(
  [
    ['plan', 'application/pdf'],
    ['rings', 'image/webp'],
  ].map(([id = '', mediaType = '']) => [
    id,
    { id, uri: `/backend-assets/live/fair/${id}/1`, alts: [], mediaType },
  ]),
);
const piece = (id: string, name: string, rest: Partial<ContentPiece> = {}): ContentPiece => ({
  id,
  names: en(name),
  ...rest,
});
const pieces = [
  piece('plan', 'Plan 10', { tags: ['City'], assets: [{ locale: 'en', assetId: 'plan' }] }),
  piece('rings', 'Rings', {
    tags: ['Light', 'City', 'Light'],
    assets: [{ locale: 'en', assetId: 'rings' }],
    posterAssetId: 'still',
    coverAssetId: 'cover',
  }),
  piece('lost', 'Lost', { assets: [{ locale: 'en', assetId: 'nowhere' }] }),
  piece('question', 'Plan 9', { descriptions: en('Which café is open?') }),
  piece('site', 'Site', { uris: [{ locale: 'en', uri: 'https://example.org/' }] }),
  piece('tower', 'Tower'),
  piece('plan', 'Twice'),
];
const board = createBoard(pieces, {
  assets,
  localizedEntry: (entries) => selectLocalized(entries ?? [], 'en', 'en'),
});
const rankingOf = (likes: Readonly<Record<string, number>>, ...liked: string[]): Ranking => ({
  likes: new Map(Object.entries(likes)),
  liked: new Set(liked),
});
const ids = (cards: readonly Card[]): string[] => cards.map(({ id }) => id);

function shown(
  filter: Partial<Selection['filter']>,
  rest: Partial<Omit<Selection, 'filter'>> = {},
): string[] {
  const all = { view: 'all', kind: undefined, tag: undefined, typed: '' } as const;
  return ids(
    selectCards(board, {
      filter: { ...all, ...filter },
      order: 'default',
      ranking: rankingOf({}),
      recommended: [],
      language: 'en',
      ...rest,
    }),
  );
}

test('BOARD-01c a card is of the kind of its medium, or a text without one, and has its own cover', () => {
  expect(board.cards.map(({ id, cardKind }) => `${id}: ${cardKind}`)).toEqual([
    'plan: pdf',
    'rings: picture',
    'lost: document',
    'question: text',
    'site: link',
    'tower: text',
  ]);
  expect(board.byId.get('rings')?.coverAssetId).toBe('cover');
  expect(board.kinds).toEqual(['pdf', 'picture', 'text', 'document', 'link']);
  expect(board.byId.get('rings')?.tags).toEqual(['Light', 'City']);
  expect(board.tags).toEqual(['City', 'Light']);
});

test('BOARD-09a cards are found by the words of their names, descriptions and tags, in one kind and with one tag', () => {
  expect(shown({ typed: 'CAFE open' })).toEqual(['question']);
  expect(shown({ typed: 'city' })).toEqual(['plan', 'rings']);
  expect(shown({ tag: 'City', kind: 'picture' })).toEqual(['rings']);
  expect(shown({ kind: 'text', typed: 'rings' })).toEqual([]);
});

test('BOARD-07a cards are ordered by likes, and those with as many are the newest first; names as a language sorts them', () => {
  const ranking = rankingOf({ plan: 2, lost: 7, site: 2 });
  expect(shown({}, { ranking, order: 'likes' })).toEqual([
    'lost',
    'site',
    'plan',
    'tower',
    'question',
    'rings',
  ]);
  expect(shown({}, { ranking, order: 'name' })).toEqual([
    'lost',
    'question',
    'plan',
    'rings',
    'site',
    'tower',
  ]);
  expect(shown({ view: 'topRated' }, { ranking })).toEqual(['lost', 'site', 'plan']);
  expect(shown({ view: 'liked' }, { ranking: rankingOf({}, 'site', 'plan') })).toEqual(['plan', 'site']);
});

test('BOARD-06ba the recommended cards are in the order of the server, without those that the venue no longer has', () => {
  expect(shown({ view: 'forYou' }, { recommended: ['site', 'gone', 'plan'] })).toEqual(['site', 'plan']);
});

test.each([
  [2, 0],
  [5, 0],
  [6, 3],
  [20, 3],
  [64, 7],
  [1_000, 12],
])('BOARD-07b of %i liked cards the best tenth is top rated: %i', (count, expected) => {
  const { cards } = createBoard(
    Array.from({ length: count }, (_, at) => piece(`c${at}`, `Card ${at}`)),
    { assets, localizedEntry: () => undefined },
  );
  const likes = Object.fromEntries(cards.map(({ id, position }) => [id, position + 1]));
  expect(ids(topRated(cards, rankingOf(likes)))).toHaveLength(expected);
  expect(topRated(cards, rankingOf({}))).toEqual([]);
});

test('BOARD-09al All clears the view, the kind and the tag, but not the search, and is on only without them', () => {
  const filter: Filter = { view: 'liked', kind: 'picture', tag: 'Light', typed: 'ring' };
  const all: Filter = { view: 'all', kind: undefined, tag: undefined, typed: 'ring' };
  expect(withView(filter, 'all')).toEqual(all);
  expect(withView(filter, 'topRated')).toEqual({ ...filter, view: 'topRated' });
  expect(withView(filter, 'liked')).toEqual({ ...filter, view: 'all' });
  expect(isNarrowed(all)).toBe(false);
  expect(isNarrowed({ ...all, kind: 'picture' })).toBe(true);
  expect(isNarrowed({ ...all, tag: 'Light' })).toBe(true);
  expect(isNarrowed({ ...all, view: 'liked' })).toBe(true);
});

test('BOARD-09d a filter loses what a board no longer has, and is the same object if it has everything', () => {
  const filter: Filter = { view: 'topRated', kind: 'picture', tag: 'Light', typed: 'ring' };
  const controls = { hasSearch: true, hasForYou: true, hasTopRated: true };
  expect(existingFilter(filter, board, controls)).toBe(filter);
  const smaller = createBoard([piece('question', 'Plan 9', { tags: ['City'] })], {
    assets,
    localizedEntry: (entries) => selectLocalized(entries ?? [], 'en', 'en'),
  });
  expect(existingFilter(filter, smaller, controls)).toEqual({ ...filter, kind: undefined, tag: undefined });
  expect(existingFilter(filter, board, { ...controls, hasSearch: false, hasTopRated: false })).toEqual({
    ...filter,
    view: 'all',
    typed: '',
  });
  const forYou: Filter = { ...filter, view: 'forYou' };
  expect(existingFilter(forYou, board, { ...controls, hasTopRated: false })).toBe(forYou);
  expect(existingFilter(forYou, board, { ...controls, hasForYou: false })).toEqual({
    ...forYou,
    view: 'all',
  });
});
