import {
  chatMessageChanged,
  chatRoomChanged,
  chatTyping,
  deleteAccount,
  deleteChatMessage,
  editChatMessage,
  leaveChatRoom,
  listChatRooms,
  markChatRead,
  setChatNotifications,
  getChatMessages,
  getChatChanges,
  removeChatMember,
  searchChatMessages,
  sendChatMessage,
  sendChatTyping,
  type ChatMessage,
} from '@foyer/contract';
import {
  chatMessageBurst,
  chatMessageRefillMs,
  chatChangesMaxAgeMs,
  chatTypingMs,
} from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import type { Foyer } from '#testing/foyer';
import { connectTab, type Tab } from '#testing/tab';
import { testPassword } from '#testing/testUsers';
import {
  clientId,
  createAttendee,
  createAttendees,
  createGroup,
  errorCodeOf,
  insertTexts,
  nextMessage,
  openRoom,
  send,
  startChat,
  messageIn,
  sendInput,
} from '../testing/chatVenue.ts';

/** Sends messages as fast as the rate limit allows. */
async function sendMany(foyer: Foyer, tab: Tab, roomId: string, count: number): Promise<ChatMessage[]> {
  const messages: ChatMessage[] = [];
  for (let no = 1; no <= count; no++) {
    foyer.advance(chatMessageRefillMs);
    messages.push(await send(tab, roomId, `no. ${no}`));
  }
  return messages;
}

const textsOf = ({ messages }: { messages: readonly ChatMessage[] }) => messages.map(({ text }) => text);

test('P4a CHAT-07b messages posted at the same time reach all members in one order without gaps', async () => {
  const foyer = await startChat();
  const attendees = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Di', 'Ed');
  const { id: roomId } = await openRoom(attendees[0].tab, { global: true });
  for (const { tab } of attendees) await openRoom(tab, { global: true });
  await Promise.all(
    attendees.flatMap(({ tab, name }) =>
      Array.from({ length: chatMessageBurst }, (_, no) => send(tab, roomId, `${name} ${no}`)),
    ),
  );
  const count = attendees.length * chatMessageBurst;
  const orders = await Promise.all(
    attendees.map(async ({ tab }) => {
      const seqs: string[] = [];
      for (let seq = 1; seq <= count; seq++) {
        const event = await tab.next(chatMessageChanged);
        expect(event.seq).toBe(seq);
        seqs.push(event.message.text);
      }
      return seqs;
    }),
  );
  for (const order of orders) expect(order).toEqual(orders[0]);
  const last = await attendees[0].tab.must(getChatMessages, { roomId });
  expect(textsOf(last)).toEqual(orders[0]?.slice(-50));
});

test('P5a CHAT-07c bad input 45: a message sent twice with one client id is posted once', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const input = { roomId, clientId: clientId(), text: 'Once' };
  const again = { ...input, text: 'Once, said otherwise' };
  const responses = await Promise.all([
    ada.tab.must(sendChatMessage, input),
    ada.tab.must(sendChatMessage, again),
    (await connectTab(foyer, { as: ada.user })).must(sendChatMessage, input),
  ]);
  expect(new Set(responses.map((response) => messageIn(response).seq))).toEqual(new Set([1]));
  const other = await sendInput(bo.tab, { ...input, text: 'Of another user' });
  expect(other).toMatchObject({ seq: 2, authorId: bo.id, text: 'Of another user' });
  expect((await ada.tab.must(getChatMessages, { roomId })).messages).toHaveLength(2);
});

test('CHAT-07d the history has pages before, after and around a message', async () => {
  const foyer = await startChat();
  const [ada] = await createAttendees(foyer, 'Ada');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await sendMany(foyer, ada.tab, roomId, 120);
  const seqs = async (input: object) => {
    const page = await ada.tab.must(getChatMessages, { roomId, ...input });
    const { messages, hasOlder, hasNewer, throughSeq } = page;
    return [messages.at(0)?.seq, messages.at(-1)?.seq, hasOlder, hasNewer, throughSeq];
  };
  expect(await seqs({})).toEqual([71, 120, true, false, 120]);
  expect(await seqs({ before: 71 })).toEqual([21, 70, true, true, 120]);
  expect(await seqs({ before: 21 })).toEqual([1, 20, false, true, 120]);
  expect(await seqs({ after: 100 })).toEqual([101, 120, true, false, 120]);
  expect(await seqs({ around: 60 })).toEqual([35, 84, true, true, 120]);
});

