import {
  chatMutesChanged,
  hasHostRole,
  openChatReportsChanged,
  type sendChatMessage,
  type ModerationLogEntry,
  type ChatHeldPost,
  type ChatMessage,
  type ChatMute,
  type ChatPage,
  type ChatUser,
  type ChatReport,
  type ChatRoomKind,
  type ChatRoomPlace,
  type Command,
  type InputOf,
  type ResultOf,
} from '@foyer/contract';
import {
  ada,
  FakeServer,
  RejectedCall,
  type FakeUser,
  type PageWindow,
} from '../../../testing/fakeServer.ts';
import type { PostPlace } from '../posts/model/postsState.ts';
import { FakeRoom, type RoomHost } from './fakeRoom.ts';
import { FakeUploads } from './fakeUploads.ts';
import { bo, cy, di } from './users.ts';

/** Whether a room is the discussion or the wall of a place. */
export const isAt = ({ place }: FakeRoom, { mediaBoardId, contentPieceId, wallId }: ChatRoomPlace): boolean =>
  (wallId !== undefined || contentPieceId !== undefined) &&
  place.mediaBoardId === mediaBoardId &&
  place.contentPieceId === contentPieceId &&
  place.wallId === wallId;

/** The rooms, reports and users of a fake chat, and functions for what other users do. */
export class FakeChatStore implements RoomHost {
  readonly server: FakeServer;
  readonly users: ChatUser[];
  readonly rooms: FakeRoom[] = [];
  readonly blocked = new Map<string, ChatUser>();
  readonly reports: ChatReport[] = [];
  mutes: ChatMute[] = [];
  readonly entries: ModerationLogEntry[] = [];
  readonly uploads = new FakeUploads();
  private readonly droppedReplies = new Map<string, number>();
  /** The open page, whose clock the server uses. */
  protected page: PageWindow | undefined;
  private roomCount = 0;

  constructor(user: FakeUser | 'guest' = ada, server = new FakeServer()) {
    this.server = server;
    if (user !== 'guest') server.signIn(user);
    const own: ChatUser =
      user === 'guest'
        ? { uid: this.ownId, guest: true }
        : { uid: user.userId, ...(user.name !== undefined && { name: user.name }) };
    this.users = [own, bo, cy, di];
    server.attendees = [bo, cy, di].map(({ uid, name }) => ({ uid, name, areaId: 'lounge' }));
    for (const { uid, name } of [bo, cy, di]) server.profiles.set(uid, { name });
    for (const area of server.architecture.areas)
      if (area.contentWidgets.some(({ type }) => type === 'AreaChatWidget'))
        this.addRoom('area').areaId = area.id;
    if (server.architecture.globalWidgets.some(({ type }) => type === 'GlobalChatWidget'))
      this.addRoom('global');
  }

  get ownId(): string {
    return this.server.signedIn?.userId ?? 'anon-1';
  }

  get isHost(): boolean {
    return hasHostRole(this.server.signedIn?.roles ?? []);
  }

  get own(): ChatUser {
    return this.userOf(this.ownId) ?? { uid: this.ownId };
  }

  get lounge(): FakeRoom {
    return this.findRoom(({ areaId }) => areaId === 'lounge');
  }

  get venueRoom(): FakeRoom {
    return this.findRoom(({ kind }) => kind === 'global');
  }

  now(): number {
    return this.page?.Date.now() ?? Date.now();
  }

  userOf(uid: string): ChatUser | undefined {
    return this.users.find((user) => user.uid === uid);
  }

  /** The private room with a user; created without messages if there is none. */
  privateRoom(other: ChatUser): FakeRoom {
    const known = this.rooms.find((memberRoom) => memberRoom.otherMember?.uid === other.uid);
    if (known) return known;
    const room = this.addRoom('private');
    room.otherMember = other;
    room.members = [this.own, other];
    return room;
  }

  /** A private room in which the user has posted "Good evening". */
  greetedRoom(other: ChatUser = bo): FakeRoom {
    const room = this.privateRoom(other);
    room.post(this.own, 'Good evening');
    return room;
  }

  group(name: string, members: readonly ChatUser[], kind: 'group' | 'privateGroup' = 'group'): FakeRoom {
    const room = this.addRoom(kind);
    room.name = name;
    room.members = [...members];
    room.ownerId = members[0]?.uid;
    room.isMember = members.some(({ uid }) => uid === this.ownId);
    return room;
  }

  /** The discussion of a content piece, or a wall; created without posts if there is none. */
  roomAt(place: PostPlace): FakeRoom {
    const known = this.rooms.find((room) => isAt(room, place));
    if (known) return known;
    const room = this.addRoom('wallId' in place ? 'wall' : 'card');
    room.place = place;
    return room;
  }

