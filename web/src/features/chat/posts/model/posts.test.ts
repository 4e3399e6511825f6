import {
  approveChatPost,
  chatLikesChanged,
  chatRoomRemoved,
  closeChatRoom,
  commentIdOf,
  getChatChanges,
  getChatLikes,
  getChatPosts,
  getHeldChatPosts,
  openChatRoom,
} from '@foyer/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../platform/api/apiError.ts';
import { shownLikes } from '../../../../platform/likes/pieceLikes.ts';
import { useUser } from '../../../../platform/state/user.ts';
import { createVenueState } from '../../../../platform/state/venue.ts';
import { createChat } from '../../model/chat.ts';
import { createOutbox } from '../../model/outbox.ts';
import { createChatView } from '../../model/view.ts';
import { bar, dawn, fakeLikeService, startPosts } from '../../testing/startPosts.ts';
import { stubBrowserForTests } from '../../testing/stubBrowser.ts';
import { stubBroadcastChannels } from '../../../../testing/fakeChannel.ts';
import { createFakeVisit, type SentCommand } from '../../../../testing/fakeVisit.ts';
import { createCommentLikes } from './commentLikes.ts';
import { createHeldPosts } from './heldPosts.ts';
import { maxLive } from './postPages.ts';

const browser = stubBrowserForTests();
afterEach(() => useUser.setState(useUser.getInitialState()));

/** Longer than the first delay of retries. */
const retry = () => vi.advanceTimersByTimeAsync(5_000);

/** With the discussion open, in which Bo has posted these texts. */
async function openDawn(...texts: string[]) {
  const chat = await startPosts();
  for (const text of texts) chat.server.post('d1', 'bo', text);
  const close = chat.posts.open(dawn);
  await chat.catchUp();
  return { ...chat, close };
}

test('BOARD-08aa a discussion is read with its room, likes and numbers of replies, the newest posts first', async () => {
  const { server, posts, list, texts, state, catchUp } = await startPosts();
  const { seq } = server.post('d1', 'bo', 'First');
  server.post('d1', 'bo', 'Second');
  server.post('d1', 'cy', 'Reply', { replyTo: seq });
  server.likeByOther('d1', seq);
  posts.open(dawn);
  expect(list().status).toBe('loading');
  await catchUp();
  expect(texts()).toEqual(['Second', 'First']);
  expect(list()).toMatchObject({
    status: 'ready',
    roomId: 'd1',
    order: 'newest',
    hasMore: false,
    more: 'idle',
  });
  expect([list().replyCounts.get(seq), list().likes.get(seq)?.count.likes]).toEqual([1, 1]);
  expect(state().rooms.get('d1')).toMatchObject({ kind: 'card', ...dawn });
});

test('WALL-01aa new posts of others wait to be shown, own ones of any tab are shown at once', async () => {
  const { server, posts, texts, newTexts, receive } = await openDawn('Old');
  for (const [author, text] of [
    ['ada', 'From the phone'],
    ['bo', 'One'],
    ['cy', 'Two'],
  ] as const)
    server.post('d1', author, text);
  receive();
  expect([texts(), newTexts()]).toEqual([
    ['From the phone', 'Old'],
    ['Two', 'One'],
  ]);
  posts.showNewPosts(dawn);
  expect([texts(), newTexts()]).toEqual([['Two', 'One', 'From the phone', 'Old'], []]);
});

test('BOARD-08as an own post shows those that wait, too, so that the list is in order', async () => {
  const { visit, server, posts, texts, newTexts, receive, catchUp } = await openDawn('Old');
  server.post('d1', 'bo', 'One');
  receive();
  visit.get(createOutbox).send({ roomId: 'd1', text: 'Mine' });
  await catchUp();
  expect([texts(), newTexts()]).toEqual([['Mine', 'One', 'Old'], []]);
  posts.setOrder(dawn, 'mostLiked');
  await catchUp();
  server.post('d1', 'bo', 'Two');
  receive();
  visit.get(createOutbox).send({ roomId: 'd1', text: 'Among the most liked ones' });
  await catchUp();
  // Their place there is below all that have likes.
  expect(newTexts()).toEqual(['Two']);
});

