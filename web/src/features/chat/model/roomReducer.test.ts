import type { ChatMessage, ChatRoom } from '@foyer/contract';
import { unreadCases } from '@foyer/contract/chatUnread.cases';
import { expect, test } from 'vitest';
import {
  isListed,
  unreadIn,
  mergeRoom,
  mergeRoomList,
  withOthersRead,
  withRead,
  withRoomChange,
} from './roomReducer.ts';

const room: ChatRoom = { id: 'r1', kind: 'group', name: 'Light', lastSeq: 4, readSeq: 4, unreadCount: 0 };
const ada = { uid: 'ada', blocked: new Set(['eve']) };
const message = (seq: number, rest: Partial<ChatMessage> = {}): ChatMessage => ({
  seq,
  clientId: `client-${seq}`,
  authorId: 'bo',
  at: seq,
  text: 'hello',
  ...rest,
});
function expectRoom(next: ReturnType<typeof withRoomChange>): ChatRoom {
  if (next === 'gap') throw new Error('expected a room, got a gap');
  return next;
}
const change = (seq: number, rest: Partial<ChatMessage> = {}) => ({ seq, message: message(seq, rest) });

test('CHAT-07ao messages of others are unread, own messages are not, and mentions are counted separately', () => {
  expect(withRoomChange(room, change(5), ada)).toMatchObject({
    lastSeq: 5,
    unreadCount: 1,
    lastMessage: { seq: 5 },
  });
  expect(withRoomChange(room, change(5, { authorId: 'ada' }), ada)).toMatchObject({
    lastSeq: 5,
    unreadCount: 0,
  });
  expect(withRoomChange(room, change(5, { mentions: ['ada'] }), ada)).toMatchObject({
    unreadCount: 1,
    mentionCount: 1,
  });
});

test('CHAT-07ap an edit is not unread, a duplicate changes nothing, and a gap is reported', () => {
  const edit = { seq: 5, message: message(3, { updatedSeq: 5, text: 'better' }) };
  expect(withRoomChange(room, edit, ada)).toMatchObject({ lastSeq: 5, unreadCount: 0 });
  expect(withRoomChange(room, change(4), ada)).toBe(room);
  expect(withRoomChange(room, change(6), ada)).toBe('gap');
});

test.each(unreadCases.map(({ what, ...rest }) => [what, rest] as const))(
  'CHAT-07ua the unread count matches that of the server: %s',
  (_what, { message: posted, counts }) => {
    const { unreadCount, mentionCount = 0 } = expectRoom(withRoomChange(room, change(5, posted), ada));
    expect({ unreadCount, mentionCount }).toEqual({
      unreadCount: Number(counts),
      mentionCount: Number(counts && posted.mentions !== undefined),
    });
  },
);

test('CHAT-10f notices of joined, left, invited and removed members change the member count', () => {
  const group = { ...room, memberCount: 3 };
  const after = (notice?: ChatMessage['notice']) =>
    expectRoom(withRoomChange(group, change(5, notice && { notice }), ada)).memberCount;
  expect(after({ kind: 'joined' })).toBe(4);
  expect(after({ kind: 'left' })).toBe(2);
  expect(after({ kind: 'membersAdded', uids: ['cy', 'di'] })).toBe(5);
  expect(after({ kind: 'removed', uids: ['cy'] })).toBe(2);
  expect(after({ kind: 'ownershipTransferred', uids: ['cy'] })).toBe(3);
  expect(after()).toBe(3);
  // A deletion is a change of an earlier message.
  const deletion = { seq: 5, message: message(4, { updatedSeq: 5, notice: { kind: 'left' as const } }) };
  expect(expectRoom(withRoomChange(group, deletion, ada)).memberCount).toBe(3);
  // A response from before the notice is older.
  const known = expectRoom(withRoomChange(group, change(5, { notice: { kind: 'left' } }), ada));
  expect(mergeRoom(group, known)).toMatchObject({ lastSeq: 5, memberCount: 2 });
});

test('CHAT-07ub a deleted message is no longer unread; if a mention may have changed, the room is fetched', () => {
  const unread = { ...room, readSeq: 2, unreadCount: 2 };
  const deletion = (rest: Partial<ChatMessage> = {}) => ({
    seq: 5,
    message: message(4, { text: '', updatedSeq: 5, deletedBy: 'author' as const, ...rest }),
  });
  expect(withRoomChange(unread, deletion(), ada)).toMatchObject({ lastSeq: 5, unreadCount: 1 });
  for (const authorId of ['ada', 'eve'])
    expect(withRoomChange(unread, deletion({ authorId }), ada)).toMatchObject({ lastSeq: 5, unreadCount: 2 });
  // A message that was read, and a count at its maximum.
  expect(withRoomChange({ ...unread, readSeq: 4, unreadCount: 0 }, deletion(), ada)).toMatchObject({
    unreadCount: 0,
  });
  expect(withRoomChange({ ...unread, unreadCount: 100 }, deletion(), ada)).toMatchObject({
    unreadCount: 100,
  });
  expect(withRoomChange({ ...unread, mentionCount: 1 }, deletion(), ada)).toBe('gap');
  const edit = { seq: 5, message: message(4, { updatedSeq: 5, mentions: ['ada'] }) };
  expect(withRoomChange(unread, edit, ada)).toBe('gap');
});

