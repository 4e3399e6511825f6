import { vi } from 'vitest';
import { ApiError } from '../../../platform/api/apiError.ts';
import { createChat } from '../model/chat.ts';
import { createChatEngine } from '../model/engine.ts';
import { createFakeVisit } from '../../../testing/fakeVisit.ts';
import type { PostPlace } from '../posts/model/postsState.ts';
import { ChatServerModel } from './chatServerModel.ts';

/**
 * Starts the chat of a user in a room `r1` and lists it. Needs fake timers and `stubBrowser`.
 * @param places the discussions and walls, by the ids of their rooms
 */
export async function startChatOf(uid: string, places: Readonly<Record<string, PostPlace>> = {}) {
  const visit = createFakeVisit();
  const connection = visit.realtime;
  const server = new ChatServerModel(uid, ['r1'], places);
  const chat = visit.get(createChat);
  chat.identify(uid);
  visit.get(createChatEngine);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  /** The server replies to what was sent since. */
  const reply = async () => {
    await settle();
    for (const { name, input, resolve, reject } of connection.pending.splice(0))
      try {
        resolve(server.execute(name, input));
      } catch (error) {
        reject(error);
      }
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
