import {
  addChatMembers,
  chatMessageChanged,
  chatRoomChanged,
  chatRoomRemoved,
  chatTyping,
  closeChatReport,
  closeChatRoom,
  deleteAccount,
  deleteChatMessage,
  editChatMessage,
  exportAccount,
  exportChatRoom,
  getChatChanges,
  getChatMessages,
  listChatReports,
  listChatRooms,
  listModerationLog,
  markChatRead,
  muteChatUser,
  openChatRoom,
  ping,
  removeChatMember,
  reportChatMessage,
  searchChatMessages,
  sendChatMessage,
  sendChatTyping,
  startCall,
} from '@foyer/contract';
import { chatMessageBurst } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import { testEngine } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import { Nodes } from '#testing/nodes';
import { connectTab, type Tab } from '#testing/tab';
import { testPassword } from '#testing/testUsers';
import { saveWidgets } from '#testing/venues';
import { samplePicture, sendUpload, upload } from '../testing/chatUploads.ts';
import {
  clientId,
  createAttendee,
  createAttendees,
  errorCodeOf,
  nextMessage,
  openRoom,
  send,
  sendInput,
} from '../testing/chatVenue.ts';
import { board, places, publishWidgets, startDiscussions, wall } from '../testing/discussions.ts';

const eventsIn = (tab: Tab, name: string) => tab.events.filter(({ event }) => event === name);

test.each(places)(
  'BOARD-10a WALL-01a a %s is a chat room that only the tabs that have it open receive',
  async (kind, place) => {
    const foyer = await startDiscussions();
    const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
    const second = await connectTab(foyer, { as: bo.user });
    const room = await openRoom(ada.tab, place);
    expect(room).toEqual({ id: room.id, kind, ...place, lastSeq: 0, readSeq: 0, unreadCount: 0 });
    for (const tab of [bo.tab, second]) expect((await openRoom(tab, place)).id).toBe(room.id);
    await cy.tab.must(listChatRooms, {});
    const sent = await send(ada.tab, room.id, 'What a light');
    for (const tab of [ada.tab, bo.tab, second])
      expect(await nextMessage(tab, 'What a light')).toEqual({
        roomId: room.id,
        seq: 1,
        message: sent,
        author: { uid: ada.id, name: 'Ada' },
      });
    // Closed in one tab only.
    await bo.tab.must(closeChatRoom, { roomId: room.id });
    await send(ada.tab, room.id, 'And the frame');
    await nextMessage(second, 'And the frame');
    for (const tab of [bo.tab, cy.tab]) {
      await tab.must(ping, {});
      expect(eventsIn(tab, chatMessageChanged.name)).toEqual([]);
    }
    expect(await errorCodeOf(bo.tab.ask(closeChatRoom, { roomId: room.id }))).toBe('notFound');
    for (const { tab } of [ada, bo, cy]) expect((await tab.must(listChatRooms, {})).rooms).toEqual([]);
    await bo.tab.must(markChatRead, { roomId: room.id, seq: 2 });
    expect(await openRoom(bo.tab, place)).toMatchObject({ lastSeq: 2, readSeq: 2, unreadCount: 0 });
    const { db } = foyer.running.storage;
    expect(await db.selectFrom('chatMember').selectAll().where('roomId', '=', room.id).execute()).toEqual([]);
  },
);

test('BOARD-10b a discussion that is closed while it is opened stays closed', async () => {
  const foyer = await startDiscussions();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const [, place] = places[0]!;
  const { id: roomId } = await openRoom(ada.tab, place);
  const opened = bo.tab.must(openChatRoom, place);
  await bo.tab.must(closeChatRoom, { roomId });
  await opened;
  await send(ada.tab, roomId, 'Are you there?');
  await nextMessage(ada.tab, 'Are you there?');
  await bo.tab.must(ping, {});
  expect(eventsIn(bo.tab, chatMessageChanged.name)).toEqual([]);
});

