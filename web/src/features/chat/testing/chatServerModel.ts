/** What the server does with the commands of chat, without a network: for tests of the model. */
import {
  chatLikesChanged,
  chatMessageChanged,
  closeChatRoom,
  deleteChatMessage,
  editChatMessage,
  getChatChanges,
  getChatLikes,
  getChatMessages,
  getChatPosts,
  getChatReplies,
  listChatRooms,
  markChatRead,
  openChatRoom,
  parseCommentId,
  sendChatMessage,
  type ChatLikes,
  type ChatMessage,
  type ChatRoom,
  type ChatRoomPlace,
  type LikeCount,
} from '@foyer/contract';
import { ApiError } from '../../../platform/api/apiError.ts';
import { keyOfPlace, type PostOrder, type PostPlace } from '../posts/model/postsState.ts';

interface StoredRoom {
  readonly id: string;
  messages: ChatMessage[];
  lastSeq: number;
  readSeq: number;
  /** Of a discussion or a wall. */
  readonly place: PostPlace | undefined;
  readonly likes: Map<number, ChatLikes>;
  /** Whether posts of the wall need the approval of a host. */
  approval: boolean;
  /** False: the venue does not show the discussion or the wall now. */
  isShown: boolean;
  /** Whether the connection receives the events of the discussion or the wall. */
  isSubscribed: boolean;
}

export interface ServerEvent {
  readonly name: string;
  readonly data: unknown;
}

const notFound = (): ApiError =>
  new ApiError('PROCESSING_ERROR', 'not there', { status: 404, serverCode: 'notFound' });

const latest = ({ seq, updatedSeq }: ChatMessage): number => updatedSeq ?? seq;

/** Messages of a page: few, so that rooms have several. */
const pageSize = 4;

interface Input extends ChatRoomPlace {
  readonly roomId: string;
  readonly seq: number;
  readonly clientId: string;
  readonly text: string;
  readonly after?: number;
  readonly before?: number;
  readonly around?: number;
  readonly order: PostOrder;
  readonly cursor?: string;
  readonly seqs: readonly number[];
  readonly replyTo?: number;
}

/** The replies of a post at any depth, without deleted ones, the oldest first. */
export function repliesOf(messages: readonly ChatMessage[], post: number): ChatMessage[] {
  const thread = new Set([post]);
  for (const { seq, replyTo } of messages) if (replyTo !== undefined && thread.has(replyTo)) thread.add(seq);
  return messages.filter(({ seq, deletedBy }) => seq !== post && thread.has(seq) && deletedBy === undefined);
}

/** The rooms of one user, and the events that the user's connection has not received yet. */
export class ChatServerModel {
  readonly rooms: ReadonlyMap<string, StoredRoom>;
  readonly events: ServerEvent[] = [];
  private readonly uid: string;
  private readonly commands: Readonly<Record<string, (input: Input) => unknown>>;

  /** @param places the discussions and walls, by the ids of their rooms */
  constructor(uid: string, roomIds: readonly string[], places: Readonly<Record<string, PostPlace>> = {}) {
    this.uid = uid;
    const toRoom = (id: string, place?: PostPlace): [string, StoredRoom] => [
      id,
      {
        id,
        messages: [],
        lastSeq: 0,
        readSeq: 0,
        place,
        likes: new Map(),
        approval: false,
        isShown: true,
        isSubscribed: false,
      },
    ];
    this.rooms = new Map([
      ...roomIds.map((id) => toRoom(id)),
      ...Object.entries(places).map(([id, place]) => toRoom(id, place)),
    ]);
    this.commands = {
      [listChatRooms.name]: () => ({
        rooms: [...this.rooms.values()].filter(({ place }) => !place).map((room) => this.view(room)),
        blocked: [],
      }),
      [openChatRoom.name]: (input) => {
        const room = this.roomAt(input);
        room.isSubscribed = true;
        return { room: this.view(room) };
      },
      [closeChatRoom.name]: ({ roomId }) => {
        const room = this.rooms.get(roomId);
        if (!room?.isSubscribed) throw notFound();
        room.isSubscribed = false;
        return {};
      },
      [getChatPosts.name]: (input) => this.posts(input),
      [getChatReplies.name]: ({ roomId, seq, after = 0 }) => {
        const room = this.room(roomId);
        const rest = repliesOf(room.messages, seq).filter((reply) => reply.seq > after);
        const messages = rest.slice(0, pageSize);
        return {
          messages,
          users: [],
          likes: this.likesOf(room, messages),
          hasMore: rest.length > messages.length,
        };
      },
      [getChatLikes.name]: ({ roomId, seqs }) => ({
        likes: this.likesOf(
          this.room(roomId),
          seqs.map((seq) => ({ seq })),
        ),
      }),
      [getChatMessages.name]: (input) => this.page(input),
      [getChatChanges.name]: ({ roomId, after = 0 }) => this.changes(roomId, after),
      [sendChatMessage.name]: ({ roomId, clientId, text, replyTo }) => {
        const room = this.room(roomId);
        const sent = room.messages.find((message) => message.clientId === clientId);
        return { message: sent ?? this.post(room.id, this.uid, text, { clientId, replyTo }) };
      },
      [editChatMessage.name]: ({ roomId, seq, text }) => ({
        message: this.change(roomId, seq, { text, editedAt: Date.now() }),
      }),
      [deleteChatMessage.name]: ({ roomId, seq }) => {
        this.change(roomId, seq, { text: '', deletedBy: 'author' });
        return {};
      },
      [markChatRead.name]: ({ roomId, seq }) => {
        const room = this.room(roomId);
        room.readSeq = Math.max(room.readSeq, seq);
        return {};
      },
    };
  }