test.each(['before', 'after'])(
  'WALL-05bz a post that this tab approves is shown at once, also if it arrives %s the response, and those of other hosts wait',
  async (when) => {
    const { visit, connection, server, posts, texts, newTexts, receive, settle, catchUp } =
      await startPosts();
    server.post('w1', 'bo', 'Old');
    posts.open(bar);
    await catchUp();
    const heldPost = (text: string) => ({ id: text, clientId: `c-${text}`, authorId: 'bo', at: 1, text });
    const [here, elsewhere] = [heldPost('Here'), heldPost('Elsewhere')];
    const answer = async (name: string, result: unknown) => {
      await settle();
      const [sent] = connection.pending.splice(0);
      expect(sent?.name).toBe(name);
      sent?.resolve(result);
      await settle();
    };
    const heldPosts = visit.get(createHeldPosts);
    heldPosts.open('w1');
    await answer(getHeldChatPosts.name, {
      held: [here, elsewhere],
      declined: [],
      repliedTo: [],
      users: [],
      hasMore: false,
    });
    const approval = heldPosts.approve('w1', here);
    const post = () => {
      for (const { text, clientId } of [here, elsewhere]) server.post('w1', 'bo', text, { clientId });
      receive();
    };
    if (when === 'before') post();
    await answer(approveChatPost.name, undefined);
    expect(await approval).toBe('done');
    if (when === 'after') post();
    expect([texts(bar), newTexts(bar)]).toEqual([['Here', 'Old'], ['Elsewhere']]);
  },
);

test('WALL-01ab an own message is in the list before the outbox drops it, even while the list is read or has a gap', async () => {
  const { visit, server, connection, posts, list, state, reply, settle, receive, catchUp } = await openDawn();
  const isShown = () => {
    const shown = [...list().posts, ...state().outbox].filter(({ text }) => text === 'Mine').length;
    // The interface no longer shows a waiting message that is in the list.
    expect(shown).toBeGreaterThan(0);
  };
  posts.setOrder(dawn, 'mostLiked');
  await settle();
  const [read] = connection.pending.splice(0);
  const page = server.execute(read?.name ?? '', read?.input);
  visit.get(createOutbox).send({ roomId: 'd1', text: 'Mine' });
  await reply();
  isShown();
  // The page that does not have it arrives after the answer.
  read?.resolve(page);
  await settle();
  isShown();
  expect(state().outbox).toEqual([]);
  // The event of an earlier message is lost.
  server.post('d1', 'bo', 'Missed');
  server.events.length = 0;
  const unsubscribe = posts.store.subscribe(isShown);
  visit.get(createOutbox).send({ roomId: 'd1', text: 'Again' });
  await catchUp();
  receive();
  unsubscribe();
  expect(list().posts.map(({ text }) => text)).toEqual(['Again', 'Mine']);
  expect(list().newPosts.map(({ text }) => text)).toEqual(['Missed']);
});

test('WALL-01ac edits are shown in place, deleted posts disappear unless they have replies, and a reply brings one back', async () => {
  const { server, texts, list, receive } = await openDawn('One', 'Two', 'Three');
  server.post('d1', 'cy', 'Reply', { replyTo: 1 });
  server.change('d1', 2, { text: 'Zwei', editedAt: 1 });
  for (const seq of [1, 3]) server.change('d1', seq, { text: '', deletedBy: 'host' });
  receive();
  expect(texts()).toEqual(['Zwei', '']);
  server.change('d1', 4, { text: '', deletedBy: 'host' });
  receive();
  expect(texts()).toEqual(['Zwei']);
  // Someone who has not received the deletion yet replies.
  server.post('d1', 'cy', 'Too late', { replyTo: 3 });
  receive();
  expect([texts(), list().replyCounts.get(3)]).toEqual([['', 'Zwei'], 1]);
});

test('WALL-03aa replies are counted and shown in the opened posts, also replies to replies, until they are deleted', async () => {
  const { server, posts, list, receive, catchUp } = await openDawn('One', 'Two');
  const first = server.post('d1', 'cy', 'First', { replyTo: 1 });
  receive();
  posts.openReplies(dawn, 1);
  expect(list().replies.get(1)?.status).toBe('loading');
  await catchUp();
  server.post('d1', 'ada', 'Deeper', { replyTo: first.seq });
  server.post('d1', 'cy', 'Elsewhere', { replyTo: 2 });
  receive();
  const replies = () =>
    list()
      .replies.get(1)
      ?.messages.map(({ text }) => text);
  expect([replies(), list().replyCounts]).toEqual([
    ['First', 'Deeper'],
    new Map([
      [2, 1],
      [1, 2],
    ]),
  ]);
  server.change('d1', first.seq, { text: '', deletedBy: 'author' });
  receive();
  expect([replies(), list().replyCounts.get(1)]).toEqual([['Deeper'], 1]);
  posts.closeReplies(dawn, 1);
  server.post('d1', 'cy', 'Unseen', { replyTo: 1 });
  receive();
  expect([list().replies.size, list().replyCounts.get(1)]).toEqual([0, 2]);
});