test.each(places)(
  'BOARD-10c messages of a %s are stored once, in order, and a tab that reconnects gets those it has missed',
  async (_kind, place) => {
    const foyer = await startDiscussions();
    const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
    const { id: roomId } = await openRoom(ada.tab, place);
    await openRoom(bo.tab, place);
    await send(ada.tab, roomId, 'one');
    await nextMessage(bo.tab, 'one');
    bo.tab.socket.terminate();
    const input = { roomId, clientId: clientId(), text: 'two' };
    for (let no = 0; no < 2; no++)
      expect(await sendInput(ada.tab, input)).toMatchObject({ seq: 2, text: 'two' });
    await ada.tab.must(editChatMessage, { roomId, seq: 1, text: 'ONE' });
    const back = await connectTab(foyer, { as: bo.user });
    expect(await openRoom(back, place)).toMatchObject({ id: roomId, lastSeq: 3 });
    const missed = await back.must(getChatChanges, { roomId, after: 1 });
    expect(missed.messages.map(({ seq, updatedSeq, text }) => [seq, updatedSeq, text])).toEqual([
      [2, undefined, 'two'],
      [1, 3, 'ONE'],
    ]);
    await send(ada.tab, roomId, 'four');
    expect(await nextMessage(back, 'four')).toMatchObject({ seq: 4 });
    expect((await back.must(searchChatMessages, { roomId, query: 'one' })).messages).toHaveLength(1);
  },
);

test.each(places)(
  'BOARD-10d messages of a %s have replies, mentions, files and typing',
  async (_kind, place) => {
    const foyer = await startDiscussions();
    const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
    const { id: roomId } = await openRoom(ada.tab, place);
    await openRoom(bo.tab, place);
    await send(ada.tab, roomId, 'Whose is it?');
    const reply = { roomId, clientId: clientId(), text: 'Ada’s', replyTo: 1, mentions: [ada.id] };
    await bo.tab.must(sendChatMessage, reply);
    expect((await nextMessage(ada.tab, 'Ada’s')).message).toMatchObject({ replyTo: 1, mentions: [ada.id] });
    await bo.tab.must(sendChatTyping, { roomId });
    expect(await ada.tab.next(chatTyping)).toMatchObject({ roomId, user: { name: 'Bo' } });
    const file = await upload(foyer, await samplePicture().png().toBuffer(), {
      roomId,
      as: bo.user,
      name: 'sketch.png',
    });
    await sendUpload(bo, roomId, file.id, 'A sketch');
    expect((await nextMessage(ada.tab, 'A sketch')).message.upload).toMatchObject({ name: 'sketch.png' });
    // Nobody's list of rooms counts the mention.
    expect((await ada.tab.must(listChatRooms, {})).rooms).toEqual([]);
  },
);

test.each(places)(
  'BOARD-10e a muted user cannot post in a %s, and its open tabs say so',
  async (_kind, place) => {
    const foyer = await startDiscussions();
    const [ada] = await createAttendees(foyer, 'Ada');
    const host = await createAttendee(foyer, 'Henri', true);
    const { id: roomId } = await openRoom(ada.tab, place);
    await host.tab.must(muteChatUser, { userId: ada.id });
    expect((await ada.tab.next(chatRoomChanged)).room).toMatchObject({
      id: roomId,
      ...place,
      readOnlyReason: 'muted',
    });
    const post = () => ada.tab.ask(sendChatMessage, { roomId, clientId: clientId(), text: 'But' });
    expect((await post()).error).toMatchObject({ code: 'cannotPost', details: { reason: 'muted' } });
    expect((await openRoom(ada.tab, place)).readOnlyReason).toBe('muted');
    await host.tab.must(muteChatUser, { userId: ada.id, durationMs: 0 });
    expect((await ada.tab.next(chatRoomChanged)).room.readOnlyReason).toBeUndefined();
    expect((await post()).error).toBeUndefined();
  },
);

