import type { Like, LikeCount, LikeCounts } from '@foyer/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setTrackReceiver, type Tracked } from '../../../platform/analytics/track.ts';
import { ApiError } from '../../../platform/api/apiError.ts';
import type { LikedContent, LikeEvent, LikeService } from '../../../platform/backend/backend.ts';
import { useUser } from '../../../platform/state/user.ts';
import { stubBroadcastChannels } from '../../../testing/fakeChannel.ts';
import { createVisit } from '../../../platform/visit/visit.ts';
import { createSocialContent } from './mediaBoardSocialContent.ts';
import { watchNewLikes } from './newLikes.ts';
import { noLikes, shownLikes } from '../../../platform/likes/pieceLikes.ts';

let tracked: Tracked[];
let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  tracked = [];
  setTrackReceiver((each) => tracked.push(each));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  stubBroadcastChannels();
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useUser.setState(useUser.getInitialState());
});

interface Sent {
  readonly isLiked: boolean;
  readonly contentPieceId: string;
  readonly succeed: (likes: number, changes: number) => void;
  readonly fail: (error: unknown) => void;
}

/** A service whose requests the test answers. */
class FakeLikes implements LikeService {
  /** Without an answer, the oldest first. */
  readonly sent: Sent[] = [];
  /** The boards whose own likes were requested. */
  readonly requested: string[] = [];
  readonly reads: PromiseWithResolvers<readonly Like[]>[] = [];
  readonly boards = new Map<string, (news: LikeEvent) => void>();
  readonly readAgain = vi.fn();

  connect(mediaBoardId: string, listener: (news: LikeEvent) => void, signal: AbortSignal): () => void {
    if (this.boards.has(mediaBoardId)) throw new Error(`${mediaBoardId} has two subscriptions`);
    this.boards.set(mediaBoardId, listener);
    signal.addEventListener('abort', () => this.boards.delete(mediaBoardId));
    return this.readAgain;
  }

  listOwn(mediaBoardId: string): Promise<readonly Like[]> {
    this.requested.push(mediaBoardId);
    const read = Promise.withResolvers<readonly Like[]>();
    this.reads.push(read);
    return read.promise;
  }

  recommend = () => Promise.resolve([]);
  like = (content: LikedContent) => this.send(content, true);
  unlike = (content: LikedContent) => this.send(content, false);

  private send({ contentPieceId }: LikedContent, isLiked: boolean): Promise<LikeCount> {
    return new Promise((resolve, reject) => {
      const sent: Sent = {
        isLiked,
        contentPieceId,
        succeed: (likes, changes) => answer(() => resolve({ likes, changes })),
        fail: (error) => answer(() => reject(error)),
      };
      const answer = (run: () => void): void => {
        this.sent.splice(this.sent.indexOf(sent), 1);
        run();
      };
      this.sent.push(sent);
    });
  }
}

const posters = 'posters';
const dawn = { mediaBoardId: posters, contentPieceId: 'dawn' };
const dusk = { mediaBoardId: posters, contentPieceId: 'dusk' };
const widget = { area: 'hall', widget: 'wall', type: 'MediaBoardWidget' };

const ownLike = (contentPieceId: string, more: Partial<Like> = {}): Like => ({
  uuid: crypto.randomUUID(),
  mediaBoardId: posters,
  contentPieceId,
  creationTimestamp: 0,
  authorId: 'ada',
  ...more,
});

function setUp() {
  const service = new FakeLikes();
  const visit = createVisit();
  const loadService = vi.fn(() => Promise.resolve<LikeService>(service));
  const signInGuest = vi.fn(() => Promise.resolve(true));
  const social = createSocialContent(visit, { loadService, signInGuest });
  const shown = ({ mediaBoardId, contentPieceId }: typeof dawn) => {
    const { likes, isLiked } = shownLikes(
      social.store.getState().boards.get(mediaBoardId)?.get(contentPieceId) ?? noLikes,
    );
    return `${likes} ${isLiked ? 'liked' : 'not liked'}`;
  };
  const emit = (type: 'counts' | 'changes', counts: LikeCounts) =>
    service.boards.get(posters)?.({ type, counts });
  const next = <T>(list: readonly T[]): Promise<T> => vi.waitFor(() => list[0] ?? Promise.reject(list));
  return {
    service,
    visit,
    social,
    loadService,
    signInGuest,
    shown,
    emit,
    status: () => social.store.getState().countsStatus.get(posters),
    ownStatus: () => social.store.getState().ownStatus.get(posters) ?? 'loading',
    isOpen: (id = posters) => vi.waitFor(() => expect(service.boards.has(id)).toBe(true)),
    nextSent: () => next(service.sent),
    answerRead: async (likes: readonly Like[]) => {
      (await next(service.reads)).resolve(likes);
      service.reads.shift();
      await Promise.resolve();
    },
    failRead: async () => {
      (await next(service.reads)).reject(new ApiError('NOT_REACHABLE', 'no response'));
      service.reads.shift();
    },
  };
}

