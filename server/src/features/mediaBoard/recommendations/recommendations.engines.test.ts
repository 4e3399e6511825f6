import { deleteAccount, listRecommendations } from '@foyer/contract';
import {
  recommendationBurst,
  recommendationRefillMs,
  recommendationsDefault,
  recommendationsMax,
} from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import { testEngine } from '#testing/database';
import { startFoyer, testStart, type Foyer } from '#testing/foyer';
import { Nodes } from '#testing/nodes';
import { testPassword, type TestUser } from '#testing/testUsers';
import { publishNewest } from '#testing/venues';
import {
  createAuthors,
  createGuest,
  publishBoards,
  recommendedTo,
  saveBoards,
  saveWidgets,
  sendLike,
  sendUnlike,
  startBoards,
  type Author,
} from '../testing/mediaBoards.ts';

const hours = ['dawn', 'noon', 'dusk', 'night'];

/** A server whose board `posters` has these pieces, and users. */
async function startWith(pieces: Parameters<typeof publishBoards>[1], users: number) {
  const foyer = await startBoards();
  await publishBoards(foyer, pieces, 1);
  return { foyer, authors: await createAuthors(foyer, users) };
}

const idsFor = async (foyer: Foyer, as: Author, options?: Parameters<typeof recommendedTo>[2]) =>
  (await recommendedTo(foyer, as, options)).map(({ contentPieceId }) => contentPieceId);

const like = (foyer: Foyer, as: Author, ...pieces: readonly string[]) =>
  Promise.all(pieces.map((contentPieceId) => sendLike(foyer, as, { contentPieceId })));

test('CALL-08a the response has what others who like the same like, after the like of a moment ago', async () => {
  const { foyer, authors } = await startWith({ posters: hours }, 5);
  const [ada, ...others] = authors as [Author, ...Author[]];
  expect(await idsFor(foyer, ada)).toEqual(hours);
  for (const other of others.slice(0, 3)) await like(foyer, other, 'dusk', 'night');
  await like(foyer, others[3]!, 'dawn', 'noon');
  await like(foyer, ada, 'dusk');
  const params = { mediaBoardId: 'posters', userId: ada.id };
  const { body, headers } = await foyer.call(listRecommendations, { params, query: {} }, { as: ada });
  expect(headers.get('cache-control')).toContain('no-store');
  expect(body).toEqual({
    data: [
      { contentPieceId: 'night', because: { kind: 'liked', contentPieceId: 'dusk' } },
      { contentPieceId: 'dawn', because: { kind: 'rarelyLiked' } },
      { contentPieceId: 'noon', because: { kind: 'rarelyLiked' } },
    ],
  });
  await sendUnlike(foyer, ada, { contentPieceId: 'dusk' });
  expect(await idsFor(foyer, ada)).toContain('dusk');
});

test('BOARD-06p pieces with a common tag are not in a row, and those that the venue no longer shows are not listed', async () => {
  const tagged = { dawn: 'sun', noon: 'sun', dusk: 'moon', night: 'moon' };
  const pieces = Object.entries(tagged).map(([id, tag]) => ({ id, tags: [tag] }));
  const { foyer, authors } = await startWith({ posters: pieces }, 3);
  const [ada, bo, cy] = authors as [Author, Author, Author];
  for (const author of [bo, cy]) await like(foyer, author, 'dawn', 'noon');
  expect(await idsFor(foyer, ada)).toEqual(['dawn', 'dusk', 'noon', 'night']);
  await publishBoards(foyer, { posters: pieces.slice(1) }, 2);
  expect(await idsFor(foyer, ada)).toEqual(['noon', 'dusk', 'night']);
});

test.each(['-1', '0', 'abc', '1.5', '', '1e999', 'NaN'])(
  'CALL-08b a limit of "%s" is rejected',
  async (limit) => {
    const { foyer, authors } = await startWith({ posters: hours }, 1);
    const [ada] = authors as [Author];
    const params = { mediaBoardId: 'posters', userId: ada.id };
    const query = { limit: limit as never };
    const { error } = await foyer.call(listRecommendations, { params, query }, { as: ada });
    expect(error).toMatchObject({ code: 'invalidInput', errMsg: expect.stringContaining('limit') as string });
  },
);