test('WALL-03ab replies come in pages, and an own reply is shown although there are more', async () => {
  const { server, posts, list, receive, catchUp } = await openDawn('Post');
  for (let no = 1; no <= 6; no += 1) server.post('d1', 'bo', `no. ${no}`, { replyTo: 1 });
  receive();
  posts.openReplies(dawn, 1);
  await catchUp();
  server.post('d1', 'bo', 'no. 7', { replyTo: 1 });
  server.post('d1', 'ada', 'Mine', { replyTo: 1 });
  receive();
  const replies = () =>
    list()
      .replies.get(1)
      ?.messages.map(({ text }) => text.replace('no. ', ''));
  expect([replies(), list().replyCounts.get(1)]).toEqual([['1', '2', '3', '4', 'Mine'], 8]);
  posts.loadMoreReplies(dawn, 1);
  await catchUp();
  expect(list().replies.get(1)).toMatchObject({ status: 'ready', hasMore: false });
  expect([replies(), list().replyCounts.get(1)]).toEqual([['1', '2', '3', '4', '5', '6', '7', 'Mine'], 8]);
});

test('BOARD-08ab a gap is filled, and what a lost connection has missed is read with the next one', async () => {
  const { server, connection, list, texts, newTexts, receive, settle, catchUp, disconnect, pending } =
    await openDawn('One');
  server.post('d1', 'bo', 'Lost');
  server.events.length = 0;
  server.post('d1', 'bo', 'Received');
  receive();
  await settle();
  expect([newTexts(), pending()]).toEqual([[], [getChatChanges.name]]);
  await catchUp();
  expect(newTexts()).toEqual(['Received', 'Lost']);
  disconnect();
  server.change('d1', 1, { text: 'Eins', editedAt: 1 });
  server.post('d1', 'cy', 'Reply', { replyTo: 1 });
  server.likeByOther('d1', 1);
  connection.open();
  await catchUp();
  expect([texts(), list().replyCounts.get(1), list().likes.get(1)?.count.likes]).toEqual([['Eins'], 1, 1]);
  // The tab is subscribed again.
  server.post('d1', 'bo', 'Live');
  receive();
  expect(newTexts()).toEqual(['Live', 'Received', 'Lost']);
});

test('BOARD-08ac after too many changes the list and the opened replies are read again, and shown until then', async () => {
  const { server, connection, posts, list, texts, catchUp, reply, disconnect } = await openDawn('One', 'Two');
  server.post('d1', 'cy', 'Reply', { replyTo: 2 });
  posts.openReplies(dawn, 2);
  await catchUp();
  disconnect();
  for (let no = 1; no <= 6; no += 1) server.post('d1', 'cy', `no. ${no}`);
  server.change('d1', 3, { text: '', deletedBy: 'author' });
  server.post('d1', 'cy', 'Another', { replyTo: 2 });
  connection.open();
  await reply();
  expect([list().status, texts()]).toEqual(['ready', ['Two', 'One']]);
  await catchUp();
  expect([list().status, texts()]).toEqual(['ready', ['no. 6', 'no. 5', 'no. 4', 'no. 3']]);
  posts.loadMore(dawn);
  await catchUp();
  posts.openReplies(dawn, 2);
  await catchUp();
  expect([
    texts(),
    list()
      .replies.get(2)
      ?.messages.map(({ text }) => text),
  ]).toEqual([['no. 6', 'no. 5', 'no. 4', 'no. 3', 'no. 2', 'no. 1', 'Two', 'One'], ['Another']]);
});

test('BOARD-08ad changes that arrive while a page is on its way are counted once', async () => {
  const { server, posts, list, texts, receive, settle, reply, catchUp, connection } = await openDawn(
    ...Array.from({ length: 6 }, (_, no) => `no. ${no + 1}`),
  );
  posts.loadMore(dawn);
  await settle();
  const [request] = connection.pending.splice(0);
  // One reply before the server reads the page, one after it. Both events arrive before the page.
  server.post('d1', 'cy', 'Before', { replyTo: 1 });
  const page = server.execute(request?.name ?? '', request?.input);
  server.post('d1', 'cy', 'After', { replyTo: 1 });
  server.post('d1', 'cy', 'Other', { replyTo: 6 });
  server.change('d1', 2, { text: 'edited', editedAt: 1 });
  receive();
  expect(list().more).toBe('loading');
  request?.resolve(page);
  await reply();
  await catchUp();
  expect(texts()).toEqual(['no. 6', 'no. 5', 'no. 4', 'no. 3', 'edited', 'no. 1']);
  expect([list().replyCounts.get(1), list().replyCounts.get(6), list().hasMore]).toEqual([2, 1, false]);
});

