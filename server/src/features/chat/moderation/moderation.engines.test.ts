import {
  blockInChat,
  chatReportsOpen,
  chatRoomChanged,
  closeChatReport,
  deleteAccount,
  deleteChatMessage,
  exportAccount,
  inviteToChatRoom,
  listChatActions,
  listChatMembers,
  listChatReports,
  listChatRooms,
  readChatHistory,
  removeFromChatRoom,
  reportChatMessage,
  sendChatMessage,
  setAccountRoles,
  silenceInChat,
  typeInChat,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { testPassword } from '#testing/people';
import { openTab } from '#testing/tab';
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

test('CHAT-15b neither of two users can post in their private room while one has blocked the other', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { with: bo.id });
  await openRoom(bo.tab, { roomId });
  await ada.tab.must(blockInChat, { userId: bo.id, blocked: true });
  for (const { tab } of [ada, bo]) {
    expect((await tab.next(chatRoomChanged)).room.readOnly).toBe('blocked');
    expect((await tab.ask(sendChatMessage, newMessage(roomId))).fault).toMatchObject({
      code: 'cannotPublish',
      details: { reason: 'blocked' },
    });
    expect(await errorCodeOf(tab.ask(typeInChat, { roomId }))).toBe('cannotPublish');
  }
  expect((await ada.tab.must(listChatRooms, {})).blocked).toEqual([{ uid: bo.id, name: 'Bo' }]);
  expect((await bo.tab.must(listChatRooms, {})).blocked).toEqual([]);
  const all = await openRoom(bo.tab, { global: true });
  await send(bo.tab, all.id, 'Here I may');
  await ada.tab.must(blockInChat, { userId: bo.id, blocked: false });
  expect((await bo.tab.next(chatRoomChanged)).room.readOnly).toBeUndefined();
  await send(bo.tab, roomId, 'Thank you');
  expect(await errorCodeOf(ada.tab.ask(blockInChat, { userId: ada.id, blocked: true }))).toBe('forbidden');
  expect(await errorCodeOf(ada.tab.ask(blockInChat, { userId: 'nobody', blocked: true }))).toBe('notFound');
});

test('CHAT-15c a host mutes a user in all rooms for a time, and unmutes them', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const { id: groupId } = await createGroup(ada, [bo, cy]);
  expect(await errorCodeOf(bo.tab.ask(silenceInChat, { userId: ada.id }))).toBe('forbidden');
  await host.tab.must(silenceInChat, { userId: ada.id, forMs: 20_000 });
  const until = foyer.now + 20_000;
  const event = await ada.tab.next(chatRoomChanged, ({ room }) => room.id === roomId);
  expect(event.room).toMatchObject({ readOnly: 'silenced', silencedUntil: until });
  for (const id of [roomId, groupId])
    expect((await ada.tab.ask(sendChatMessage, newMessage(id))).fault).toMatchObject({
      code: 'cannotPublish',
      details: { reason: 'silenced', until },
    });
  foyer.pass(20_000);
  await send(ada.tab, roomId, 'I have thought about it');
  await host.tab.must(silenceInChat, { userId: ada.id });
  expect((await ada.tab.ask(sendChatMessage, newMessage(roomId))).fault).toMatchObject({
    details: { reason: 'silenced' },
  });
  await host.tab.must(silenceInChat, { userId: ada.id, forMs: 0 });
  await send(ada.tab, groupId, 'I can post again');
  const { actions, more } = await foyer.must(listChatActions, { query: {} }, { as: host.user });
  expect(more).toBe(false);
  expect(new Set(actions.map(({ kind }) => kind))).toEqual(new Set(['silenced', 'unsilenced']));
  expect(actions).toHaveLength(3);
  for (const action of actions)
    expect(action).toMatchObject({ host: { name: 'Henri' }, person: { name: 'Ada' } });
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
  expect(new Set(outcomes.map(({ fault }) => fault?.code))).toEqual(new Set([undefined, 'conflict']));
  expect((await close(kept, 'kept')).fault).toBeUndefined();
  expect((await close('nothing', 'kept')).fault?.code).toBe('notFound');
  expect((await list('open')).reports).toEqual([]);
  const closed = (await list('closed')).reports;
  expect(closed.map((each) => [each.message.seq, each.closed?.outcome, each.closed?.by.name])).toEqual(
    expect.arrayContaining([
      [bad.seq, 'deleted', 'Henri'],
      [fine.seq, 'kept', 'Henri'],
    ]),
  );
  const { messages } = await ada.tab.must(readChatHistory, { roomId });
  expect(messages.map(({ text, deleted }) => deleted ?? text)).toEqual(['', 'host', 'Good evening']);
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
    await host.tab.next(chatReportsOpen, ({ open: count }) => count === index + 1);
  }
  const { reports } = await foyer.must(listChatReports, { query: { state: 'open' } }, { as: host.user });
  const [{ id: reportId } = { id: '' }] = reports;
  await foyer.must(closeChatReport, { params: { reportId }, body: { outcome: 'kept' } }, { as: host.user });
  await host.tab.next(chatReportsOpen, ({ open: count }) => count === 1);
  expect((await host.tab.must(listChatRooms, {})).openReports).toBe(1);
  expect((await bo.tab.must(listChatRooms, {})).openReports).toBeUndefined();
  expect(bo.tab.events.filter(({ event }) => event === chatReportsOpen.name)).toEqual([]);
  await foyer.must(
    deleteAccount,
    { body: { email: bo.user.email, currentPassword: testPassword } },
    { as: bo.user },
  );
  await host.tab.next(chatReportsOpen, ({ open: count }) => count === 0);
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
  const mute = () => formerHost.tab.ask(silenceInChat, { userId: bo.id, forMs: 0 });
  await expect.poll(() => errorCodeOf(mute())).toBe('forbidden');
  await bo.tab.must(reportChatMessage, { roomId, seq, reason: 'Advertising' });
  await host.tab.next(chatReportsOpen, ({ open: count }) => count === 1);
  // The message is published after the report count.
  await bo.tab.must(sendChatMessage, newMessage(roomId));
  await openRoom(formerHost.tab, { roomId });
  expect(formerHost.tab.events.filter(({ event }) => event === chatReportsOpen.name)).toEqual([]);
});