/** With the board open, and these likes. */
async function openBoard(counts: LikeCounts = {}, own: readonly Like[] = []) {
  const board = setUp();
  const close = board.social.open(posters);
  await board.isOpen();
  board.emit('counts', counts);
  await board.answerRead(own);
  await vi.waitFor(() => expect(board.ownStatus()).toBe('ready'));
  return { ...board, close };
}

test('BOARD-03q quick presses on a piece send one request at a time, and the last choice wins', async () => {
  const { social, service, shown, nextSent } = await openBoard({ dawn: { likes: 4, changes: 6 } });
  const done = social.toggle(dawn, widget);
  expect(shown(dawn)).toBe('5 liked');
  const first = await nextSent();
  for (let press = 0; press < 5; press++) void social.toggle(dawn, widget);
  expect([shown(dawn), service.sent.length, first.isLiked]).toEqual(['4 not liked', 1, true]);
  first.succeed(7, 9);
  const second = await nextSent();
  expect([shown(dawn), service.sent.length, second.isLiked]).toEqual(['6 not liked', 1, false]);
  void social.toggle(dawn, widget);
  void social.toggle(dawn, widget);
  second.succeed(6, 10);
  await done;
  expect([shown(dawn), service.sent.length]).toEqual(['6 not liked', 0]);
});

test('BOARD-03r an even number of presses within a request sends nothing more, and other pieces do not wait for it', async () => {
  const { social, service, shown, nextSent } = await openBoard();
  const done = social.toggle(dawn, widget);
  const { succeed } = await nextSent();
  void social.toggle(dawn, widget);
  void social.toggle(dawn, widget);
  void social.toggle(dusk, widget);
  await vi.waitFor(() => expect(service.sent.map((sent) => sent.contentPieceId)).toEqual(['dawn', 'dusk']));
  succeed(1, 1);
  await done;
  expect([shown(dawn), service.sent.map((sent) => sent.contentPieceId)]).toEqual(['1 liked', ['dusk']]);
});

test('BOARD-03s live counts change the number, but not twice for the own like, and older ones are ignored', async () => {
  const { social, shown, emit, nextSent } = await openBoard({ dawn: { likes: 4, changes: 6 } });
  emit('changes', { dawn: { likes: 5, changes: 7 }, dusk: { likes: 1, changes: 1 } });
  emit('changes', { dawn: { likes: 4, changes: 6 } });
  expect([shown(dawn), shown(dusk)]).toEqual(['5 not liked', '1 not liked']);
  const done = social.toggle(dawn, widget);
  emit('changes', { dawn: { likes: 6, changes: 8 } });
  expect(shown(dawn)).toBe('6 liked');
  (await nextSent()).succeed(6, 8);
  await done;
  emit('changes', { dawn: { likes: 6, changes: 8 } });
  expect(shown(dawn)).toBe('6 liked');
});

test('BOARD-03t a like that is not stored is undone with its error, and the own likes are read again', async () => {
  const { social, shown, service, nextSent, answerRead } = await openBoard();
  const done = social.toggle(dawn, widget);
  const error = new ApiError('PROCESSING_ERROR', 'gone', { status: 404, serverCode: 'notFound' });
  const rejected = expect(done).rejects.toBe(error);
  (await nextSent()).fail(error);
  await rejected;
  expect(shown(dawn)).toBe('0 not liked');
  // The response of a stored like may have been lost.
  await answerRead([ownLike('dawn')]);
  await vi.waitFor(() => expect(shown(dawn)).toBe('0 liked'));
  expect(service.sent).toEqual([]);
});

test('a like that fails after the user has changed their mind is no error, and one that follows it is sent', async () => {
  const { social, shown, nextSent } = await openBoard();
  const done = social.toggle(dawn, widget);
  const { fail } = await nextSent();
  void social.toggle(dawn, widget);
  fail(new ApiError('NOT_REACHABLE', 'no response'));
  await done;
  expect(shown(dawn)).toBe('0 not liked');
  const again = social.toggle(dawn, widget);
  (await nextSent()).succeed(1, 1);
  await again;
  expect(shown(dawn)).toBe('1 liked');
});

test('BOARD-05f own likes that were read before a like was stored do not undo it', async () => {
  const { social, shown, emit, service, nextSent, answerRead } = await openBoard();
  emit('counts', {});
  await vi.waitFor(() => expect(service.reads).toHaveLength(1));
  const done = social.toggle(dawn, widget);
  (await nextSent()).succeed(1, 1);
  await done;
  await answerRead([]);
  await vi.waitFor(() => expect(service.reads).toHaveLength(1));
  expect(shown(dawn)).toBe('1 liked');
  await answerRead([ownLike('dawn')]);
  expect(shown(dawn)).toBe('1 liked');
});

