import { sql } from 'kysely';
import { chatBlocksMax } from '@foyer/contract/limits';
import {
  setChatUserBlocked,
  chatMutesChanged,
  openChatReportsChanged,
  chatRoomChanged,
  closeChatReport,
  deleteAccount,
  deleteChatMessage,
  exportAccount,
  addChatMembers,
  listModerationLog,
  listChatMembers,
  listChatReports,
  listChatRooms,
  getChatMessages,
  removeChatMember,
  reportChatMessage,
  sendChatMessage,
  setAccountRoles,
  muteChatUser,
  ping,
  sendChatTyping,
  createChatGroup,
  leaveChatRoom,
  renameChatGroup,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { testPassword } from '#testing/testUsers';
import { connectTab } from '#testing/tab';
import {
  clientId,
  createAttendee,
  createAttendees,
  createGroup,
  errorCodeOf,
  openRoom,
  send,
  startChat,
} from '../testing/chatVenue.ts';

const newMessage = (roomId: string) => ({ roomId, clientId: clientId(), text: 'And another thing' });

test('CHAT-15g neither of two users can post in their private room while one has blocked the other', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { with: bo.id });
  await openRoom(bo.tab, { roomId });
  await ada.tab.must(setChatUserBlocked, { userId: bo.id, blocked: true });
  for (const { tab } of [ada, bo]) {
    expect((await tab.next(chatRoomChanged)).room.readOnlyReason).toBe('blocked');
    expect((await tab.ask(sendChatMessage, newMessage(roomId))).error).toMatchObject({
      code: 'cannotPost',
      details: { reason: 'blocked' },
    });
    expect(await errorCodeOf(tab.ask(sendChatTyping, { roomId }))).toBe('cannotPost');
  }
  expect((await ada.tab.must(listChatRooms, {})).blocked).toEqual([{ uid: bo.id, name: 'Bo' }]);
  expect((await bo.tab.must(listChatRooms, {})).blocked).toEqual([]);
  const all = await openRoom(bo.tab, { global: true });
  await send(bo.tab, all.id, 'Here I may');
  const cy = await createAttendee(foyer, 'Cy');
  const group = await createGroup(ada, [bo, cy]);
  await bo.tab.must(sendChatTyping, { roomId: group.id });
  await ada.tab.must(setChatUserBlocked, { userId: bo.id, blocked: false });
  expect((await bo.tab.next(chatRoomChanged)).room.readOnlyReason).toBeUndefined();
  await send(bo.tab, roomId, 'Thank you');
  expect(await errorCodeOf(ada.tab.ask(setChatUserBlocked, { userId: ada.id, blocked: true }))).toBe(
    'forbidden',
  );
  expect(await errorCodeOf(ada.tab.ask(setChatUserBlocked, { userId: 'nobody', blocked: true }))).toBe(
    'notFound',
  );
});

test('CHAT-15c a host mutes a user in all rooms for a time, and unmutes them', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const { id: groupId } = await createGroup(ada, [bo, cy]);
  expect(await errorCodeOf(bo.tab.ask(muteChatUser, { userId: ada.id }))).toBe('forbidden');
  await host.tab.must(muteChatUser, { userId: ada.id, durationMs: 20_000 });
  const until = foyer.now + 20_000;
  const event = await ada.tab.next(chatRoomChanged, ({ room }) => room.id === roomId);
  expect(event.room).toMatchObject({ readOnlyReason: 'muted', mutedUntil: until });
  for (const id of [roomId, groupId])
    expect((await ada.tab.ask(sendChatMessage, newMessage(id))).error).toMatchObject({
      code: 'cannotPost',
      details: { reason: 'muted', until },
    });
  foyer.advance(20_000);
  await send(ada.tab, roomId, 'I have thought about it');
  await host.tab.must(muteChatUser, { userId: ada.id });
  const indefinite = await ada.tab.ask(sendChatMessage, newMessage(roomId));
  expect(indefinite.error?.details).toEqual({ reason: 'muted' });
  await host.tab.must(muteChatUser, { userId: ada.id, durationMs: 0 });
  await send(ada.tab, groupId, 'I can post again');
  const { entries, hasMore } = await foyer.must(listModerationLog, { query: {} }, { as: host.user });
  expect(hasMore).toBe(false);
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['muted', 'unmuted']));
  expect(entries).toHaveLength(3);
  for (const entry of entries)
    expect(entry).toMatchObject({ host: { name: 'Henri' }, user: { name: 'Ada' } });
});

