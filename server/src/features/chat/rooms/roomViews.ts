/** Rooms as users see them: with unread counts, and why the user cannot post. */
import { chatRoomKinds, type ChatUser, type ChatRoom, type OperatingMode } from '@foyer/contract';
import { toChatMessage } from '../messages/message.ts';
import type { ChatMessageRow } from '../tables.ts';
import { type ChatUsers, isGuestId } from '../users.ts';
import type { BuiltInRoom, FindBuiltInRooms } from './builtInRooms.ts';
import { areaRoomId, globalRoomId, isBuiltIn } from './room.ts';
import type { ChatRoomViewStore, ViewRow } from './roomViewStore.ts';
import type { Clock } from '#platform/clock';

export interface ChatRoomViewsDeps {
  readonly viewStore: ChatRoomViewStore;
  readonly users: ChatUsers;
  readonly findBuiltInRooms: FindBuiltInRooms;
  readonly clock: Clock;
}

interface ViewData {
  readonly users: ReadonlyMap<string, ChatUser>;
  readonly messages: ReadonlyMap<string, ChatMessageRow>;
  readonly mutes: ReadonlyMap<string, number | null>;
}

export class ChatRoomViews {
  private readonly deps: ChatRoomViewsDeps;

  constructor(deps: ChatRoomViewsDeps) {
    this.deps = deps;
  }

  /** Returns the rooms that users can see, all or the given ones, those with the newest messages first. */
  async find(
    mode: OperatingMode,
    userIds: readonly string[],
    roomIds?: readonly string[],
  ): Promise<readonly { readonly userId: string; readonly room: ChatRoom }[]> {
    const { viewStore, users, clock } = this.deps;
    const found = await viewStore.views({ mode, userIds, ...(roomIds === undefined ? {} : { roomIds }) });
    const rows = found.filter((row) => this.isVisible(mode, row));
    const newest = rows.flatMap(({ id, newestSeq }) =>
      newestSeq === null ? [] : [{ roomId: id, seq: newestSeq }],
    );
    const [messages, mutes] = await Promise.all([
      viewStore.messages(newest),
      viewStore.mutes(mode, [...new Set(rows.map(({ userId }) => userId))], clock()),
    ]);
    const others = rows.flatMap(({ otherId }) => (otherId === null ? [] : [otherId]));
    const authors = [...messages.values()].map(({ authorId }) => authorId);
    const data = { messages, mutes, users: await users.getMany([...others, ...authors]) };
    return rows.map((row) => ({ userId: row.userId, room: this.toView(mode, row, data) }));
  }

  async findOne(mode: OperatingMode, userId: string, roomId: string): Promise<ChatRoom | undefined> {
    return (await this.find(mode, [userId], [roomId]))[0]?.room;
  }

  /** Returns the built-in room with this id; undefined if the venue does not have it. */
  builtInRoom(mode: OperatingMode, room: { id: string; areaId?: string | null | undefined }) {
    const rooms = this.deps.findBuiltInRooms(mode);
    if (rooms === undefined) return undefined;
    const { areaId } = room;
    if (areaId === null || areaId === undefined)
      return room.id === globalRoomId(mode, rooms.architectureId) ? rooms.global : undefined;
    return room.id === areaRoomId(mode, rooms.architectureId, areaId) ? rooms.areas.get(areaId) : undefined;
  }

  private isVisible(mode: OperatingMode, row: ViewRow): boolean {
    if (!isBuiltIn({ kind: kindOf(row) })) return row.member === 1;
    return row.removed === 0 && this.builtInRoom(mode, row) !== undefined;
  }

  private toView(mode: OperatingMode, row: ViewRow, { users, messages, mutes }: ViewData): ChatRoom {
    const kind = kindOf(row);
    const { id, name, areaId, ownerId, memberCount, otherId, lastSeq, readSeq, othersReadSeq } = row;
    const { unreadCount, mentionCount } = row;
    const builtInRoom = isBuiltIn({ kind }) ? this.builtInRoom(mode, row) : undefined;
    const lastMessage = messages.get(`${id} ${row.newestSeq}`);
    const lastMessageAuthor = lastMessage && users.get(lastMessage.authorId);
    const otherMember = otherId === null ? undefined : users.get(otherId);
    return {
      id,
      kind,
      ...(name === null ? {} : { name }),
      ...(areaId === null ? {} : { areaId }),
      ...(ownerId === null ? {} : { ownerId }),
      ...(otherMember === undefined ? {} : { otherMember }),
      ...(memberCount === null ? {} : { memberCount }),
      lastSeq,
      readSeq,
      ...(othersReadSeq === null ? {} : { othersReadSeq }),
      unreadCount,
      ...(mentionCount > 0 ? { mentionCount } : {}),
      ...(row.notificationsOff === 1 ? { notificationsOff: true as const } : {}),
      ...readOnlyOf(row, builtInRoom, mutes.get(row.userId)),
      ...(lastMessage === undefined ? {} : { lastMessage: toChatMessage(lastMessage) }),
      ...(lastMessageAuthor === undefined ? {} : { lastMessageAuthor }),
    };
  }
}

const kindOf = ({ kind }: ViewRow) => chatRoomKinds.find((each) => each === kind) ?? 'privateGroup';

/** @param mutedUntil undefined if not muted; null if muted indefinitely */
function readOnlyOf(
  row: ViewRow,
  builtInRoom: BuiltInRoom | undefined,
  mutedUntil: number | null | undefined,
): Pick<ChatRoom, 'readOnlyReason' | 'mutedUntil'> {
  if (mutedUntil !== undefined)
    return { readOnlyReason: 'muted', ...(mutedUntil === null ? {} : { mutedUntil }) };
  if (row.blocked === 1) return { readOnlyReason: 'blocked' };
  if (builtInRoom?.guestsMayWrite === false && isGuestId(row.userId)) return { readOnlyReason: 'guests' };
  return {};
}
