/** Messages over an unreliable network (P5, P6): each acknowledged message is stored once, and all members receive it. */
import { randomInt } from 'node:crypto';
import {
  chatMessageChanged,
  listChatRooms,
  getChatMessages,
  getChatChanges,
  sendChatMessage,
  type ChatMessage,
} from '@foyer/contract';
import { expect, onTestFinished, test } from 'vitest';
import { FaultProxy } from '@foyer/standins/faultProxy';
import type { Foyer } from '#testing/foyer';
import type { TestUser } from '#testing/testUsers';
import { connectTab, Tab, createTicket, openSocket } from '#testing/tab';
import { clientId, createAttendees, openRoom, send, startChat, messageIn } from '../testing/chatVenue.ts';

async function proxyTo(foyer: Foyer): Promise<FaultProxy> {
  const proxy = await FaultProxy.start(foyer.url);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Opens a tab over a connection that may break at any time. Returns undefined if it breaks before it is open. */
async function tryTab(foyer: Foyer, user: TestUser, via: string): Promise<Tab | undefined> {
  const socket = openSocket(foyer, { ticket: await createTicket(foyer, { as: user }), via });
  const tab = new Tab(socket);
  onTestFinished(() => socket.terminate());
  return Promise.race([tab.next('welcome').then(() => tab), tab.closed.then(() => undefined)]);
}

/** Sends a message until it is acknowledged, each time over a new connection. */
async function sendUntilAcknowledged(
  foyer: Foyer,
  user: TestUser,
  via: string,
  input: { readonly roomId: string; readonly clientId: string; readonly text: string },
): Promise<ChatMessage> {
  for (;;) {
    const tab = await tryTab(foyer, user, via);
    const reply = await Promise.race([tab?.ask(sendChatMessage, input), tab?.closed.then(() => undefined)]);
    if (reply === undefined) continue;
    expect(reply.error).toBeUndefined();
    return messageIn(reply.result);
  }
}

test('P5b CHAT-07aw a message whose response is lost after its commit is sent again and stored once', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(bo.tab, { global: true });
  const proxy = await proxyTo(foyer);
  const tab = await connectTab(foyer, { as: ada.user, via: proxy.url });
  const input = { roomId, clientId: clientId(), text: 'Did you hear me?' };
  const lost = proxy.loseResponse();
  void tab.ask(sendChatMessage, input);
  await lost;
  expect((await bo.tab.next(chatMessageChanged)).message).toMatchObject({ seq: 1, text: input.text });
  expect(await sendUntilAcknowledged(foyer, ada.user, proxy.url, input)).toMatchObject({ seq: 1 });
  expect((await bo.tab.must(getChatMessages, { roomId })).messages).toHaveLength(1);
});

test('P5c CHAT-07ay a connection cut at any byte, in either direction, neither loses nor duplicates a message', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(bo.tab, { global: true });
  const proxy = await proxyTo(foyer);
  const texts: string[] = [];
  for (let no = 1; no <= 24; no++) {
    foyer.advance(1_000);
    // The handshake has about 600 bytes up and 200 down, the message and its response a few hundred.
    const [direction, bytes] =
      no % 2 === 0 ? (['up', randomInt(1_100)] as const) : (['down', randomInt(900)] as const);
    proxy.cutAfter(bytes, direction);
    const input = { roomId, clientId: clientId(), text: `no. ${no}` };
    const { seq } = await sendUntilAcknowledged(foyer, ada.user, proxy.url, input);
    expect(seq, `cut ${direction} after ${bytes}`).toBe(no);
    texts.push(input.text);
  }
  const { messages } = await bo.tab.must(getChatMessages, { roomId });
  expect(messages.map(({ text }) => text)).toEqual(texts);
  for (const [index, text] of texts.entries())
    expect(await bo.tab.next(chatMessageChanged)).toMatchObject({ seq: index + 1, message: { text } });
});

test('P6f a connection that stalls and breaks delays no other client, and missed messages can be requested', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  await openRoom(bo.tab, { global: true });
  const cy = await foyer.account({ name: 'Cy' });
  const proxy = await proxyTo(foyer);
  const stalled = await connectTab(foyer, { as: cy, via: proxy.url });
  await stalled.must(listChatRooms, {});
  await send(ada.tab, roomId, 'heard by all');
  await stalled.next(chatMessageChanged);
  proxy.stall();
  for (const text of ['first missed', 'second missed']) {
    await send(ada.tab, roomId, text);
    await bo.tab.next(chatMessageChanged, ({ message }) => message.text === text);
  }
  proxy.reset();
  await stalled.closed;
  proxy.resume();
  const back = await connectTab(foyer, { as: cy, via: proxy.url });
  const missed = await back.must(getChatChanges, { roomId, after: 1 });
  expect(missed).toMatchObject({ throughSeq: 3, hasMore: false });
  expect(missed.messages.map(({ text }) => text)).toEqual(['first missed', 'second missed']);
});

test('P18 messages keep their order over a slow connection', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(bo.tab, { global: true });
  const proxy = await proxyTo(foyer);
  const slow = await connectTab(foyer, { as: ada.user, via: proxy.url });
  proxy.delayMs = 40;
  const texts = Array.from({ length: 8 }, (_, no) => `no. ${no}`);
  await Promise.all(texts.map((text) => slow.must(sendChatMessage, { roomId, clientId: clientId(), text })));
  const { messages } = await bo.tab.must(getChatMessages, { roomId });
  expect(messages.map(({ text }) => text)).toEqual(texts);
});
