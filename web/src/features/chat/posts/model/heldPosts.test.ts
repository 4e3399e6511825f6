/** The held posts of a wall: reading them again, and decisions of several hosts. */
import {
  approveChatPost,
  chatMessageChanged,
  declineChatPost,
  getHeldChatPosts,
  heldChatPostsChanged,
  type ChatHeldPost,
  type Command,
  type ErrorCode,
} from '@foyer/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../platform/api/apiError.ts';
import { createFakeVisit } from '../../../../testing/fakeVisit.ts';
import { createChat } from '../../model/chat.ts';
import { stubBrowserForTests } from '../../testing/stubBrowser.ts';
import { createHeldPosts } from './heldPosts.ts';

stubBrowserForTests();
beforeEach(() => vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const roomId = 'wall';
const post = (id: string): ChatHeldPost => ({ id, clientId: `c-${id}`, authorId: 'bo', at: 1, text: id });
const page = (...ids: string[]) => ({
  held: ids.map(post),
  declined: [],
  repliedTo: [],
  users: [{ uid: 'bo', name: 'Bo' }],
  hasMore: false,
});
const settle = () => vi.advanceTimersByTimeAsync(0);

function open() {
  const visit = createFakeVisit();
  const { realtime } = visit;
  const heldPosts = visit.get(createHeldPosts);
  realtime.open();
  const end = heldPosts.open(roomId);
  /** Answers the only command that waits. */
  const answer = async ({ name }: Command, result: unknown) => {
    await settle();
    expect(realtime.pending.map((sent) => sent.name)).toEqual([name]);
    const [sent] = realtime.pending;
    if (result instanceof Error) sent?.reject(result);
    else sent?.resolve(result);
    await settle();
  };
  const ids = () =>
    heldPosts.store
      .getState()
      .lists.get(roomId)
      ?.held.map(({ id }) => id);
  return { visit, realtime, heldPosts, end, answer, ids };
}

async function openWith(...held: string[]) {
  const opened = open();
  await opened.answer(getHeldChatPosts, page(...held));
  return opened;
}

test('WALL-05be held posts and their authors are read when the wall is opened, after changes, and when the room is open on a new connection', async () => {
  const { visit, realtime, heldPosts, answer, ids } = await openWith('a');
  expect(ids()).toEqual(['a']);
  expect(visit.get(createChat).store.getState().users.get('bo')?.name).toBe('Bo');
  realtime.emit(heldChatPostsChanged, { roomId: 'another' });
  realtime.emit(heldChatPostsChanged, { roomId });
  await answer(getHeldChatPosts, page('a', 'b'));
  expect(ids()).toEqual(['a', 'b']);
  realtime.lose();
  realtime.open();
  await settle();
  // Before the room is open again, the server does not report changes to this connection.
  expect(realtime.pending).toEqual([]);
  heldPosts.refresh(roomId);
  await answer(getHeldChatPosts, page('c'));
  expect(ids()).toEqual(['c']);
});

test('WALL-05bf of two readings at the same time the later one counts', async () => {
  const { realtime, ids } = await openWith();
  realtime.emit(heldChatPostsChanged, { roomId });
  realtime.emit(heldChatPostsChanged, { roomId });
  await settle();
  const [first, second] = realtime.pending;
  second?.resolve(page('new'));
  await settle();
  first?.resolve(page('old'));
  await settle();
  expect(ids()).toEqual(['new']);
});

test('WALL-05bg an approved and a declined post disappear at once, and the held posts are read again', async () => {
  const { realtime, heldPosts, answer, ids } = await openWith('a', 'b');
  const approval = heldPosts.approve(roomId, post('a'));
  await answer(approveChatPost, undefined);
  expect(await approval).toBe('done');
  expect(ids()).toEqual(['b']);
  await answer(getHeldChatPosts, page('b'));
  const decline = heldPosts.decline(roomId, post('b'));
  await answer(declineChatPost, undefined);
  expect(await decline).toBe('done');
  await answer(getHeldChatPosts, page());
  expect(ids()).toEqual([]);
  expect(realtime.pending).toEqual([]);
});

test('WALL-05ce a declined post that its author removes disappears at once', async () => {
  const { realtime, heldPosts, answer } = await openWith('a');
  const idsOf = (kind: 'held' | 'declined') =>
    heldPosts.store
      .getState()
      .lists.get(roomId)
      ?.[kind].map(({ id }) => id);
  realtime.emit(heldChatPostsChanged, { roomId });
  await answer(getHeldChatPosts, { ...page('a'), declined: [{ ...post('b'), declinedAt: 2 }] });
  expect([idsOf('held'), idsOf('declined')]).toEqual([['a'], ['b']]);
  const removal = heldPosts.decline(roomId, post('b'));
  await answer(declineChatPost, undefined);
  expect(await removal).toBe('done');
  expect([idsOf('held'), idsOf('declined')]).toEqual([['a'], []]);
});

test('WALL-05cf what held posts reply to is known, also when it changes or is gone', async () => {
  const { realtime, heldPosts, answer } = await openWith();
  const repliedTo = () => [...(heldPosts.store.getState().lists.get(roomId)?.repliedTo ?? [])];
  const message = { seq: 1, clientId: 'c-1', authorId: 'cy', at: 1, text: 'A question' };
  realtime.emit(heldChatPostsChanged, { roomId });
  await answer(getHeldChatPosts, {
    ...page(),
    held: [
      { ...post('a'), replyTo: 1 },
      { ...post('b'), replyTo: 2 },
    ],
    repliedTo: [message],
  });
  expect(repliedTo()).toEqual([
    [1, message],
    [2, null],
  ]);
  const deleted = { ...message, updatedSeq: 4, text: '', deletedBy: 'host' as const };
  realtime.emit(chatMessageChanged, { roomId, seq: 3, message: { ...message, seq: 3 } });
  realtime.emit(chatMessageChanged, { roomId, seq: 4, message: deleted });
  expect(repliedTo()).toEqual([
    [1, deleted],
    [2, null],
  ]);
});

test('WALL-05bh a post that another host has decided about is gone; one that cannot be posted, without a reply or rejected for another reason, stays', async () => {
  const { heldPosts, answer, ids } = await openWith('a', 'b');
  const rejection = (status: number, serverCode: ErrorCode) =>
    new ApiError('PROCESSING_ERROR', serverCode, { status, serverCode });
  const muted = heldPosts.approve(roomId, post('b'));
  await answer(approveChatPost, rejection(409, 'cannotPost'));
  expect(await muted).toBe('cannotPost');
  expect(heldPosts.isApprovedHere('c-b')).toBe(false);
  const lost = heldPosts.approve(roomId, post('b')).catch((error: unknown) => error);
  await answer(approveChatPost, new ApiError('NOT_REACHABLE', 'no reply'));
  expect(await lost).toBeInstanceOf(ApiError);
  // The server may have approved it.
  expect(heldPosts.isApprovedHere('c-b')).toBe(true);
  expect(ids()).toEqual(['a', 'b']);
  const forbidden = heldPosts.approve(roomId, post('a')).catch((error: unknown) => error);
  await answer(approveChatPost, rejection(403, 'forbidden'));
  expect(await forbidden).toBeInstanceOf(ApiError);
  expect([heldPosts.isApprovedHere('c-a'), ids()]).toEqual([false, ['a', 'b']]);
  const late = heldPosts.approve(roomId, post('a'));
  await answer(approveChatPost, rejection(404, 'notFound'));
  expect(await late).toBe('gone');
  expect(heldPosts.isApprovedHere('c-a')).toBe(false);
  expect(ids()).toEqual(['b']);
});

test('WALL-05bi held posts that could not be read have failed, and are read again automatically', async () => {
  const { heldPosts, answer, ids } = open();
  await answer(getHeldChatPosts, new ApiError('NOT_REACHABLE', 'no reply'));
  expect(heldPosts.store.getState().lists.get(roomId)?.status).toBe('failed');
  await vi.advanceTimersByTimeAsync(5_000);
  await answer(getHeldChatPosts, page('a'));
  expect(ids()).toEqual(['a']);
});

test('WALL-05bj a closed wall is not read any more', async () => {
  const { realtime, heldPosts, end, ids } = await openWith('a');
  const endOther = heldPosts.open(roomId);
  end();
  expect(ids()).toEqual(['a']);
  endOther();
  expect(ids()).toBeUndefined();
  realtime.emit(heldChatPostsChanged, { roomId });
  heldPosts.refresh(roomId);
  await settle();
  expect(realtime.pending).toEqual([]);
});

test('WALL-05bs a wall that is closed while its held posts cannot be read is not read later', async () => {
  const { realtime, end, answer } = open();
  await settle();
  end();
  await answer(getHeldChatPosts, new ApiError('NOT_REACHABLE', 'no reply'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(realtime.pending).toEqual([]);
});