test('BOARD-08ae most liked posts are read from the server, and likes do not move them while they are read', async () => {
  const { server, posts, list, texts, newTexts, receive, catchUp } = await openDawn('One', 'Two', 'Three');
  server.likeByOther('d1', 1);
  posts.setOrder(dawn, 'mostLiked');
  expect([list().status, list().order, texts()]).toEqual(['loading', 'mostLiked', ['Three', 'Two', 'One']]);
  await catchUp();
  expect([list().status, texts()]).toEqual(['ready', ['One', 'Three', 'Two']]);
  for (let no = 0; no < 2; no += 1) server.likeByOther('d1', 2);
  server.post('d1', 'bo', 'Four');
  receive();
  expect([texts(), newTexts()]).toEqual([['One', 'Three', 'Two'], ['Four']]);
});

test('BOARD-08at new posts that the user asks for among the most liked ones are shown at the top of the newest', async () => {
  const { server, posts, list, texts, newTexts, receive, catchUp } = await openDawn('One', 'Two');
  server.likeByOther('d1', 1);
  posts.setOrder(dawn, 'mostLiked');
  await catchUp();
  server.post('d1', 'bo', 'Three');
  receive();
  posts.showNewPosts(dawn);
  expect([list().order, list().status]).toEqual(['newest', 'loading']);
  await catchUp();
  expect([list().status, texts(), newTexts()]).toEqual(['ready', ['Three', 'Two', 'One'], []]);
});

test('BOARD-08ar new posts among the most liked ones that cannot be read stay, and are read on request', async () => {
  const { server, posts, list, texts, newTexts, receive, settle, lose, catchUp } = await openDawn(
    'One',
    'Two',
  );
  posts.setOrder(dawn, 'mostLiked');
  await catchUp();
  server.post('d1', 'bo', 'Three');
  receive();
  posts.showNewPosts(dawn);
  await settle();
  expect(list().status).toBe('loading');
  await lose();
  expect([list().status, texts(), newTexts()]).toEqual(['failed', ['Two', 'One'], ['Three']]);
  posts.retry(dawn);
  await catchUp();
  expect([list().status, texts(), newTexts()]).toEqual(['ready', ['Three', 'Two', 'One'], []]);
});

test('BOARD-08af a like is shown at once and sent, the last choice wins, and live counts do not show it twice', async () => {
  const { server, posts, list, likeRequests, receive, settle } = await openDawn('One');
  const shown = () => shownLikes(list().likes.get(1) ?? expect.fail('no likes'));
  const done = posts.toggleLike(dawn, 1);
  expect(shown()).toEqual({ likes: 1, isLiked: true });
  await settle();
  const first = likeRequests.shift();
  expect(first).toMatchObject({
    name: 'like',
    input: { ...dawn, commentId: commentIdOf({ roomId: 'd1', seq: 1 }) },
  });
  const count = server.setLiked('d1.1', true);
  server.likeByOther('d1', 1);
  receive();
  expect(shown()).toEqual({ likes: 1, isLiked: true });
  void posts.toggleLike(dawn, 1);
  first?.resolve(count);
  await settle();
  expect(shown()).toEqual({ likes: 1, isLiked: false });
  const second = likeRequests.shift();
  expect(second?.name).toBe('unlike');
  second?.resolve(server.setLiked('d1.1', false));
  await done;
  expect([shown(), likeRequests]).toEqual([{ likes: 1, isLiked: false }, []]);
});

test('WALL-02aa a like of a post on a wall that is not stored is undone with its error, and read again', async () => {
  const { server, posts, list, likeRequests, settle, lose, catchUp } = await startPosts();
  server.post('w1', 'bo', 'Post');
  posts.open(bar);
  await catchUp();
  const rejected = expect(posts.toggleLike(bar, 1)).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
  await settle();
  expect(likeRequests[0]?.input).toEqual({ mediaBoardId: 'bar', contentPieceId: 'bar', commentId: 'w1.1' });
  // The response of a stored like is lost.
  server.setLiked('w1.1', true);
  server.events.length = 0;
  likeRequests.shift()?.reject(new ApiError('NOT_REACHABLE', 'no response'));
  await rejected;
  expect(shownLikes(list(bar).likes.get(1) ?? expect.fail('no likes'))).toEqual({ likes: 0, isLiked: false });
  await settle();
  await lose();
  await retry();
  await catchUp();
  expect(shownLikes(list(bar).likes.get(1) ?? expect.fail('no likes'))).toEqual({ likes: 1, isLiked: true });
});

