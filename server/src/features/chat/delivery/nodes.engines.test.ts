import {
  chatMessageChanged,
  chatReadReceipt,
  chatRoomChanged,
  chatRoomRemoved,
  chatTyping,
  editChatMessage,
  addChatMembers,
  listChatRooms,
  markChatRead,
  getChatMessages,
  removeChatMember,
  getChatChanges,
  sendChatMessage,
  sendChatTyping,
} from '@foyer/contract';
import { chatMessageBurst } from '@foyer/contract/limits';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { testEngine, migratedDatabase } from '#testing/database';
import { passwordLogin, startFoyer, type Foyer } from '#testing/foyer';
import { connectTab, type Tab } from '#testing/tab';
import { startNodes } from '../testing/chatNodes.ts';
import {
  type Attendee,
  clientId,
  createAttendee,
  createAttendees,
  createGroup,
  nextMessage,
  openRoom,
  send,
  startChat,
} from '../testing/chatVenue.ts';

/** Several nodes need PostgreSQL: an SQLite file belongs to one node. */
const testWithPostgres = testEngine === 'postgres' ? test : () => undefined;

/** Pseudo-random numbers from 0 to 1, the same for each run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Receives messages until the sequence number `count`. Returns their texts. */
async function receive(tab: Tab, count: number): Promise<string[]> {
  const texts: string[] = [];
  for (let seq = 1; seq <= count; seq++) {
    const event = await tab.next(chatMessageChanged);
    expect(event.seq).toBe(seq);
    texts.push(event.message.text);
  }
  return texts;
}

testWithPostgres(
  'P4b messages have the same order on three nodes whose clocks are a minute apart',
  async () => {
    const { foyers } = await startNodes(-60_000, 0, 60_000);
    const attendees: Attendee[] = [];
    for (const [no, foyer] of foyers.entries())
      attendees.push(...(await createAttendees(foyer, `A${no}`, `B${no}`, `C${no}`)));
    const rooms = await Promise.all(attendees.map(({ tab }) => openRoom(tab, { global: true })));
    const roomId = rooms[0]?.id ?? '';
    await Promise.all(
      attendees.flatMap(({ tab, name }) =>
        Array.from({ length: chatMessageBurst }, (_, no) => send(tab, roomId, `${name} ${no}`)),
      ),
    );
    const count = attendees.length * chatMessageBurst;
    const orders = await Promise.all(attendees.map(({ tab }) => receive(tab, count)));
    for (const order of orders) expect(order).toEqual(orders[0]);
    expect(new Set(orders[0]).size).toBe(count);
    const rows = await foyers[0]?.running.storage.read
      .selectFrom('chatMessage')
      .select(['seq', 'text'])
      .where('roomId', '=', roomId)
      .orderBy('seq')
      .execute();
    expect(rows?.map(({ text }) => text)).toEqual(orders[0]);
  },
);

testWithPostgres(
  'P5b a retry over another node after a lost response does not post the message twice',
  async () => {
    const { foyers } = await startNodes(0, 0);
    const random = randomNumbers(5);
    const user = await foyers[0]!.account({ name: 'Ada' });
    const nextTab = () => connectTab(foyers[random() < 0.5 ? 0 : 1]!, { as: user });
    let tab = await nextTab();
    const { id: roomId } = await openRoom(tab, { global: true });
    const ids = Array.from({ length: 40 }, clientId);
    for (const [no, id] of ids.entries()) {
      for (const foyer of foyers) foyer.advance(500);
      const input = { roomId, clientId: id, text: `no. ${no}` };
      while (random() < 0.4) {
        void tab.ask(sendChatMessage, input);
        // Cuts the connection either after the response or at any time before it.
        if (random() < 0.5) await new Promise((resolve) => tab.socket.once('message', resolve));
        tab.socket.terminate();
        tab = await nextTab();
      }
      await tab.must(sendChatMessage, input);
    }
    const { messages } = await tab.must(getChatMessages, { roomId });
    expect(messages.map((message) => message.clientId)).toEqual(ids);
    expect(messages.map(({ seq }) => seq)).toEqual(ids.map((_, index) => index + 1));
  },
);

testWithPostgres('P6c a client that was offline gets the missed changes from a new node', async () => {
  const nodes = await startNodes(0, 0);
  const { foyers } = nodes;
  const [one, two] = foyers as [Foyer, Foyer];
  const [ada, bo] = [await createAttendee(one, 'Ada'), await createAttendee(two, 'Bo')];
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await openRoom(bo.tab, { global: true });
  const first = await send(ada.tab, roomId, 'Before');
  await nextMessage(bo.tab, 'Before');
  await two.stop();
  for (let no = 0; no < 10; no++) await send(ada.tab, roomId, `Missed ${no}`);
  await ada.tab.must(editChatMessage, { roomId, seq: first.seq, text: 'Before, changed' });
  const back = await connectTab(await nodes.startAnother(), { as: bo.user });
  const { messages, ...rest } = await back.must(getChatChanges, { roomId, after: first.seq });
  expect(rest).toMatchObject({ throughSeq: 12, hasMore: false });
  expect(messages.map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1]);
  await openRoom(back, { roomId });
  await send(ada.tab, roomId, 'After');
  expect((await nextMessage(back, 'After')).seq).toBe(13);
});

