import { chatGroupBurst, chatGroupRefillMs } from '@foyer/contract/limits';
import {
  setChatUserBlocked,
  chatMessageChanged,
  chatRoomChanged,
  chatRoomRemoved,
  createChatGroup,
  transferChatOwnership,
  addChatMembers,
  joinChatGroup,
  leaveChatRoom,
  listChatGroups,
  listChatMembers,
  listChatRooms,
  openChatRoom,
  getChatMessages,
  removeChatMember,
  renameChatGroup,
  getChatChanges,
  searchChatMessages,
  sendChatMessage,
  editChatMessage,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { connectTab } from '#testing/tab';
import {
  clientId,
  createAttendee,
  createAttendees,
  createGroup,
  errorCodeOf,
  nextMessage,
  openRoom,
  send,
  startChat,
  messageIn,
} from '../testing/chatVenue.ts';

const newMessage = (roomId: string) => ({ roomId, clientId: clientId(), text: 'Still here' });

test('CHAT-09f a group is listed for all users, and anyone may join, post and leave', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, di] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Di');
  await bo.tab.must(listChatRooms, {});
  const { id: roomId, ...made } = await createGroup(ada, [bo, cy]);
  expect(made).toMatchObject({ kind: 'group', name: 'Lighting', ownerId: ada.id, memberCount: 3 });
  expect((await bo.tab.next(chatRoomChanged)).room).toMatchObject({ id: roomId, name: 'Lighting' });
  const list = async () => (await di.tab.must(listChatGroups, { search: 'LIGHT' })).groups;
  expect(await list()).toEqual([{ id: roomId, name: 'Lighting', memberCount: 3, member: false }]);
  expect(await errorCodeOf(di.tab.ask(getChatMessages, { roomId }))).toBe('notFound');
  const { room } = await di.tab.must(joinChatGroup, { roomId });
  expect(room).toMatchObject({ memberCount: 4, unreadCount: 0 });
  expect((await di.tab.must(joinChatGroup, { roomId })).room.lastSeq).toBe(room.lastSeq);
  await send(di.tab, roomId, 'I am in');
  expect((await nextMessage(bo.tab, 'I am in')).author).toMatchObject({ name: 'Di' });
  const notices = (await di.tab.must(getChatMessages, { roomId })).messages.map(({ notice }) => notice?.kind);
  expect(notices).toEqual(['created', 'joined', undefined]);
  await di.tab.must(leaveChatRoom, { roomId });
  expect(await di.tab.next(chatRoomRemoved)).toEqual({ roomId });
  expect((await di.tab.ask(sendChatMessage, newMessage(roomId))).error).toMatchObject({
    code: 'cannotPost',
    details: { reason: 'left' },
  });
  expect(await errorCodeOf(di.tab.ask(getChatMessages, { roomId }))).toBe('notFound');
  expect((await list())[0]).toMatchObject({ memberCount: 3, member: false });
});

test('CHAT-10g a private group exists only for its members', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, eve] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Eve');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await createGroup(ada, [bo, cy], 'privateGroup');
  expect((await eve.tab.must(listChatGroups, {})).groups).toEqual([]);
  for (const { tab } of [eve, host]) {
    expect(await errorCodeOf(tab.ask(joinChatGroup, { roomId }))).toBe('notFound');
    expect(await errorCodeOf(tab.ask(openChatRoom, { roomId }))).toBe('notFound');
    expect(await errorCodeOf(tab.ask(listChatMembers, { roomId }))).toBe('notFound');
    expect(await errorCodeOf(tab.ask(addChatMembers, { roomId, userIds: [eve.id] }))).toBe('notFound');
    expect(await errorCodeOf(tab.ask(removeChatMember, { roomId, userId: bo.id }))).toBe('notFound');
    expect(await errorCodeOf(tab.ask(renameChatGroup, { roomId, name: 'Mine' }))).toBe('notFound');
  }
  const { members, ownerId } = await bo.tab.must(listChatMembers, { roomId });
  expect([members.map(({ name }) => name), ownerId]).toEqual([['Ada', 'Bo', 'Cy'], ada.id]);
});

