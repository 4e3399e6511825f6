import { chatRoomRemoved } from '@foyer/contract';
import { expect, test } from 'vitest';
import { startChatOf } from '../testing/startChatOf.ts';
import { stubBrowserForTests } from '../testing/stubBrowser.ts';
import { createRoomMessages } from './roomMessages.ts';

stubBrowserForTests();

test('CHAT-07 what a new connection missed is read even while a jump is running that finds nothing', async () => {
  const { visit, server, chat, reply, state } = await startChatOf('ada');
  server.post('r1', 'bo', 'One');
  chat.open('r1');
  for (let round = 0; round < 3; round += 1) await reply();
  const roomMessages = visit.get(createRoomMessages);
  const jump = roomMessages.jumpTo('r1', 99);
  server.post('r1', 'bo', 'Missed');
  roomMessages.refresh();
  for (let round = 0; round < 3; round += 1) await reply();
  expect(await jump).toBe('notFound');
  const { messages } = state().messagesByRoom.get('r1')?.timeline ?? {};
  expect(messages?.map(({ text }) => text)).toEqual(['One', 'Missed']);
});

test('CHAT-07 a page that arrives after the user was removed from its room does not bring the messages back', async () => {
  const { server, connection, chat, reply, state } = await startChatOf('ada');
  server.post('r1', 'bo', 'One');
  chat.open('r1');
  connection.emit(chatRoomRemoved, { roomId: 'r1' });
  for (let round = 0; round < 3; round += 1) await reply();
  expect(state().messagesByRoom.size).toBe(0);
});