test('BOARD-08ao the likes of a closed discussion are forgotten when the last choice is sent', async () => {
  const requests: SentCommand[] = [];
  const likes = createCommentLikes(createFakeVisit(), () => Promise.resolve(fakeLikeService(requests)));
  likes.keep('d1');
  const done = likes.toggle(dawn, { roomId: 'd1', seq: 1 }, () => undefined);
  await vi.advanceTimersByTimeAsync(0);
  likes.addCounts('d1', { 2: { likes: 3, changes: 3 } });
  likes.drop('d1');
  expect([...(likes.store.getState().rooms.get('d1')?.keys() ?? [])]).toEqual([1]);
  requests.shift()?.resolve({ likes: 1, changes: 1 });
  await done;
  expect(likes.store.getState().rooms.size).toBe(0);
});

test('BOARD-08dt WALL-02l a like of a comment in another tab of the user is shown at once, if its discussion is open', async () => {
  stubBroadcastChannels();
  const requests: SentCommand[] = [];
  const openTab = () =>
    createCommentLikes(createFakeVisit(), () => Promise.resolve(fakeLikeService(requests)));
  const [here, closed, other] = [openTab(), openTab(), openTab()];
  here.keep('d1');
  const done = other.toggle(dawn, { roomId: 'd1', seq: 1 }, () => undefined);
  await vi.advanceTimersByTimeAsync(0);
  requests.shift()?.resolve({ likes: 3, changes: 3 });
  await done;
  const likes = here.store.getState().rooms.get('d1')?.get(1) ?? expect.fail('no likes');
  expect(shownLikes(likes)).toEqual({ likes: 3, isLiked: true });
  expect(closed.store.getState().rooms.size).toBe(0);
});

test('BOARD-08ap a tab that could not subscribe again after a reconnect tries again', async () => {
  const { server, connection, disconnect, receive, reply, lose, catchUp, newTexts } = await openDawn('One');
  disconnect();
  connection.open();
  await reply();
  await lose();
  await retry();
  await catchUp();
  server.post('d1', 'bo', 'Live');
  receive();
  expect(newTexts()).toEqual(['Live']);
});

test('BOARD-08aq likes of another device of the user are read when this tab becomes visible', async () => {
  const { server, list, catchUp } = await openDawn('One');
  server.setLiked('d1.1', true);
  await catchUp();
  expect(list().likes.get(1)?.isLiked).toBe(false);
  browser().page.dispatchEvent(new Event('visibilitychange'));
  await catchUp();
  expect(list().likes.get(1)?.isLiked).toBe(true);
});

test('BOARD-08ag a like that is being sent when the discussion is closed is still sent, and shown when it is opened again', async () => {
  const { server, posts, list, close, likeRequests, settle, catchUp } = await openDawn('One');
  void posts.toggleLike(dawn, 1);
  await settle();
  void posts.toggleLike(dawn, 1);
  void posts.toggleLike(dawn, 1);
  close();
  posts.open(dawn);
  await catchUp();
  expect(shownLikes(list().likes.get(1) ?? expect.fail('no likes'))).toEqual({ likes: 1, isLiked: true });
  likeRequests.shift()?.resolve(server.setLiked('d1.1', true));
  await catchUp();
  expect([list().likes.get(1)?.isLiked, likeRequests]).toEqual([true, []]);
});

test('BOARD-08ah likes of a page that is older than a stored like do not undo it', async () => {
  const { server, posts, list, likeRequests, connection, settle, reply } = await openDawn('One');
  posts.setOrder(dawn, 'mostLiked');
  await settle();
  const [request] = connection.pending.splice(0);
  const page = server.execute(request?.name ?? '', request?.input);
  const done = posts.toggleLike(dawn, 1);
  await settle();
  likeRequests.shift()?.resolve(server.setLiked('d1.1', true));
  await done;
  request?.resolve(page);
  await reply();
  expect(list().likes.get(1)).toMatchObject({ isLiked: true, count: { likes: 1 } });
});

test('BOARD-10aa a room is closed with the last component that shows it, and its late events do not open it again', async () => {
  const { server, posts, close, state, settle, receive, pending, catchUp, list } = await openDawn('One');
  const closeOther = posts.open(dawn);
  close();
  await settle();
  expect([pending(), state().rooms.has('d1')]).toEqual([[], true]);
  server.post('d1', 'bo', 'Late');
  closeOther();
  receive();
  await settle();
  expect([pending(), state().rooms.has('d1'), list().status]).toEqual([
    [closeChatRoom.name],
    false,
    'loading',
  ]);
  await catchUp();
  expect(server.rooms.get('d1')?.isSubscribed).toBe(false);
});