test('BOARD-05g likes of another device of the user are seen when this tab becomes visible', async () => {
  const { shown, service, answerRead } = await openBoard({ dawn: { likes: 1, changes: 1 } }, [
    ownLike('dawn'),
  ]);
  expect([shown(dawn), shown(dusk)]).toEqual(['1 liked', '0 not liked']);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(service.reads).toHaveLength(1));
  await answerRead([ownLike('dusk')]);
  await vi.waitFor(() => expect([shown(dawn), shown(dusk)]).toEqual(['1 not liked', '0 liked']));
});

test('BOARD-05k a like in another tab of the user is shown at once, also while the own likes are read', async () => {
  const { shown, emit, service, answerRead } = await openBoard({ dawn: { likes: 4, changes: 6 } });
  emit('counts', {});
  await vi.waitFor(() => expect(service.reads).toHaveLength(1));
  const other = await openBoard({ dawn: { likes: 4, changes: 6 } });
  const done = other.social.toggle(dawn, widget);
  (await other.nextSent()).succeed(5, 7);
  await done;
  expect([shown(dawn), shown(dusk)]).toEqual(['5 liked', '0 not liked']);
  await answerRead([]);
  await vi.waitFor(() => expect(service.reads).toHaveLength(1));
  expect(shown(dawn)).toBe('5 liked');
  const removed = other.social.toggle(dawn, widget);
  (await other.nextSent()).succeed(4, 8);
  await removed;
  expect(shown(dawn)).toBe('4 not liked');
});

test('BOARD-05l likes of another user, or on the stage, in another tab are not shown as own ones', async () => {
  const { shown } = await openBoard({ dawn: { likes: 4, changes: 6 } });
  const channel = new BroadcastChannel('foyer.likes');
  const post: (message: unknown) => void = channel.postMessage.bind(channel);
  const like = (authorId: string, base = '') =>
    post({ base, authorId, like: { ...dawn, isLiked: true, count: { likes: 5, changes: 7 } } });
  useUser.setState({ authToken: `head.${btoa(JSON.stringify({ sub: 'ada' }))}.signature` });
  like('bo');
  like('ada', '/stage');
  expect(shown(dawn)).toBe('4 not liked');
  like('ada');
  expect(shown(dawn)).toBe('5 liked');
});

test('BOARD-05m a like in another tab of the user is not announced as one of another user', async () => {
  const { social, shown, emit } = await openBoard({ dawn: { likes: 4, changes: 6 } });
  const other = await openBoard({ dawn: { likes: 4, changes: 6 } });
  const announced: number[] = [];
  vi.useFakeTimers();
  const stop = watchNewLikes(social.store, posters, (count) => announced.push(count));
  const done = other.social.toggle(dawn, widget);
  (await other.nextSent()).succeed(5, 7);
  await done;
  // The count for all tabs arrives after the message of the other tab.
  emit('changes', { dawn: { likes: 5, changes: 7 } });
  vi.advanceTimersByTime(60_000);
  expect([shown(dawn), announced]).toEqual(['5 liked', []]);
  emit('changes', { dawn: { likes: 6, changes: 8 } });
  vi.advanceTimersByTime(60_000);
  expect(announced).toEqual([1]);
  stop();
});

test('BOARD-04f opening a board reads the own likes of that board, and keeps those of another open one', async () => {
  const { social, service, shown, answerRead, isOpen, ownStatus } = await openBoard(
    { dawn: { likes: 1, changes: 1 } },
    [ownLike('dawn')],
  );
  const trailer = { mediaBoardId: 'films', contentPieceId: 'trailer' };
  const filmStatus = () => social.store.getState().ownStatus.get('films');
  social.open('films');
  await isOpen('films');
  service.boards.get('films')?.({ type: 'counts', counts: { trailer: { likes: 1, changes: 1 } } });
  await vi.waitFor(() => expect(service.reads).toHaveLength(1));
  expect([service.requested, ownStatus(), filmStatus()]).toEqual([[posters, 'films'], 'ready', undefined]);
  await answerRead([ownLike('trailer', { mediaBoardId: 'films' })]);
  await vi.waitFor(() => expect(filmStatus()).toBe('ready'));
  expect([shown(dawn), shown(trailer)]).toEqual(['1 liked', '1 liked']);
});

test('BOARD-03u after a reconnect the whole counts replace older ones, and the own likes are read again', async () => {
  const { shown, emit, answerRead } = await openBoard({ dawn: { likes: 4, changes: 6 } });
  emit('counts', { dawn: { likes: 9, changes: 13 }, dusk: { likes: 2, changes: 2 } });
  await answerRead([ownLike('dusk')]);
  await vi.waitFor(() => expect([shown(dawn), shown(dusk)]).toEqual(['9 not liked', '2 liked']));
});

