import {
  chatMessageChanged,
  chatRoomChanged,
  enterArea,
  listChatRooms,
  openChatRoom,
  ping,
  getChatMessages,
  saveVenue,
  sendChatMessage,
  sendChatTyping,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { startFoyer } from '#testing/foyer';
import { connectTab } from '#testing/tab';
import { publishNewest, exampleVenue } from '#testing/venues';
import {
  clientId,
  createAttendees,
  errorCodeOf,
  nextMessage,
  openRoom,
  publishChat,
  send,
  startChat,
} from '../testing/chatVenue.ts';

test('CHAT-01d two users have one private room, regardless of who opens it, and the other receives the first message', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  await bo.tab.must(listChatRooms, {});
  const [one, two] = [await openRoom(ada.tab, { with: bo.id }), await openRoom(bo.tab, { with: ada.id })];
  expect(one).toEqual({
    id: two.id,
    kind: 'private',
    otherMember: { uid: bo.id, name: 'Bo' },
    lastSeq: 0,
    readSeq: 0,
    othersReadSeq: 0,
    unreadCount: 0,
  });
  const sent = await send(ada.tab, one.id, 'Good evening');
  const event = await nextMessage(bo.tab, 'Good evening');
  expect(event).toEqual({ roomId: one.id, seq: 1, message: sent, author: { uid: ada.id, name: 'Ada' } });
  const { rooms } = await bo.tab.must(listChatRooms, {});
  expect(rooms.find(({ id }) => id === one.id)).toMatchObject({
    unreadCount: 1,
    lastMessage: sent,
    lastMessageAuthor: { name: 'Ada' },
    otherMember: { name: 'Ada' },
  });
});

test('CHAT-01b a private room appears to the other user with its first message', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  await bo.tab.must(listChatRooms, {});
  const { id } = await openRoom(ada.tab, { with: bo.id });
  expect((await bo.tab.must(listChatRooms, {})).rooms.map((room) => room.id)).not.toContain(id);
  await send(ada.tab, id, 'Are you there?');
  const { room } = await bo.tab.next(chatRoomChanged);
  expect(room).toMatchObject({ id, unreadCount: 1, lastMessage: { text: 'Are you there?' } });
  await send(ada.tab, id, 'Hello?');
  expect(await nextMessage(bo.tab, 'Hello?')).toMatchObject({ seq: 2 });
});

test('P20g CHAT-07a a private room does not exist for a third user', async () => {
  const foyer = await startChat();
  const [ada, bo, eve] = await createAttendees(foyer, 'Ada', 'Bo', 'Eve');
  const { id: roomId } = await openRoom(ada.tab, { with: bo.id });
  await send(ada.tab, roomId, 'Between us');
  expect(await errorCodeOf(eve.tab.ask(openChatRoom, { roomId }))).toBe('notFound');
  expect(await errorCodeOf(eve.tab.ask(getChatMessages, { roomId }))).toBe('notFound');
  const message = { roomId, clientId: clientId(), text: 'Me too' };
  expect(await errorCodeOf(eve.tab.ask(sendChatMessage, message))).toBe('notFound');
  expect(await errorCodeOf(eve.tab.ask(getChatMessages, { roomId: 'unknown-room' }))).toBe('notFound');
  const stage = await connectTab(foyer, { as: 'designer', mode: 'STAGE' });
  expect(await errorCodeOf(stage.ask(openChatRoom, { roomId }))).toBe('notFound');
});

test('CHAT-01c a user cannot open a private room with themselves, an unknown user or a guest', async () => {
  const foyer = await startChat();
  const [ada] = await createAttendees(foyer, 'Ada');
  for (const other of [ada.id, 'unknown-user', 'anon-1234567890123456789012'])
    expect(await errorCodeOf(ada.tab.ask(openChatRoom, { with: other }))).toBe('notFound');
});

test('CHAT-11e WIDGET-01 areas and venues with a chat widget have a built-in room', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const lobby = await openRoom(ada.tab, { areaId: 'lobby' });
  expect(lobby).toMatchObject({ kind: 'area', areaId: 'lobby' });
  expect((await openRoom(bo.tab, { areaId: 'lobby' })).id).toBe(lobby.id);
  const all = await openRoom(bo.tab, { global: true });
  expect(all.kind).toBe('global');
  expect(await errorCodeOf(ada.tab.ask(openChatRoom, { areaId: 'lounge' }))).toBe('notFound');
  await send(bo.tab, lobby.id, 'Who else is in the lobby?');
  expect(await nextMessage(ada.tab, 'Who else is in the lobby?')).toMatchObject({ roomId: lobby.id, seq: 1 });
});

