import {
  closeMediaBoard,
  likeContent,
  listLikes,
  mediaBoardLikes,
  openMediaBoard,
  type Like,
} from '@foyer/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeVisit } from '../../testing/fakeVisit.ts';
import { ApiError } from '../api/apiError.ts';
import { useWaits } from '../api/retry.ts';
import { initialUser, useUser } from '../state/user.ts';
import type { LikeEvent } from './backend.ts';
import { createEmbeddedLikes } from './embeddedLikes.ts';

const guestToken = `head.${btoa(JSON.stringify({ sub: 'anon-7', kind: 'guest' }))}.signature`;

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall'));
  vi.stubGlobal('navigator', { onLine: true });
  useUser.setState({ authToken: guestToken });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useUser.setState(initialUser);
});

/** Answers requests in turn, and returns what was sent. */
function answerWith(...answers: (() => Response)[]) {
  const sent: { url: URL; method: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit) => {
    sent.push({
      url: new URL(path, location.href),
      method,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    });
    return Promise.resolve(answers.shift()?.() ?? new Response(null, { status: 500 }));
  });
  return sent;
}
const json = (body: object, init?: ResponseInit) => () => new Response(JSON.stringify(body), init);
const failure = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ code, errMsg: 'no', requestId: 'r-1' }, { status, headers });

const dawn = { mediaBoardId: 'posters', contentPieceId: 'dawn' };
const counts = { dawn: { likes: 3, changes: 5 } };

/** A subscription to the board `posters`. */
function connect() {
  const visit = createFakeVisit();
  const { realtime } = visit;
  const received: LikeEvent[] = [];
  const ended = new AbortController();
  const readAgain = visit
    .get(createEmbeddedLikes)
    .connect('posters', (news) => received.push(news), ended.signal);
  const sent = () => realtime.pending.map(({ name, input }) => [name, input]);
  const answer = async (run: (command: (typeof realtime.pending)[0]) => void) => {
    const [command] = realtime.pending;
    if (!command) throw new Error('nothing was sent');
    run(command);
    await vi.waitFor(() => expect(realtime.pending).not.toContain(command));
    await Promise.resolve();
  };
  return { visit, realtime, received, ended, readAgain, sent, answer };
}
const opening = [openMediaBoard.name, { mediaBoardId: 'posters' }];

test('BOARD-03w a board is opened on each connection, and reports all counts and later changes of it alone', async () => {
  const { realtime, received, sent, answer } = connect();
  expect(sent()).toEqual([]);
  realtime.open();
  expect(sent()).toEqual([opening]);
  realtime.emit(mediaBoardLikes, { mediaBoardId: 'films', counts });
  realtime.emit(mediaBoardLikes, { mediaBoardId: 'posters', counts });
  await answer(({ resolve }) => resolve({ counts: {} }));
  expect(received).toEqual([
    { type: 'changes', counts },
    { type: 'counts', counts: {} },
  ]);
  realtime.lose();
  realtime.open();
  expect(sent()).toEqual([opening]);
  await answer(({ resolve }) => resolve({ counts }));
  expect(received.slice(2)).toEqual([{ type: 'counts', counts }]);
});

test('a subscription that ends closes its board, and reports nothing more', async () => {
  const { realtime, received, ended, sent, answer } = connect();
  realtime.open();
  ended.abort();
  expect(sent()).toEqual([opening, [closeMediaBoard.name, { mediaBoardId: 'posters' }]]);
  await answer(({ resolve }) => resolve({ counts }));
  realtime.emit(mediaBoardLikes, { mediaBoardId: 'posters', counts });
  realtime.lose();
  realtime.open();
  expect([received, sent()]).toEqual([[], []]);
});

test('a board that cannot be opened is reported, and opened again on request', async () => {
  const { realtime, received, readAgain, sent, answer } = connect();
  realtime.open();
  await answer(({ reject }) => reject(new ApiError('PROCESSING_ERROR', 'no', { serverCode: 'notFound' })));
  await vi.waitFor(() => expect(received).toEqual([{ type: 'failed' }]));
  expect(sent()).toEqual([]);
  readAgain();
  expect(sent()).toEqual([opening]);
});

