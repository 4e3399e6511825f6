/** Abuse of chat: its limits, and actions that must not be lost. */
import {
  setChatUserBlocked,
  chatRoomChanged,
  closeChatReport,
  createChatGroup,
  deleteChatMessage,
  addChatMembers,
  leaveChatRoom,
  listModerationLog,
  listChatReports,
  listChatRooms,
  getChatMessages,
  removeChatMember,
  renameChatGroup,
  reportChatMessage,
  searchChatMessages,
  muteChatUser,
} from '@foyer/contract';
import { chatBlocksMax, chatGroupBurst, chatGroupRefillMs } from '@foyer/contract/limits';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectTab } from '#testing/tab';
import {
  clientId,
  createAttendee,
  createAttendees,
  createGroup,
  errorCodeOf,
  insertTexts,
  openRoom,
  send,
  startChat,
} from './testing/chatVenue.ts';

test('CHAT-09b changes of groups are rate-limited, the more so the more users they add', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const { id: roomId } = await createGroup(ada, [bo, cy]);
  const rename = (no: number) => ada.tab.ask(renameChatGroup, { roomId, name: `No. ${no}` });
  for (let no = 1; no < chatGroupBurst; no++) expect((await rename(no)).error).toBeUndefined();
  expect(await errorCodeOf(rename(0))).toBe('tooManyRequests');
  expect(await errorCodeOf(ada.tab.ask(leaveChatRoom, { roomId }))).toBe('tooManyRequests');
  foyer.advance(chatGroupRefillMs);
  expect((await rename(99)).error).toBeUndefined();
  const strangers = Array.from({ length: 450 }, (_, no) => `stranger-${no}`);
  const createLargeGroup = () =>
    bo.tab.ask(createChatGroup, { clientId: clientId(), kind: 'group', name: 'All', userIds: strangers });
  expect([
    await errorCodeOf(createLargeGroup()),
    await errorCodeOf(createLargeGroup()),
    await errorCodeOf(createLargeGroup()),
  ]).toEqual(['notFound', 'notFound', 'tooManyRequests']);
});

test('CHAT-09c a new group appears in the other tabs of its creator', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const second = await connectTab(foyer, { as: ada.user });
  await second.must(listChatRooms, {});
  const { id } = await createGroup(ada, [bo, cy]);
  expect((await second.next(chatRoomChanged)).room).toMatchObject({ id, ownerId: ada.id, memberCount: 3 });
});

test('CHAT-15e a muted user cannot create or rename groups or add users', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, di] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Di');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await createGroup(ada, [bo, cy]);
  await host.tab.must(muteChatUser, { userId: ada.id });
  const input = { clientId: clientId(), kind: 'group' as const, name: 'Down with', userIds: [bo.id, cy.id] };
  for (const reply of [
    ada.tab.ask(createChatGroup, input),
    ada.tab.ask(renameChatGroup, { roomId, name: 'Down with Henri' }),
    ada.tab.ask(addChatMembers, { roomId, userIds: [di.id] }),
  ])
    expect((await reply).error).toMatchObject({ code: 'cannotPost', details: { reason: 'muted' } });
  await ada.tab.must(leaveChatRoom, { roomId });
});

test('CHAT-11d a user who is readmitted to a built-in room receives its messages again', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  const { rooms } = await ada.tab.must(listChatRooms, {});
  const roomId = rooms[0]?.id ?? '';
  await openRoom(bo.tab, { roomId });
  await host.tab.must(removeChatMember, { roomId, userId: ada.id });
  await ada.tab.next('chat.roomRemoved');
  await host.tab.must(addChatMembers, { roomId, userIds: [ada.id] });
  expect((await ada.tab.next(chatRoomChanged)).room.id).toBe(roomId);
  await send(bo.tab, roomId, 'There you are');
  await ada.tab.next('chat.messageChanged');
});

