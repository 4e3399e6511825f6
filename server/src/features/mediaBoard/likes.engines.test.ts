import { randomUUID } from 'node:crypto';
import { deleteAccount, exportAccount, listLikes, mediaBoardLikes, type Like } from '@foyer/contract';
import { likeBurst, likeRefillMs, likesPageMax, likesPageSize } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import { startFoyer, testStart, type Foyer } from '#testing/foyer';
import { connectTab } from '#testing/tab';
import { testPassword, type TestUser } from '#testing/testUsers';
import {
  createAuthors,
  createGuest,
  likesOf,
  newLike,
  openPosters,
  publishBoards,
  saveBoards,
  sendLike,
  sendUnlike,
  startBoards,
  type Author,
} from './testing/mediaBoards.ts';

/** A server with boards, and two users. */
async function startWithTwo(): Promise<{ foyer: Foyer; ada: Author; bo: Author }> {
  const foyer = await startBoards();
  const [ada, bo] = (await createAuthors(foyer, 2)) as [Author, Author];
  return { foyer, ada, bo };
}

/** The counts of the board `posters`, as a tab gets them. */
const counts = async (foyer: Foyer, as: Author) => openPosters(await connectTab(foyer, { as }));

test('BOARD-02a CALL-09a a like is stored with its fields, and its time is not later than the clock of the server', async () => {
  const { foyer, ada } = await startWithTwo();
  const early = newLike(ada, { creationTimestamp: testStart - 5_000 });
  const late = newLike(ada, { contentPieceId: 'dusk', creationTimestamp: testStart + 5_000 });
  for (const sent of [early, late]) expect((await sendLike(foyer, ada, sent)).status).toBe(200);
  const stored = [early, { ...late, creationTimestamp: testStart }];
  const byUuid = (a: Like, b: Like) => (a.uuid < b.uuid ? -1 : 1);
  expect(await likesOf(foyer, ada)).toEqual(stored.toSorted(byUuid));
});

test('BOARD-03a CALL-10a a like raises the count of its content piece, and removing it lowers it', async () => {
  const { foyer, ada, bo } = await startWithTwo();
  expect((await sendLike(foyer, ada)).body).toEqual({ likes: 1, changes: 1 });
  expect((await sendLike(foyer, bo)).body).toEqual({ likes: 2, changes: 2 });
  expect((await sendLike(foyer, bo, { contentPieceId: 'dusk' })).body).toEqual({ likes: 1, changes: 1 });
  // Whatever its uuid: another tab has stored the like.
  expect((await sendUnlike(foyer, ada)).body).toEqual({ likes: 1, changes: 3 });
  expect(await likesOf(foyer, ada)).toEqual([]);
  expect(await likesOf(foyer, bo)).toHaveLength(2);
  expect(await counts(foyer, bo)).toEqual({
    dawn: { likes: 1, changes: 3 },
    dusk: { likes: 1, changes: 1 },
  });
  expect((await sendLike(foyer, ada)).body).toEqual({ likes: 2, changes: 4 });
});

test('BOARD-03b removing a like of what was never liked succeeds and changes nothing', async () => {
  const { foyer, ada, bo } = await startWithTwo();
  expect((await sendUnlike(foyer, ada)).body).toEqual({ likes: 0, changes: 0 });
  await sendLike(foyer, bo);
  expect((await sendUnlike(foyer, ada)).body).toEqual({ likes: 1, changes: 1 });
  expect(await likesOf(foyer, bo)).toHaveLength(1);
});

test('BOARD-05a likes of an author from several tabs at once count once', async () => {
  const { foyer, ada } = await startWithTwo();
  const responses = await Promise.all(Array.from({ length: 20 }, () => sendLike(foyer, ada)));
  expect(responses.map(({ body }) => body)).toEqual(responses.map(() => ({ likes: 1, changes: 1 })));
  expect(await likesOf(foyer, ada)).toHaveLength(1);
});

test('BOARD-05b a like that is sent again, also with its uuid in upper case, counts once', async () => {
  const { foyer, ada } = await startWithTwo();
  const uuid = 'abcdefab-58a4-4c0b-9a3a-0d2b7f6e5c41';
  for (const sent of [uuid.toUpperCase(), uuid, uuid.toUpperCase()])
    expect((await sendLike(foyer, ada, { uuid: sent })).body).toEqual({ likes: 1, changes: 1 });
  expect((await likesOf(foyer, ada)).map((like) => like.uuid)).toEqual([uuid]);
});

test('BOARD-05c a uuid of another like is rejected, and nothing is stored', async () => {
  const { foyer, ada, bo } = await startWithTwo();
  const uuid = randomUUID();
  await sendLike(foyer, ada, { uuid });
  const attempts: [Author, Partial<Like>][] = [
    [ada, { contentPieceId: 'dusk' }],
    [ada, { mediaBoardId: 'films', contentPieceId: 'trailer' }],
    [bo, {}],
  ];
  for (const [as, more] of attempts) {
    const { error } = await sendLike(foyer, as, { uuid, ...more });
    expect(error).toMatchObject({ code: 'conflict', errMsg: `Another like has the uuid ${uuid}.` });
  }
  expect(await likesOf(foyer, bo)).toEqual([]);
  expect(await counts(foyer, ada)).toEqual({ dawn: { likes: 1, changes: 1 } });
});

