import { vi } from 'vitest';
import { ApiError } from '../../../platform/api/apiError.ts';
import { createChat } from '../model/chat.ts';
import { createChatEngine } from '../model/engine.ts';
import { createFakeVisit } from '../../../testing/fakeVisit.ts';
import { ChatServerModel } from './chatServerModel.ts';

/** Starts the chat of a user in a room `r1` and lists it. Needs fake timers and `stubBrowser`. */
export async function startChatOf(uid: string) {
  const visit = createFakeVisit();
  const connection = visit.realtime;
  const server = new ChatServerModel(uid, ['r1']);
  const chat = visit.get(createChat);
  chat.identify(uid);
  visit.get(createChatEngine);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  /** The server replies to what was sent since. */
  const reply = async () => {
    await settle();
    for (const { name, input, resolve } of connection.pending.splice(0)) resolve(server.execute(name, input));
    await settle();
  };
  /** What was sent since gets no reply. */
  const lose = async () => {
    for (const { reject } of connection.pending.splice(0)) reject(new ApiError('NOT_REACHABLE', 'no reply'));
    await settle();
  };
  connection.open();
  await reply();
  return { connection, visit, server, chat, reply, lose, settle, state: chat.store.getState };
}
