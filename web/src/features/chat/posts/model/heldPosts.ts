/** The held posts of the walls that are shown: one's own ones, also declined ones, and for hosts all that are held (WALL-05). */
import {
  approveChatPost,
  chatMessageChanged,
  declineChatPost,
  getHeldChatPosts,
  heldChatPostsChanged,
  type ChatDeclinedPost,
  type ChatHeldPost,
  type ChatMessage,
} from '@foyer/contract';
import { createStore, type StoreApi } from 'zustand';
import { ApiError } from '../../../../platform/api/apiError.ts';
import { isTransient } from '../../../../platform/realtime/onReconnect.ts';
import { createRealtime } from '../../../../platform/realtime/realtime.ts';
import { createRefCounts } from '../../../../platform/refCounts.ts';
import type { Visit } from '../../../../platform/visit/visit.ts';
import { withUsers } from '../../model/changes.ts';
import { createChat } from '../../model/chat.ts';
import { withEntry, withoutEntry } from '../../model/chatState.ts';
import { createRetries } from '../../model/retries.ts';

export interface HeldPostList {
  /** `failed`: they could not be read. They are read again after a delay and with the next connection. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** The oldest first; the first page only. */
  readonly held: readonly ChatHeldPost[];
  /** The user's own declined posts, the oldest first. */
  readonly declined: readonly ChatDeclinedPost[];
  /**
   * The messages that these posts reply to, by their sequence numbers. Null: no longer stored. Those of posts that were just
   * sent are missing.
   */
  readonly repliedTo: ReadonlyMap<number, ChatMessage | null>;
  readonly hasMore: boolean;
}

export const noHeldPosts: HeldPostList = {
  status: 'loading',
  held: [],
  declined: [],
  repliedTo: new Map(),
  hasMore: false,
};

/**
 * What became of a post. `gone`: another host was faster, or its author has withdrawn it. `cannotPost`: its author was muted
 * or removed.
 */
export type HeldPostResult = 'done' | 'gone' | 'cannotPost';

/** `clientId` is that of the message that the post becomes. */
type HeldPostKey = Pick<ChatHeldPost, 'id' | 'clientId'>;

export interface HeldPosts {
  /** By the id of the room. */
  readonly store: StoreApi<{ readonly lists: ReadonlyMap<string, HeldPostList> }>;
  /**
   * Keeps the held posts of a wall current whose room is open: the server reports changes only to tabs that have opened it.
   * Several components may open the same wall.
   * @returns ends it
   */
  readonly open: (roomId: string) => () => void;
  /** Reads the held posts of a wall again that is shown, after its room was opened on a new connection. */
  readonly refresh: (roomId: string) => void;
  /** Adds a post of the user that the server has just held. */
  readonly add: (roomId: string, held: ChatHeldPost) => void;
  /** @throws ApiError if it failed for another reason */
  readonly approve: (roomId: string, post: HeldPostKey) => Promise<HeldPostResult>;
  /** Declines a post, or withdraws or removes the user's own. @throws ApiError if it failed for another reason */
  readonly decline: (roomId: string, post: HeldPostKey) => Promise<HeldPostResult>;
  /** Whether this tab has approved the post with this `clientId`, or is about to. */
  readonly isApprovedHere: (clientId: string) => boolean;
}

