/** Replies that never arrive, over a connection that stays open and over one that is lost. */
import { listChatRooms, sendChatMessage } from '@foyer/contract';
import { expect, test, vi } from 'vitest';
import { startChatOf } from '../testing/startChatOf.ts';
import { stubBrowserForTests } from '../testing/stubBrowser.ts';
import { createOutbox } from './outbox.ts';

const browser = stubBrowserForTests();

/** Longer than the first delay of retries. */
const retry = () => vi.advanceTimersByTimeAsync(5_000);

test('CHAT-07s a message without a reply is sent again over the same connection, and is stored once', async () => {
  const { visit, connection, server, lose, reply, state } = await startChatOf('ada');
  visit.get(createOutbox).send({ roomId: 'r1', text: 'Swallowed once' });
  const [first] = connection.pending;
  await lose();
  expect(connection.pending).toEqual([]);
  await retry();
  expect(connection.pending).toMatchObject([{ name: sendChatMessage.name, input: first?.input }]);
  await reply();
  await retry();
  expect(connection.pending).toEqual([]);
  expect(server.rooms.get('r1')?.messages.map(({ text }) => text)).toEqual(['Swallowed once']);
  expect(state().outbox).toEqual([]);
});

test('CHAT-07ax a message whose reply was lost is stored once', async () => {
  const { visit, connection, server, reply, state } = await startChatOf('ada');
  visit.get(createOutbox).send({ roomId: 'r1', text: 'Only once' });
  for (const { name, input } of connection.pending) server.execute(name, input);
  connection.lose();
  await retry();
  expect(state().outbox).toMatchObject([{ text: 'Only once' }]);
  connection.open();
  for (let round = 0; round < 3; round += 1) await reply();
  expect(server.rooms.get('r1')?.messages.map(({ text }) => text)).toEqual(['Only once']);
  expect(state().outbox).toEqual([]);
});

test('WALL-05 a held post is sent once, and is no message of its room', async () => {
  const { visit, connection, settle, state } = await startChatOf('ada');
  visit.get(createOutbox).send({ roomId: 'r1', text: 'Held' });
  const [sent] = connection.pending.splice(0);
  sent?.resolve({ held: { id: 'h1', clientId: 'c-0000001', authorId: 'ada', at: 1, text: 'Held' } });
  await settle();
  await retry();
  expect(connection.pending).toEqual([]);
  expect(state().outbox).toEqual([]);
  expect([...browser().localStorage.values.keys()]).toEqual([]);
  expect(state().rooms.get('r1')).toMatchObject({ lastSeq: 0 });
});

test('CHAT-07af a list of rooms without a reply is requested again over the same connection', async () => {
  const { connection, server, lose, reply, settle, state } = await startChatOf('ada');
  connection.lose();
  server.post('r1', 'bo', 'Received all the same');
  connection.open();
  await settle();
  expect(connection.pending.map(({ name }) => name)).toEqual([listChatRooms.name]);
  await lose();
  expect(state().unread.count).toBe(0);
  await retry();
  await reply();
  expect(state().unread.count).toBe(1);
});