test.each(places)(
  'BOARD-10f a host removes a user from a %s and readmits them, and the log says where',
  async (kind, place) => {
    const foyer = await startDiscussions();
    const [ada] = await createAttendees(foyer, 'Ada');
    const host = await createAttendee(foyer, 'Henri', true);
    const { id: roomId } = await openRoom(ada.tab, place);
    await host.tab.must(removeChatMember, { roomId, userId: ada.id });
    expect(await ada.tab.next(chatRoomRemoved)).toEqual({ roomId, removed: true });
    expect(await errorCodeOf(ada.tab.ask(openChatRoom, place))).toBe('forbidden');
    expect(await errorCodeOf(ada.tab.ask(getChatMessages, { roomId }))).toBe('forbidden');
    const log = async () => (await foyer.must(listModerationLog, { query: {} }, { as: host.user })).entries;
    expect(await log()).toMatchObject([{ kind: 'removed', room: { kind, ...place }, inEffect: true }]);
    await host.tab.must(addChatMembers, { roomId, userIds: [ada.id] });
    expect((await openRoom(ada.tab, place)).id).toBe(roomId);
    expect((await log()).map(({ inEffect }) => inEffect)).toEqual([undefined, undefined]);
    expect((await ada.tab.must(listChatRooms, {})).rooms).toEqual([]);
  },
);

test.each(places)('BOARD-10g a reported message of a %s is listed with its place', async (kind, place) => {
  const foyer = await startDiscussions();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, place);
  await openRoom(bo.tab, place);
  const { seq } = await send(ada.tab, roomId, 'Rude words');
  await bo.tab.must(reportChatMessage, { roomId, seq, reason: 'Rude' });
  const list = () => foyer.must(listChatReports, { query: { state: 'open' } }, { as: host.user });
  const [report] = (await list()).reports;
  expect(report).toMatchObject({ roomId, room: { kind, ...place }, message: { text: 'Rude words' } });
  const input = { params: { reportId: report?.id ?? '' }, body: { outcome: 'deleted' as const } };
  await foyer.must(closeChatReport, input, { as: host.user });
  const isDeleted = ({ message }: { message: { deletedBy?: string | undefined } }) =>
    message.deletedBy === 'host';
  expect(await bo.tab.next(chatMessageChanged, isDeleted)).toMatchObject({ roomId, seq: 2 });
  const { entries } = await foyer.must(listModerationLog, { query: {} }, { as: host.user });
  expect(entries).toMatchObject([{ kind: 'reportDeleted', text: 'Rude words', room: { kind, ...place } }]);
});

test.each(places)('BOARD-10h hosts, and only hosts, export a %s', async (kind, place) => {
  const foyer = await startDiscussions();
  const [ada] = await createAttendees(foyer, 'Ada');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, place);
  await send(ada.tab, roomId, 'For the record');
  const exportAs = (as: { readonly token: string }) =>
    foyer.call(exportChatRoom, { params: { roomId } }, { as });
  expect((await exportAs(ada.user)).error?.code).toBe('forbidden');
  const { bytes } = await exportAs(host.user);
  const [head, message] = new TextDecoder()
    .decode(bytes)
    .split('\n')
    .map((line) => line && JSON.parse(line));
  expect(head).toMatchObject({ room: { id: roomId, kind, ...place } });
  expect(message).toMatchObject({ seq: 1, text: 'For the record', author: { name: 'Ada' } });
});

test.each(places)(
  'BOARD-10i messages of a %s are deleted after the retention time, and with the account of their author',
  async (_kind, place) => {
    const foyer = await startDiscussions({ env: { CHAT_RETENTION_DAYS: '7' } });
    const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
    const { id: roomId } = await openRoom(ada.tab, place);
    await openRoom(bo.tab, place);
    await send(ada.tab, roomId, 'Of last week');
    foyer.advance(8 * 24 * 3_600_000);
    const [token, tab] = [
      await foyer.users.signIn(ada.user.email),
      (await createAttendees(foyer, 'Cy'))[0].tab,
    ];
    await openRoom(tab, place);
    await expect.poll(async () => (await tab.must(getChatMessages, { roomId })).messages).toEqual([]);
    const author = await connectTab(foyer, { as: token });
    await openRoom(author, place);
    await send(author, roomId, 'Of today');
    await nextMessage(tab, 'Of today');
    const exported = await foyer.must(exportAccount, {}, { as: token });
    expect(exported['chat']).toMatchObject({ messages: [{ roomId, ...place, text: 'Of today' }] });
    const body = { email: ada.user.email, currentPassword: testPassword };
    await foyer.must(deleteAccount, { body }, { as: token });
    const { message } = await tab.next(chatMessageChanged);
    expect(message).toMatchObject({ seq: 2, text: '', deletedBy: 'author' });
  },
);

