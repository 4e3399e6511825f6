import type { Event } from '@foyer/contract';
import { vi } from 'vitest';
import type { LikeService } from '../../../platform/backend/backend.ts';
import { createPostsWith } from '../posts/model/posts.ts';
import { emptyPostList, keyOfPlace, type PostList, type PostPlace } from '../posts/model/postsState.ts';
import type { SentCommand } from '../../../testing/fakeVisit.ts';
import { startChatOf } from './startChatOf.ts';

export const dawn: PostPlace = { mediaBoardId: 'posters', contentPieceId: 'dawn' };
export const bar: PostPlace = { wallId: 'bar' };

/** The requests of likes, which are answered like commands: with the name `like` or `unlike`, and the content as input. */
export function fakeLikeService(requests: SentCommand[]): LikeService {
  const send = (name: string) => (input: unknown) =>
    new Promise<never>((resolve, reject) => {
      requests.push({ name, input, resolve: (count) => resolve(count as never), reject });
    });
  return {
    connect: () => () => undefined,
    listOwn: () => Promise.resolve([]),
    recommend: () => Promise.resolve([]),
    like: send('like'),
    unlike: send('unlike'),
  };
}

/** Starts the chat of Ada, with the discussion `dawn` and the wall `bar`. Needs fake timers and `stubBrowser`. */
export async function startPosts() {
  const chat = await startChatOf('ada', { d1: dawn, w1: bar });
  const { visit, server, connection, settle, reply } = chat;
  const likeRequests: SentCommand[] = [];
  const signInGuest = vi.fn(() => Promise.resolve(true));
  const posts = createPostsWith(visit, {
    loadService: () => Promise.resolve(fakeLikeService(likeRequests)),
    signInGuest,
  });
  const list = (place = dawn): PostList =>
    posts.store.getState().lists.get(keyOfPlace(place)) ?? emptyPostList;
  /** The events that the server has sent arrive. */
  const receive = (): void => {
    for (const { name, data } of server.events.splice(0)) connection.emit({ name } as Event, data);
  };
  return {
    ...chat,
    posts,
    likeRequests,
    signInGuest,
    list,
    texts: (place = dawn) => list(place).posts.map(({ text }) => text),
    newTexts: (place = dawn) => list(place).newPosts.map(({ text }) => text),
    receive,
    /** Everything that was sent is answered and arrives, until nothing is left to do. */
    catchUp: async () => {
      await settle();
      while (connection.pending.length + server.events.length > 0) {
        receive();
        await reply();
      }
    },
    /** The names of the commands without an answer. */
    pending: () => connection.pending.map(({ name }) => name),
    /** The connection is lost. */
    disconnect: () => {
      connection.lose();
      server.disconnect();
    },
  };
}