test.each<[string, Partial<Like>, string]>([
  ['board', { mediaBoardId: 'walls' }, 'The venue has no media board walls.'],
  ['content piece', { contentPieceId: 'noon' }, 'The media board posters has no content piece noon.'],
  [
    'content piece of another board',
    { contentPieceId: 'trailer' },
    'The media board posters has no content piece trailer.',
  ],
  ['comment', { commentId: 'c1' }, 'The content piece dawn has no comment c1.'],
])('BOARD-02b a like of an unknown %s is rejected with what is missing', async (_what, more, errMsg) => {
  const { foyer, ada } = await startWithTwo();
  for (const send of [sendLike, sendUnlike])
    expect((await send(foyer, ada, more)).error).toMatchObject({ code: 'notFound', errMsg });
  expect(await likesOf(foyer, ada)).toEqual([]);
});

test('BOARD-02c a content piece that only the stage has can be liked there, and not in the live venue', async () => {
  const foyer = await startFoyer();
  const version = await publishBoards(foyer, { posters: ['dawn'] });
  const designer = await foyer.users.of('designer');
  const noon = { contentPieceId: 'noon' };
  await saveBoards(foyer, { posters: ['dawn', 'noon'] }, version);
  expect((await sendLike(foyer, designer, noon)).error?.code).toBe('notFound');
  expect((await sendLike(foyer, designer, noon, 'STAGE')).body).toEqual({ likes: 1, changes: 1 });
});

test('BOARD-02d a content piece that the last publication removed keeps its likes, and gets no others', async () => {
  const { foyer, ada, bo } = await startWithTwo();
  await sendLike(foyer, ada);
  const version = await publishBoards(foyer, { posters: ['dusk'] }, 1);
  for (const send of [sendLike, sendUnlike]) expect((await send(foyer, bo)).error?.code).toBe('notFound');
  expect(await likesOf(foyer, ada)).toHaveLength(1);
  await publishBoards(foyer, undefined, version);
  expect((await sendLike(foyer, bo)).body).toEqual({ likes: 2, changes: 2 });
});

test('BOARD-02e the author is the user of the session: another authorId is rejected', async () => {
  const { foyer, ada, bo } = await startWithTwo();
  await sendLike(foyer, bo);
  for (const authorId of [bo.id, '', 'anon-1', bo.id.toUpperCase()]) {
    for (const send of [sendLike, sendUnlike])
      expect((await send(foyer, ada, { authorId })).error).toMatchObject({
        code: 'invalidInput',
        errMsg: 'The field authorId is invalid: it must be the user of the session.',
      });
    const { error } = await foyer.call(listLikes, { query: { authorId } }, { as: ada });
    expect(error).toMatchObject({
      code: 'invalidInput',
      errMsg: 'The parameter authorId is invalid: it must be the user of the session.',
    });
  }
  expect([await likesOf(foyer, ada), (await likesOf(foyer, bo)).length]).toEqual([[], 1]);
});

test('BOARD-04a likes and counts of the live venue and of the stage are separate', async () => {
  const foyer = await startFoyer();
  await publishBoards(foyer);
  const designer = await foyer.users.of('designer');
  const uuid = randomUUID();
  await sendLike(foyer, designer, { uuid });
  expect((await sendLike(foyer, designer, { uuid }, 'STAGE')).body).toEqual({ likes: 1, changes: 1 });
  expect((await sendUnlike(foyer, designer, {}, 'STAGE')).body).toEqual({ likes: 0, changes: 2 });
  expect(await likesOf(foyer, designer, 'STAGE')).toEqual([]);
  expect(await likesOf(foyer, designer)).toMatchObject([{ uuid }]);
  expect(await counts(foyer, designer)).toEqual({ dawn: { likes: 1, changes: 1 } });
});

test('ROLE-04q guests like, each of them once', async () => {
  const foyer = await startFoyer();
  await publishBoards(foyer);
  const [one, two] = [await createGuest(foyer), await createGuest(foyer)];
  for (const guest of [one, two, one]) await sendLike(foyer, guest);
  expect(one.id).toMatch(/^anon-/);
  expect(await likesOf(foyer, one)).toMatchObject([{ authorId: one.id }]);
  expect((await sendUnlike(foyer, one)).body).toEqual({ likes: 1, changes: 3 });
  const { error } = await foyer.call(listLikes, { query: { authorId: one.id } }, { as: two });
  expect(error?.code).toBe('invalidInput');
});

test('a user who likes quickly is not limited, and a script is', async () => {
  const { foyer, ada, bo } = await startWithTwo();
  const press = (no: number) => (no % 2 === 0 ? sendLike : sendUnlike)(foyer, ada);
  for (let no = 0; no < likeBurst; no++) expect((await press(no)).status).toBe(200);
  for (const send of [sendLike, sendUnlike])
    expect((await send(foyer, ada)).error?.code).toBe('tooManyRequests');
  expect((await sendLike(foyer, bo)).status).toBe(200);
  foyer.advance(likeRefillMs);
  expect((await sendLike(foyer, ada)).body).toEqual({ likes: 2, changes: likeBurst + 2 });
});

