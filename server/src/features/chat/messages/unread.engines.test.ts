import {
  setChatUserBlocked,
  chatRoomChanged,
  createChatGroup,
  deleteChatMessage,
  addChatMembers,
  deleteAccount,
  editChatMessage,
  joinChatGroup,
  listChatRooms,
  markChatRead,
  sendChatMessage,
} from '@foyer/contract';
import { unreadCases } from '@foyer/contract/chatUnread.cases';
import { expect, test } from 'vitest';
import { testPassword } from '#testing/testUsers';
import {
  clientId,
  createAttendees,
  createGroup,
  insertMessages,
  openRoom,
  send,
  startChat,
  insertTexts,
  sendInput,
} from '../testing/chatVenue.ts';

test('CHAT-07uc server and web count the same messages as unread', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, di, eve] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Di', 'Eve');
  const ids = new Map(Object.entries({ ada, bo, cy, di, eve }).map(([name, { id }]) => [name, id]));
  const idOf = (name: string): string => ids.get(name) ?? name;
  const named = (text: string): string => text.replaceAll('ada', ada.id);
  await ada.tab.must(setChatUserBlocked, { userId: eve.id, blocked: true });
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await insertMessages(
    foyer,
    roomId,
    unreadCases.map(({ message: { authorId, text, mentions, notice, deletedBy } }) => ({
      authorId: idOf(authorId),
      text,
      mentions: mentions === undefined ? null : JSON.stringify(mentions.map(idOf)),
      notice:
        notice === undefined
          ? null
          : JSON.stringify({
              ...notice,
              ...(notice.name !== undefined && { name: named(notice.name) }),
              ...(notice.uids !== undefined && { uids: notice.uids.map(idOf) }),
            }),
      deletedBy: deletedBy ?? null,
    })),
  );
  const unreadCounts = async () => {
    const { unreadCount, mentionCount = 0 } = await openRoom(ada.tab, { roomId });
    return { unreadCount, mentionCount };
  };
  let before = await unreadCounts();
  for (const [index, { what, message, counts }] of unreadCases.entries()) {
    // Stays within the rate limit of commands.
    foyer.advance(1_000);
    await ada.tab.must(markChatRead, { roomId, seq: index + 1 });
    const after = await unreadCounts();
    expect({
      what,
      unread: before.unreadCount - after.unreadCount,
      mentioned: before.mentionCount - after.mentionCount,
    }).toEqual({
      what,
      unread: Number(counts),
      mentioned: Number(counts && message.mentions !== undefined),
    });
    before = after;
  }
  expect(before).toEqual({ unreadCount: 0, mentionCount: 0 });
});

test('CHAT-07ud a user who is added to a group has one unread message, its creator and users who join have none', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, di] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Di');
  for (const { tab } of [bo, di]) await tab.must(listChatRooms, {});
  for (const kind of ['group', 'privateGroup'] as const) {
    const userIds = [bo.id, cy.id];
    const input = { clientId: clientId(), kind, name: 'Lighting', userIds };
    const { room } = await ada.tab.must(createChatGroup, input);
    expect(room.unreadCount).toBe(0);
    expect((await bo.tab.next(chatRoomChanged)).room).toMatchObject({ id: room.id, unreadCount: 1 });
    await cy.tab.must(addChatMembers, { roomId: room.id, userIds: [di.id] });
    expect((await di.tab.next(chatRoomChanged)).room).toMatchObject({ id: room.id, unreadCount: 1 });
    // The notice that another user was added is not unread.
    expect(await openRoom(bo.tab, { roomId: room.id })).toMatchObject({ unreadCount: 1 });
  }
  const [eve] = await createAttendees(foyer, 'Eve');
  const { id: roomId } = await createGroup(ada, [bo, cy]);
  const { seq } = await send(ada.tab, roomId, 'Before you came');
  expect((await eve.tab.must(joinChatGroup, { roomId })).room.unreadCount).toBe(0);
  await bo.tab.must(markChatRead, { roomId, seq: seq - 1 });
  expect((await openRoom(bo.tab, { roomId })).unreadCount).toBe(1);
  await ada.tab.must(deleteChatMessage, { roomId, seq });
  expect((await openRoom(bo.tab, { roomId })).unreadCount).toBe(0);
});

test('a user’s own messages after the read position are not all examined for the unread count', async () => {
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

test('CHAT-07xd a mention counts however many messages are unread before it, until it is edited out or deleted', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(bo.tab, { with: ada.id });
  const texts = Array.from({ length: 150 }, (_, no) => `no. ${no}`);
  await insertTexts(foyer, roomId, ada.id, texts);
  const mentions = [bo.id];
  const sendMention = async () => {
    const input = { roomId, clientId: clientId(), text: 'Bo, please', mentions };
    return (await sendInput(ada.tab, input)).seq;
  };
  const mentionCount = async () => (await openRoom(bo.tab, { roomId })).mentionCount ?? 0;
  const [first, second] = [await sendMention(), await sendMention()];
  expect(await mentionCount()).toBe(2);
  await ada.tab.must(editChatMessage, { roomId, seq: first, text: 'All, please' });
  expect(await mentionCount()).toBe(1);
  await ada.tab.must(editChatMessage, { roomId, seq: first, text: 'Bo, please', mentions });
  expect(await mentionCount()).toBe(2);
  await ada.tab.must(deleteChatMessage, { roomId, seq: second });
  expect(await mentionCount()).toBe(1);
  await bo.tab.must(markChatRead, { roomId, seq: first });
  expect(await mentionCount()).toBe(0);
});

test('mentions are deleted with their message and with the account of the mentioned user', async () => {
  const foyer = await startChat({ env: { CHAT_RETENTION_DAYS: '1' } });
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const { id: roomId } = await createGroup(ada, [bo, cy]);
  const mention = async (uid: string) => {
    const input = { roomId, clientId: clientId(), text: 'Please', mentions: [uid] };
    await ada.tab.must(sendChatMessage, input);
  };
  const { db } = foyer.running.storage;
  const stored = async () => {
    const rows = await db.selectFrom('chatMention').select('userId').orderBy('seq').execute();
    return rows.map(({ userId }) => userId);
  };
  await mention(bo.id);
  await mention(cy.id);
  // The first two rows are those of the notice that the group was created.
  expect((await stored()).slice(2)).toEqual([bo.id, cy.id]);
  const body = { email: bo.user.email, currentPassword: testPassword };
  await foyer.must(deleteAccount, { body }, { as: bo.user });
  expect(await stored()).toEqual([cy.id, cy.id]);
  foyer.advance(2 * 86_400_000);
  await expect.poll(stored).toEqual([]);
});