export function createHeldPosts(visit: Visit): HeldPosts {
  const { signal } = visit;
  const realtime = visit.get(createRealtime);
  const retries = visit.get(createRetries);
  const chat = visit.get(createChat).store;
  const store = createStore<{ readonly lists: ReadonlyMap<string, HeldPostList> }>(() => ({
    lists: new Map(),
  }));
  const { getState, setState } = store;
  const refCounts = createRefCounts();
  /** The latest reading of each wall: an older one is not used any more. */
  const readings = new Map<string, symbol>();
  /** The `clientId`s of the posts that this tab has approved. */
  const approved = new Set<string>();

  /** Changes an open list. */
  const change = (roomId: string, next: (list: HeldPostList) => HeldPostList): void => {
    const list = getState().lists.get(roomId);
    if (list) setState(({ lists }) => ({ lists: withEntry(lists, roomId, next(list)) }));
  };

  async function read(roomId: string): Promise<void> {
    const reading = Symbol(roomId);
    readings.set(roomId, reading);
    try {
      const result = await realtime.sendCommand(getHeldChatPosts, { roomId });
      if (readings.get(roomId) !== reading) return;
      const { held, declined, hasMore } = result;
      chat.setState((state) => withUsers(state, result.users));
      const originals = new Map(result.repliedTo.map((message) => [message.seq, message]));
      const repliedTo = new Map(
        [...held, ...declined].flatMap(({ replyTo }) =>
          replyTo === undefined ? [] : [[replyTo, originals.get(replyTo) ?? null] as const],
        ),
      );
      change(roomId, () => ({ status: 'ready', held, declined, repliedTo, hasMore }));
    } catch (error) {
      if (readings.get(roomId) === reading)
        change(roomId, (list) => (list.status === 'loading' ? { ...list, status: 'failed' } : list));
      throw error;
    }
  }

  /** Reads the held posts of a wall, unless it was closed. */
  const refresh = (roomId: string): void =>
    void retries.run(`held posts ${roomId}`, async () => {
      if (getState().lists.has(roomId)) await read(roomId);
    });

  realtime.on(heldChatPostsChanged, ({ roomId }) => refresh(roomId), signal);
  realtime.on(
    chatMessageChanged,
    ({ roomId, message }) =>
      change(roomId, (list) =>
        list.repliedTo.has(message.seq)
          ? { ...list, repliedTo: withEntry(list.repliedTo, message.seq, message) }
          : list,
      ),
    signal,
  );

  async function decide(
    command: typeof approveChatPost | typeof declineChatPost,
    roomId: string,
    { id }: HeldPostKey,
  ): Promise<HeldPostResult> {
    let result: HeldPostResult = 'done';
    try {
      await realtime.sendCommand(command, { roomId, id });
    } catch (error) {
      const code = error instanceof ApiError ? error.serverCode : undefined;
      if (code === 'cannotPost') return 'cannotPost';
      if (code !== 'notFound') throw error;
      result = 'gone';
    }
    const isOther = (post: HeldPostKey): boolean => post.id !== id;
    change(roomId, (list) => ({
      ...list,
      held: list.held.filter(isOther),
      declined: list.declined.filter(isOther),
    }));
    // A reading that began before would show the post again.
    refresh(roomId);
    return result;
  }

  async function approve(roomId: string, post: HeldPostKey): Promise<HeldPostResult> {
    // The event of the new message may arrive before the response, and after an error that may hide a success.
    approved.add(post.clientId);
    try {
      const result = await decide(approveChatPost, roomId, post);
      if (result !== 'done') approved.delete(post.clientId);
      return result;
    } catch (error) {
      if (!isTransient(error)) approved.delete(post.clientId);
      throw error;
    }
  }

  return {
    store,
    open: (roomId) =>
      refCounts.acquire(roomId, () => {
        setState(({ lists }) => ({ lists: withEntry(lists, roomId, noHeldPosts) }));
        // Without a connection, the next one opens the room and refreshes.
        if (realtime.isOnline) refresh(roomId);
        return () => {
          readings.delete(roomId);
          retries.reset(`held posts ${roomId}`);
          setState(({ lists }) => ({ lists: withoutEntry(lists, roomId) }));
        };
      }),
    refresh,
    add: (roomId, post) =>
      change(roomId, (list) =>
        list.held.some(({ id }) => id === post.id) ? list : { ...list, held: [...list.held, post] },
      ),
    approve,
    decline: (roomId, post) => decide(declineChatPost, roomId, post),
    isApprovedHere: (clientId) => approved.has(clientId),
  };
}
