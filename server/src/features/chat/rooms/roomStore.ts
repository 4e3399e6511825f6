/** Rooms and who is in them, in the storage. */
import { operatingModes, chatRoomKinds, type OperatingMode } from '@foyer/contract';
import { chatUnreadMax } from '@foyer/contract/limits';
import { sql } from 'kysely';
import { BoundedMap } from '#platform/boundedMap';
import { UniqueViolation } from '#platform/storage/faults';
import type { Storage } from '#platform/storage/storage';
import type { Reading } from '../messages/historyStore.ts';
import type { ChatMemberRow, ChatRoomRow, ChatTables } from '../tables.ts';
import { LockedRoom, memberRow, type NewRoom, roomRow } from './lockedRoom.ts';
import type { RoomFacts } from './room.ts';

export type Membership = Pick<ChatMemberRow, 'member' | 'removed' | 'fromSeq' | 'readSeq'>;

/** What there is of a room at a moment, and what it is to one person. */
export interface RoomState {
  readonly lastSeq: number;
  readonly ended: boolean;
  readonly ownerId: string | null;
  readonly membership: Membership | undefined;
}

const maxCachedRooms = 20_000;

export class ChatRoomStore {
  private readonly storage: Storage<ChatTables>;
  private readonly facts = new BoundedMap<string, RoomFacts>(maxCachedRooms);

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
  }

  /** What a room is, which never changes; undefined where there is none. */
  async find(roomId: string): Promise<RoomFacts | undefined> {
    const known = this.facts.get(roomId);
    if (known !== undefined) return known;
    const row = await this.storage.read
      .selectFrom('chatRoom')
      .selectAll()
      .where('id', '=', roomId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const facts = factsOf(row);
    this.facts.set(roomId, facts);
    return facts;
  }

  /** Makes a room, where there is none yet. */
  async makeStanding(room: NewRoom): Promise<void> {
    if ((await this.find(room.facts.id)) !== undefined) return;
    await this.storage.db
      .insertInto('chatRoom')
      .values(roomRow(room))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  /** Makes the room of two people, and puts both in. */
  async makePrivate(facts: RoomFacts, uids: readonly [string, string], now: number): Promise<void> {
    if ((await this.find(facts.id)) !== undefined) return;
    const { db } = this.storage;
    await this.storage.atomic([
      db
        .insertInto('chatRoom')
        .values(roomRow({ facts, now }))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .compile(),
      ...uids.map((userId) =>
        db
          .insertInto('chatMember')
          .values(memberRow({ roomId: facts.id, userId, now, member: 1 }))
          .onConflict((conflict) => conflict.columns(['roomId', 'userId']).doNothing())
          .compile(),
      ),
    ]);
  }

  /** Remembers somebody who is in a standing room for the first time: what was said before counts as read. */
  async seat(roomId: string, userId: string, now: number): Promise<void> {
    await sql`insert into "chatMember"
        ("roomId", "userId", "member", "removed", "fromSeq", "readSeq", "muted", "joinedAt", "joinSeq")
      select r."id", ${userId}, 0, 0, 0, r."lastSeq", 0, cast(${now} as bigint), r."lastSeq"
      from "chatRoom" r where r."id" = ${roomId}
      on conflict ("roomId", "userId") do nothing`.execute(this.storage.db);
  }

  /** How many reports wait for an answer, as far as anybody counts them. */
  async openReports(mode: OperatingMode): Promise<number> {
    const { open } = await this.storage.read
      .selectFrom((eb) =>
        eb
          .selectFrom('chatReport')
          .select('id')
          .where('mode', '=', mode)
          .where('closedAt', 'is', null)
          .limit(chatUnreadMax)
          .as('waiting'),
      )
      .select((eb) => eb.fn.countAll<number>().as('open'))
      .executeTakeFirstOrThrow();
    return open;
  }

  async state(roomId: string, userId: string): Promise<RoomState | undefined> {
    const row = await this.storage.read
      .selectFrom('chatRoom as r')
      .leftJoin('chatMember as m', (join) => join.onRef('m.roomId', '=', 'r.id').on('m.userId', '=', userId))
      .select(['r.lastSeq', 'r.endedAt', 'r.ownerId', 'm.member', 'm.removed', 'm.fromSeq', 'm.readSeq'])
      .where('r.id', '=', roomId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { lastSeq, endedAt, ownerId, member, removed, fromSeq, readSeq } = row;
    const membership =
      member === null || removed === null || fromSeq === null || readSeq === null
        ? undefined
        : { member, removed, fromSeq, readSeq };
    return { lastSeq, ended: endedAt !== null, ownerId, membership };
  }

  /** The rooms that people are members of, or one of them, and what each reads from. */
  async memberships(mode: OperatingMode, userIds: readonly string[], roomId?: string) {
    if (userIds.length === 0) return [];
    const query = this.storage.read
      .selectFrom('chatMember as m')
      .innerJoin('chatRoom as r', 'r.id', 'm.roomId')
      .select(['m.userId', 'm.roomId', 'm.fromSeq', 'r.kind', 'r.lastSeq'])
      .where('m.userId', 'in', [...userIds])
      .where('m.member', '=', 1)
      .where('r.mode', '=', mode);
    return (roomId === undefined ? query : query.where('m.roomId', '=', roomId)).execute();
  }

  /** The rooms that people were taken out of. */
  async removals(mode: OperatingMode, userIds: readonly string[]): Promise<ReadonlyMap<string, Set<string>>> {
    const rows = await this.storage.read
      .selectFrom('chatMember as m')
      .innerJoin('chatRoom as r', 'r.id', 'm.roomId')
      .select(['m.userId', 'm.roomId'])
      .where('m.userId', 'in', [...userIds])
      .where('m.removed', '=', 1)
      .where('r.mode', '=', mode)
      .execute();
    return new Map(
      userIds.map((userId) => [
        userId,
        new Set(rows.filter((row) => row.userId === userId).map(({ roomId }) => roomId)),
      ]),
    );
  }

  /** Those who are in a room, in the order of their joining. */
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

  /** How far a room has come, for whoever tells it on. */
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

  /** @returns whether it was not read so far before */
  async markRead(roomId: string, userId: string, seq: number): Promise<boolean> {
    const result = await this.storage.db
      .updateTable('chatMember')
      .set({ readSeq: seq })
      .where('roomId', '=', roomId)
      .where('userId', '=', userId)
      .where('readSeq', '<', seq)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  async mute(roomId: string, userId: string, muted: boolean): Promise<void> {
    await this.storage.db
      .updateTable('chatMember')
      .set({ muted: muted ? 1 : 0 })
      .where('roomId', '=', roomId)
      .where('userId', '=', userId)
      .execute();
  }

  async blockedBy(userId: string): Promise<string[]> {
    const rows = await this.storage.read
      .selectFrom('chatBlock')
      .select('blockedId')
      .where('userId', '=', userId)
      .execute();
    return rows.map(({ blockedId }) => blockedId);
  }

  /** Those among these people who have blocked somebody. */
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

  /** As `change`, for a room that is made by it; undefined where it is there, or somebody makes it at this moment. */
  async make<T>(roomId: string, work: (room: LockedRoom) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.change(roomId, async (room) => (room.row === undefined ? work(room) : undefined));
    } catch (fault) {
      if (fault instanceof UniqueViolation) return undefined;
      throw fault;
    }
  }

  /** Changes a room while nobody else does. Returns what `work` returns. */
  change<T>(roomId: string, work: (room: LockedRoom) => Promise<T>): Promise<T> {
    return this.storage.db.transaction().execute(async (trx) => {
      const read = trx.selectFrom('chatRoom').selectAll().where('id', '=', roomId);
      const query = this.storage.engine === 'postgres' ? read.forUpdate() : read;
      return work(new LockedRoom(trx, await query.executeTakeFirst()));
    });
  }
}

const factsOf = ({ id, mode, kind, areaId }: ChatRoomRow): RoomFacts => ({
  id,
  mode: operatingModes.find((known) => known === mode) ?? 'LIVE',
  kind: chatRoomKinds.find((known) => known === kind) ?? 'privateGroup',
  areaId: areaId ?? undefined,
});

export const readingOf = (roomId: string, { lastSeq, membership }: RoomState): Reading => ({
  roomId,
  fromSeq: membership?.fromSeq ?? 0,
  lastSeq,
});