test('BOARD-10ab a discussion that is opened again while it is closed or opened stays open', async () => {
  const { server, posts, close, catchUp, texts, state } = await openDawn('One');
  close();
  const closeAgain = posts.open(dawn);
  closeAgain();
  posts.open(dawn);
  await catchUp();
  expect([server.rooms.get('d1')?.isSubscribed, state().rooms.has('d1'), texts()]).toEqual([
    true,
    true,
    ['One'],
  ]);
});

test('BOARD-10ac a discussion that is closed while the server opens it does not stay open', async () => {
  const { server, posts, settle, catchUp, state, pending } = await startPosts();
  const close = posts.open(dawn);
  await settle();
  expect(pending()).toEqual([openChatRoom.name]);
  close();
  await catchUp();
  expect([server.rooms.get('d1')?.isSubscribed, state().rooms.has('d1')]).toEqual([false, false]);
});

test('BOARD-10ad the room of a closed discussion stays until its unsent messages are sent, also after a reconnect', async () => {
  const { visit, server, connection, close, catchUp, disconnect, state, pending, settle } =
    await openDawn('One');
  disconnect();
  visit.get(createOutbox).send({ roomId: 'd1', text: 'Written offline' });
  close();
  await settle();
  expect([state().rooms.has('d1'), pending()]).toEqual([true, []]);
  connection.open();
  await catchUp();
  expect(server.rooms.get('d1')?.messages.map(({ text }) => text)).toEqual(['One', 'Written offline']);
  expect([state().rooms.has('d1'), server.rooms.get('d1')?.isSubscribed, state().outbox]).toEqual([
    false,
    false,
    [],
  ]);
});

test('BOARD-10ah a rejected message does not keep the room of a closed discussion open, nor does a reconnect open it', async () => {
  const { visit, server, connection, close, catchUp, disconnect, state, settle } = await openDawn('One');
  visit.get(createOutbox).send({ roomId: 'd1', text: 'Rejected' });
  await settle();
  const muted = { status: 409, serverCode: 'cannotPost' } as const;
  connection.pending.shift()?.reject(new ApiError('PROCESSING_ERROR', 'muted', muted));
  await settle();
  const isOpen = () => [state().rooms.has('d1'), server.rooms.get('d1')?.isSubscribed];
  expect([state().outbox.map(({ errorCode }) => errorCode), isOpen()]).toEqual([
    ['cannotPost'],
    [true, true],
  ]);
  close();
  await catchUp();
  expect([state().outbox.length, isOpen()]).toEqual([1, [false, false]]);
  disconnect();
  const execute = vi.spyOn(server, 'execute');
  connection.open();
  await catchUp();
  expect(execute.mock.calls.map(([name]) => name)).not.toContain(openChatRoom.name);
});

test('WALL-05dc held posts are read once their room is open, also on a new connection', async () => {
  const { visit, connection, posts, settle, reply, disconnect, catchUp, pending } = await startPosts();
  posts.open(bar);
  await catchUp();
  const answerHeld = async () => {
    const at = connection.pending.findIndex(({ name }) => name === getHeldChatPosts.name);
    const page = { held: [], declined: [], repliedTo: [], users: [], hasMore: false };
    connection.pending.splice(at, 1)[0]?.resolve(page);
    await reply();
  };
  const end = visit.get(createHeldPosts).open('w1');
  await settle();
  expect(pending()).not.toContain(openChatRoom.name);
  expect(pending()).toContain(getHeldChatPosts.name);
  await answerHeld();
  disconnect();
  connection.open();
  await settle();
  expect(pending()).not.toContain(getHeldChatPosts.name);
  await reply();
  expect(pending()).toEqual([openChatRoom.name]);
  await reply();
  expect(pending()).toContain(getHeldChatPosts.name);
  await answerHeld();
  end();
});

test('BOARD-10ae messages of discussions are neither unread nor in the list of rooms', async () => {
  const { server, receive, state } = await openDawn('One');
  server.post('d1', 'bo', 'Two');
  server.change('d1', 2, { mentions: ['ada'], editedAt: 1 });
  receive();
  expect(state().unread).toEqual({ count: 0, onlyRoomId: undefined, isMentioned: false });
  expect(state().rooms.get('d1')).toMatchObject({ lastSeq: 3, unreadCount: 0 });
});

