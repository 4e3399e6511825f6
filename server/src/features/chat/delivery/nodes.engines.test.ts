import {
  chatChanged,
  chatRoomChanged,
  chatRoomGone,
  chatTyping,
  editChatMessage,
  inviteToChatRoom,
  listChatRooms,
  markChatRead,
  readChatHistory,
  removeFromChatRoom,
  resumeChat,
  sendChatMessage,
  typeInChat,
} from '@foyer/contract';
import { chatBurst } from '@foyer/contract/limits';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { testEngine, testPlace } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import { openTab, type Tab } from '#testing/tab';
import { startNodes } from '../testing/chatNodes.ts';
import {
  type Attendee,
  clientId,
  createAttendee,
  createAttendees,
  createGroup,
  nextMessage,
  openRoom,
  passwordLogin,
  send,
  startChat,
} from '../testing/chatVenue.ts';

/** Several servers share a PostgreSQL; SQLite has one owner. */
const severalServers = testEngine === 'postgres' ? test : () => undefined;

/** The same each time. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** What a tab hears of a room, until it has heard so many numbers. */
async function hear(tab: Tab, count: number): Promise<string[]> {
  const texts: string[] = [];
  for (let seq = 1; seq <= count; seq++) {
    const told = await tab.next(chatChanged);
    expect(told.seq).toBe(seq);
    texts.push(told.message.text);
  }
  return texts;
}

severalServers('P4b one order for all on three servers whose clocks are a minute apart', async () => {
  const { foyers } = await startNodes(-60_000, 0, 60_000);
  const people: Attendee[] = [];
  for (const [no, foyer] of foyers.entries())
    people.push(...(await createAttendees(foyer, `A${no}`, `B${no}`, `C${no}`)));
  const rooms = await Promise.all(people.map(({ tab }) => openRoom(tab, { global: true })));
  const roomId = rooms[0]?.id ?? '';
  await Promise.all(
    people.flatMap(({ tab, name }) =>
      Array.from({ length: chatBurst }, (_, no) => send(tab, roomId, `${name} ${no}`)),
    ),
  );
  const count = people.length * chatBurst;
  const orders = await Promise.all(people.map(({ tab }) => hear(tab, count)));
  for (const order of orders) expect(order).toEqual(orders[0]);
  expect(new Set(orders[0]).size).toBe(count);
  const rows = await foyers[0]?.running.storage.read
    .selectFrom('chatMessage')
    .select(['seq', 'text'])
    .where('roomId', '=', roomId)
    .orderBy('seq')
    .execute();
  expect(rows?.map(({ text }) => text)).toEqual(orders[0]);
});

severalServers('P5b a retry over another server after a lost answer is no second message', async () => {
  const { foyers } = await startNodes(0, 0);
  const random = randomNumbers(5);
  const person = await foyers[0]!.account({ name: 'Ada' });
  const nextTab = () => openTab(foyers[random() < 0.5 ? 0 : 1]!, { as: person });
  let tab = await nextTab();
  const { id: roomId } = await openRoom(tab, { global: true });
  const ids = Array.from({ length: 40 }, clientId);
  for (const [no, id] of ids.entries()) {
    for (const foyer of foyers) foyer.pass(500);
    const input = { roomId, clientId: id, text: `no. ${no}` };
    while (random() < 0.4) {
      void tab.ask(sendChatMessage, input);
      // The answer is on its way, or the message itself: nobody knows.
      if (random() < 0.5) await new Promise((resolve) => tab.socket.once('message', resolve));
      tab.socket.terminate();
      tab = await nextTab();
    }
    await tab.must(sendChatMessage, input);
  }
  const { messages } = await tab.must(readChatHistory, { roomId });
  expect(messages.map((message) => message.clientId)).toEqual(ids);
  expect(messages.map(({ seq }) => seq)).toEqual(ids.map((_, index) => index + 1));
});

