import {
  chatReadReceipt,
  leaveChatRoom,
  listChatRooms,
  markChatRead,
  ping,
  removeChatMember,
  addChatMembers,
  setChatUserBlocked,
  setPresenceStatus,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Tab } from '#testing/tab';
import {
  createAttendees,
  createGroup,
  openRoom,
  send,
  startChat,
  type Attendee,
} from '../testing/chatVenue.ts';

const read = ({ tab }: Attendee, roomId: string, seq: number) => tab.must(markChatRead, { roomId, seq });

/** Waits for the receipt that all others have read up to this sequence number. */
const nextReceipt = (tab: Tab, seq: number) =>
  tab.next(chatReadReceipt, ({ othersReadSeq }) => othersReadSeq === seq);

/**
 * Returns the receipts of a tab that `next` has not returned, including those that the server is about to send: another
 * user reads a message in a private room, whose receipt is sent with them or later.
 */
async function pendingReceipts({ tab }: Attendee, other: Attendee): Promise<unknown[]> {
  const { id: roomId } = await openRoom(tab, { with: other.id });
  const { seq } = await send(tab, roomId, 'Are you there?');
  await read(other, roomId, seq);
  await tab.next(chatReadReceipt, (receipt) => receipt.roomId === roomId);
  // Receipts of one moment are sent in any order; all of them arrive before the reply to a later command.
  await tab.must(ping, {});
  return tab.events.flatMap(({ event, data }) => (event === chatReadReceipt.name ? [data] : []));
}

const othersReadSeq = async (tab: Tab, roomId: string) => (await openRoom(tab, { roomId })).othersReadSeq;

test('CHAT-07ra in a private room each member learns up to where the other has read', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId, ...room } = await openRoom(ada.tab, { with: bo.id });
  expect(room.othersReadSeq).toBe(0);
  await openRoom(bo.tab, { roomId });
  const { seq } = await send(ada.tab, roomId, 'Good evening');
  await read(bo, roomId, seq);
  expect(await nextReceipt(ada.tab, seq)).toEqual({ roomId, othersReadSeq: seq });
  const listed = (await ada.tab.must(listChatRooms, {})).rooms.find(({ id }) => id === roomId);
  expect(listed).toMatchObject({ othersReadSeq: seq, readSeq: 0 });
  expect(await othersReadSeq(bo.tab, roomId)).toBe(0);
  await read(ada, roomId, seq);
  expect(await nextReceipt(bo.tab, seq)).toEqual({ roomId, othersReadSeq: seq });
});

test('CHAT-07rb in a group the receipt waits for the last of the others, and does not identify anyone', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const { id: roomId } = await createGroup(ada, [bo, cy], 'privateGroup');
  for (const { tab } of [bo, cy]) await openRoom(tab, { roomId });
  const { seq } = await send(ada.tab, roomId, 'Good evening');
  await read(bo, roomId, seq);
  expect(await othersReadSeq(ada.tab, roomId)).toBeLessThan(seq);
  expect(await pendingReceipts(ada, cy)).not.toContainEqual({ roomId, othersReadSeq: seq });
  await read(cy, roomId, seq);
  expect(await nextReceipt(ada.tab, seq)).toEqual({ roomId, othersReadSeq: seq });
  // Ada has not read her own message, so for Bo not all others have.
  expect(await othersReadSeq(bo.tab, roomId)).toBeLessThan(seq);
  await read(ada, roomId, seq);
  for (const { tab } of [bo, cy]) await nextReceipt(tab, seq);
});