test('CHAT-15u hosts receive the mutes that are in effect, and nobody else does', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  expect((await host.tab.must(listChatRooms, {})).mutes).toEqual([]);
  expect((await bo.tab.must(listChatRooms, {})).mutes).toBeUndefined();
  const mutesAfter = async (userId: string, durationMs?: number) => {
    await host.tab.must(muteChatUser, { userId, ...(durationMs !== undefined && { durationMs }) });
    return (await host.tab.next(chatMutesChanged)).mutes;
  };
  const until = foyer.now + 20_000;
  expect(await mutesAfter(ada.id, 20_000)).toEqual([{ userId: ada.id, until }]);
  expect(await mutesAfter(bo.id)).toEqual(
    expect.arrayContaining([{ userId: ada.id, until }, { userId: bo.id }]),
  );
  foyer.advance(20_000);
  expect((await host.tab.must(listChatRooms, {})).mutes).toEqual([{ userId: bo.id }]);
  expect(await mutesAfter(bo.id, 0)).toEqual([]);
  for (const { tab } of [ada, bo]) {
    // What was sent before the reply has arrived.
    await tab.must(ping, {});
    expect(tab.events.filter(({ event }) => event === chatMutesChanged.name)).toEqual([]);
  }
});

test('a host cannot keep their own message that was reported; another host can', async () => {
  const foyer = await startChat();
  const [bo] = await createAttendees(foyer, 'Bo');
  const author = await createAttendee(foyer, 'Henri', true);
  const other = await createAttendee(foyer, 'Hugo', true);
  const { id: roomId } = await openRoom(bo.tab, { global: true });
  const { seq } = await send(author.tab, roomId, 'Rude words');
  await bo.tab.must(reportChatMessage, { roomId, seq, reason: 'Rude' });
  const list = (state: 'open' | 'closed') =>
    foyer.must(listChatReports, { query: { state } }, { as: other.user });
  const [report] = (await list('open')).reports;
  const close = (as: typeof author, outcome: 'kept' | 'deleted') =>
    foyer.call(
      closeChatReport,
      { params: { reportId: report?.id ?? '' }, body: { outcome } },
      { as: as.user },
    );
  expect((await close(author, 'kept')).error?.code).toBe('forbidden');
  expect((await list('open')).reports).toHaveLength(1);
  expect((await close(other, 'kept')).error).toBeUndefined();
  expect((await list('closed')).reports).toMatchObject([{ closed: { by: { name: 'Hugo' } } }]);
});

test('a host who is the only one can close a report of their own message by deleting it', async () => {
  const foyer = await startChat();
  const [bo] = await createAttendees(foyer, 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(bo.tab, { global: true });
  const { seq } = await send(host.tab, roomId, 'Rude words');
  await bo.tab.must(reportChatMessage, { roomId, seq, reason: 'Rude' });
  const list = (state: 'open' | 'closed') =>
    foyer.must(listChatReports, { query: { state } }, { as: host.user });
  const [{ id: reportId } = { id: '' }] = (await list('open')).reports;
  await foyer.must(
    closeChatReport,
    { params: { reportId }, body: { outcome: 'deleted' } },
    { as: host.user },
  );
  expect((await list('open')).reports).toEqual([]);
  expect((await list('closed')).reports).toMatchObject([{ closed: { by: { name: 'Henri' } } }]);
  const { messages } = await bo.tab.must(getChatMessages, { roomId });
  expect(messages.map(({ text, deletedBy }) => deletedBy ?? text)).toEqual(['host']);
});

test('hosts see a reported message as it was, and keep or delete it once', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await createGroup(ada, [bo, cy], 'privateGroup');
  const bad = await send(ada.tab, roomId, 'Buy my lamps');
  const fine = await send(ada.tab, roomId, 'Good evening');
  for (let again = 0; again < 2; again++)
    await bo.tab.must(reportChatMessage, { roomId, seq: bad.seq, reason: 'Advertising' });
  await cy.tab.must(reportChatMessage, { roomId, seq: fine.seq, reason: 'Too polite' });
  expect(await errorCodeOf(host.tab.ask(reportChatMessage, { roomId, seq: 2, reason: 'x' }))).toBe(
    'notFound',
  );
  expect(await errorCodeOf(bo.tab.ask(reportChatMessage, { roomId, seq: 1, reason: 'x' }))).toBe('notFound');
  const long = { roomId, seq: bad.seq, reason: 'x'.repeat(501) };
  expect(await errorCodeOf(bo.tab.ask(reportChatMessage, long))).toBe('valueTooLong');
  const list = (state: 'open' | 'closed') =>
    foyer.must(listChatReports, { query: { state } }, { as: host.user });
  const { reports } = await list('open');
  expect(reports).toHaveLength(2);
  const report = reports.find(({ message }) => message.seq === bad.seq);
  expect(report).toMatchObject({
    room: { kind: 'privateGroup', name: 'Lighting' },
    message: { text: 'Buy my lamps' },
    author: { name: 'Ada' },
    reporter: { name: 'Bo' },
    reason: 'Advertising',
  });
  const close = (id: string, outcome: 'kept' | 'deleted') =>
    foyer.call(closeChatReport, { params: { reportId: id }, body: { outcome } }, { as: host.user });
  const kept = reports.find(({ message }) => message.seq === fine.seq)?.id ?? '';
  const outcomes = await Promise.all([
    close(report?.id ?? '', 'deleted'),
    close(report?.id ?? '', 'deleted'),
  ]);
  expect(new Set(outcomes.map(({ error }) => error?.code))).toEqual(new Set([undefined, 'conflict']));
  expect((await close(kept, 'kept')).error).toBeUndefined();
  expect((await close('nothing', 'kept')).error?.code).toBe('notFound');
  expect((await list('open')).reports).toEqual([]);
  const closed = (await list('closed')).reports;
  expect(closed.map((each) => [each.message.seq, each.closed?.outcome, each.closed?.by.name])).toEqual(
    expect.arrayContaining([
      [bad.seq, 'deleted', 'Henri'],
      [fine.seq, 'kept', 'Henri'],
    ]),
  );
  const { messages } = await ada.tab.must(getChatMessages, { roomId });
  expect(messages.map(({ text, deletedBy }) => deletedBy ?? text)).toEqual(['', 'host', 'Good evening']);
});