test('CHAT-07aq a room is marked read up to a sequence number, and never less', () => {
  const unread = { ...room, lastSeq: 9, unreadCount: 3, mentionCount: 1 };
  const read = withRead(unread, 9);
  expect(read).toMatchObject({ readSeq: 9, unreadCount: 0 });
  expect(read).not.toHaveProperty('mentioned');
  expect(withRead(unread, 6)).toMatchObject({ readSeq: 6, unreadCount: 3 });
  expect(withRead(unread, 2)).toBe(unread);
});

test('a room with notifications off is not counted, and the room of an area is listed in that area only', () => {
  const area: ChatRoom = { ...room, id: 'r2', kind: 'area', areaId: 'lobby', unreadCount: 5 };
  expect(unreadIn([area, { ...room, unreadCount: 2, notificationsOff: true }])).toEqual({
    count: 5,
    onlyRoomId: 'r2',
    isMentioned: false,
  });
  expect(unreadIn([area, { ...room, unreadCount: 2 }])).toMatchObject({ count: 7, onlyRoomId: undefined });
  expect(unreadIn([room])).toEqual({ count: 0, onlyRoomId: undefined, isMentioned: false });
  const mentioned = { ...room, unreadCount: 2, mentionCount: 1 };
  expect(unreadIn([area, mentioned])).toMatchObject({ isMentioned: true });
  expect(unreadIn([area, { ...mentioned, notificationsOff: true }])).toMatchObject({ isMentioned: false });
  expect(isListed(area, 'lobby', [])).toBe(true);
  expect(isListed(area, 'lounge', [])).toBe(false);
  expect(isListed(area, 'lounge', ['r2'])).toBe(true);
});

const known = (...rooms: readonly ChatRoom[]) => new Map(rooms.map((each) => [each.id, each]));
const listedFrom = (
  listed: readonly ChatRoom[],
  before: readonly ChatRoom[],
  now: readonly ChatRoom[],
  changed: readonly string[] = [],
) => [
  ...mergeRoomList(listed, {
    before: known(...before),
    now: known(...now),
    changed: new Set(changed),
  }).values(),
];

test('CHAT-07va a list is newer than the rooms that were known when it was requested', () => {
  const listed = { ...room, name: 'Sound', lastSeq: 9, unreadCount: 5 };
  expect(listedFrom([listed], [room], [room])).toEqual([listed]);
  expect(listedFrom([listed], [], [])).toEqual([listed]);
  expect(listedFrom([], [room], [room])).toEqual([]);
});

test('CHAT-07vb rooms created or removed while the list was loading are kept or removed', () => {
  const begun: ChatRoom = { ...room, id: 'r2', kind: 'private' };
  expect(listedFrom([room], [room], [room, begun])).toEqual([begun, room]);
  expect(listedFrom([begun], [], [begun, room])).toEqual([begun, room]);
  expect(listedFrom([room, begun], [room, begun], [begun])).toEqual([begun]);
});

test('CHAT-07vc a room received while the list was loading is not reverted', () => {
  for (const change of [{ notificationsOff: true }, { name: 'Sound' }] as const)
    expect(listedFrom([room], [room], [{ ...room, ...change }], ['r1'])).toEqual([{ ...room, ...change }]);
  expect(listedFrom([], [room], [{ ...room, readSeq: 3 }], ['r1'])).toEqual([{ ...room, readSeq: 3 }]);
});

test('CHAT-07ve a message received while the list was loading reverts nothing of the list', () => {
  const folded = { ...room, lastSeq: 5, unreadCount: 1 };
  const quiet = { ...room, notificationsOff: true } as const;
  expect(listedFrom([quiet], [room], [folded])).toEqual([{ ...folded, notificationsOff: true }]);
  const listed = { ...quiet, lastSeq: 5, unreadCount: 3 };
  expect(listedFrom([listed], [room], [folded])).toEqual([listed]);
});

test('CHAT-07vd messages read in this tab stay read, and newer messages of the list are added', () => {
  const unread = { ...room, readSeq: 2, unreadCount: 2 };
  expect(listedFrom([unread], [room], [room])).toEqual([room]);
  const listed = { ...unread, lastSeq: 9, unreadCount: 7 };
  expect(listedFrom([listed], [unread], [room])).toEqual([{ ...listed, readSeq: 4 }]);
});

test('CHAT-07rg a read receipt never goes back, neither by an older receipt nor by an older response', () => {
  const read = withOthersRead(room, 3);
  expect(read.othersReadSeq).toBe(3);
  expect(withOthersRead(read, 2)).toBe(read);
  expect(mergeRoom({ ...room, othersReadSeq: 2 }, read).othersReadSeq).toBe(3);
  expect(mergeRoom({ ...room, othersReadSeq: 4 }, read).othersReadSeq).toBe(4);
  // All others have left.
  expect(mergeRoom(room, read)).not.toHaveProperty('othersReadSeq');
});