  /** Leaves the next commands of this name without a reply, while the connection stays open. */
  dropReplies({ name }: Command, count = Infinity): void {
    this.droppedReplies.set(name, count);
  }

  handle<C extends Command>(command: C, handler: (input: InputOf<C>) => ResultOf<C>): void {
    const { name } = command;
    this.server.onCommand(command, (input) => {
      const left = this.droppedReplies.get(name) ?? 0;
      this.droppedReplies.set(name, Math.max(0, left - 1));
      return left > 0 ? new Promise<never>(() => undefined) : handler(input);
    });
  }

  findRoom(predicate: (room: FakeRoom) => boolean): FakeRoom {
    const room = this.rooms.find(predicate);
    if (!room) throw new RejectedCall({ code: 'notFound', errMsg: 'Room not found.' });
    return room;
  }

  /** A room that the user is a member of. */
  room(roomId: string): FakeRoom {
    return this.findRoom(({ id, isMember }) => id === roomId && isMember);
  }

  writableRoom(roomId: string): FakeRoom {
    const room = this.rooms.find(({ id }) => id === roomId);
    if (!room?.isMember || room.readOnlyReason) throw new RejectedCall({ code: 'cannotPost' });
    return room;
  }

  addRoom(kind: ChatRoomKind): FakeRoom {
    this.roomCount += 1;
    const room = new FakeRoom(this, `room-${this.roomCount}`, kind);
    this.rooms.push(room);
    return room;
  }

  pageOf(messages: readonly ChatMessage[]): ChatPage {
    return { messages: [...messages], users: this.users };
  }

  /** A page with the likes of its messages. */
  postPageOf({ likes }: FakeRoom, messages: readonly ChatMessage[]): ChatPage {
    const seqs = new Set(messages.map(({ seq }) => seq));
    return {
      ...this.pageOf(messages),
      likes: Object.fromEntries([...likes].filter(([seq]) => seqs.has(seq))),
    };
  }

  /** Stores a message of the user. A repeated client id returns the stored message. */
  send({
    roomId,
    clientId,
    text,
    replyTo,
    mentions,
    uploadId,
  }: InputOf<typeof sendChatMessage>): ChatMessage {
    const room = this.writableRoom(roomId);
    const known = room.messages.find((each) => each.clientId === clientId);
    const upload = uploadId === undefined ? undefined : this.uploads.stored.get(uploadId);
    return (
      known ??
      room.post(this.own, text, {
        clientId,
        ...(replyTo !== undefined && { replyTo }),
        ...(mentions && { mentions }),
        ...(upload && { upload }),
      })
    );
  }

  /** Holds a post of the user until a host approves it. */
  hold(
    room: FakeRoom,
    { clientId, text, replyTo, mentions, uploadId }: InputOf<typeof sendChatMessage>,
  ): ChatHeldPost {
    const upload = uploadId === undefined ? undefined : this.uploads.stored.get(uploadId);
    return room.hold(this.own, text, {
      clientId,
      ...(replyTo !== undefined && { replyTo }),
      ...(mentions && { mentions }),
      ...(upload && { upload }),
    });
  }

  usersOf(uids: readonly string[]): ChatUser[] {
    return uids.map((uid) => this.userOf(uid)).filter((user) => user !== undefined);
  }

  logAction({
    user,
    ...action
  }: Omit<ModerationLogEntry, 'id' | 'at' | 'host' | 'user'> & { user: ChatUser | undefined }): void {
    this.entries.unshift({
      ...action,
      id: `action-${this.entries.length + 1}`,
      at: this.now(),
      host: this.own,
      ...(user && { user }),
    });
  }

  /** A user reports a message; hosts are notified. */
  report(room: FakeRoom, message: ChatMessage, reporter: ChatUser, reason: string): void {
    const { id: roomId, kind, name, areaId, place } = room;
    this.reports.unshift({
      id: `report-${this.reports.length + 1}`,
      roomId,
      room: { kind, ...(name !== undefined && { name }), ...(areaId !== undefined && { areaId }), ...place },
      message,
      author: this.userOf(message.authorId) ?? { uid: message.authorId },
      reporter,
      reason,
      at: this.now(),
    });
    this.broadcastReports();
  }

  /** Another host mutes users; hosts are notified. */
  setMutes(mutes: readonly ChatMute[]): void {
    this.mutes = [...mutes];
    this.server.broadcast(chatMutesChanged, { mutes: this.mutes });
  }

  broadcastReports(): void {
    this.server.broadcast(openChatReportsChanged, {
      open: this.reports.filter(({ closed }) => !closed).length,
    });
  }
}
