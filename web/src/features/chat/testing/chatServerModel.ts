/** What the server does with the commands of chat, without a network: for tests of the model. */
import {
  chatMessageChanged,
  deleteChatMessage,
  editChatMessage,
  getChatChanges,
  getChatMessages,
  listChatRooms,
  markChatRead,
  openChatRoom,
  sendChatMessage,
  type ChatMessage,
  type ChatRoom,
} from '@foyer/contract';
import { ApiError } from '../../../platform/api/apiError.ts';

interface StoredRoom {
  readonly id: string;
  messages: ChatMessage[];
  lastSeq: number;
  readSeq: number;
}

export interface ServerEvent {
  readonly name: string;
  readonly data: unknown;
}

const latest = ({ seq, updatedSeq }: ChatMessage): number => updatedSeq ?? seq;

/** Messages of a page: few, so that rooms have several. */
const pageSize = 4;

interface Input {
  readonly roomId: string;
  readonly seq: number;
  readonly clientId: string;
  readonly text: string;
  readonly after?: number;
  readonly before?: number;
  readonly around?: number;
}

/** The rooms of one user, and the events that the user's connection has not received yet. */
export class ChatServerModel {
  readonly rooms: ReadonlyMap<string, StoredRoom>;
  readonly events: ServerEvent[] = [];
  private readonly uid: string;
  private readonly commands: Readonly<Record<string, (input: Input) => unknown>>;

  constructor(uid: string, roomIds: readonly string[]) {
    this.uid = uid;
    this.rooms = new Map(roomIds.map((id) => [id, { id, messages: [], lastSeq: 0, readSeq: 0 }]));
    this.commands = {
      [listChatRooms.name]: () => ({
        rooms: [...this.rooms.values()].map((room) => this.view(room)),
        blocked: [],
      }),
      [openChatRoom.name]: ({ roomId }) => ({ room: this.view(this.room(roomId)) }),
      [getChatMessages.name]: (input) => this.page(input),
      [getChatChanges.name]: ({ roomId, after = 0 }) => this.changes(roomId, after),
      [sendChatMessage.name]: ({ roomId, clientId, text }) => {
        const room = this.room(roomId);
        const sent = room.messages.find((message) => message.clientId === clientId);
        return { message: sent ?? this.post(room.id, this.uid, text, clientId) };
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

  post(roomId: string, authorId: string, text: string, clientId: string = crypto.randomUUID()): ChatMessage {
    const room = this.room(roomId);
    room.lastSeq += 1;
    const message = { seq: room.lastSeq, clientId, authorId, at: Date.now(), text };
    room.messages.push(message);
    this.announce(room, message);
    return message;
  }

  change(roomId: string, seq: number, change: Partial<ChatMessage>): ChatMessage {
    const room = this.room(roomId);
    const before = room.messages.find((message) => message.seq === seq);
    if (!before)
      throw new ApiError('PROCESSING_ERROR', 'no message', { status: 404, serverCode: 'notFound' });
    room.lastSeq += 1;
    const message = { ...before, ...change, updatedSeq: room.lastSeq };
    room.messages = room.messages.map((each) => (each.seq === seq ? message : each));
    this.announce(room, message);
    return message;
  }

  private room(id: string): StoredRoom {
    const room = this.rooms.get(id);
    if (!room) throw new ApiError('PROCESSING_ERROR', 'no room', { status: 404, serverCode: 'notFound' });
    return room;
  }

  private announce(room: StoredRoom, message: ChatMessage): void {
    this.events.push({
      name: chatMessageChanged.name,
      data: { roomId: room.id, seq: room.lastSeq, message, author: { uid: message.authorId } },
    });
  }

  unreadCount({ messages, readSeq }: StoredRoom): number {
    return messages.filter(
      ({ seq, authorId, deletedBy }) => seq > readSeq && authorId !== this.uid && deletedBy === undefined,
    ).length;
  }

  private view(room: StoredRoom): ChatRoom {
    const { id, lastSeq, readSeq, messages } = room;
    const lastMessage = messages.at(-1);
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

  private changes(roomId: string, after: number) {
    const { messages, lastSeq } = this.room(roomId);
    const changed = messages
      .filter((message) => latest(message) > after)
      .toSorted((a, b) => latest(a) - latest(b));
    const shown = changed.slice(0, pageSize);
    const hasMore = changed.length > shown.length;
    const last = shown.at(-1);
    return { messages: shown, users: [], throughSeq: hasMore && last ? latest(last) : lastSeq, hasMore };
  }
}