test('CHAT-10h new members of a private group neither read earlier messages nor receive their changes', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, di] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Di');
  await di.tab.must(listChatRooms, {});
  const { id: roomId } = await createGroup(ada, [bo, cy], 'privateGroup');
  const before = await send(ada.tab, roomId, 'Before you came');
  await bo.tab.must(addChatMembers, { roomId, userIds: [di.id] });
  expect((await di.tab.next(chatRoomChanged)).room).toMatchObject({ id: roomId, unreadCount: 1 });
  await ada.tab.must(editChatMessage, { roomId, seq: before.seq, text: 'Before you came, said better' });
  await send(ada.tab, roomId, 'Welcome');
  await nextMessage(di.tab, 'Welcome');
  expect(JSON.stringify(di.tab.events)).not.toContain('Before you came');
  const responses = [
    await di.tab.must(getChatMessages, { roomId }),
    await di.tab.must(getChatMessages, { roomId, around: before.seq }),
    await di.tab.must(getChatChanges, { roomId, after: 0 }),
    await di.tab.must(searchChatMessages, { roomId, query: 'before' }),
  ];
  expect(JSON.stringify(responses)).not.toContain('Before you came');
  expect(responses[0]?.messages.map(({ text, notice }) => notice?.kind ?? text)).toEqual([
    'membersAdded',
    'Welcome',
  ]);
  await di.tab.must(leaveChatRoom, { roomId });
  await send(ada.tab, roomId, 'While you were away');
  await bo.tab.must(addChatMembers, { roomId, userIds: [di.id] });
  expect(JSON.stringify(await di.tab.must(getChatMessages, { roomId }))).not.toContain('While you were');
});

test('CHAT-10c the longest-standing member becomes the next owner, and a group ends when the last member leaves', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const { id: roomId } = await createGroup(ada, [bo, cy], 'privateGroup');
  await openRoom(cy.tab, { roomId });
  await ada.tab.must(leaveChatRoom, { roomId });
  const passed = await cy.tab.next(
    chatMessageChanged,
    ({ message }) => message.notice?.kind === 'ownershipTransferred',
  );
  expect(passed.message.notice?.uids).toEqual([bo.id]);
  expect((await openRoom(bo.tab, { roomId })).ownerId).toBe(bo.id);
  await bo.tab.must(transferChatOwnership, { roomId, userId: cy.id });
  expect(await errorCodeOf(bo.tab.ask(renameChatGroup, { roomId, name: 'Sound' }))).toBe('forbidden');
  await cy.tab.must(renameChatGroup, { roomId, name: ' Light  and\tsound ' });
  expect((await openRoom(bo.tab, { roomId })).name).toBe('Light and sound');
  await cy.tab.must(leaveChatRoom, { roomId });
  await bo.tab.must(leaveChatRoom, { roomId });
  expect(await errorCodeOf(bo.tab.ask(openChatRoom, { roomId }))).toBe('notFound');
  expect(await errorCodeOf(bo.tab.ask(sendChatMessage, newMessage(roomId)))).toBe('cannotPost');
  expect((await bo.tab.must(listChatRooms, {})).rooms.map(({ kind }) => kind)).toEqual(['global']);
});

