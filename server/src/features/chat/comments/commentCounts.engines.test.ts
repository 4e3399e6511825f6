import {
  closeCommentCounts,
  commentCountsChanged,
  deleteAccount,
  deleteChatMessage,
  editChatMessage,
  openCommentCounts,
  ping,
  sendChatMessage,
  type CommentCount,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { testEngine } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import { Nodes } from '#testing/nodes';
import { connectTab, type Tab } from '#testing/tab';
import { testPassword } from '#testing/testUsers';
import { saveWidgets } from '#testing/venues';
import {
  clientId,
  createAttendee,
  createAttendees,
  createGroup,
  errorCodeOf,
  openRoom,
  send,
} from '../testing/chatVenue.ts';
import { board, publishWidgets, startDiscussions } from '../testing/discussions.ts';

const posters = { mediaBoardId: 'posters' };
const dawn = { ...posters, contentPieceId: 'dawn' };
const dusk = { ...posters, contentPieceId: 'dusk' };

const openCounts = async (tab: Tab) => (await tab.must(openCommentCounts, posters)).counts;

/** Waits for the event with this count of `dawn`. */
const nextCount = (tab: Tab, count: CommentCount) =>
  tab.next(
    commentCountsChanged,
    ({ counts: { dawn: next } }) => next?.comments === count.comments && next.changes === count.changes,
  );

const eventsIn = ({ events }: Tab) => events.filter(({ event }) => event === commentCountsChanged.name);

test('BOARD-01k posts and replies raise the number of comments in every tab with the board, deletions lower it, edits do not change it', async () => {
  const foyer = await startDiscussions();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, dawn);
  const [other, closed] = [
    await connectTab(foyer, { as: bo.user }),
    await connectTab(foyer, { as: bo.user }),
  ];
  for (const tab of [ada.tab, bo.tab, closed]) expect(await openCounts(tab)).toEqual({});
  await closed.must(closeCommentCounts, posters);
  const { seq } = await send(ada.tab, roomId, 'What a light');
  for (const { tab } of [ada, bo])
    expect(await nextCount(tab, { comments: 1, changes: 1 })).toEqual({
      ...posters,
      counts: { dawn: { comments: 1, changes: 1 } },
    });
  await bo.tab.must(sendChatMessage, { roomId, clientId: clientId(), text: 'And the frame', replyTo: seq });
  await nextCount(bo.tab, { comments: 2, changes: 2 });
  await ada.tab.must(editChatMessage, { roomId, seq, text: 'What a view' });
  await ada.tab.must(deleteChatMessage, { roomId, seq });
  await nextCount(bo.tab, { comments: 1, changes: 3 });
  for (const tab of [other, closed]) {
    await tab.must(ping, {});
    expect(eventsIn(tab)).toEqual([]);
  }
});

test('BOARD-01l a tab that reconnects gets the numbers of all content pieces, and the changes after them', async () => {
  const foyer = await startDiscussions();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  expect(await openCounts(bo.tab)).toEqual({});
  bo.tab.socket.terminate();
  for (const place of [dawn, dusk]) {
    const { id: roomId } = await openRoom(ada.tab, place);
    await send(ada.tab, roomId, 'What a light');
  }
  const back = await connectTab(foyer, { as: bo.user });
  const one = { comments: 1, changes: 1 };
  expect(await openCounts(back)).toEqual({ dawn: one, dusk: one });
  await send(ada.tab, (await openRoom(ada.tab, dawn)).id, 'And the frame');
  expect(await nextCount(back, { comments: 2, changes: 2 })).toMatchObject({ counts: { dawn: {} } });
});

test('BOARD-01m messages posted at once by many are all counted, and those that a host deletes are not', async () => {
  const foyer = await startDiscussions();
  const attendees = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const [ada] = attendees;
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, dawn);
  await openCounts(ada.tab);
  const repeated = { roomId, clientId: clientId(), text: 'once' };
  await Promise.all([
    ...attendees.flatMap(({ tab }) => ['one', 'two'].map((text) => send(tab, roomId, text))),
    ...[0, 1].map(() => ada.tab.must(sendChatMessage, repeated)),
  ]);
  await nextCount(ada.tab, { comments: 7, changes: 7 });
  await Promise.all([1, 2, 3].map((seq) => host.tab.must(deleteChatMessage, { roomId, seq })));
  await nextCount(ada.tab, { comments: 4, changes: 10 });
});