test.each(places)(
  'BOARD-10j ROLE-04 guests post in a %s where its widget lets them',
  async (_kind, place) => {
    const foyer = await startFoyer();
    const version = await publishWidgets(foyer);
    const guest = await connectTab(foyer, { as: 'guest' });
    const { id: roomId, readOnlyReason } = await openRoom(guest, place);
    expect(readOnlyReason).toBeUndefined();
    expect((await send(guest, roomId, 'Lovely')).authorId).toMatch(/^anon-/);
    const off = { guestsMayWrite: false };
    await publishWidgets(foyer, { lobby: [board(), wall()], lounge: [board(off), wall(off)] }, version);
    expect((await openRoom(guest, place)).readOnlyReason).toBe('guests');
    const { error } = await guest.ask(sendChatMessage, { roomId, clientId: clientId(), text: 'And' });
    expect(error).toMatchObject({ code: 'cannotPost', details: { reason: 'guests' } });
    const anonymous = await connectTab(foyer, { as: 'anonymous' });
    expect(await errorCodeOf(anonymous.ask(openChatRoom, place))).toBe('forbidden');
  },
);

test('BOARD-10k only what the venue shows now can be opened', async () => {
  const foyer = await startDiscussions(
    {},
    {
      lounge: [
        board(),
        board({ mediaBoardId: 'quiet', liveDiscussion: false }),
        board({ mediaBoardId: 'over', end: '2020-01-01T00:00:00Z' }),
        wall({ wallId: 'external', uris: [{ locale: 'en', uri: 'https://wall.example.org' }] }),
        wall({ wallId: 'unlinked', uris: [] }),
        wall({ wallId: 'over', end: '2020-01-01T00:00:00Z' }),
      ],
    },
  );
  const [ada] = await createAttendees(foyer, 'Ada');
  const missing = [
    { mediaBoardId: 'posters', contentPieceId: 'noon' },
    { mediaBoardId: 'nothing', contentPieceId: 'dawn' },
    { mediaBoardId: 'quiet', contentPieceId: 'dawn' },
    { mediaBoardId: 'over', contentPieceId: 'dawn' },
    { wallId: 'nothing' },
    { wallId: 'unlinked' },
    { wallId: 'external' },
    { wallId: 'over' },
  ];
  for (const place of missing)
    expect(await errorCodeOf(ada.tab.ask(openChatRoom, place)), JSON.stringify(place)).toBe('notFound');
  expect(await errorCodeOf(ada.tab.ask(openChatRoom, { wallId: '../bar' }))).toBe('invalidInput');
});

test.each(places)(
  'BOARD-10l a %s that the last publication took away can be read nowhere, until it is back',
  async (_kind, place) => {
    const foyer = await startDiscussions();
    const [ada] = await createAttendees(foyer, 'Ada');
    const host = await createAttendee(foyer, 'Henri', true);
    const { id: roomId } = await openRoom(ada.tab, place);
    await send(ada.tab, roomId, 'Before');
    await publishWidgets(foyer, {}, 2);
    const message = { roomId, clientId: clientId(), text: 'While' };
    for (const tab of [ada.tab, host.tab]) {
      expect(await errorCodeOf(tab.ask(openChatRoom, place))).toBe('notFound');
      expect(await errorCodeOf(tab.ask(openChatRoom, { roomId }))).toBe('notFound');
      expect(await errorCodeOf(tab.ask(getChatMessages, { roomId }))).toBe('notFound');
      expect(await errorCodeOf(tab.ask(sendChatMessage, message))).toBe('notFound');
    }
    await publishWidgets(foyer, undefined, 4);
    expect((await openRoom(ada.tab, place)).id).toBe(roomId);
    expect((await ada.tab.must(getChatMessages, { roomId })).messages).toMatchObject([{ text: 'Before' }]);
  },
);