test('CHAT-10d the owner or a host removes a member, who can come back only when added', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await createGroup(ada, [bo, cy]);
  for (const { tab } of [bo, cy]) await openRoom(tab, { roomId });
  expect(await errorCodeOf(bo.tab.ask(removeChatMember, { roomId, userId: cy.id }))).toBe('forbidden');
  await ada.tab.must(removeChatMember, { roomId, userId: bo.id });
  expect(await bo.tab.next(chatRoomRemoved)).toEqual({ roomId, removed: true });
  await send(ada.tab, roomId, 'Among ourselves');
  await nextMessage(cy.tab, 'Among ourselves');
  expect(JSON.stringify(bo.tab.events)).not.toContain('Among ourselves');
  expect((await bo.tab.ask(sendChatMessage, newMessage(roomId))).error).toMatchObject({
    code: 'cannotPost',
    details: { reason: 'removed' },
  });
  expect(await errorCodeOf(bo.tab.ask(joinChatGroup, { roomId }))).toBe('forbidden');
  expect((await bo.tab.must(listChatGroups, {})).groups).toEqual([]);
  expect(await errorCodeOf(cy.tab.ask(addChatMembers, { roomId, userIds: [bo.id] }))).toBe('forbidden');
  await ada.tab.must(addChatMembers, { roomId, userIds: [bo.id] });
  await send(bo.tab, roomId, 'Back again');
  await host.tab.must(removeChatMember, { roomId, userId: ada.id });
  expect((await openRoom(bo.tab, { roomId })).ownerId).toBe(cy.id);
});

test('CHAT-11c a host removes a user from a built-in room, and readmits them', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await openRoom(host.tab, { global: true });
  expect(await errorCodeOf(bo.tab.ask(removeChatMember, { roomId, userId: ada.id }))).toBe('forbidden');
  await host.tab.must(removeChatMember, { roomId, userId: ada.id });
  expect(await ada.tab.next(chatRoomRemoved)).toEqual({ roomId, removed: true });
  expect(await errorCodeOf(ada.tab.ask(openChatRoom, { global: true }))).toBe('forbidden');
  expect(await errorCodeOf(ada.tab.ask(sendChatMessage, newMessage(roomId)))).toBe('cannotPost');
  expect((await ada.tab.must(listChatRooms, {})).rooms).toEqual([]);
  await host.tab.must(addChatMembers, { roomId, userIds: [ada.id] });
  await send(ada.tab, roomId, 'I will behave');
});

test('bad input 47: a group needs a name and two other users; the creator and duplicates do not count', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const make = (name: string, userIds: string[]) =>
    ada.tab.ask(createChatGroup, { clientId: clientId(), kind: 'group', name, userIds });
  for (const userIds of [[], [bo.id], [bo.id, bo.id], [bo.id, ada.id, ada.id]]) {
    const { error } = await make('Lighting', userIds);
    expect(error).toMatchObject({ code: 'invalidInput' });
    expect(error?.errMsg).toContain('select at least two users');
  }
  for (const name of ['', '  ', '\u200b', '\u3164 \u200d']) {
    const { error } = await make(name, [bo.id, cy.id]);
    expect(error?.code).toBe('invalidInput');
    expect(error?.errMsg).toContain('enter a group name');
  }
  const { error } = await make('x'.repeat(300), [bo.id, cy.id]);
  expect(error).toMatchObject({ code: 'valueTooLong', details: { field: 'name', limit: 127 } });
  expect(await errorCodeOf(make('Lighting', [bo.id, cy.id, 'unknown-user']))).toBe('notFound');
  const many = Array.from({ length: 5_000 }, (_, no) => `u${no}`);
  expect(await errorCodeOf(make('Lighting', many))).toBe('invalidInput');
  expect((await ada.tab.must(listChatGroups, {})).groups).toEqual([]);
});

test('CHAT-03 creating a group twice with one client id creates one group', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const second = await connectTab(foyer, { as: ada.user });
  const input = { clientId: clientId(), kind: 'group' as const, name: 'Once', userIds: [bo.id, cy.id] };
  const made = await Promise.all([ada.tab, second, ada.tab].map((tab) => tab.must(createChatGroup, input)));
  expect(new Set(made.map(({ room }) => room.id)).size).toBe(1);
  expect((await bo.tab.must(createChatGroup, { ...input, userIds: [ada.id, cy.id] })).room.id).not.toBe(
    made[0]?.room.id,
  );
  expect((await ada.tab.must(listChatGroups, {})).groups).toHaveLength(2);
});