test('BOARD-10af a user who was removed sees nothing any more, and everything again when readmitted', async () => {
  const { server, connection, posts, list, texts, state, catchUp, pending, reply } = await openDawn('One');
  connection.emit(chatRoomRemoved, { roomId: 'd1', removed: true });
  expect([list().status, texts(), list().roomId, state().rooms.has('d1')]).toEqual([
    'gone',
    [],
    undefined,
    false,
  ]);
  await catchUp();
  await retry();
  expect(pending()).toEqual([openChatRoom.name]);
  const forbidden = { status: 403, serverCode: 'forbidden' } as const;
  connection.pending.shift()?.reject(new ApiError('PROCESSING_ERROR', 'removed', forbidden));
  await vi.advanceTimersByTimeAsync(600_000);
  expect([list().status, pending()]).toEqual(['gone', []]);
  server.post('d1', 'bo', 'Two');
  posts.retry(dawn);
  expect(list().status).toBe('loading');
  await reply();
  await catchUp();
  expect([list().status, texts()]).toEqual(['ready', ['Two', 'One']]);
});

test('BOARD-10ag a discussion that the venue takes away is gone, and opened again when it is back', async () => {
  const { visit, server, connection, list, texts, catchUp, disconnect, state } = await openDawn('One');
  const room = server.rooms.get('d1') ?? expect.fail('no room');
  room.isShown = false;
  disconnect();
  connection.open();
  await catchUp();
  expect([list().status, texts(), state().rooms.has('d1')]).toEqual(['gone', [], false]);
  await retry();
  await catchUp();
  expect(list().status).toBe('gone');
  room.isShown = true;
  // The next publication.
  visit.get(createVenueState).setState({ architecture: { id: 'nightfall' } as never });
  await catchUp();
  expect([list().status, texts()]).toEqual(['ready', ['One']]);
  room.isShown = false;
  disconnect();
  connection.open();
  await catchUp();
  await retry();
  await catchUp();
  expect(list().status).toBe('gone');
  room.isShown = true;
  // Without an event.
  await vi.advanceTimersByTimeAsync(20_000);
  await catchUp();
  expect([list().status, texts()]).toEqual(['ready', ['One']]);
});

test('WALL-05da a publication changes whether posts of an open wall need approval', async () => {
  const { visit, server, posts, list, texts, state, settle, lose, catchUp } = await startPosts();
  const room = server.rooms.get('w1') ?? expect.fail('no room');
  server.post('w1', 'bo', 'One');
  posts.open(bar);
  await catchUp();
  const publish = (approval: boolean) => {
    room.approval = approval;
    visit.get(createVenueState).setState({ architecture: { id: 'nightfall' } as never });
  };
  publish(true);
  await settle();
  await lose();
  // The list stays until the room is fetched again.
  expect([list(bar).status, texts(bar)]).toEqual(['ready', ['One']]);
  await retry();
  await catchUp();
  expect(state().rooms.get('w1')?.approval).toBe(true);
  publish(false);
  await catchUp();
  expect(state().rooms.get('w1')?.approval).toBeUndefined();
  server.post('w1', 'bo', 'Two');
  await catchUp();
  expect(list(bar).newPosts).toHaveLength(1);
});

test('BOARD-08ai a list that cannot be read has failed, and is read again automatically, on request and with the next connection', async () => {
  const { server, connection, posts, list, texts, lose, reply, settle, disconnect, catchUp, pending } =
    await startPosts();
  server.post('d1', 'bo', 'One');
  posts.open(dawn);
  await settle();
  await lose();
  expect(list().status).toBe('failed');
  await retry();
  await reply();
  expect(pending()).toEqual([getChatPosts.name]);
  await lose();
  expect([list().status, list().roomId]).toEqual(['failed', 'd1']);
  posts.retry(dawn);
  await settle();
  expect([list().status, pending()]).toEqual(['loading', [getChatPosts.name]]);
  disconnect();
  await settle();
  expect(list().status).toBe('loading');
  connection.open();
  await catchUp();
  expect([list().status, texts()]).toEqual(['ready', ['One']]);
});

test('BOARD-08aj a next page or replies that cannot be read have failed, and are read on request', async () => {
  const { posts, list, texts, lose, settle, catchUp } = await openDawn('a', 'b', 'c', 'd', 'e', 'f');
  posts.loadMore(dawn);
  await settle();
  await lose();
  expect([list().status, list().more]).toEqual(['ready', 'failed']);
  posts.openReplies(dawn, 6);
  await settle();
  await lose();
  expect([list().status, list().replies.get(6)?.status]).toEqual(['ready', 'failed']);
  posts.loadMore(dawn);
  posts.openReplies(dawn, 6);
  await catchUp();
  expect([list().more, list().replies.get(6)?.status, texts()]).toEqual([
    'idle',
    'ready',
    ['f', 'e', 'd', 'c', 'b', 'a'],
  ]);
});