test('deletions and removals by hosts are in the moderation log', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const { seq } = await send(ada.tab, roomId, 'Rude words');
  await openRoom(host.tab, { roomId });
  await host.tab.must(deleteChatMessage, { roomId, seq });
  foyer.pass(1);
  await host.tab.must(removeFromChatRoom, { roomId, userId: ada.id });
  const { actions } = await foyer.must(listChatActions, { query: {} }, { as: 'administrator' });
  expect(actions).toMatchObject([
    { kind: 'removed', roomId, person: { name: 'Ada' } },
    { kind: 'deleted', roomId, person: { name: 'Ada' }, text: 'Rude words', host: { name: 'Henri' } },
  ]);
  const older = await foyer.must(
    listChatActions,
    { query: { before: actions[0]?.id } },
    { as: 'administrator' },
  );
  expect(older.actions).toEqual(actions.slice(1));
  expect((await foyer.call(listChatActions, { query: {} }, { as: bo.user })).fault?.code).toBe('forbidden');
});

test('messages are deleted after the configured retention time', async () => {
  const foyer = await startChat({ env: { CHAT_RETENTION_DAYS: '2' } });
  const [ada] = await createAttendees(foyer, 'Ada');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await send(ada.tab, roomId, 'The day before yesterday');
  foyer.pass(30 * 3_600_000);
  const later = async () => openTab(foyer, { as: await foyer.people.signIn(ada.user.email) });
  await send(await later(), roomId, 'Yesterday');
  foyer.pass(30 * 3_600_000);
  const tab = await later();
  const texts = async () => (await tab.must(readChatHistory, { roomId })).messages.map(({ text }) => text);
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
  const { messages } = await bo.tab.must(readChatHistory, { roomId: privateId });
  expect(messages).toMatchObject([{ text: '', deleted: 'author' }]);
  const members = await bo.tab.must(listChatMembers, { roomId });
  expect([members.ownerId, members.people.length]).toEqual([bo.id, 2]);
  expect(JSON.stringify(await bo.tab.must(readChatHistory, { roomId }))).not.toContain('In the group');
});

test('CHAT-15k the moderation log shows which mutes and removals are in effect, and who was readmitted', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const logEntries = async () => {
    const { actions } = await foyer.must(listChatActions, { query: {} }, { as: host.user });
    return actions.map(({ kind, person, room, holds = false }) => [kind, person?.name, room?.kind, holds]);
  };
  await host.tab.must(silenceInChat, { userId: ada.id, forMs: 600_000 });
  foyer.pass(1_000);
  await host.tab.must(silenceInChat, { userId: ada.id });
  foyer.pass(1_000);
  await host.tab.must(silenceInChat, { userId: bo.id, forMs: 10_000 });
  foyer.pass(1_000);
  await host.tab.must(removeFromChatRoom, { roomId, userId: ada.id });
  const before = [
    ['silenced', 'Ada', undefined, true],
    ['silenced', 'Ada', undefined, false],
  ];
  expect(await logEntries()).toEqual([
    ['removed', 'Ada', 'global', true],
    ['silenced', 'Bo', undefined, true],
    ...before,
  ]);
  foyer.pass(10_000);
  // Bo was not removed, so he is not readmitted.
  await host.tab.must(inviteToChatRoom, { roomId, userIds: [ada.id, bo.id] });
  expect(await logEntries()).toEqual([
    ['letBack', 'Ada', 'global', false],
    ['removed', 'Ada', 'global', false],
    ['silenced', 'Bo', undefined, false],
    ...before,
  ]);
  foyer.pass(1_000);
  await host.tab.must(silenceInChat, { userId: ada.id, forMs: 0 });
  expect((await logEntries()).filter(([, , , holds]) => holds === true)).toEqual([]);
});
