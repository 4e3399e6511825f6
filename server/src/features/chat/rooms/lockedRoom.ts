/** A room that one transaction has locked, and the rows of rooms and members. */
import type { Transaction } from 'kysely';
import { addNotice, type NewNotice } from '../messages/messageStore.ts';
import {
  type ChatMemberRow,
  type ChatMessageRow,
  type ChatRoomRow,
  type ChatTables,
  toSearchName,
} from '../tables.ts';
import type { RoomInfo } from './room.ts';

type ChatTransaction = Transaction<ChatTables>;

export interface NewRoom {
  readonly info: RoomInfo;
  readonly now: number;
  readonly name?: string;
  readonly ownerId?: string;
}

/** Reads and changes a room within the transaction that has locked it. */
export class LockedRoom {
  readonly trx: ChatTransaction;
  /** Undefined if the room does not exist. */
  readonly row: ChatRoomRow | undefined;

  constructor(trx: ChatTransaction, row: ChatRoomRow | undefined) {
    this.trx = trx;
    this.row = row;
  }

  /** @throws if the room does not exist */
  get existing(): ChatRoomRow {
    if (this.row === undefined) throw new Error('The locked chat room does not exist');
    return this.row;
  }

  /** Returns all rows of `chatMember`, also of former members, in the order in which the users joined. */
  members(): Promise<ChatMemberRow[]> {
    return this.trx
      .selectFrom('chatMember')
      .selectAll()
      .where('roomId', '=', this.existing.id)
      .orderBy('joinSeq')
      .orderBy('userId')
      .execute();
  }

  /** Returns those of these users who were removed from the room. */
  async removedAmong(userIds: readonly string[]): Promise<string[]> {
    const rows = await this.trx
      .selectFrom('chatMember')
      .select('userId')
      .where('roomId', '=', this.existing.id)
      .where('userId', 'in', [...userIds])
      .where('removed', '=', 1)
      .execute();
    return rows.map(({ userId }) => userId);
  }

  async insert(room: NewRoom): Promise<void> {
    await this.trx.insertInto('chatRoom').values(newRoomRow(room)).execute();
  }

  /** Makes users members, also former members, by one statement. */
  async addMembers(rows: readonly ChatMemberRow[]): Promise<void> {
    await this.trx
      .insertInto('chatMember')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['roomId', 'userId']).doUpdateSet((eb) => ({
          member: eb.ref('excluded.member'),
          removed: eb.ref('excluded.removed'),
          fromSeq: eb.ref('excluded.fromSeq'),
          readSeq: eb.ref('excluded.readSeq'),
          sharedReadSeq: eb.ref('excluded.sharedReadSeq'),
          joinedAt: eb.ref('excluded.joinedAt'),
          joinSeq: eb.ref('excluded.joinSeq'),
        })),
      )
      .execute();
  }

  async updateMembers(userIds: readonly string[], changes: Partial<ChatMemberRow>): Promise<void> {
    await this.trx
      .updateTable('chatMember')
      .set(changes)
      .where('roomId', '=', this.existing.id)
      .where('userId', 'in', userIds)
      .execute();
  }

  async updateRoom(changes: Partial<Pick<ChatRoomRow, 'name' | 'ownerId' | 'endedAt'>>): Promise<void> {
    const { name } = changes;
    await this.trx
      .updateTable('chatRoom')
      .set({ ...changes, ...(typeof name === 'string' && { searchName: toSearchName(name) }) })
      .where('id', '=', this.existing.id)
      .execute();
  }

  /** Returns the stored notice if the author has one with this id. */
  addNotice(roomId: string, notice: NewNotice): Promise<ChatMessageRow> {
    return addNotice(this.trx, roomId, notice);
  }
}

export const newRoomRow = ({ info, now, name, ownerId }: NewRoom): ChatRoomRow => ({
  id: info.id,
  mode: info.mode,
  kind: info.kind,
  name: name ?? null,
  searchName: name === undefined ? null : toSearchName(name),
  areaId: info.place.areaId ?? null,
  mediaBoardId: info.place.mediaBoardId ?? null,
  contentPieceId: info.place.contentPieceId ?? null,
  wallId: info.place.wallId ?? null,
  ownerId: ownerId ?? null,
  lastSeq: 0,
  messageCount: 0,
  messageCountChanges: 0,
  createdAt: now,
  lastAt: now,
  endedAt: null,
});

export const newMemberRow = (given: {
  readonly roomId: string;
  readonly userId: string;
  readonly now: number;
  readonly member: number;
  readonly fromSeq?: number;
  /** The sequence number of the room. */
  readonly joinSeq?: number;
}): ChatMemberRow => ({
  roomId: given.roomId,
  userId: given.userId,
  member: given.member,
  removed: 0,
  fromSeq: given.fromSeq ?? 0,
  readSeq: given.joinSeq ?? 0,
  sharedReadSeq: given.joinSeq ?? 0,
  notificationsOff: 0,
  joinedAt: given.now,
  joinSeq: given.joinSeq ?? 0,
});

/**
 * The row of a new member of a group. New members of a private group can read messages posted after they joined
 * (CHAT-10). The notice that a user was added by another is unread to that user.
 */
export const newGroupMemberRow = (
  info: RoomInfo,
  userId: string,
  { roomId, seq, at, authorId }: ChatMessageRow,
): ChatMemberRow => ({
  ...newMemberRow({
    roomId,
    userId,
    now: at,
    member: 1,
    fromSeq: info.kind === 'privateGroup' ? seq : 0,
    joinSeq: seq,
  }),
  readSeq: userId === authorId ? seq : seq - 1,
  sharedReadSeq: seq,
});