test('a host’s action and its entry in the moderation log are stored together or not at all', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const { seq } = await send(ada.tab, roomId, 'Rude words');
  await bo.tab.must(reportChatMessage, { roomId, seq, reason: 'Rude' });
  const list = () => foyer.must(listChatReports, { query: { state: 'open' } }, { as: host.user });
  const [report] = (await list()).reports;
  const close = () =>
    foyer.call(
      closeChatReport,
      { params: { reportId: report?.id ?? '' }, body: { outcome: 'deleted' } },
      { as: host.user },
    );
  const { db } = foyer.running.storage;
  const attempts = [
    () => host.tab.ask(deleteChatMessage, { roomId, seq }),
    () => host.tab.ask(removeChatMember, { roomId, userId: bo.id }),
    () => host.tab.ask(muteChatUser, { userId: ada.id }),
    close,
  ];
  await sql`alter table "chatModerationLog" rename to "elsewhere"`.execute(db);
  for (const attempt of attempts) expect(await errorCodeOf(attempt())).toBe('internal');
  await sql`alter table "elsewhere" rename to "chatModerationLog"`.execute(db);
  foyer.logged.splice(0);
  expect((await list()).reports).toHaveLength(1);
  const texts = async () => (await bo.tab.must(getChatMessages, { roomId })).messages.map(({ text }) => text);
  expect(await texts()).toEqual(['Rude words']);
  await send(ada.tab, roomId, 'I am not muted');
  expect((await close()).error).toBeUndefined();
  expect(await texts()).toEqual(['', 'I am not muted']);
  const { entries } = await foyer.must(listModerationLog, { query: {} }, { as: host.user });
  expect(entries).toMatchObject([{ kind: 'reportDeleted', text: 'Rude words' }]);
});

test('a user runs one search at a time: a newer search cancels the one before', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await openRoom(bo.tab, { roomId });
  await insertTexts(
    foyer,
    roomId,
    bo.id,
    Array.from({ length: 3_000 }, (_, no) => (no === 0 ? 'Übersee' : 'Über die See')),
  );
  const query = 'übersee';
  const replies = [ada, ada, bo].map(({ tab }) => tab.ask(searchChatMessages, { roomId, query }));
  const [first, second, other] = await Promise.all(replies);
  expect(first?.error?.code).toBe('tooManyRequests');
  for (const response of [second, other])
    expect(response?.result.messages.map(({ text }) => text)).toEqual(['Übersee']);
});

test('a user’s own messages after the read receipt are not all examined for the unread count', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await openRoom(bo.tab, { roomId });
  await insertTexts(
    foyer,
    roomId,
    ada.id,
    Array.from({ length: 2_000 }, (_, no) => `no. ${no}`),
  );
  const roomOf = async (tab: typeof ada.tab) => (await tab.must(listChatRooms, {})).rooms[0];
  expect(await roomOf(ada.tab)).toMatchObject({ unreadCount: 0, lastMessage: { text: 'no. 1999' } });
  expect(await roomOf(bo.tab)).toMatchObject({ unreadCount: 100, lastMessage: { text: 'no. 1999' } });
});

test('the number of blocked users is limited', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const blockedIds = Array.from({ length: chatBlocksMax }, (_, no) => `anon-${no}`);
  await foyer.running.storage.db
    .insertInto('chatBlock')
    .values(blockedIds.map((blockedId) => ({ userId: ada.id, blockedId })))
    .execute();
  const block = (userId: string, blocked: boolean) => ada.tab.ask(setChatUserBlocked, { userId, blocked });
  expect((await block(bo.id, true)).error).toMatchObject({
    code: 'conflict',
    details: { limit: chatBlocksMax },
  });
  expect((await block('anon-0', false)).error).toBeUndefined();
  expect((await block(bo.id, true)).error).toBeUndefined();
});

test('CHAT-10e the messages of a group that has ended are deleted', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const { id: roomId } = await createGroup(ada, [bo, cy], 'privateGroup');
  const { id: kept } = await createGroup(ada, [bo, cy], 'privateGroup');
  for (const id of [roomId, kept]) await send(ada.tab, id, 'For a while');
  for (const { tab } of [ada, bo, cy]) await tab.must(leaveChatRoom, { roomId });
  foyer.advance(3_600_000);
  const roomsWithMessages = async () => {
    const { read } = foyer.running.storage;
    const rows = await read.selectFrom('chatMessage').select('roomId').distinct().execute();
    return rows.map((row) => row.roomId);
  };
  await expect.poll(roomsWithMessages).toEqual([kept]);
});
