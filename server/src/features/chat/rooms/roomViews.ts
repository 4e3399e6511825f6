/** Rooms as users see them: with unread counts, and why the user cannot post. */
import {
  isBuiltInRoom,
  isUnlistedRoom,
  chatRoomKinds,
  type ChatUser,
  type ChatRoom,
  type OperatingMode,
} from '@foyer/contract';
import { oneOf } from '#platform/storage/columns';
import type { Actor } from '../actor.ts';
import { toChatMessage } from '../messages/message.ts';
import type { ChatMessageRow } from '../tables.ts';
import { type ChatUsers, isGuestId } from '../users.ts';
import type { BuiltInRoom, FindBuiltInRooms } from './builtInRooms.ts';
import { placeOf } from './room.ts';
import type { ChatRoomViewStore, ViewRow } from './roomViewStore.ts';
import type { Clock } from '#platform/clock';

export interface ChatRoomViewsDeps {
  readonly viewStore: ChatRoomViewStore;
  readonly users: ChatUsers;
  readonly findBuiltInRooms: FindBuiltInRooms;
  readonly clock: Clock;
}

/** A room as a user sees it. */
interface UserView {
  readonly userId: string;
  readonly room: ChatRoom;
}

export class ChatRoomViews {
  private readonly deps: ChatRoomViewsDeps;

  constructor(deps: ChatRoomViewsDeps) {
    this.deps = deps;
  }

  /** Returns these built-in rooms, then the rooms that a user is a member of. Of both, those with the newest messages come first. */
  async list(mode: OperatingMode, userId: string, builtInRoomIds: readonly string[]): Promise<ChatRoom[]> {
    const { viewStore, clock } = this.deps;
    const views = await this.toViews(mode, await viewStore.ofUser(mode, userId, builtInRoomIds, clock()));
    return views.map(({ room }) => room);
  }

  /** Returns those of these rooms that each of these users can see. */
  async find(
    mode: OperatingMode,
    userIds: readonly string[],
    roomIds: readonly string[],
  ): Promise<readonly UserView[]> {
    const { viewStore, clock } = this.deps;
    const isUnlisted = (roomId: string) => {
      const room = this.builtInRoom(mode, roomId);
      return room !== undefined && isUnlistedRoom(room.info);
    };
    const unlistedIds = roomIds.filter(isUnlisted);
    const listedIds = unlistedIds.length === 0 ? roomIds : roomIds.filter((roomId) => !isUnlisted(roomId));
    const listed = await viewStore.ofRooms(mode, userIds, listedIds, clock());
    const unlisted = await viewStore.ofUnlistedRooms(mode, userIds, unlistedIds, clock());
    return this.toViews(mode, [...listed, ...unlisted]);
  }

  async findOne(mode: OperatingMode, userId: string, roomId: string): Promise<ChatRoom | undefined> {
    return (await this.find(mode, [userId], [roomId]))[0]?.room;
  }

  /** Returns the built-in room with this id; undefined if the venue does not have it now. */
  builtInRoom(mode: OperatingMode, roomId: string): BuiltInRoom | undefined {
    return this.deps.findBuiltInRooms(mode)?.get(roomId);
  }

  /** Whether the posts of a user in this room are held until a host approves them. */
  needsApproval({ mode, isHost }: Actor, roomId: string): boolean {
    return !isHost && this.builtInRoom(mode, roomId)?.approval === true;
  }

  /** Adds `approval`, which depends on the roles of a connection: views are found by users, whose roles are not known here. */
  withApproval(actor: Actor, room: ChatRoom): ChatRoom {
    return this.needsApproval(actor, room.id) ? { ...room, approval: true } : room;
  }

  private isVisible(mode: OperatingMode, row: ViewRow): boolean {
    if (!isBuiltInRoom({ kind: kindOf(row) })) return row.member === 1;
    return row.removed === 0 && this.builtInRoom(mode, row.id) !== undefined;
  }

  private async toViews(mode: OperatingMode, found: readonly ViewRow[]): Promise<UserView[]> {
    const rows = found.filter((row) => this.isVisible(mode, row));
    const uids = rows.flatMap(({ otherId, authorId }) => [otherId, authorId]).filter((uid) => uid !== null);
    const users = await this.deps.users.getMany(uids);
    return rows.map((row) => ({ userId: row.userId, room: this.toView(mode, row, users) }));
  }

  private toView(mode: OperatingMode, row: ViewRow, users: ReadonlyMap<string, ChatUser>): ChatRoom {
    const kind = kindOf(row);
    const { id, name, ownerId, memberCount, otherId, lastSeq, readSeq, othersReadSeq } = row;
    const { unreadCount, mentionCount } = row;
    const builtInRoom = isBuiltInRoom({ kind }) ? this.builtInRoom(mode, row.id) : undefined;
    const lastMessage = hasMessage(row) ? toChatMessage(row) : undefined;
    const lastMessageAuthor = lastMessage && users.get(lastMessage.authorId);
    const otherMember = otherId === null ? undefined : users.get(otherId);
    return {
      id,
      kind,
      ...(name === null ? {} : { name }),
      ...placeOf(row),
      ...(ownerId === null ? {} : { ownerId }),
      ...(otherMember === undefined ? {} : { otherMember }),
      ...(memberCount === null ? {} : { memberCount }),
      lastSeq,
      readSeq,
      ...(othersReadSeq === null ? {} : { othersReadSeq }),
      unreadCount,
      ...(mentionCount > 0 ? { mentionCount } : {}),
      ...(row.notificationsOff === 1 ? { notificationsOff: true as const } : {}),
      ...readOnlyOf(row, builtInRoom),
      ...(lastMessage === undefined ? {} : { lastMessage }),
      ...(lastMessageAuthor === undefined ? {} : { lastMessageAuthor }),
    };
  }
}

const hasMessage = (row: ViewRow): row is ViewRow & ChatMessageRow => row.seq !== null;

const kindOf = ({ kind }: ViewRow) => oneOf(chatRoomKinds, kind);

function readOnlyOf(
  { muted, mutedUntil, blocked, userId }: ViewRow,
  builtInRoom: BuiltInRoom | undefined,
): Pick<ChatRoom, 'readOnlyReason' | 'mutedUntil'> {
  if (muted === 1) return { readOnlyReason: 'muted', ...(mutedUntil === null ? {} : { mutedUntil }) };
  if (blocked === 1) return { readOnlyReason: 'blocked' };
  if (builtInRoom?.guestsMayWrite === false && isGuestId(userId)) return { readOnlyReason: 'guests' };
  return {};
}