test('BOARD-08ak after a connection that keeps failing to fill a gap, changes are not requested all the time', async () => {
  const { server, list, receive, lose, pending, settle, catchUp, newTexts } = await openDawn('One');
  server.post('d1', 'bo', 'Lost');
  server.events.length = 0;
  server.post('d1', 'bo', 'Two');
  receive();
  await settle();
  await lose();
  expect([list().status, pending()]).toEqual(['ready', []]);
  await retry();
  await catchUp();
  expect(newTexts()).toEqual(['Two', 'Lost']);
});

test('BOARD-08al the likes that a new connection requests come in several requests if there are many', async () => {
  const { server, connection, disconnect, list, settle, receive, catchUp } = await openDawn('One');
  for (let no = 0; no < maxLive; no += 1) server.post('d1', 'ada', `no. ${no}`);
  for (let no = 0; no < maxLive; no += 1) server.post('d1', 'bo', `no. ${no}`);
  receive();
  await settle();
  disconnect();
  server.likeByOther('d1', 2);
  connection.open();
  const requested: number[] = [];
  const execute = server.execute.bind(server);
  vi.spyOn(server, 'execute').mockImplementation((name, input) => {
    if (name === getChatLikes.name) requested.push((input as { seqs: number[] }).seqs.length);
    return execute(name, input);
  });
  await catchUp();
  expect(requested).toEqual([500, 101]);
  expect(list().likes.get(2)?.count.likes).toBe(1);
});

test('WALL-06aa a list that grows for a night keeps some hundreds of posts, and the others can be loaded', async () => {
  const { server, posts, list, texts, receive, catchUp, connection } = await openDawn('First', 'Second');
  for (let no = 1; no <= 3 * maxLive; no += 1) {
    server.post('d1', 'bo', `no. ${no}`);
    receive();
    connection.emit(chatLikesChanged, { roomId: 'd1', counts: { [no]: { likes: 1, changes: 1 } } });
    posts.showNewPosts(dawn);
  }
  expect([list().posts.length, list().hasMore, texts()[0]]).toEqual([maxLive + 2, true, 'no. 900']);
  expect(list().likes.size).toBeLessThan(2 * maxLive);
  posts.loadMore(dawn);
  await catchUp();
  expect([list().posts.length, texts().at(-1)]).toEqual([maxLive + 6, 'no. 595']);
});

test('WALL-06ab new posts that nobody shows are dropped, and the list is read again instead of showing them', async () => {
  const { server, posts, list, texts, receive, catchUp } = await openDawn('First');
  for (let no = 1; no <= maxLive + 5; no += 1) server.post('d1', 'bo', `no. ${no}`);
  receive();
  expect([list().newPosts.length, texts()]).toEqual([maxLive, ['First']]);
  posts.showNewPosts(dawn);
  await catchUp();
  expect([texts(), list().newPosts, list().hasMore]).toEqual([
    ['no. 305', 'no. 304', 'no. 303', 'no. 302'],
    [],
    true,
  ]);
});

test('ROLE-04aa the session of a guest opens first, and a discussion without one has failed until it opens', async () => {
  const { connection, visit, posts, list, signInGuest, disconnect, settle, catchUp } = await startPosts();
  disconnect();
  visit.get(createChat).store.setState({ ownId: null });
  signInGuest.mockResolvedValueOnce(false);
  posts.open(dawn);
  await settle();
  expect([signInGuest.mock.calls.length, list().status]).toEqual([1, 'failed']);
  visit.get(createChat).store.setState({ ownId: 'anon-1' });
  connection.open();
  await catchUp();
  expect(list().status).toBe('ready');
});

test('BOARD-08am a browser that has opened a stage link has no discussions', async () => {
  useUser.setState({ user: { userId: 'stage-1', email: '', attributes: {} } });
  const { posts, list, settle, pending } = await startPosts();
  posts.open(dawn);
  await settle();
  expect([list().status, pending()]).toEqual(['unavailable', []]);
});

test.each(['closed', 'gone'])(
  'WALL-01ru a requested post is no longer requested when its wall is %s before it was shown',
  async (how) => {
    const { connection, posts, state, visit, catchUp, list } = await startPosts();
    const target = { roomId: 'w1', seq: 1, placeKey: 'bar' };
    const close = posts.open(bar);
    visit.get(createChatView).showPost(target);
    // The component is replaced by another one of the same place.
    close();
    const closeAgain = posts.open(bar);
    await catchUp();
    posts.open(dawn)();
    await catchUp();
    expect(state().target).toEqual(target);
    if (how === 'closed') closeAgain();
    else {
      connection.emit(chatRoomRemoved, { roomId: 'w1', removed: true });
      expect(list(bar).status).toBe('gone');
    }
    await Promise.resolve();
    expect(state().target).toBeNull();
  },
);