test('P6a CHAT-07e a client that was offline gets new and changed messages by sequence number', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const [first, second] = await sendMany(foyer, ada.tab, roomId, 4);
  await ada.tab.must(editChatMessage, { roomId, seq: first?.seq ?? 0, text: 'changed' });
  await ada.tab.must(deleteChatMessage, { roomId, seq: second?.seq ?? 0 });
  const { messages, users, ...rest } = await bo.tab.must(getChatChanges, { roomId, after: 3 });
  expect(rest).toEqual({ throughSeq: 6, hasMore: false });
  expect(users).toEqual([{ uid: ada.id, name: 'Ada' }]);
  expect(messages.map(({ seq, updatedSeq, text, deletedBy }) => [seq, updatedSeq, text, deletedBy])).toEqual([
    [4, undefined, 'no. 4', undefined],
    [1, 5, 'changed', undefined],
    [2, 6, '', 'author'],
  ]);
  expect((await bo.tab.must(getChatChanges, { roomId, after: 6 })).messages).toEqual([]);
  expect(await bo.tab.must(getChatChanges, { roomId, after: 7 })).toMatchObject({
    reset: true,
    throughSeq: 6,
  });
});

test('CHAT-07xb an edit or deletion that is the very next change is among the changes', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const [first, second] = await sendMany(foyer, ada.tab, roomId, 2);
  await ada.tab.must(editChatMessage, { roomId, seq: first?.seq ?? 0, text: 'changed' });
  await ada.tab.must(deleteChatMessage, { roomId, seq: second?.seq ?? 0 });
  const changesAfter = async (after: number) => {
    const { messages, throughSeq } = await bo.tab.must(getChatChanges, { roomId, after });
    return [messages.map(({ seq, updatedSeq }) => [seq, updatedSeq]), throughSeq];
  };
  expect(await changesAfter(0)).toEqual([
    [
      [1, 3],
      [2, 4],
    ],
    4,
  ]);
  expect(await changesAfter(2)).toEqual([
    [
      [1, 3],
      [2, 4],
    ],
    4,
  ]);
  expect(await changesAfter(3)).toEqual([[[2, 4]], 4]);
  expect(await changesAfter(4)).toEqual([[], 4]);
  await send(ada.tab, roomId, 'next');
  expect(await changesAfter(4)).toEqual([[[5, undefined]], 5]);
});

test('CHAT-07xc a room cannot be marked as read beyond its last change: the next message is unread', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { with: bo.id });
  await send(ada.tab, roomId, 'One');
  await bo.tab.must(markChatRead, { roomId, seq: 1_000 });
  expect(await openRoom(bo.tab, { roomId })).toMatchObject({ readSeq: 1, unreadCount: 0 });
  await send(ada.tab, roomId, 'Two');
  expect(await openRoom(bo.tab, { roomId })).toMatchObject({ readSeq: 1, unreadCount: 1 });
});

test('the newest message of a room can be a deleted message', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await openRoom(bo.tab, { roomId });
  await send(ada.tab, roomId, 'Good evening');
  const { seq } = await send(ada.tab, roomId, 'Rude words');
  await ada.tab.must(deleteChatMessage, { roomId, seq });
  const { rooms } = await bo.tab.must(listChatRooms, {});
  expect(rooms.find(({ id }) => id === roomId)?.lastMessage).toMatchObject({
    seq,
    text: '',
    deletedBy: 'author',
  });
});

test('P6b a client that was offline for more than a day reloads the room', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await sendMany(foyer, ada.tab, roomId, 2);
  foyer.advance(chatChangesMaxAgeMs - 10_000);
  // The server has closed the connection, because nothing was received for so long.
  const back = await connectTab(foyer, { as: await foyer.users.signIn(bo.user.email) });
  expect((await back.must(getChatChanges, { roomId, after: 0 })).messages).toHaveLength(2);
  foyer.advance(20_000);
  expect(await back.must(getChatChanges, { roomId, after: 0 })).toEqual({
    messages: [],
    users: [],
    throughSeq: 2,
    hasMore: false,
    reset: true,
  });
});

