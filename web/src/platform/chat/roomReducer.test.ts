import type { ChatMessage, ChatRoom } from '@foyer/contract';
import { unreadCases } from '@foyer/contract/chatUnread.cases';
import { expect, test } from 'vitest';
import { isListed, unreadIn, withKnown, withListed, withRead, withTold } from './roomReducer.ts';

const room: ChatRoom = { id: 'r1', kind: 'group', name: 'Light', lastSeq: 4, readSeq: 4, unread: 0 };
const ada = { uid: 'ada', blocked: new Set(['eve']) };
const message = (seq: number, rest: Partial<ChatMessage> = {}): ChatMessage => ({
  seq,
  clientId: `client-${seq}`,
  authorId: 'bo',
  at: seq,
  text: 'hello',
  ...rest,
});
function folded(next: ReturnType<typeof withTold>): ChatRoom {
  if (next === 'gap') throw new Error('asked for');
  return next;
}
const told = (seq: number, rest: Partial<ChatMessage> = {}) => ({ seq, message: message(seq, rest) });

test('CHAT-07f what others write is unread, what one writes oneself is not, and a mention is counted beside', () => {
  expect(withTold(room, told(5), ada)).toMatchObject({ lastSeq: 5, unread: 1, last: { seq: 5 } });
  expect(withTold(room, told(5, { authorId: 'ada' }), ada)).toMatchObject({ lastSeq: 5, unread: 0 });
  expect(withTold(room, told(5, { mentions: ['ada'] }), ada)).toMatchObject({ unread: 1, mentioned: 1 });
});

test('CHAT-07g an edit is no news, a double changes nothing, a gap is told', () => {
  const edit = { seq: 5, message: message(3, { changeSeq: 5, text: 'better' }) };
  expect(withTold(room, edit, ada)).toMatchObject({ lastSeq: 5, unread: 0 });
  expect(withTold(room, told(4), ada)).toBe(room);
  expect(withTold(room, told(6), ada)).toBe('gap');
});

test.each(unreadCases.map(({ what, ...rest }) => [what, rest] as const))(
  'CHAT-07ua it is counted as the server counts: %s',
  (_what, { message: said, counts }) => {
    const { unread, mentioned = 0 } = folded(withTold(room, told(5, said), ada));
    expect({ unread, mentioned }).toEqual({
      unread: Number(counts),
      mentioned: Number(counts && said.mentions !== undefined),
    });
  },
);

test('CHAT-10f those who stay in a group count who joins, leaves, is invited and is removed', () => {
  const group = { ...room, memberCount: 3 };
  const after = (notice?: ChatMessage['notice']) =>
    folded(withTold(group, told(5, notice && { notice }), ada)).memberCount;
  expect(after({ kind: 'joined' })).toBe(4);
  expect(after({ kind: 'left' })).toBe(2);
  expect(after({ kind: 'invited', uids: ['cy', 'di'] })).toBe(5);
  expect(after({ kind: 'removed', uids: ['cy'] })).toBe(2);
  expect(after({ kind: 'handedOver', uids: ['cy'] })).toBe(3);
  expect(after()).toBe(3);
  // A deletion is a change of an earlier message.
  const gone = { seq: 5, message: message(4, { changeSeq: 5, notice: { kind: 'left' as const } }) };
  expect(folded(withTold(group, gone, ada)).memberCount).toBe(3);
  // An answer from before the notice knows less.
  const known = folded(withTold(group, told(5, { notice: { kind: 'left' } }), ada));
  expect(withKnown(group, known)).toMatchObject({ lastSeq: 5, memberCount: 2 });
});

