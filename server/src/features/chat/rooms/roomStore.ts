/** Stores rooms, their members and blocks between users. */
import { isBuiltInRoom, type ChatMute, type OperatingMode } from '@foyer/contract';
import { chatUnreadMax } from '@foyer/contract/limits';
import { sql } from 'kysely';
import { BoundedMap } from '#platform/boundedMap';
import { UniqueViolation } from '#platform/storage/errors';
import { prepareQuery } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';
import type { ReadableRange } from '../messages/historyStore.ts';
import type { ChatMemberRow, ChatRoomRow, ChatTables } from '../tables.ts';
import { LockedRoom, newMemberRow, type NewRoom, newRoomRow } from './lockedRoom.ts';
import { toRoomInfo, type RoomInfo } from './room.ts';

/** The part of a `chatMember` row that decides what a user may do in a room. Also of visitors and former members. */
export type MemberRow = Pick<ChatMemberRow, 'member' | 'removed' | 'fromSeq' | 'sharedReadSeq'>;

/** The current state of a room, and a user's row in it. */
export interface RoomState {
  readonly lastSeq: number;
  readonly ended: boolean;
  readonly ownerId: string | null;
  /** Undefined if the user has never been in the room. A row does not make a member: `member` does. */
  readonly memberRow: MemberRow | undefined;
}

/** A member of a room and how far they have read. */
interface MemberRead {
  readonly userId: string;
  readonly sharedReadSeq: number;
}

/** The member of a room who is known to have read the least, and the next one, if there is another member. */
export interface LowestReads {
  readonly lowest: MemberRead;
  readonly next: MemberRead | undefined;
}

const maxCachedRooms = 20_000;

export class ChatRoomStore {
  private readonly storage: Storage<ChatTables>;
  private readonly infos = new BoundedMap<string, RoomInfo>(maxCachedRooms);