test('CHAT-07f messages read on one device are read on the others, and own messages are never unread', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const second = await connectTab(foyer, { as: bo.user });
  const { id: roomId } = await openRoom(ada.tab, { with: bo.id });
  for (const tab of [bo.tab, second]) await openRoom(tab, { roomId });
  await send(bo.tab, roomId, 'Mine');
  await ada.tab.must(sendChatMessage, {
    roomId,
    clientId: clientId(),
    text: 'For you',
    mentions: [bo.id, bo.id],
  });
  const { rooms } = await second.must(listChatRooms, {});
  const before = rooms.find(({ id }) => id === roomId);
  expect(before).toMatchObject({ unreadCount: 1, mentionCount: 1, readSeq: 0 });
  await bo.tab.must(markChatRead, { roomId, seq: 2 });
  const { room } = await second.next(chatRoomChanged, (data) => data.room.readSeq === 2);
  expect(room).toMatchObject({ unreadCount: 0, readSeq: 2 });
  expect(room.mentionCount).toBeUndefined();
  await bo.tab.must(markChatRead, { roomId, seq: 1 });
  await bo.tab.must(setChatNotifications, { roomId, notificationsOff: true });
  expect(
    (await second.next(chatRoomChanged, (data) => data.room.notificationsOff === true)).room.readSeq,
  ).toBe(2);
});

test('CHAT-07g only authors edit a message, and only authors and hosts delete it', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  for (const { tab } of [bo, host]) await openRoom(tab, { global: true });
  const { seq } = await send(ada.tab, roomId, 'Frist');
  expect(await errorCodeOf(bo.tab.ask(editChatMessage, { roomId, seq, text: 'Mine' }))).toBe('forbidden');
  expect(await errorCodeOf(bo.tab.ask(deleteChatMessage, { roomId, seq }))).toBe('forbidden');
  expect(await errorCodeOf(host.tab.ask(editChatMessage, { roomId, seq, text: 'Mine' }))).toBe('forbidden');
  await ada.tab.must(editChatMessage, { roomId, seq, text: 'First' });
  expect((await nextMessage(bo.tab, 'First')).message).toMatchObject({
    seq,
    updatedSeq: 2,
    editedAt: foyer.now,
  });
  await host.tab.must(deleteChatMessage, { roomId, seq });
  const gone = await bo.tab.next(chatMessageChanged, ({ message }) => message.deletedBy !== undefined);
  expect(gone).toMatchObject({ seq: 3, message: { seq, text: '', deletedBy: 'host' } });
  expect(await errorCodeOf(ada.tab.ask(editChatMessage, { roomId, seq, text: 'Back' }))).toBe('gone');
  await ada.tab.must(deleteChatMessage, { roomId, seq });
  expect(await errorCodeOf(ada.tab.ask(deleteChatMessage, { roomId, seq: 99 }))).toBe('notFound');
  expect((await openRoom(ada.tab, { roomId })).lastSeq).toBe(3);
});

test('CHAT-07h a reply refers to its message if that exists', async () => {
  const foyer = await startChat();
  const [ada] = await createAttendees(foyer, 'Ada');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await send(ada.tab, roomId, 'A question');
  const reply = (replyTo: number) =>
    sendInput(ada.tab, { roomId, clientId: clientId(), text: 'An answer', replyTo });
  expect((await reply(1)).replyTo).toBe(1);
  expect((await reply(77)).replyTo).toBeUndefined();
});