test('only hosts receive the number of open reports', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const messages = [
    await send(ada.tab, roomId, 'Buy lanterns'),
    await send(ada.tab, roomId, 'Buy more lanterns'),
  ];
  expect((await host.tab.must(listChatRooms, {})).openReports).toBe(0);
  for (const [index, { seq }] of messages.entries()) {
    await bo.tab.must(reportChatMessage, { roomId, seq, reason: 'Advertising' });
    await host.tab.next(openChatReportsChanged, ({ open: count }) => count === index + 1);
  }
  const { reports } = await foyer.must(listChatReports, { query: { state: 'open' } }, { as: host.user });
  const [{ id: reportId } = { id: '' }] = reports;
  await foyer.must(closeChatReport, { params: { reportId }, body: { outcome: 'kept' } }, { as: host.user });
  await host.tab.next(openChatReportsChanged, ({ open: count }) => count === 1);
  expect((await host.tab.must(listChatRooms, {})).openReports).toBe(1);
  expect((await bo.tab.must(listChatRooms, {})).openReports).toBeUndefined();
  expect(bo.tab.events.filter(({ event }) => event === openChatReportsChanged.name)).toEqual([]);
  await foyer.must(
    deleteAccount,
    { body: { email: bo.user.email, currentPassword: testPassword } },
    { as: bo.user },
  );
  await host.tab.next(openChatReportsChanged, ({ open: count }) => count === 0);
});

test('CHAT-15r a user who is no longer a host loses the rights and the report counts on open connections', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  const formerHost = await createAttendee(foyer, 'Hilda', true);
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const { seq } = await send(ada.tab, roomId, 'Buy lanterns');
  for (const { tab } of [host, formerHost]) await tab.must(listChatRooms, {});
  await foyer.must(setAccountRoles, { params: { userId: formerHost.id }, body: { roles: [] } });
  const mute = () => formerHost.tab.ask(muteChatUser, { userId: bo.id, durationMs: 0 });
  await expect.poll(() => errorCodeOf(mute())).toBe('forbidden');
  await bo.tab.must(reportChatMessage, { roomId, seq, reason: 'Advertising' });
  await host.tab.next(openChatReportsChanged, ({ open: count }) => count === 1);
  // The message is published after the report count.
  await bo.tab.must(sendChatMessage, newMessage(roomId));
  await openRoom(formerHost.tab, { roomId });
  expect(formerHost.tab.events.filter(({ event }) => event === openChatReportsChanged.name)).toEqual([]);
});