  private readonly queries: ReturnType<typeof roomQueries>;

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
    this.queries = roomQueries(storage);
  }

  /** The result is cached, because it never changes. Returns undefined if the room does not exist. */
  async find(roomId: string): Promise<RoomInfo | undefined> {
    const cached = this.infos.get(roomId);
    if (cached !== undefined) return cached;
    const row = await this.storage.read
      .selectFrom('chatRoom')
      .selectAll()
      .where('id', '=', roomId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const info = toRoomInfo(row);
    this.infos.set(roomId, info);
    return info;
  }

  /** Creates a built-in room if it does not exist. */
  async createBuiltIn(room: NewRoom): Promise<void> {
    if ((await this.find(room.info.id)) !== undefined) return;
    await this.storage.db
      .insertInto('chatRoom')
      .values(newRoomRow(room))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  /** Creates the private room of two users, with both as members, if it does not exist. */
  async createPrivate(info: RoomInfo, uids: readonly [string, string], now: number): Promise<void> {
    if ((await this.find(info.id)) !== undefined) return;
    const { db } = this.storage;
    await this.storage.atomic([
      db
        .insertInto('chatRoom')
        .values(newRoomRow({ info, now }))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .compile(),
      ...uids.map((userId) =>
        db
          .insertInto('chatMember')
          .values(newMemberRow({ roomId: info.id, userId, now, member: 1 }))
          .onConflict((conflict) => conflict.columns(['roomId', 'userId']).doNothing())
          .compile(),
      ),
    ]);
  }

  /** Adds the row of a user who opens a built-in room for the first time. Earlier messages count as read. */
  async addVisitor(roomId: string, userId: string, now: number): Promise<void> {
    await sql`insert into "chatMember"
        ("roomId", "userId", "member", "removed", "fromSeq", "readSeq", "notificationsOff", "joinedAt", "joinSeq")
      select room."id", ${userId}, 0, 0, 0, room."lastSeq", 0, cast(${now} as bigint), room."lastSeq"
      from "chatRoom" room where room."id" = ${roomId}
      on conflict ("roomId", "userId") do nothing`.execute(this.storage.db);
  }

  /** Counts the open reports, at most `chatUnreadMax`. */
  async countOpenReports(mode: OperatingMode): Promise<number> {
    const { count } = await this.storage.read
      .selectFrom((eb) =>
        eb
          .selectFrom('chatReport')
          .select('id')
          .where('mode', '=', mode)
          .where('closedAt', 'is', null)
          .limit(chatUnreadMax)
          .as('openReports'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Lists the mutes that are in effect. */
  async mutes(mode: OperatingMode, now: number): Promise<ChatMute[]> {
    const rows = await this.storage.read
      .selectFrom('chatMute')
      .select(['userId', 'until'])
      .where('mode', '=', mode)
      .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
      .orderBy('userId')
      .execute();
    return rows.map(({ userId, until }) => ({ userId, ...(until !== null && { until }) }));
  }

  async state(roomId: string, userId: string): Promise<RoomState | undefined> {
    const query = this.queries.state({ roomId, userId });
    const [row] = (await this.storage.read.executeQuery(query)).rows;
    if (row === undefined) return undefined;
    const { lastSeq, endedAt, ownerId, member, removed, fromSeq, sharedReadSeq } = row;
    const memberRow =
      member === null || removed === null || fromSeq === null || sharedReadSeq === null
        ? undefined
        : { member, removed, fromSeq, sharedReadSeq };
    return { lastSeq, ended: endedAt !== null, ownerId, memberRow };
  }

  /** Returns the memberships of these users, in all rooms or in one. Built-in rooms have no members. */
  async memberships(mode: OperatingMode, userIds: readonly string[], roomId?: string) {
    if (userIds.length === 0) return [];
    const query = this.storage.read
      .selectFrom('chatMember as member')
      .innerJoin('chatRoom as room', 'room.id', 'member.roomId')
      .select(['member.userId', 'member.roomId', 'member.fromSeq', 'room.kind', 'room.lastSeq'])
      .where('member.userId', 'in', [...userIds])
      .where('member.member', '=', 1)
      .where('room.mode', '=', mode);
    return (roomId === undefined ? query : query.where('member.roomId', '=', roomId)).execute();
  }

  /** Returns the memberships of one user in all rooms. */
  async membershipsOf(mode: OperatingMode, userId: string): Promise<readonly MembershipRow[]> {
    const query = this.queries.memberships({ mode, userId });
    return (await this.storage.read.executeQuery(query)).rows;
  }

  /** Returns the rooms that each of these users was removed from. */
  async removedFrom(
    mode: OperatingMode,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, Set<string>>> {
    const rows = await this.storage.read
      .selectFrom('chatMember as member')
      .innerJoin('chatRoom as room', 'room.id', 'member.roomId')
      .select(['member.userId', 'member.roomId'])
      .where('member.userId', 'in', [...userIds])
      .where('member.removed', '=', 1)
      .where('room.mode', '=', mode)
      .execute();
    return new Map(
      userIds.map((userId) => [
        userId,
        new Set(rows.filter((row) => row.userId === userId).map(({ roomId }) => roomId)),
      ]),
    );
  }

  /** Returns the ids of a room's members, in the order in which they joined. */
  async members(roomId: string): Promise<string[]> {
    const rows = await this.storage.read
      .selectFrom('chatMember')
      .select('userId')
      .where('roomId', '=', roomId)
      .where('member', '=', 1)
      .orderBy('joinSeq')
      .orderBy('userId')
      .execute();
    return rows.map(({ userId }) => userId);
  }

  /**
   * Returns those of the users `among` whom messages of a room can mention: its members. In a built-in room, these are
   * all users who were not removed: its visitors alone would reveal where invisible users have been.
   */
  async mentionable(room: RoomInfo, among: readonly string[]): Promise<readonly string[]> {
    if (among.length === 0) return [];
    const query = this.storage.read
      .selectFrom('chatMember')
      .select('userId')
      .where('roomId', '=', room.id)
      .where('userId', 'in', [...among]);
    const isExcluding = isBuiltInRoom(room);
    const rows = await (
      isExcluding ? query.where('removed', '=', 1) : query.where('member', '=', 1)
    ).execute();
    const found = new Set(rows.map(({ userId }) => userId));
    return among.filter((uid) => found.has(uid) !== isExcluding);
  }

  /** Returns the newest sequence number of a room. */
  async lastSeq(roomId: string): Promise<number> {
    const row = await this.storage.read
      .selectFrom('chatRoom')
      .select('lastSeq')
      .where('id', '=', roomId)
      .executeTakeFirst();
    return row?.lastSeq ?? 0;
  }

  async lastSeqs(roomIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (roomIds.length === 0) return new Map();
    const rows = await this.storage.read
      .selectFrom('chatRoom')
      .select(['id', 'lastSeq'])
      .where('id', 'in', [...roomIds])
      .execute();
    return new Map(rows.map(({ id, lastSeq }) => [id, lastSeq]));
  }

  /**
   * Moves the read position of a user to `seq`, and the one that others may know to `sharedSeq`, unless they are later
   * already.
   * @returns whether the read position was moved
   */
  async markRead(roomId: string, userId: string, seq: number, sharedSeq: number): Promise<boolean> {
    const result = await this.storage.db
      .updateTable('chatMember')
      .set({
        readSeq: seq,
        sharedReadSeq: sql<number>`case when "sharedReadSeq" < ${sharedSeq} then cast(${sharedSeq} as bigint)
          else "sharedReadSeq" end`,
      })
      .where('roomId', '=', roomId)
      .where('userId', '=', userId)
      .where('readSeq', '<', seq)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** Returns the lowest read positions that others may know of each room. Rooms without members are missing. */
  async lowestReads(roomIds: readonly string[]): Promise<ReadonlyMap<string, LowestReads>> {
    if (roomIds.length === 0) return new Map();
    const ranked = this.storage.read
      .selectFrom('chatMember')
      .select(['roomId', 'userId', 'sharedReadSeq'])
      .select(
        sql<number>`row_number() over (partition by "roomId" order by "sharedReadSeq", "userId")`.as('rank'),
      )
      .where('roomId', 'in', [...roomIds])
      .where('member', '=', 1);
    const rows = await this.storage.read
      .selectFrom(ranked.as('ranked'))
      .select(['roomId', 'userId', 'sharedReadSeq'])
      .where('rank', '<=', 2)
      .orderBy('roomId')
      .orderBy('rank')
      .execute();
    const reads = new Map<string, LowestReads>();
    for (const { roomId, ...read } of rows) {
      const lowest = reads.get(roomId)?.lowest;
      reads.set(roomId, lowest === undefined ? { lowest: read, next: undefined } : { lowest, next: read });
    }
    return reads;
  }

  async setNotificationsOff(roomId: string, userId: string, isOff: boolean): Promise<void> {
    await this.storage.db
      .updateTable('chatMember')
      .set({ notificationsOff: isOff ? 1 : 0 })
      .where('roomId', '=', roomId)
      .where('userId', '=', userId)
      .execute();
  }

  /** Returns the ids of the users that this user has blocked. */
  async blockedBy(userId: string): Promise<string[]> {
    const { rows } = await this.storage.read.executeQuery(this.queries.blockedBy({ userId }));
    return rows.map(({ blockedId }) => blockedId);
  }

  /** Returns those of the users `among` who have blocked the user `blockedId`. */
  async blockersOf(blockedId: string, among: readonly string[]): Promise<ReadonlySet<string>> {
    if (among.length === 0) return new Set();
    const rows = await this.storage.read
      .selectFrom('chatBlock')
      .select('userId')
      .where('blockedId', '=', blockedId)
      .where('userId', 'in', [...among])
      .execute();
    return new Set(rows.map(({ userId }) => userId));
  }

  /** Runs `work`, which creates a room, in a transaction. Returns undefined if the room exists. */
  async createLocked<T>(roomId: string, work: (room: LockedRoom) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.withLocked(roomId, async (room) => (room.row === undefined ? work(room) : undefined));
    } catch (error) {
      if (error instanceof UniqueViolation) return undefined;
      throw error;
    }
  }

  /** Runs `work` in a transaction that has locked the room. Returns what `work` returns. */
  withLocked<T>(roomId: string, work: (room: LockedRoom) => Promise<T>): Promise<T> {
    return this.storage.db.transaction().execute(async (trx) => {
      const read = trx.selectFrom('chatRoom').selectAll().where('id', '=', roomId);
      const query = this.storage.engine === 'postgres' ? read.forUpdate() : read;
      return work(new LockedRoom(trx, await query.executeTakeFirst()));
    });
  }
}

type StateRow = Pick<ChatRoomRow, 'lastSeq' | 'endedAt' | 'ownerId'> & {
  [Column in keyof MemberRow]: MemberRow[Column] | null;
};
type MembershipRow = Pick<ChatMemberRow, 'roomId' | 'fromSeq'> & Pick<ChatRoomRow, 'lastSeq'>;

/** Prepared queries, because everyone who connects executes them. */
const roomQueries = ({ read }: Storage<ChatTables>) => ({
  state: prepareQuery<{ roomId: string; userId: string }, StateRow>((param) =>
    read
      .selectFrom('chatRoom as room')
      .leftJoin('chatMember as member', (join) =>
        join.onRef('member.roomId', '=', 'room.id').on('member.userId', '=', param('userId')),
      )
      .select(['room.lastSeq', 'room.endedAt', 'room.ownerId'])
      .select(['member.member', 'member.removed', 'member.fromSeq', 'member.sharedReadSeq'])
      .where('room.id', '=', param('roomId'))
      .compile(),
  ),
  memberships: prepareQuery<{ mode: string; userId: string }, MembershipRow>((param) =>
    read
      .selectFrom('chatMember as member')
      .innerJoin('chatRoom as room', 'room.id', 'member.roomId')
      .select(['member.roomId', 'member.fromSeq', 'room.lastSeq'])
      .where('member.userId', '=', param('userId'))
      .where('member.member', '=', 1)
      .where('room.mode', '=', param('mode'))
      .compile(),
  ),
  blockedBy: prepareQuery<{ userId: string }, { blockedId: string }>((param) =>
    read.selectFrom('chatBlock').select('blockedId').where('userId', '=', param('userId')).compile(),
  ),
});

export const readableRange = (roomId: string, { lastSeq, memberRow }: RoomState): ReadableRange => ({
  roomId,
  fromSeq: memberRow?.fromSeq ?? 0,
  lastSeq,
});