test('bad input 43: texts are trimmed, empty and too long texts rejected, lone surrogates replaced', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await openRoom(bo.tab, { global: true });
  const post = (text: string) => {
    foyer.advance(chatMessageRefillMs);
    return ada.tab.ask(sendChatMessage, { roomId, clientId: clientId(), text });
  };
  for (const empty of ['', '   ', '\n\t', '\u200b', '\u200d\u2060 \ufeff', '\u3164', '\u2800', 'a\u0000b'])
    expect(await errorCodeOf(post(empty)), JSON.stringify(empty)).toBe('invalidInput');
  const { error } = await post('x'.repeat(4_001));
  expect(error).toMatchObject({ code: 'valueTooLong', details: { field: 'text', limit: 4_000 } });
  expect(await errorCodeOf(post('👩‍🚀'.repeat(1_500)))).toBe('valueTooLong');
  const kept = ['x'.repeat(4_000), '\u202egpj.exe', '👩‍🚀'.repeat(800), 'https://a.example '.repeat(50).trim()];
  for (const text of kept) expect(messageIn((await post(text)).result).text).toBe(text);
  expect(messageIn((await post('  two\nlines  ')).result).text).toBe('two\nlines');
  expect(messageIn((await post('half \ud83d of one')).result).text).toBe('half \ufffd of one');
  await nextMessage(bo.tab, 'half \ufffd of one');
});

test('CHAT-07xa mentions of users who are not members, were removed or do not exist are dropped, the text is kept', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, dan, eve] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Dan', 'Eve');
  const host = await createAttendee(foyer, 'Host', true);
  const guest = `anon-${'1'.repeat(20)}`;
  const text = 'Hello @Bo, @Cy, @Dan and @Eve';
  const mentions = [bo.id, cy.id, 'unknown-user', guest, dan.id, eve.id, bo.id];
  const group = await createGroup(ada, [bo, dan]);
  await dan.tab.must(leaveChatRoom, { roomId: group.id });
  const lobby = await openRoom(ada.tab, { areaId: 'lobby' });
  for (const { tab } of [bo, eve, host]) await openRoom(tab, { areaId: 'lobby' });
  await host.tab.must(removeChatMember, { roomId: lobby.id, userId: eve.id });
  // A built-in room keeps users who have not opened it: where invisible users have been is not revealed.
  for (const [roomId, kept] of [
    [group.id, [bo.id]],
    [lobby.id, [bo.id, cy.id, dan.id]],
  ] as const) {
    await openRoom(bo.tab, { roomId });
    const input = { roomId, clientId: clientId(), text, mentions };
    const message = await sendInput(ada.tab, input);
    expect(message).toMatchObject({ text, mentions: kept });
    const event = await bo.tab.next(
      chatMessageChanged,
      (data) => data.roomId === roomId && data.seq === message.seq,
    );
    expect(event.message).toEqual(message);
    const edit = { roomId, seq: message.seq, text: 'Only others', mentions: [eve.id, 'unknown-user'] };
    expect((await ada.tab.must(editChatMessage, edit)).message).not.toHaveProperty('mentions');
    await ada.tab.must(editChatMessage, { ...edit, text, mentions });
    const { messages, users } = await bo.tab.must(getChatMessages, { roomId, around: message.seq });
    expect(messages.find(({ seq }) => seq === message.seq)).toMatchObject({ text, mentions: kept });
    // No names of users whose mention was dropped.
    expect(users.map(({ name }) => name)).not.toContain('Eve');
  }
  // The other member keeps the private room of a deleted account.
  const { id: roomId } = await openRoom(ada.tab, { with: cy.id });
  await send(ada.tab, roomId, 'Bye');
  await foyer.must(
    deleteAccount,
    { body: { email: cy.user.email, currentPassword: testPassword } },
    { as: cy.user },
  );
  const last = { roomId, clientId: clientId(), text: 'Bye @Cy', mentions: [cy.id] };
  expect(await sendInput(ada.tab, last)).not.toHaveProperty('mentions');
});