for (const [how, end] of [
  ['leaves', (_owner, { tab }, roomId) => tab.must(leaveChatRoom, { roomId })],
  ['is removed', ({ tab }, { id }, roomId) => tab.must(removeChatMember, { roomId, userId: id })],
] satisfies [string, (owner: Attendee, member: Attendee, roomId: string) => Promise<unknown>][]) {
  test(`CHAT-07rc a member who ${how} does not count, and a new member only for later messages`, async () => {
    const foyer = await startChat();
    const [ada, bo, cy, di] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Di');
    const { id: roomId } = await createGroup(ada, [bo, cy]);
    for (const { tab } of [bo, cy]) await openRoom(tab, { roomId });
    const { seq } = await send(ada.tab, roomId, 'Good evening');
    for (const member of [ada, bo]) await read(member, roomId, seq);
    await nextReceipt(cy.tab, seq);
    expect(await othersReadSeq(ada.tab, roomId)).toBeLessThan(seq);
    await end(ada, cy, roomId);
    await nextReceipt(ada.tab, seq);
    await ada.tab.must(addChatMembers, { roomId, userIds: [di.id] });
    expect(await othersReadSeq(ada.tab, roomId)).toBe(seq);
    const later = await send(ada.tab, roomId, 'Welcome');
    for (const member of [bo, di]) await read(member, roomId, later.seq);
    await nextReceipt(ada.tab, later.seq);
    for (const { tab } of [bo, di]) await tab.must(leaveChatRoom, { roomId });
    expect(await othersReadSeq(ada.tab, roomId)).toBeUndefined();
  });
}

test('CHAT-07rd the rooms of areas and of the venue have no receipts, and users outside of a room get none', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const { id: venueRoomId } = await openRoom(ada.tab, { global: true });
  const { id: roomId } = await openRoom(ada.tab, { with: bo.id });
  for (const { tab } of [bo, cy]) await tab.must(listChatRooms, {});
  await openRoom(bo.tab, { global: true });
  const inVenue = await send(ada.tab, venueRoomId, 'Good evening, all');
  await read(bo, venueRoomId, inVenue.seq);
  expect(await openRoom(ada.tab, { roomId: venueRoomId })).not.toHaveProperty('othersReadSeq');
  const { seq } = await send(ada.tab, roomId, 'Good evening');
  await read(bo, roomId, seq);
  expect(await nextReceipt(ada.tab, seq)).toEqual({ roomId, othersReadSeq: seq });
  for (const other of [ada, cy]) expect(await pendingReceipts(other, bo)).toEqual([]);
});

test('CHAT-07ri what invisible members read is not sent before they post', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const { id: roomId } = await openRoom(ada.tab, { with: bo.id });
  await openRoom(bo.tab, { roomId });
  await bo.tab.must(setPresenceStatus, { status: 'Available', invisible: true });
  const { seq: first } = await send(ada.tab, roomId, 'Are you there?');
  await read(bo, roomId, first);
  expect(await openRoom(bo.tab, { roomId })).toMatchObject({ readSeq: first, unreadCount: 0 });
  expect(await othersReadSeq(ada.tab, roomId)).toBe(0);
  expect(await pendingReceipts(ada, cy)).toEqual([]);
  const { seq: reply } = await send(bo.tab, roomId, 'I am');
  const { seq: second } = await send(ada.tab, roomId, 'How are you?');
  await read(bo, roomId, second);
  await nextReceipt(ada.tab, reply);
  expect(await othersReadSeq(ada.tab, roomId)).toBe(reply);
  await bo.tab.must(setPresenceStatus, { status: 'Available', invisible: false });
  const { seq: third } = await send(ada.tab, roomId, 'Good to see you');
  await read(bo, roomId, third);
  await nextReceipt(ada.tab, third);
  await bo.tab.must(setPresenceStatus, { status: 'Available', invisible: true });
  await read(bo, roomId, (await send(ada.tab, roomId, 'Gone again?')).seq);
  expect(await othersReadSeq(ada.tab, roomId)).toBe(third);
  expect(await pendingReceipts(ada, cy)).toEqual([]);
});

test('CHAT-07rj while one of two users blocks the other, what they read is not sent', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { with: bo.id });
  await openRoom(bo.tab, { roomId });
  const { seq: answer } = await send(bo.tab, roomId, 'Good evening');
  for (const [blocker, other] of [
    [ada, bo],
    [bo, ada],
  ] as const) {
    const { seq } = await send(ada.tab, roomId, 'Who are you?');
    await blocker.tab.must(setChatUserBlocked, { userId: other.id, blocked: true });
    await read(bo, roomId, seq);
    expect(await othersReadSeq(ada.tab, roomId)).toBe(answer);
    await blocker.tab.must(setChatUserBlocked, { userId: other.id, blocked: false });
  }
  const { seq: next } = await send(ada.tab, roomId, 'Thank you');
  await read(bo, roomId, next);
  await nextReceipt(ada.tab, next);
});