test('CALL-08c without a limit ten pieces are listed, and never more than a hundred', async () => {
  const many = Array.from({ length: recommendationsMax + 20 }, (_, no) => `piece-${no}`);
  const { foyer, authors } = await startWith({ posters: many }, 1);
  const [ada] = authors as [Author];
  const lengthWith = async (limit?: number) => (await idsFor(foyer, ada, limit ? { limit } : {})).length;
  expect(await lengthWith()).toBe(recommendationsDefault);
  for (const limit of [1, recommendationsMax]) expect(await lengthWith(limit)).toBe(limit);
  for (const limit of [recommendationsMax + 1, 1e9]) expect(await lengthWith(limit)).toBe(recommendationsMax);
});

test('CALL-08d recommendations of another user, and of an unknown board, are not found', async () => {
  const { foyer, authors } = await startWith({ posters: hours }, 2);
  const [ada, bo] = authors as [Author, Author];
  const errorOf = async (params: { mediaBoardId: string; userId: string }, as: Author) =>
    (await foyer.call(listRecommendations, { params, query: {} }, { as })).error;
  for (const userId of [bo.id, 'anon-1', 'nobody', ada.id.toUpperCase()])
    expect(await errorOf({ mediaBoardId: 'posters', userId }, ada)).toMatchObject({
      code: 'notFound',
      errMsg: 'There are only recommendations for the user of the session.',
    });
  expect(await errorOf({ mediaBoardId: 'walls', userId: ada.id }, ada)).toMatchObject({
    code: 'notFound',
    errMsg: 'The venue has no media board walls.',
  });
});

test('CALL-08g a user who opens board after board gets recommendations, and a script is limited', async () => {
  const { foyer, authors } = await startWith({ posters: hours }, 2);
  const [ada, bo] = authors as [Author, Author];
  const params = { mediaBoardId: 'posters', userId: ada.id };
  const request = () => foyer.call(listRecommendations, { params, query: {} }, { as: ada });
  for (let no = 0; no < recommendationBurst; no++) expect((await request()).status).toBe(200);
  const { error, headers } = await request();
  expect([error?.code, headers.get('retry-after')]).toEqual(['tooManyRequests', '1']);
  expect((await sendLike(foyer, ada)).status).toBe(200);
  expect(await idsFor(foyer, bo)).toEqual(['dawn', 'noon', 'dusk', 'night']);
  foyer.advance(recommendationRefillMs);
  expect((await request()).status).toBe(200);
});

test('CALL-08e a guest gets recommendations, and nobody else gets those of the guest', async () => {
  const foyer = await startFoyer();
  await publishBoards(foyer, { posters: hours });
  const [one, two] = [await createGuest(foyer), await createGuest(foyer)];
  await like(foyer, one, 'dawn');
  expect(await idsFor(foyer, one)).toEqual(['noon', 'dusk', 'night']);
  const params = { mediaBoardId: 'posters', userId: one.id };
  expect((await foyer.call(listRecommendations, { params, query: {} }, { as: two })).error?.code).toBe(
    'notFound',
  );
});

test('CALL-08f a board whose widgets show no recommendations has none', async () => {
  const foyer = await startBoards();
  const [ada] = (await createAuthors(foyer, 1)) as [Author];
  for (const [no, configuration] of [{}, { recommendations: false }].entries()) {
    await publishBoards(foyer, { posters: hours }, 1 + no, configuration);
    expect(await recommendedTo(foyer, ada)).toEqual([]);
  }
});