severalServers('P6c whoever was away resumes on a server that was not there before', async () => {
  const { foyers, startAnother } = await startNodes(0, 0);
  const [one, two] = foyers as [Foyer, Foyer];
  const [ada, bo] = [await createAttendee(one, 'Ada'), await createAttendee(two, 'Bo')];
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await openRoom(bo.tab, { global: true });
  const first = await send(ada.tab, roomId, 'Before');
  await nextMessage(bo.tab, 'Before');
  await two.stop();
  for (let no = 0; no < 10; no++) await send(ada.tab, roomId, `Missed ${no}`);
  await ada.tab.must(editChatMessage, { roomId, seq: first.seq, text: 'Before, changed' });
  const back = await openTab(await startAnother(), { as: bo.person });
  const { messages, ...rest } = await back.must(resumeChat, { roomId, after: first.seq });
  expect(rest).toMatchObject({ upTo: 12, more: false });
  expect(messages.map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1]);
  await openRoom(back, { roomId });
  await send(ada.tab, roomId, 'After');
  expect((await nextMessage(back, 'After')).seq).toBe(13);
});

severalServers('CHAT-07j what happens to one’s rooms on one server is told on the others', async () => {
  const { foyers } = await startNodes(0, 0);
  const [one, two] = foyers as [Foyer, Foyer];
  const [ada, cy] = await createAttendees(one, 'Ada', 'Cy');
  const bo = await createAttendee(two, 'Bo');
  await bo.tab.must(listChatRooms, {});
  const { id: roomId } = await createGroup(ada, [bo, cy], 'privateGroup');
  expect((await bo.tab.next(chatRoomChanged)).room.id).toBe(roomId);
  await ada.tab.must(typeInChat, { roomId });
  expect(await bo.tab.next(chatTyping)).toMatchObject({ person: { name: 'Ada' } });
  const { seq } = await send(ada.tab, roomId, 'Hello over there');
  await nextMessage(bo.tab, 'Hello over there');
  const second = await openTab(one, { as: bo.person });
  await openRoom(second, { roomId });
  await bo.tab.must(markChatRead, { roomId, seq });
  expect((await second.next(chatRoomChanged)).room).toMatchObject({ unread: 0, readSeq: seq });
  await ada.tab.must(removeFromChatRoom, { roomId, userId: bo.id });
  for (const tab of [bo.tab, second]) expect(await tab.next(chatRoomGone)).toEqual({ roomId, removed: true });
});

severalServers(
  'P14a without the bus the others hear within seconds, also who came and who is out',
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
    await ada.tab.must(inviteToChatRoom, { roomId, userIds: [di.id] });
    await ada.tab.must(removeFromChatRoom, { roomId, userId: bo.id });
    expect((await di.tab.next(chatRoomChanged)).room.id).toBe(roomId);
    expect(await bo.tab.next(chatRoomGone)).toEqual({ roomId, removed: true });
    await send(ada.tab, roomId, 'Among those who are left');
    await nextMessage(di.tab, 'Among those who are left');
    expect(JSON.stringify(bo.tab.events)).not.toContain('Among those');
  },
);

severalServers('P14b what the bus says ten times is heard once', async () => {
  const { foyers, redis } = await startNodes(0, 0);
  const [one, two] = foyers as [Foyer, Foyer];
  const [ada, bo] = [await createAttendee(one, 'Ada'), await createAttendee(two, 'Bo')];
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await openRoom(bo.tab, { global: true });
  const client = new Redis(redis.url);
  onTestFinished(() => client.disconnect());
  for (let no = 0; no < chatBurst; no++) {
    await send(ada.tab, roomId, `no. ${no}`);
    const message = JSON.stringify({ topicId: roomId });
    for (let again = 0; again < 10; again++) await client.publish('foyer:chat-room', `another ${message}`);
  }
  expect(await hear(bo.tab, chatBurst)).toHaveLength(chatBurst);
  await send(bo.tab, roomId, 'Enough');
  expect(await nextMessage(bo.tab, 'Enough')).toMatchObject({ seq: chatBurst + 1 });
  expect(bo.tab.events.filter(({ event }) => event === chatChanged.name)).toEqual([]);
});

test('P6e after a restart a room goes on where it was, and nothing is missing', async () => {
  const place = await testPlace();
  onTestFinished(() => place.remove());
  const before = await startChat({ place });
  const ada = await createAttendee(before, 'Ada');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  for (const text of ['one', 'two', 'three']) await send(ada.tab, roomId, text);
  await before.stop();
  const after = await startFoyer({ login: passwordLogin, place });
  const back = await openTab(after, { as: ada.person });
  const { messages, upTo } = await back.must(resumeChat, { roomId, after: 1 });
  expect([messages.map(({ text }) => text), upTo]).toEqual([['two', 'three'], 3]);
  expect((await send(back, roomId, 'four')).seq).toBe(4);
  await after.stop();
});