test('CHAT-11b without the widget there is no built-in room', async () => {
  const foyer = await startFoyer({ login: { providers: [{ type: 'password' }] } });
  const before = await connectTab(foyer);
  expect(await errorCodeOf(before.ask(openChatRoom, { global: true }))).toBe('notFound');
  await publishChat(foyer);
  const { id: roomId } = await openRoom(before, { global: true });
  await send(before, roomId, 'We have a room');
  const body = { baseVersion: 1, venue: exampleVenue() };
  await foyer.must(saveVenue, { body: JSON.stringify(body) });
  await publishNewest(foyer, 'nightfall');
  expect(await errorCodeOf(before.ask(getChatMessages, { roomId }))).toBe('notFound');
  expect(await errorCodeOf(before.ask(sendChatMessage, { roomId, clientId: clientId(), text: 'Had' }))).toBe(
    'notFound',
  );
});

test('WIDGET-01c WIDGET-22 entering an area subscribes to its room until leaving it, and the room of the venue stays', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { rooms } = await ada.tab.must(listChatRooms, {});
  expect(rooms.map(({ kind }) => kind)).toEqual(['global']);
  await ada.tab.must(enterArea, { areaId: 'lobby' });
  const { room } = await ada.tab.next(chatRoomChanged);
  expect(room).toMatchObject({ kind: 'area', areaId: 'lobby' });
  await openRoom(bo.tab, { areaId: 'lobby' });
  await send(bo.tab, room.id, 'In the lobby');
  await nextMessage(ada.tab, 'In the lobby');
  await ada.tab.must(enterArea, { areaId: 'lounge' });
  await send(bo.tab, room.id, 'Gone already?');
  await send(bo.tab, (await openRoom(bo.tab, { global: true })).id, 'To all');
  await nextMessage(ada.tab, 'To all');
  expect(ada.tab.events.filter(({ event }) => event === chatMessageChanged.name)).toEqual([]);
});

test('CHAT-06b ROLE-04 a guest reads and posts in built-in rooms, without a name, and nowhere else', async () => {
  const foyer = await startFoyer();
  await publishChat(foyer);
  const [guest, ada] = [await connectTab(foyer, { as: 'guest' }), (await createAttendees(foyer, 'Ada'))[0]];
  const { id: roomId } = await openRoom(guest, { areaId: 'lobby' });
  await openRoom(ada.tab, { areaId: 'lobby' });
  const sent = await send(guest, roomId, 'Only looking');
  expect(sent.authorId).toMatch(/^anon-/);
  expect((await nextMessage(ada.tab, 'Only looking')).author).toEqual({ uid: sent.authorId, guest: true });
  expect(await errorCodeOf(guest.ask(openChatRoom, { with: ada.id }))).toBe('forbidden');
  const anonymous = await connectTab(foyer, { as: 'anonymous' });
  expect(await errorCodeOf(anonymous.ask(openChatRoom, { areaId: 'lobby' }))).toBe('forbidden');
});

test('CHAT-15a ROLE-04 guests who may not post can read', async () => {
  const foyer = await startFoyer();
  await publishChat(foyer, { guestsMayWrite: false });
  const [guest, ada] = [await connectTab(foyer, { as: 'guest' }), (await createAttendees(foyer, 'Ada'))[0]];
  const room = await openRoom(guest, { global: true });
  expect(room.readOnlyReason).toBe('guests');
  const { error } = await guest.ask(sendChatMessage, {
    roomId: room.id,
    clientId: clientId(),
    text: 'May I?',
  });
  expect(error).toMatchObject({ code: 'cannotPost', details: { reason: 'guests' } });
  expect(await errorCodeOf(guest.ask(sendChatTyping, { roomId: room.id }))).toBe('cannotPost');
  await openRoom(ada.tab, { global: true });
  await send(ada.tab, room.id, 'No');
  await nextMessage(guest, 'No');
  await guest.must(ping, {});
  expect((await guest.must(getChatMessages, { roomId: room.id })).messages).toHaveLength(1);
});