test('the messages of a room are counted without notices', async () => {
  const foyer = await startDiscussions();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const { id } = await createGroup(ada, [bo, cy]);
  await send(ada.tab, id, 'Good evening');
  const { db } = foyer.running.storage;
  const row = await db.selectFrom('chatRoom').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ lastSeq: 2, messageCount: 1, messageCountChanges: 1 });
});

test('BOARD-01n messages that are deleted after the retention time, or with the account of their author, are not counted', async () => {
  const foyer = await startDiscussions({ env: { CHAT_RETENTION_DAYS: '7' } });
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, dawn);
  const { seq } = await send(ada.tab, roomId, 'Of last week');
  await send(bo.tab, roomId, 'Of last week, too');
  await ada.tab.must(deleteChatMessage, { roomId, seq });
  await openCounts(ada.tab);
  foyer.advance(8 * 24 * 3_600_000);
  const [tab, token] = [
    (await createAttendees(foyer, 'Cy'))[0].tab,
    await foyer.users.signIn(ada.user.email),
  ];
  // The deletion runs at some time after that.
  await expect.poll(() => openCounts(tab)).toEqual({ dawn: { comments: 0, changes: 4 } });
  const author = await connectTab(foyer, { as: token });
  for (const text of ['Of today', 'And this']) await send(author, roomId, text);
  await nextCount(tab, { comments: 2, changes: 6 });
  const body = { email: ada.user.email, currentPassword: testPassword };
  await foyer.must(deleteAccount, { body }, { as: token });
  await nextCount(tab, { comments: 0, changes: 8 });
});

test('BOARD-01o ROLE-04 tabs without a session and guests who may not write get the numbers', async () => {
  const foyer = await startFoyer();
  await publishWidgets(foyer, { lounge: [board({ guestsMayWrite: false })] });
  const [ada] = await createAttendees(foyer, 'Ada');
  const { id: roomId } = await openRoom(ada.tab, dawn);
  const tabs = await Promise.all((['guest', 'anonymous'] as const).map((as) => connectTab(foyer, { as })));
  for (const tab of tabs) expect(await openCounts(tab)).toEqual({});
  await send(ada.tab, roomId, 'What a light');
  for (const tab of tabs) await nextCount(tab, { comments: 1, changes: 1 });
});

test('BOARD-01p a board has numbers while the venue shows its discussions, in each mode its own', async () => {
  const widgets = [
    board(),
    board({ mediaBoardId: 'quiet', liveDiscussion: false }),
    board({ mediaBoardId: 'over', end: '2020-01-01T00:00:00Z' }),
  ];
  const foyer = await startDiscussions({}, { lounge: widgets });
  const [ada] = await createAttendees(foyer, 'Ada');
  for (const mediaBoardId of ['quiet', 'over', 'unknown'])
    expect(await errorCodeOf(ada.tab.ask(openCommentCounts, { mediaBoardId })), mediaBoardId).toBe(
      'notFound',
    );
  await send(ada.tab, (await openRoom(ada.tab, dawn)).id, 'What a light');
  const stage = await connectTab(foyer, { as: 'designer', mode: 'STAGE' });
  expect(await openCounts(stage)).toEqual({});
  await saveWidgets(foyer, {}, 2);
  expect(await errorCodeOf(stage.ask(openCommentCounts, posters))).toBe('notFound');
  expect(await openCounts(ada.tab)).toEqual({ dawn: { comments: 1, changes: 1 } });
});

if (testEngine === 'postgres')
  test('BOARD-01q tabs on two nodes get the same numbers of comments', async () => {
    const { foyers } = await Nodes.start(2, startDiscussions);
    const [here, there] = foyers as [Foyer, Foyer];
    const [ada] = await createAttendees(here, 'Ada');
    const [bo] = await createAttendees(there, 'Bo');
    const { id: roomId } = await openRoom(ada.tab, dawn);
    for (const { tab } of [ada, bo]) expect(await openCounts(tab)).toEqual({});
    await Promise.all(
      [ada, bo].flatMap(({ tab }) => ['one', 'two', 'three'].map((text) => send(tab, roomId, text))),
    );
    for (const { tab } of [ada, bo]) await nextCount(tab, { comments: 6, changes: 6 });
  });