test('a connection that is lost while the board is opened is no failure: the next one opens it', async () => {
  const { realtime, received, sent } = connect();
  realtime.open();
  realtime.lose();
  await Promise.resolve();
  realtime.open();
  expect([received, sent()]).toEqual([[], [opening]]);
});

test('ROLE-04s a guest likes as the guest of the session, and a retry sends the same like', async () => {
  const sent = answerWith(
    failure(503, 'unavailable', { 'retry-after': '0' }),
    json({ likes: 4, changes: 6 }),
    json({ likes: 3, changes: 7 }),
  );
  const likes = createFakeVisit().get(createEmbeddedLikes);
  expect(await likes.like(dawn)).toEqual({ likes: 4, changes: 6 });
  expect(await likes.unlike({ ...dawn, commentId: 'c1' })).toEqual({ likes: 3, changes: 7 });
  expect(sent.map(({ url, method }) => `${method} ${url.pathname}`)).toEqual([
    'POST /api/media-board/like',
    'POST /api/media-board/like',
    'POST /api/media-board/unlike',
  ]);
  const [first, retry, unlike] = sent.map(({ body }) => body as Like);
  expect(likeContent.body.parse(first)).toMatchObject({ ...dawn, authorId: 'anon-7' });
  expect(first?.creationTimestamp).toBeGreaterThan(Date.now() - 60_000);
  expect(retry).toEqual(first);
  expect(unlike).toMatchObject({ ...dawn, commentId: 'c1', authorId: 'anon-7' });
  expect(unlike?.uuid).not.toBe(first?.uuid);
});

test('a like that waits for its retry opens no dialog', async () => {
  const sent = answerWith(
    failure(503, 'unavailable', { 'retry-after': '2' }),
    json({ likes: 4, changes: 6 }),
  );
  const liked = createFakeVisit().get(createEmbeddedLikes).like(dawn);
  await vi.waitFor(() => expect(useWaits.getState().list).toMatchObject([{ place: 'nowhere' }]));
  useWaits.getState().list[0]?.tryNow();
  expect(await liked).toEqual({ likes: 4, changes: 6 });
  expect(sent).toHaveLength(2);
});

test('a like without a network fails at once', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const fetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', fetch);
  await expect(createFakeVisit().get(createEmbeddedLikes).like(dawn)).rejects.toMatchObject({
    code: 'NOT_REACHABLE',
  });
  expect(fetch).toHaveBeenCalledOnce();
  expect(useWaits.getState().list).toEqual([]);
});

test('BOARD-04d the own likes of a board are read to the last page', async () => {
  const like = (contentPieceId: string): Like => ({
    ...dawn,
    contentPieceId,
    uuid: crypto.randomUUID(),
    creationTimestamp: 0,
    authorId: 'anon-7',
  });
  const [one, two, three] = [like('one'), like('two'), like('three')] as const;
  const sent = answerWith(json({ likes: [one, two], nextCursor: two.uuid }), json({ likes: [three] }));
  expect(await createFakeVisit().get(createEmbeddedLikes).listOwn('posters')).toEqual([one, two, three]);
  expect(sent.map(({ url }) => [url.pathname, Object.fromEntries(url.searchParams)])).toEqual([
    [`/api${listLikes.path}`, { mediaBoardId: 'posters' }],
    [`/api${listLikes.path}`, { mediaBoardId: 'posters', cursor: two.uuid }],
  ]);
});

test('BOARD-06bd recommendations are read for the user or guest of the session', async () => {
  const data = [{ contentPieceId: 'dawn', because: { kind: 'popular' } }];
  const sent = answerWith(json({ data }));
  const likes = createFakeVisit().get(createEmbeddedLikes);
  const { signal } = new AbortController();
  expect(await likes.recommend('posters', { limit: 24, signal })).toEqual(data);
  expect(sent.map(({ url }) => url.pathname + url.search)).toEqual([
    '/api/media-board/posters/recommended/anon-7?limit=24',
  ]);
  await expect(likes.recommend('posters', { limit: 24, signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test('the end of the visit ends a like that waits for its response', async () => {
  const fetch = vi.fn((_: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
    return promise;
  });
  vi.stubGlobal('fetch', fetch);
  const visit = createFakeVisit();
  const liked = visit.get(createEmbeddedLikes).like(dawn);
  const rejected = expect(liked).rejects.toMatchObject({ name: 'AbortError' });
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  visit.end();
  await rejected;
});