test.each(['-1', '0', '1e9', 'abc', '1.5', '', String(likesPageMax + 1)])(
  'BOARD-04b a limit of "%s" is rejected',
  async (limit) => {
    const { foyer, ada } = await startWithTwo();
    const { error } = await foyer.call(listLikes, { query: { limit: limit as never } }, { as: ada });
    expect(error).toMatchObject({ code: 'invalidInput', errMsg: expect.stringContaining('limit') as string });
  },
);

/** Stores likes of this many content pieces. */
async function insertLikes(foyer: Foyer, { id: authorId }: Author, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, no) => ({
    mode: 'LIVE' as const,
    uuid: randomUUID(),
    mediaBoardId: 'posters',
    contentPieceId: `p${no}`,
    authorId,
    createdAt: testStart,
    counted: 1,
  }));
  await foyer.running.storage.db.insertInto('mediaBoardLike').values(rows).execute();
}

test('BOARD-04c the own likes are listed in pages without gaps and duplicates, whatever limit is requested', async () => {
  const { foyer, ada, bo } = await startWithTwo();
  const count = likesPageSize + 7;
  await insertLikes(foyer, ada, count);
  await insertLikes(foyer, bo, 3);
  for (const limit of [undefined, 99, likesPageMax]) {
    const pages: Like[][] = [];
    let cursor: string | undefined;
    do {
      const query = { authorId: ada.id, ...(limit && { limit }), ...(cursor !== undefined && { cursor }) };
      const { likes, nextCursor } = await foyer.must(listLikes, { query }, { as: ada });
      pages.push(likes);
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(pages[0]).toHaveLength(Math.min(limit ?? likesPageSize, likesPageSize));
    expect(new Set(pages.flat().map(({ contentPieceId }) => contentPieceId)).size).toBe(count);
    expect(pages.flat()).toHaveLength(count);
    expect(pages.flat().every(({ authorId }) => authorId === ada.id)).toBe(true);
  }
});

test('BOARD-04g the likes of one board are listed in pages, without those of other boards and of comments', async () => {
  const { foyer, ada } = await startWithTwo();
  await insertLikes(foyer, ada, 5);
  await sendLike(foyer, ada, { mediaBoardId: 'films', contentPieceId: 'trailer' });
  const pageOf = (mediaBoardId: string, cursor?: string) =>
    foyer.must(listLikes, { query: { mediaBoardId, limit: 3, cursor } }, { as: ada });
  const first = await pageOf('posters');
  const second = await pageOf('posters', first.nextCursor);
  const pieces = [...first.likes, ...second.likes].map(({ contentPieceId }) => contentPieceId);
  expect(pieces.toSorted()).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
  expect([first.likes.length, second.nextCursor]).toEqual([3, undefined]);
  expect((await pageOf('films')).likes).toMatchObject([{ contentPieceId: 'trailer' }]);
  expect(await pageOf('walls')).toEqual({ likes: [] });
});

test('the export of an account has its likes, and its deletion removes them from the counts that others see', async () => {
  const foyer = await startBoards();
  const leaver = await foyer.account({ roles: ['ROLE_DESIGNER'] });
  const [ada] = (await createAuthors(foyer, 1)) as [Author];
  const [like, staged] = [newLike(leaver), newLike(leaver, { contentPieceId: 'dusk' })];
  await sendLike(foyer, leaver, like);
  await sendLike(foyer, leaver, staged, 'STAGE');
  await sendLike(foyer, ada);
  const tab = await connectTab(foyer, { as: ada });
  expect(await openPosters(tab)).toEqual({ dawn: { likes: 2, changes: 2 } });
  expect(await foyer.must(exportAccount, {}, { as: leaver })).toMatchObject({
    likes: [
      { mode: 'LIVE', ...like },
      { mode: 'STAGE', ...staged },
    ],
  });
  await removeAccount(foyer, leaver);
  const isLower = (data: { counts: Record<string, { likes: number }> }) => data.counts['dawn']?.likes === 1;
  expect((await tab.next(mediaBoardLikes, isLower)).counts).toEqual({ dawn: { likes: 1, changes: 3 } });
  const { db } = foyer.running.storage;
  const authors = await db.selectFrom('mediaBoardLike').select('authorId').execute();
  expect(authors).toEqual([{ authorId: ada.id }]);
  const stagedCount = db
    .selectFrom('mediaBoardCount')
    .select(['likes', 'changes'])
    .where('mode', '=', 'STAGE');
  expect(await stagedCount.execute()).toEqual([{ likes: 0, changes: 2 }]);
});

const removeAccount = (foyer: Foyer, { email, ...as }: TestUser) =>
  foyer.must(deleteAccount, { body: { email, currentPassword: testPassword } }, { as });