test('CHAT-15d a removed member posts nothing after the removal, and acknowledged messages come before it', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const { id: roomId } = await createGroup(ada, [bo, cy]);
  const sending = Array.from({ length: 18 }, () => bo.tab.ask(sendChatMessage, newMessage(roomId)));
  await sending[3];
  await ada.tab.must(removeChatMember, { roomId, userId: bo.id });
  const responses = await Promise.all(sending);
  const { messages } = await ada.tab.must(getChatMessages, { roomId });
  const removal = messages.find(({ notice }) => notice?.kind === 'removed')?.seq ?? 0;
  const stored = messages.filter(({ authorId }) => authorId === bo.id);
  expect(stored.every(({ seq }) => seq < removal)).toBe(true);
  const acknowledged = responses.filter(({ error }) => error === undefined);
  expect(acknowledged.map(({ result }) => messageIn(result).seq)).toEqual(stored.map(({ seq }) => seq));
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
});

test('CHAT-15i users are not added to a group by someone they have blocked; the others are', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, di] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Di');
  await ada.tab.must(setChatUserBlocked, { userId: bo.id, blocked: true });
  const { id: roomId, memberCount } = await createGroup(bo, [ada, cy], 'privateGroup');
  expect(memberCount).toBe(2);
  await bo.tab.must(addChatMembers, { roomId, userIds: [ada.id, di.id] });
  await bo.tab.must(addChatMembers, { roomId, userIds: [ada.id] });
  const { members } = await bo.tab.must(listChatMembers, { roomId });
  expect(members.map(({ name }) => name)).toEqual(['Bo', 'Cy', 'Di']);
  const { messages } = await cy.tab.must(getChatMessages, { roomId });
  expect(messages.map(({ notice }) => notice?.uids)).toEqual([[cy.id], [di.id]]);
  expect(await errorCodeOf(ada.tab.ask(openChatRoom, { roomId }))).toBe('notFound');
  // Another member can add Ada.
  await cy.tab.must(addChatMembers, { roomId, userIds: [ada.id] });
  expect((await openRoom(ada.tab, { roomId })).memberCount).toBe(4);
});

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

test('CHAT-09h groups are searched and sorted without regard to case and accents, page by page', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const create = async (name: string) => {
    const input = { clientId: clientId(), kind: 'group' as const, name, userIds: [bo.id, cy.id] };
    return (await ada.tab.must(createChatGroup, input)).room.id;
  };
  for (const name of ['Zebra', 'Ärzte', 'Café 100 %', 'apples']) await create(name);
  const { groups } = await bo.tab.must(listChatGroups, {});
  expect(groups.map(({ name }) => name)).toEqual(['apples', 'Ärzte', 'Café 100 %', 'Zebra']);
  const found = async (search: string) =>
    (await bo.tab.must(listChatGroups, { search })).groups.map(({ name }) => name);
  expect(await found('CAFE')).toEqual(['Café 100 %']);
  expect(await found('arzte')).toEqual(['Ärzte']);
  expect(await found('%')).toEqual(['Café 100 %']);
  expect(await found('_')).toEqual([]);
  const zebra = groups[3]?.id ?? '';
  await ada.tab.must(renameChatGroup, { roomId: zebra, name: 'Ätna' });
  expect(await found('ätna')).toEqual(['Ätna']);
  const { db } = foyer.running.storage;
  const row = await db.selectFrom('chatRoom').selectAll().where('id', '=', zebra).executeTakeFirstOrThrow();
  const many = Array.from({ length: 60 }, (_, no) => ({ ...row, id: `many-${100 + no}`, name: `No. ${no}` }));
  await db.insertInto('chatRoom').values(many).execute();
  const first = await bo.tab.must(listChatGroups, { search: 'ätna' });
  const cursor = first.groups.at(-1)?.id;
  const second = await bo.tab.must(listChatGroups, { search: 'ätna', cursor });
  expect([first.groups.length, first.hasMore, second.groups.length, second.hasMore]).toEqual([
    50,
    true,
    11,
    false,
  ]);
  const ids = [...first.groups, ...second.groups].map(({ id }) => id);
  expect(new Set(ids).size).toBe(61);
});
