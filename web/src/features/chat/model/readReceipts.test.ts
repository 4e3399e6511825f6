import { markChatRead } from '@foyer/contract';
import { expect, test, vi } from 'vitest';
import { startChatOf } from '../testing/startChatOf.ts';
import { stubBrowserForTests } from '../testing/stubBrowser.ts';
import { createReadReceipts } from './readReceipts.ts';

stubBrowserForTests();

test('CHAT-07 messages that were read offline do not count as unread after the reconnect, later ones do', async () => {
  const { visit, connection, server, reply, state } = await startChatOf('ada');
  for (const text of ['One', 'Two']) server.post('r1', 'bo', text);
  connection.open();
  await reply();
  expect(state().rooms.get('r1')?.unreadCount).toBe(2);
  connection.lose();
  visit.get(createReadReceipts).markRead('r1', 2);
  expect(state().unread.count).toBe(0);
  server.post('r1', 'bo', 'Three');
  connection.open();
  for (let round = 0; round < 4; round += 1) await reply();
  expect(server.rooms.get('r1')?.readSeq).toBe(2);
  expect(state().unread.count).toBe(1);
});

test('a receipt whose reply is lost is sent again over the same connection', async () => {
  const { visit, connection, server, lose, reply, state } = await startChatOf('ada');
  server.post('r1', 'bo', 'One');
  connection.open();
  await reply();
  visit.get(createReadReceipts).markRead('r1', 1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connection.pending.map(({ name }) => name)).toEqual([markChatRead.name]);
  await lose();
  await vi.advanceTimersByTimeAsync(5_000);
  await reply();
  expect(server.rooms.get('r1')?.readSeq).toBe(1);
  expect(state().dueReceipts.size).toBe(0);
});

test('CHAT-07 the unread messages are right after a reconnect during which receipts and their replies were lost', async () => {
  const { visit, connection, server, lose, reply, state } = await startChatOf('ada');
  for (const text of ['One', 'Two']) server.post('r1', 'bo', text);
  connection.open();
  await reply();
  visit.get(createReadReceipts).markRead('r1', 2);
  await vi.advanceTimersByTimeAsync(1_000);
  await lose();
  connection.lose();
  server.post('r1', 'bo', 'Three');
  connection.open();
  await reply();
  expect(connection.pending.map(({ name }) => name)).toContain(markChatRead.name);
  await lose();
  for (let round = 0; round < 4; round += 1) {
    await vi.advanceTimersByTimeAsync(5_000);
    await reply();
  }
  expect(server.rooms.get('r1')?.readSeq).toBe(2);
  expect(state().unread.count).toBe(1);
});