test.each(places)(
  'BOARD-10m widgets of several areas with the same id share a %s, and the modes have their own',
  async (_kind, place) => {
    const widgets = [board(), wall()];
    const foyer = await startDiscussions({}, { lobby: widgets, lounge: widgets });
    const [ada] = await createAttendees(foyer, 'Ada');
    const { id: roomId } = await openRoom(ada.tab, place);
    await send(ada.tab, roomId, 'In the lobby and in the lounge');
    // Shown by one widget of the two only.
    await publishWidgets(foyer, { lobby: widgets }, 2);
    expect((await openRoom(ada.tab, place)).id).toBe(roomId);
    await saveWidgets(foyer, { lobby: widgets }, 4);
    const stage = await connectTab(foyer, { as: 'designer', mode: 'STAGE' });
    const { id, lastSeq } = await openRoom(stage, place);
    expect([id === roomId, lastSeq]).toEqual([false, 0]);
    expect(await errorCodeOf(stage.ask(getChatMessages, { roomId }))).toBe('notFound');
  },
);

test.each(places)('BOARD-10n a %s has no calls', async (_kind, place) => {
  const foyer = await startDiscussions();
  const [ada] = await createAttendees(foyer, 'Ada');
  const { id: roomId } = await openRoom(ada.tab, place);
  const { error } = await ada.tab.ask(startCall, {
    roomId,
    tabId: 'tab-00000001',
    media: { microphone: true, camera: false, screen: false },
  });
  expect(error?.code).toBe('forbidden');
});

test.each(places)(
  'BOARD-10o posts of a %s are plain text, at most 4,000 characters long, and limited in their rate',
  async (_kind, place) => {
    const foyer = await startDiscussions();
    const [ada] = await createAttendees(foyer, 'Ada');
    const { id: roomId } = await openRoom(ada.tab, place);
    const markup = '<img src=x onerror=alert(1)>';
    expect((await send(ada.tab, roomId, markup)).text).toBe(markup);
    const post = (text: string) => ada.tab.ask(sendChatMessage, { roomId, clientId: clientId(), text });
    expect(await errorCodeOf(post('a'.repeat(4_001)))).toBe('valueTooLong');
    const replies = await Promise.all(Array.from({ length: chatMessageBurst }, () => post('again')));
    expect(replies.at(-1)?.error?.code).toBe('tooManyRequests');
  },
);

test('BOARD-10p a deleted message of a wall is empty in every open tab', async () => {
  const foyer = await startDiscussions();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const place = { wallId: 'bar' };
  const { id: roomId } = await openRoom(ada.tab, place);
  await openRoom(bo.tab, place);
  const { seq } = await send(ada.tab, roomId, 'Too soon');
  await nextMessage(bo.tab, 'Too soon');
  expect(await errorCodeOf(bo.tab.ask(deleteChatMessage, { roomId, seq }))).toBe('forbidden');
  await ada.tab.must(deleteChatMessage, { roomId, seq });
  expect((await bo.tab.next(chatMessageChanged)).message).toMatchObject({ text: '', deletedBy: 'author' });
});

if (testEngine === 'postgres')
  test.each(places)('BOARD-10q tabs on two nodes get the messages of a %s', async (_kind, place) => {
    const { foyers } = await Nodes.start(2, startDiscussions);
    const [here, there] = foyers as [Foyer, Foyer];
    const [ada] = await createAttendees(here, 'Ada');
    const [bo] = await createAttendees(there, 'Bo');
    const host = await createAttendee(there, 'Henri', true);
    const { id: roomId } = await openRoom(ada.tab, place);
    await openRoom(bo.tab, place);
    await send(ada.tab, roomId, 'From here');
    await nextMessage(bo.tab, 'From here');
    await send(bo.tab, roomId, 'From there');
    await nextMessage(ada.tab, 'From there');
    await host.tab.must(removeChatMember, { roomId, userId: ada.id });
    expect(await ada.tab.next(chatRoomRemoved)).toEqual({ roomId, removed: true });
  });