  /** The result of a command. @throws ApiError if the server rejects it */
  execute(name: string, input: unknown): unknown {
    const command = this.commands[name];
    if (!command) throw new Error(`unknown command ${name}`);
    return command(input as Input);
  }

  post(
    roomId: string,
    authorId: string,
    text: string,
    {
      clientId = crypto.randomUUID(),
      replyTo,
    }: { readonly clientId?: string; readonly replyTo?: number | undefined } = {},
  ): ChatMessage {
    const room = this.room(roomId);
    room.lastSeq += 1;
    const message = {
      seq: room.lastSeq,
      clientId,
      authorId,
      at: Date.now(),
      text,
      ...(replyTo !== undefined && { replyTo }),
    };
    room.messages.push(message);
    this.announce(room, message);
    return message;
  }

  change(roomId: string, seq: number, change: Partial<ChatMessage>): ChatMessage {
    const room = this.room(roomId);
    const before = room.messages.find((message) => message.seq === seq);
    if (!before) throw notFound();
    if (change.deletedBy) room.likes.delete(seq);
    room.lastSeq += 1;
    const message = { ...before, ...change, updatedSeq: room.lastSeq };
    room.messages = room.messages.map((each) => (each.seq === seq ? message : each));
    this.announce(room, message);
    return message;
  }

  /** Stores the like of a comment, or removes it. */
  setLiked(commentId: string, isLiked: boolean): LikeCount {
    const { roomId = '', seq = 0 } = parseCommentId(commentId) ?? {};
    const room = this.room(roomId);
    if (!room.messages.some((each) => each.seq === seq && each.deletedBy === undefined)) throw notFound();
    const wasLiked = room.likes.get(seq)?.liked === true;
    return this.putLikes(room, seq, Number(isLiked) - Number(wasLiked), isLiked);
  }

  likeByOther(roomId: string, seq: number): void {
    const room = this.room(roomId);
    this.putLikes(room, seq, 1, room.likes.get(seq)?.liked === true);
  }

  private putLikes(room: StoredRoom, seq: number, added: number, liked: boolean): LikeCount {
    const { likes = 0, changes = 0 } = room.likes.get(seq) ?? {};
    const count = { likes: likes + added, changes: changes + Math.abs(added) };
    room.likes.set(seq, { ...count, ...(liked && { liked: true }) });
    if (added !== 0) this.emit(room, chatLikesChanged.name, { roomId: room.id, counts: { [seq]: count } });
    return count;
  }

  /** The connection is lost, with the events that it has not delivered. */
  disconnect(): void {
    this.events.length = 0;
    for (const room of this.rooms.values()) room.isSubscribed = false;
  }

  private room(id: string): StoredRoom {
    const room = this.rooms.get(id);
    if (!room?.isShown) throw notFound();
    return room;
  }

  private roomAt({ roomId, ...place }: Partial<Input>): StoredRoom {
    if (roomId !== undefined) return this.room(roomId);
    const key = keyOfPlace(place);
    const found = [...this.rooms.values()].find((room) => room.place && keyOfPlace(room.place) === key);
    return this.room(found?.id ?? '');
  }

  private emit(room: StoredRoom, name: string, data: unknown): void {
    if (!room.place || room.isSubscribed) this.events.push({ name, data });
  }