test('two widgets of a board share its subscription, which ends with the last of them', async () => {
  const { social, service, status, close, isOpen } = await openBoard();
  const closeOther = social.open(posters);
  close();
  expect([service.boards.has(posters), status()]).toEqual([true, 'ready']);
  closeOther();
  expect([service.boards.has(posters), status()]).toEqual([false, undefined]);
  social.open(posters);
  await isOpen();
});

test('a board that is closed before the service is downloaded is not subscribed to', async () => {
  const { social, service, loadService } = setUp();
  const load = Promise.withResolvers<LikeService>();
  loadService.mockReturnValue(load.promise);
  social.open(posters)();
  const open = social.open(posters);
  load.resolve(service);
  await vi.waitFor(() => expect(service.boards.size).toBe(1));
  open();
  expect(service.boards.size).toBe(0);
});

test('a board whose likes cannot be read says so, and reads them again on request', async () => {
  const { social, service, status, ownStatus, isOpen, emit, failRead, answerRead } = setUp();
  social.open(posters);
  expect([status(), ownStatus()]).toEqual(['loading', 'loading']);
  await isOpen();
  service.boards.get(posters)?.({ type: 'failed' });
  expect(status()).toBe('failed');
  social.retry(posters);
  expect([status(), service.readAgain.mock.calls.length]).toEqual(['loading', 1]);
  emit('counts', {});
  await failRead();
  await vi.waitFor(() => expect([status(), ownStatus()]).toEqual(['ready', 'failed']));
  social.retry(posters);
  expect(ownStatus()).toBe('loading');
  await answerRead([]);
  await vi.waitFor(() => expect([status(), ownStatus()]).toEqual(['ready', 'ready']));
  expect(service.readAgain).toHaveBeenCalledOnce();
});

test('own likes that are known stay when they cannot be read again', async () => {
  const { shown, ownStatus, emit, failRead } = await openBoard({}, [ownLike('dawn')]);
  emit('counts', {});
  await failRead();
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect([shown(dawn), ownStatus()]).toEqual(['0 liked', 'ready']);
});

test('code that could not be downloaded is downloaded again on request', async () => {
  const { social, status, loadService, isOpen } = setUp();
  loadService.mockRejectedValueOnce(new Error('offline'));
  social.open(posters);
  await vi.waitFor(() => expect(status()).toBe('failed'));
  social.retry(posters);
  await isOpen();
  expect(status()).toBe('loading');
});

test('ROLE-04r a guest whose session opens later gets the likes then, and a like before is undone with an error', async () => {
  const { social, service, signInGuest, status, shown, isOpen, emit, nextSent } = setUp();
  signInGuest.mockResolvedValue(false);
  social.open(posters);
  await isOpen();
  await vi.waitFor(() => expect(status()).toBe('failed'));
  await expect(social.toggle(dawn, widget)).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
  expect([shown(dawn), service.sent.length]).toEqual(['0 not liked', 0]);
  signInGuest.mockResolvedValue(true);
  emit('counts', { dawn: { likes: 3, changes: 3 } });
  expect(status()).toBe('ready');
  const done = social.toggle(dawn, widget);
  (await nextSent()).succeed(4, 4);
  await done;
  expect(shown(dawn)).toBe('4 liked');
});

test('TRACK-10b each stored like and removal is counted once, and none that fails', async () => {
  const { social, nextSent } = await openBoard();
  const done = social.toggle(dawn, widget);
  const first = await nextSent();
  void social.toggle(dawn, widget);
  expect(tracked).toEqual([]);
  first.succeed(1, 1);
  (await nextSent()).succeed(0, 2);
  await done;
  const failing = social.toggle(dawn, widget).catch(() => undefined);
  (await nextSent()).fail(new ApiError('NOT_REACHABLE', 'no response'));
  await failing;
  const subject = { ...widget, card: 'dawn' };
  expect(tracked).toMatchObject([
    { category: 'contentCard', action: 'like', subject },
    { category: 'contentCard', action: 'dislike', subject },
  ]);
  expect(tracked).toHaveLength(2);
});

test('one like changes the state of its own piece only', async () => {
  const { social, emit } = await openBoard({
    dawn: { likes: 1, changes: 1 },
    dusk: { likes: 2, changes: 2 },
  });
  const stateOf = (id: string) => social.store.getState().boards.get(posters)?.get(id);
  const before = stateOf('dusk');
  emit('changes', { dawn: { likes: 2, changes: 2 } });
  void social.toggle(dawn, widget);
  expect(stateOf('dusk')).toBe(before);
});