test('BOARD-06z only cards that a widget shows and recommends now are recommended, and the others can be liked', async () => {
  const foyer = await startBoards();
  const [ada] = (await createAuthors(foyer, 1)) as [Author];
  const noon = new Date(testStart + 60_000).toISOString();
  const configuration = (pieces: readonly string[], more: { begin?: string; end?: string } = {}) => ({
    mediaBoardId: 'posters',
    contentPieces: pieces.map((id) => ({ id, names: [] })),
    recommendations: true,
    ...more,
  });
  const many = Array.from({ length: recommendationsDefault }, (_, no) => `morning-${no}`);
  const changing = [configuration(many, { end: noon }), configuration(['dusk', 'night'], { begin: noon })];
  const silent = { ...configuration(['lamp']), recommendations: false };
  await saveWidgets(foyer, [changing, [configuration(['dawn'])], [silent]], 1);
  await publishNewest(foyer, 'nightfall');
  const limit = recommendationsMax;
  // Which card is the tenth differs between users, as each of them gets another one that is rarely liked.
  expect((await idsFor(foyer, ada, { limit })).toSorted()).toEqual(['dawn', ...many]);
  expect((await sendLike(foyer, ada, { contentPieceId: 'dusk' })).status).toBe(200);
  foyer.advance(60_000);
  expect(await idsFor(foyer, ada)).toEqual(['night', 'dawn']);
  expect((await sendLike(foyer, ada, { contentPieceId: 'morning-0' })).status).toBe(200);
});

test('BOARD-06q likes of the live venue and of the stage lead to separate recommendations', async () => {
  const foyer = await startFoyer();
  const version = await publishBoards(foyer, { posters: hours });
  const designer = await foyer.users.of('designer');
  await saveBoards(foyer, { posters: [...hours, 'eve'] }, version);
  await like(foyer, designer, 'dawn');
  expect(await idsFor(foyer, designer)).toEqual(['noon', 'dusk', 'night']);
  expect(await idsFor(foyer, designer, { mode: 'STAGE' })).toEqual([...hours, 'eve']);
});

test('BOARD-06y a like of a piece with the same id on another board does not count', async () => {
  const foyer = await startBoards();
  await publishBoards(foyer, { posters: hours, films: hours }, 1);
  const [ada] = (await createAuthors(foyer, 1)) as [Author];
  await sendLike(foyer, ada, { mediaBoardId: 'films' });
  expect(await idsFor(foyer, ada)).toEqual(hours);
});

test('BOARD-06r the likes of a deleted account no longer count', async () => {
  const foyer = await startBoards();
  await publishBoards(foyer, { posters: hours }, 1);
  const leaver = await foyer.account();
  const [ada, bo] = (await createAuthors(foyer, 2)) as [Author, Author];
  await like(foyer, leaver, 'night', 'dusk');
  await like(foyer, bo, 'dusk');
  expect(await idsFor(foyer, ada)).toEqual(['dusk', 'night', 'dawn', 'noon']);
  await removeAccount(foyer, leaver);
  await like(foyer, bo, 'noon');
  await expect.poll(() => idsFor(foyer, ada)).toEqual(['noon', 'dusk', 'dawn', 'night']);
});

const removeAccount = (foyer: Foyer, { email, ...as }: TestUser) =>
  foyer.must(deleteAccount, { body: { email, currentPassword: testPassword } }, { as });

if (testEngine === 'postgres')
  test('BOARD-06s likes on another node are left out at once, and count with the next refresh', async () => {
    const nodes = await Nodes.start(2, startBoards);
    const [here, there] = nodes.foyers as [Foyer, Foyer];
    const authors = await createAuthors(here, 4);
    const [ada, ...others] = authors as [Author, ...Author[]];
    expect(await idsFor(here, ada)).toEqual(['dawn', 'dusk']);
    for (const other of others) await like(there, other, 'dusk');
    await like(there, ada, 'dawn');
    expect(await idsFor(here, ada)).toEqual(['dusk']);
    await sendUnlike(there, ada);
    here.advance(5_000);
    await expect.poll(() => idsFor(here, ada)).toEqual(['dusk', 'dawn']);
  });