test('CHAT-07ub what is deleted is unread no more; where a mention may be gone or new the room is asked for', () => {
  const unread = { ...room, readSeq: 2, unread: 2 };
  const gone = (rest: Partial<ChatMessage> = {}) => ({
    seq: 5,
    message: message(4, { text: '', changeSeq: 5, deleted: 'author' as const, ...rest }),
  });
  expect(withTold(unread, gone(), ada)).toMatchObject({ lastSeq: 5, unread: 1 });
  for (const authorId of ['ada', 'eve'])
    expect(withTold(unread, gone({ authorId }), ada)).toMatchObject({ lastSeq: 5, unread: 2 });
  // What was read, and what stands for so many that they are not counted.
  expect(withTold({ ...unread, readSeq: 4, unread: 0 }, gone(), ada)).toMatchObject({ unread: 0 });
  expect(withTold({ ...unread, unread: 100 }, gone(), ada)).toMatchObject({ unread: 100 });
  expect(withTold({ ...unread, mentioned: 1 }, gone(), ada)).toBe('gap');
  const edit = { seq: 5, message: message(4, { changeSeq: 5, mentions: ['ada'] }) };
  expect(withTold(unread, edit, ada)).toBe('gap');
});

test('CHAT-07h read is read up to a number, and never less', () => {
  const unread = { ...room, lastSeq: 9, unread: 3, mentioned: 1 };
  const read = withRead(unread, 9);
  expect(read).toMatchObject({ readSeq: 9, unread: 0 });
  expect(read).not.toHaveProperty('mentioned');
  expect(withRead(unread, 6)).toMatchObject({ readSeq: 6, unread: 3 });
  expect(withRead(unread, 2)).toBe(unread);
});

test('a muted room counts nowhere, and an area’s room only where one is', () => {
  const area: ChatRoom = { ...room, id: 'r2', kind: 'area', areaId: 'lobby', unread: 5 };
  expect(unreadIn([area, { ...room, unread: 2, muted: true }])).toBe(5);
  expect(isListed(area, 'lobby', [])).toBe(true);
  expect(isListed(area, 'lounge', [])).toBe(false);
  expect(isListed(area, 'lounge', ['r2'])).toBe(true);
});

const known = (...rooms: readonly ChatRoom[]) => new Map(rooms.map((each) => [each.id, each]));
const listedFrom = (
  listed: readonly ChatRoom[],
  before: readonly ChatRoom[],
  now: readonly ChatRoom[],
  told: readonly string[] = [],
) => [...withListed(listed, { before: known(...before), now: known(...now), told: new Set(told) }).values()];

test('CHAT-07va a list is newer than all that was known when it was asked for', () => {
  const listed = { ...room, name: 'Sound', lastSeq: 9, unread: 5 };
  expect(listedFrom([listed], [room], [room])).toEqual([listed]);
  expect(listedFrom([listed], [], [])).toEqual([listed]);
  expect(listedFrom([], [room], [room])).toEqual([]);
});

test('CHAT-07vb a room that began or went while the list was on its way is there, or is not', () => {
  const begun: ChatRoom = { ...room, id: 'r2', kind: 'private' };
  expect(listedFrom([room], [room], [room, begun])).toEqual([begun, room]);
  expect(listedFrom([begun], [], [begun, room])).toEqual([begun, room]);
  expect(listedFrom([room, begun], [room, begun], [begun])).toEqual([begun]);
});

test('CHAT-07vc what was told of a room while the list was on its way is not taken back', () => {
  for (const change of [{ muted: true }, { name: 'Sound' }] as const)
    expect(listedFrom([room], [room], [{ ...room, ...change }], ['r1'])).toEqual([{ ...room, ...change }]);
  expect(listedFrom([], [room], [{ ...room, readSeq: 3 }], ['r1'])).toEqual([{ ...room, readSeq: 3 }]);
});

test('CHAT-07ve a message that came while the list was on its way takes nothing of the list back', () => {
  const folded = { ...room, lastSeq: 5, unread: 1 };
  const muted = { ...room, muted: true } as const;
  expect(listedFrom([muted], [room], [folded])).toEqual([{ ...folded, muted: true }]);
  const listed = { ...muted, lastSeq: 5, unread: 3 };
  expect(listedFrom([listed], [room], [folded])).toEqual([listed]);
});

test('CHAT-07vd what was read here stays read, and what the list knows beyond it is there', () => {
  const unread = { ...room, readSeq: 2, unread: 2 };
  expect(listedFrom([unread], [room], [room])).toEqual([room]);
  const listed = { ...unread, lastSeq: 9, unread: 7 };
  expect(listedFrom([listed], [unread], [room])).toEqual([{ ...listed, readSeq: 4 }]);
});