test('deletions and removals by hosts are in the moderation log', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const { seq } = await send(ada.tab, roomId, 'Rude words');
  await openRoom(host.tab, { roomId });
  await host.tab.must(deleteChatMessage, { roomId, seq });
  foyer.advance(1);
  await host.tab.must(removeChatMember, { roomId, userId: ada.id });
  const { entries } = await foyer.must(listModerationLog, { query: {} }, { as: 'administrator' });
  expect(entries).toMatchObject([
    { kind: 'removed', roomId, user: { name: 'Ada' } },
    { kind: 'deleted', roomId, user: { name: 'Ada' }, text: 'Rude words', host: { name: 'Henri' } },
  ]);
  const older = await foyer.must(
    listModerationLog,
    { query: { before: entries[0]?.id } },
    { as: 'administrator' },
  );
  expect(older.entries).toEqual(entries.slice(1));
  expect((await foyer.call(listModerationLog, { query: {} }, { as: bo.user })).error?.code).toBe('forbidden');
});

test('messages are deleted after the configured retention time', async () => {
  const foyer = await startChat({ env: { CHAT_RETENTION_DAYS: '2' } });
  const [ada] = await createAttendees(foyer, 'Ada');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await send(ada.tab, roomId, 'The day before yesterday');
  foyer.advance(30 * 3_600_000);
  const later = async () => connectTab(foyer, { as: await foyer.users.signIn(ada.user.email) });
  await send(await later(), roomId, 'Yesterday');
  foyer.advance(30 * 3_600_000);
  const tab = await later();
  const texts = async () => (await tab.must(getChatMessages, { roomId })).messages.map(({ text }) => text);
  await expect.poll(texts).toEqual(['Yesterday']);
  expect((await send(tab, roomId, 'Today')).seq).toBe(3);
});

test('the export of an account contains its messages, and deleting it deletes them', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const { id: roomId } = await createGroup(ada, [bo, cy]);
  const { id: privateId } = await openRoom(ada.tab, { with: bo.id });
  await send(ada.tab, roomId, 'In the group');
  await send(ada.tab, privateId, 'Between us');
  await bo.tab.must(listChatRooms, {});
  const exported = await foyer.must(exportAccount, {}, { as: ada.user });
  const chat = exported['chat'] as { messages: { text: string }[] };
  expect(new Set(chat.messages.map(({ text }) => text))).toEqual(new Set(['In the group', 'Between us']));
  const body = { email: ada.user.email, currentPassword: testPassword };
  await foyer.must(deleteAccount, { body }, { as: ada.user });
  const { messages } = await bo.tab.must(getChatMessages, { roomId: privateId });
  expect(messages).toMatchObject([{ text: '', deletedBy: 'author' }]);
  const members = await bo.tab.must(listChatMembers, { roomId });
  expect([members.ownerId, members.members.length]).toEqual([bo.id, 2]);
  expect(JSON.stringify(await bo.tab.must(getChatMessages, { roomId }))).not.toContain('In the group');
});

test('CHAT-15k the moderation log shows which mutes and removals are in effect, and who was readmitted', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const logEntries = async () => {
    const { entries } = await foyer.must(listModerationLog, { query: {} }, { as: host.user });
    return entries.map(({ kind, user, room, inEffect = false }) => [kind, user?.name, room?.kind, inEffect]);
  };
  await host.tab.must(muteChatUser, { userId: ada.id, durationMs: 600_000 });
  foyer.advance(1_000);
  await host.tab.must(muteChatUser, { userId: ada.id });
  foyer.advance(1_000);
  await host.tab.must(muteChatUser, { userId: bo.id, durationMs: 10_000 });
  foyer.advance(1_000);
  await host.tab.must(removeChatMember, { roomId, userId: ada.id });
  const before = [
    ['muted', 'Ada', undefined, true],
    ['muted', 'Ada', undefined, false],
  ];
  expect(await logEntries()).toEqual([
    ['removed', 'Ada', 'global', true],
    ['muted', 'Bo', undefined, true],
    ...before,
  ]);
  foyer.advance(10_000);
  // Bo was not removed, so he is not readmitted.
  await host.tab.must(addChatMembers, { roomId, userIds: [ada.id, bo.id] });
  expect(await logEntries()).toEqual([
    ['readmitted', 'Ada', 'global', false],
    ['removed', 'Ada', 'global', false],
    ['muted', 'Bo', undefined, false],
    ...before,
  ]);
  foyer.advance(1_000);
  await host.tab.must(muteChatUser, { userId: ada.id, durationMs: 0 });
  expect((await logEntries()).filter(([, , , holds]) => holds === true)).toEqual([]);
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