testWithPostgres(
  'CHAT-07az changes of a user’s rooms on one node are sent to the tabs on other nodes',
  async () => {
    const { foyers } = await startNodes(0, 0);
    const [one, two] = foyers as [Foyer, Foyer];
    const [ada, cy] = await createAttendees(one, 'Ada', 'Cy');
    const bo = await createAttendee(two, 'Bo');
    await bo.tab.must(listChatRooms, {});
    const { id: roomId } = await createGroup(ada, [bo, cy], 'privateGroup');
    expect((await bo.tab.next(chatRoomChanged)).room.id).toBe(roomId);
    await ada.tab.must(sendChatTyping, { roomId });
    expect(await bo.tab.next(chatTyping)).toMatchObject({ user: { name: 'Ada' } });
    const { seq } = await send(ada.tab, roomId, 'Hello over there');
    await nextMessage(bo.tab, 'Hello over there');
    const second = await connectTab(one, { as: bo.user });
    await openRoom(second, { roomId });
    await bo.tab.must(markChatRead, { roomId, seq });
    expect((await second.next(chatRoomChanged)).room).toMatchObject({ unreadCount: 0, readSeq: seq });
    await cy.tab.must(markChatRead, { roomId, seq });
    await ada.tab.next(chatReadReceipt, ({ othersReadSeq }) => othersReadSeq === seq);
    await ada.tab.must(removeChatMember, { roomId, userId: bo.id });
    for (const tab of [bo.tab, second])
      expect(await tab.next(chatRoomRemoved)).toEqual({ roomId, removed: true });
  },
);

testWithPostgres(
  'P14a without the bus messages, added and removed members reach other nodes within seconds',
  async () => {
    const { foyers, redis } = await startNodes(0, 0);
    const [one, two] = foyers as [Foyer, Foyer];
    const [ada, cy] = await createAttendees(one, 'Ada', 'Cy');
    const [bo, di] = await createAttendees(two, 'Bo', 'Di');
    for (const { tab } of [bo, di]) await tab.must(listChatRooms, {});
    const { id: roomId } = await createGroup(ada, [bo, cy]);
    await bo.tab.next(chatRoomChanged);
    redis.pause();
    onTestFinished(() => redis.resume());
    await send(ada.tab, roomId, 'Without a bus');
    await send(cy.tab, roomId, 'In this order');
    await nextMessage(bo.tab, 'Without a bus');
    await nextMessage(bo.tab, 'In this order');
    await ada.tab.must(addChatMembers, { roomId, userIds: [di.id] });
    await ada.tab.must(removeChatMember, { roomId, userId: bo.id });
    expect((await di.tab.next(chatRoomChanged)).room.id).toBe(roomId);
    expect(await bo.tab.next(chatRoomRemoved)).toEqual({ roomId, removed: true });
    await send(ada.tab, roomId, 'Among those who are left');
    await nextMessage(di.tab, 'Among those who are left');
    expect(JSON.stringify(bo.tab.events)).not.toContain('Among those');
  },
);

testWithPostgres('P14b a bus message that arrives ten times is delivered once', async () => {
  const { foyers, redis } = await startNodes(0, 0);
  const [one, two] = foyers as [Foyer, Foyer];
  const [ada, bo] = [await createAttendee(one, 'Ada'), await createAttendee(two, 'Bo')];
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await openRoom(bo.tab, { global: true });
  const client = new Redis(redis.url);
  onTestFinished(() => client.disconnect());
  for (let no = 0; no < chatMessageBurst; no++) {
    await send(ada.tab, roomId, `no. ${no}`);
    const message = JSON.stringify({ topicId: roomId });
    for (let again = 0; again < 10; again++) await client.publish('foyer:chat-room', `another ${message}`);
  }
  expect(await receive(bo.tab, chatMessageBurst)).toHaveLength(chatMessageBurst);
  await send(bo.tab, roomId, 'Enough');
  expect(await nextMessage(bo.tab, 'Enough')).toMatchObject({ seq: chatMessageBurst + 1 });
  expect(bo.tab.events.filter(({ event }) => event === chatMessageChanged.name)).toEqual([]);
});

test('P6e after a restart a room continues with the next sequence number, and no message is missing', async () => {
  const database = await migratedDatabase();
  onTestFinished(() => database.remove());
  const before = await startChat({ database });
  const ada = await createAttendee(before, 'Ada');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  for (const text of ['one', 'two', 'three']) await send(ada.tab, roomId, text);
  await before.stop();
  const after = await startFoyer({ login: passwordLogin, database });
  const back = await connectTab(after, { as: ada.user });
  const { messages, throughSeq } = await back.must(getChatChanges, { roomId, after: 1 });
  expect([messages.map(({ text }) => text), throughSeq]).toEqual([['two', 'three'], 3]);
  expect((await send(back, roomId, 'four')).seq).toBe(4);
  await after.stop();
});