  private announce(room: StoredRoom, message: ChatMessage): void {
    const author = { uid: message.authorId };
    this.emit(room, chatMessageChanged.name, { roomId: room.id, seq: room.lastSeq, message, author });
  }

  unreadCount({ messages, readSeq }: StoredRoom): number {
    return messages.filter(
      ({ seq, authorId, deletedBy }) => seq > readSeq && authorId !== this.uid && deletedBy === undefined,
    ).length;
  }

  private view(room: StoredRoom): ChatRoom {
    const { id, lastSeq, readSeq, messages, place, approval } = room;
    const lastMessage = messages.at(-1);
    if (place) {
      const kind = 'wallId' in place ? 'wall' : 'card';
      const flags = approval ? { approval: true as const } : {};
      return { id, kind, ...place, ...flags, lastSeq, readSeq: lastSeq, unreadCount: 0 };
    }
    return {
      id,
      kind: 'group',
      lastSeq,
      readSeq,
      unreadCount: this.unreadCount(room),
      ...(lastMessage && { lastMessage }),
    };
  }

  private page({ roomId, before, after, around }: Input) {
    const { messages, lastSeq } = this.room(roomId);
    const older = messages.filter(({ seq }) => seq < (before ?? Infinity));
    const newer = messages.filter(({ seq }) => seq > (after ?? -Infinity));
    const at = messages.findIndex(({ seq }) => seq >= (around ?? 0));
    const shown =
      after !== undefined
        ? newer.slice(0, pageSize)
        : around !== undefined
          ? messages.slice(Math.max(0, at - 1), at + pageSize)
          : older.slice(-pageSize);
    const first = shown[0]?.seq ?? 0;
    const last = shown.at(-1)?.seq ?? Infinity;
    return {
      messages: shown,
      users: [],
      hasOlder: messages.some(({ seq }) => seq < first),
      hasNewer: messages.some(({ seq }) => seq > last),
      throughSeq: lastSeq,
    };
  }

  /** The posts of a room in an order, also those of the pages that are not loaded. */
  postsOf({ messages, likes }: StoredRoom, order: PostOrder): ChatMessage[] {
    const count = ({ seq }: ChatMessage) => (order === 'mostLiked' ? (likes.get(seq)?.likes ?? 0) : 0);
    return messages
      .filter(({ replyTo }) => replyTo === undefined)
      .filter(({ seq, deletedBy }) => deletedBy === undefined || repliesOf(messages, seq).length > 0)
      .toSorted((a, b) => count(b) - count(a) || b.seq - a.seq);
  }

  private posts({ roomId, order, cursor }: Input) {
    const room = this.room(roomId);
    const [maxLikes = 0, before = 0] = cursor?.split('.').map(Number) ?? [Infinity, Infinity];
    const count = ({ seq }: ChatMessage) => (order === 'mostLiked' ? (room.likes.get(seq)?.likes ?? 0) : 0);
    const rest = this.postsOf(room, order).filter(
      (post) => count(post) < maxLikes || (count(post) === maxLikes && post.seq < before),
    );
    const messages = rest.slice(0, pageSize);
    const last = messages.at(-1);
    return {
      messages,
      users: [],
      likes: this.likesOf(room, messages),
      replies: Object.fromEntries(
        messages
          .map(({ seq }) => [seq, repliesOf(room.messages, seq).length] as const)
          .filter(([, replies]) => replies > 0),
      ),
      ...(last && rest.length > messages.length && { nextCursor: `${count(last)}.${last.seq}` }),
      throughSeq: room.lastSeq,
    };
  }

  private likesOf({ likes }: StoredRoom, messages: readonly { readonly seq: number }[]) {
    const seqs = new Set(messages.map(({ seq }) => seq));
    return Object.fromEntries([...likes].filter(([seq]) => seqs.has(seq)));
  }

  private changes(roomId: string, after: number) {
    const room = this.room(roomId);
    const { messages, lastSeq } = room;
    const changed = messages
      .filter((message) => latest(message) > after)
      .toSorted((a, b) => latest(a) - latest(b));
    const shown = changed.slice(0, pageSize);
    const hasMore = changed.length > shown.length;
    const last = shown.at(-1);
    const likes = this.likesOf(room, shown);
    return {
      messages: shown,
      users: [],
      likes,
      throughSeq: hasMore && last ? latest(last) : lastSeq,
      hasMore,
    };
  }
}
