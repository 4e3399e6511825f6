/** Reading a room: its messages, changes since a sequence number, search, read positions and notifications. */
import { isBuiltInRoom, isUnlistedRoom, type ChatPage, type InputOf, type ResultOf } from '@foyer/contract';
import type {
  setChatNotifications,
  getChatMessages,
  getChatChanges,
  getChatPosts,
  getChatReplies,
  searchChatMessages,
} from '@foyer/contract';
import { chatPageSize } from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import { ApiError } from '#platform/apiError';
import type { Connection } from '#platform/realtime/connection';
import { type Actor, actorOf } from '../actor.ts';
import type { ChatDelivery } from '../delivery/delivery.ts';
import type { ChatMessageLikes } from '../likes/likes.ts';
import type { ChatReadReceipts } from '../delivery/readReceipts.ts';
import type { FindInvisible } from '../ports.ts';
import { roomNotFound, type RoomInfo } from '../rooms/room.ts';
import type { ChatRooms, ReadableRoom } from '../rooms/rooms.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatMessageRow } from '../tables.ts';
import type { ChatUsers } from '../users.ts';
import type { ChatHistoryStore, HistoryPage, ReadableRange } from './historyStore.ts';
import { toChatMessage, userIdsIn } from './message.ts';
import type { ChatPostStore, PostCursor } from './postStore.ts';
import type { ChatPostingRules } from './postingRules.ts';

export interface ChatHistoryDeps {
  readonly historyStore: ChatHistoryStore;
  readonly postStore: ChatPostStore;
  readonly rooms: ChatRooms;
  readonly roomStore: ChatRoomStore;
  readonly users: ChatUsers;
  readonly delivery: ChatDelivery;
  readonly readReceipts: Pick<ChatReadReceipts, 'update'>;
  readonly findInvisible: FindInvisible;
  readonly postingRules: Pick<ChatPostingRules, 'isBlocked'>;
  readonly messageLikes: Pick<ChatMessageLikes, 'ofPage'>;
  readonly clock: Clock;
}

const searchBatchSize = 1_000;

export class ChatHistory {
  private readonly deps: ChatHistoryDeps;
  /** The newest search of each user. It cancels the one before. */
  private readonly searches = new Map<string, symbol>();

  constructor(deps: ChatHistoryDeps) {
    this.deps = deps;
  }

  async getMessages(
    actor: Actor,
    input: InputOf<typeof getChatMessages>,
  ): Promise<ResultOf<typeof getChatMessages>> {
    const { info, range } = await this.deps.rooms.getReadable(actor, input.roomId);
    const { rows, hasOlder, hasNewer } = await this.readPage(range, input);
    return { ...(await this.toPage(actor, info, rows)), hasOlder, hasNewer, throughSeq: range.lastSeq };
  }

  async getChanges(
    actor: Actor,
    input: InputOf<typeof getChatChanges>,
  ): Promise<ResultOf<typeof getChatChanges>> {
    const { rooms, historyStore, clock } = this.deps;
    const { info, range } = await rooms.getReadable(actor, input.roomId);
    const { rows, throughSeq, hasMore, reset } = await historyStore.changes(range, input.after, clock());
    return {
      ...(await this.toPage(actor, info, rows)),
      throughSeq,
      hasMore,
      ...(reset ? { reset: true as const } : {}),
    };
  }

  /** @throws ApiError `notFound` if the room is not an unlisted one that the user can read */
  async getPosts(
    actor: Actor,
    { roomId, order, cursor }: InputOf<typeof getChatPosts>,
  ): Promise<ResultOf<typeof getChatPosts>> {
    const { postStore } = this.deps;
    const { info, range } = await this.getUnlisted(actor, roomId);
    const { rows, next } = await postStore.posts(
      roomId,
      order,
      cursor === undefined ? undefined : parse(cursor),
    );
    const replies = await postStore.countReplies(
      range,
      rows.map(({ seq }) => seq),
    );
    const shown = rows.filter(({ deletedBy, seq }) => deletedBy === null || replies.has(seq));
    return {
      ...(await this.toPage(actor, info, shown)),
      replies: Object.fromEntries(replies),
      ...(next !== undefined && { nextCursor: `${next.likes}.${next.seq}` }),
      throughSeq: range.lastSeq,
    };
  }

  /** @throws ApiError `notFound` as `getPosts` */
  async getReplies(
    actor: Actor,
    { roomId, seq, after = 0 }: InputOf<typeof getChatReplies>,
  ): Promise<ResultOf<typeof getChatReplies>> {
    const { info } = await this.getUnlisted(actor, roomId);
    const { rows, next } = await this.deps.postStore.replies(roomId, seq, after);
    return { ...(await this.toPage(actor, info, rows)), hasMore: next !== undefined };
  }