test('bad input 44: markup, patterns and mentions of everyone are plain text, also in searches', async () => {
  const foyer = await startChat();
  const [ada] = await createAttendees(foyer, 'Ada');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const texts = [
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '@everyone '.repeat(400).trim(),
    `${'a'.repeat(3_000)}!`,
    '100% sure_thing "quoted" !bang',
    'Ärger im Übersee-Hafen',
  ];
  for (const text of texts) expect((await send(ada.tab, roomId, text)).text).toBe(text);
  const found = async (query: string) =>
    textsOf(await ada.tab.must(searchChatMessages, { roomId, query })).map((text) => text.slice(0, 12));
  expect(await found('IMG')).toEqual(['<img src=x o']);
  expect(await found('ärger ÜBERSEE')).toEqual(['Ärger im Übe']);
  expect(await found('100% sure_')).toEqual(['100% sure_th']);
  expect(await found('!bang "quoted"')).toEqual(['100% sure_th']);
  expect(await found('ÜÄ')).toEqual([]);
  for (const pattern of ['(a+)+$', '%', '_', '.*', "' or 1=1--", ':*&|!', 'a%'.repeat(50)])
    expect((await found(pattern)).length).toBeLessThanOrEqual(1);
  expect(await errorCodeOf(ada.tab.ask(searchChatMessages, { roomId, query: 'x'.repeat(101) }))).toBe(
    'invalidInput',
  );
});

test('CHAT-07i a search finds messages of a room, the newest first, page by page', async () => {
  const foyer = await startChat();
  const [ada] = await createAttendees(foyer, 'Ada');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await sendMany(foyer, ada.tab, roomId, 60);
  const first = await ada.tab.must(searchChatMessages, { roomId, query: 'NO.' });
  expect([first.messages.length, first.hasOlder, first.messages[0]?.text]).toEqual([50, true, 'no. 60']);
  const next = await ada.tab.must(searchChatMessages, {
    roomId,
    query: 'NO.',
    before: first.messages.at(-1)?.seq ?? 0,
  });
  expect([next.messages.length, next.hasOlder, next.messages.at(-1)?.text]).toEqual([10, false, 'no. 1']);
  await ada.tab.must(deleteChatMessage, { roomId, seq: 1 });
  expect((await ada.tab.must(searchChatMessages, { roomId, query: 'no. 1', before: 2 })).messages).toEqual(
    [],
  );
});

test('messages are rate-limited per user over all tabs', async () => {
  const foyer = await startChat();
  const [ada] = await createAttendees(foyer, 'Ada');
  const second = await connectTab(foyer, { as: ada.user });
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const tries = Array.from({ length: chatMessageBurst + 2 }, (_, no) =>
    (no % 2 === 0 ? ada.tab : second).ask(sendChatMessage, { roomId, clientId: clientId(), text: 'Hi' }),
  );
  const rejections = (await Promise.all(tries)).filter(({ error }) => error?.code === 'tooManyRequests');
  expect(rejections).toHaveLength(2);
  foyer.advance(chatMessageRefillMs);
  await send(ada.tab, roomId, 'Now');
});

test('CHAT-02a typing is shown to the other members only, at most once per interval', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await openRoom(bo.tab, { global: true });
  for (let press = 0; press < 5; press++) await ada.tab.must(sendChatTyping, { roomId });
  foyer.advance(chatTypingMs);
  await ada.tab.must(sendChatTyping, { roomId });
  await send(ada.tab, roomId, 'Typed');
  await nextMessage(bo.tab, 'Typed');
  const events = bo.tab.events.filter(({ event }) => event === chatTyping.name);
  expect(events.map(({ data }) => data)).toEqual(
    Array.from({ length: 2 }, () => ({ roomId, user: { uid: ada.id, name: 'Ada' } })),
  );
  await nextMessage(ada.tab, 'Typed');
  expect(ada.tab.events.filter(({ event }) => event === chatTyping.name)).toEqual([]);
});

test('P6d up to 10,000 missed changes are returned page by page; with more the client reloads the room', async () => {
  const foyer = await startChat();
  const [ada] = await createAttendees(foyer, 'Ada');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const texts = Array.from({ length: 10_001 }, (_, index) => `${index + 1}`);
  await insertTexts(foyer, roomId, ada.id, texts);
  const seqs: number[] = [];
  for (let after = 1, hasMore = true; hasMore;) {
    const page = await ada.tab.must(getChatChanges, { roomId, after });
    expect(page.reset).toBeUndefined();
    seqs.push(...page.messages.map(({ seq }) => seq));
    ({ throughSeq: after, hasMore } = page);
  }
  expect(seqs).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 2));
  expect(await ada.tab.must(getChatChanges, { roomId, after: 0 })).toMatchObject({
    reset: true,
    throughSeq: 10_001,
  });
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