  /** Finds messages that contain all words, ignoring case. Characters of patterns have no special meaning. */
  search(
    actor: Actor,
    input: InputOf<typeof searchChatMessages>,
  ): Promise<ResultOf<typeof searchChatMessages>> {
    const words = [...new Set(input.query.toWellFormed().toLowerCase().split(/\s+/))];
    return this.runNewestSearch(actor, async (assertNewest) => {
      const { info, range } = await this.deps.rooms.getReadable(actor, input.roomId);
      const found: ChatMessageRow[] = [];
      let before = input.before ?? Number.MAX_SAFE_INTEGER;
      for (;;) {
        // The database ignores the case of ASCII letters only. It selects candidates, which are compared here.
        const plain = words.map(longestPlainPart).filter(Boolean);
        const rows = await this.deps.historyStore.candidates(range, plain, before, searchBatchSize);
        assertNewest();
        found.push(...rows.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word))));
        const last = rows.at(-1);
        if (last === undefined || rows.length < searchBatchSize || found.length > chatPageSize) break;
        before = last.seq;
      }
      const page = found.slice(0, chatPageSize);
      return { ...(await this.toPage(actor, info, page)), hasOlder: found.length > chatPageSize };
    });
  }

  async markRead(connection: Connection, roomId: string, seq: number): Promise<void> {
    const { rooms, roomStore, readReceipts } = this.deps;
    const actor = actorOf(connection);
    const { info, state, range } = await rooms.getReadable(actor, roomId);
    const readSeq = Math.min(seq, range.lastSeq);
    const sharedSeq = await this.sharedReadSeq(actor, info, readSeq);
    if (!(await roomStore.markRead(roomId, actor.uid, readSeq, sharedSeq))) return;
    // A receipt with the same position as before would show that an invisible user has read something.
    if (sharedSeq > (state.memberRow?.sharedReadSeq ?? 0)) readReceipts.update(roomId);
    await this.notifyOwnTabs(connection, roomId);
  }

  async setNotifications(
    connection: Connection,
    { roomId, notificationsOff }: InputOf<typeof setChatNotifications>,
  ): Promise<void> {
    const actor = actorOf(connection);
    await this.deps.rooms.getReadable(actor, roomId);
    await this.deps.roomStore.setNotificationsOff(roomId, actor.uid, notificationsOff);
    await this.notifyOwnTabs(connection, roomId);
  }

  private async getUnlisted(actor: Actor, roomId: string): Promise<ReadableRoom> {
    const room = await this.deps.rooms.getReadable(actor, roomId);
    if (!isUnlistedRoom(room.info)) throw roomNotFound();
    return room;
  }

  /**
   * Runs at most one search per user at a time.
   * @param search calls `assertNewest` between its steps; it throws ApiError `tooManyRequests` if the user has started
   *   another search
   */
  private async runNewestSearch<T>(
    { mode, uid }: Actor,
    search: (assertNewest: () => void) => Promise<T>,
  ): Promise<T> {
    const [key, id] = [`${mode} ${uid}`, Symbol()];
    this.searches.set(key, id);
    try {
      return await search(() => {
        if (this.searches.get(key) !== id)
          throw new ApiError('tooManyRequests', 'Search cancelled: you have started another one.', {
            retryAfter: 1,
          });
      });
    } finally {
      if (this.searches.get(key) === id) this.searches.delete(key);
    }
  }

  /** What others may know of a read position. Built-in rooms have no read receipts. */
  private async sharedReadSeq(actor: Actor, info: RoomInfo, readSeq: number): Promise<number> {
    const { findInvisible, historyStore, postingRules } = this.deps;
    if (isBuiltInRoom(info)) return 0;
    const isHidden =
      (await findInvisible([actor.uid])).size > 0 || (await postingRules.isBlocked(actor, info));
    return isHidden ? Math.min(readSeq, await historyStore.newestSeqOf(info.id, actor.uid)) : readSeq;
  }

  /** Sends the changed room to all tabs of the user, unless this tab is the only one. */
  private async notifyOwnTabs(connection: Connection, roomId: string): Promise<void> {
    const { delivery } = this.deps;
    const { mode, uid } = actorOf(connection);
    const subscriber = delivery.subscribers.get(connection);
    if (subscriber === undefined || delivery.hasOtherTabs(subscriber))
      await delivery.notifyRoomChanged({ id: roomId, mode }, [uid]);
  }

  private readPage(range: ReadableRange, input: InputOf<typeof getChatMessages>): Promise<HistoryPage> {
    const { historyStore } = this.deps;
    if (input.around !== undefined) return historyStore.around(range, input.around);
    if (input.before !== undefined) return historyStore.before(range, input.before);
    if (input.after !== undefined) return historyStore.after(range, input.after);
    return historyStore.newest(range);
  }

  private async toPage(actor: Actor, info: RoomInfo, rows: readonly ChatMessageRow[]): Promise<ChatPage> {
    const { users, messageLikes } = this.deps;
    const messages = rows.map(toChatMessage);
    const found = await users.getMany(messages.flatMap(userIdsIn));
    return { messages, users: [...found.values()], ...(await messageLikes.ofPage(actor, info, messages)) };
  }
}

/** Parses the cursor of a page of posts. */
function parse(cursor: string): PostCursor {
  const [likes = 0, seq = 0] = cursor.split('.').map(Number);
  return { likes, seq };
}

/** The longest run of ASCII characters in a word, without wildcards of `like`, and escaped with `!`; '' if there is none. */
const longestPlainPart = (word: string): string =>
  word
    .split(/[^\x21-\x24\x26-\x5e\x60-\x7e]/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest))
    .replaceAll('!', '!!');
