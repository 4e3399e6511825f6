/** Reads rooms as users see them, many at once. */
import { chatUnreadMax } from '@foyer/contract/limits';
import { sql } from 'kysely';
import type { Storage } from '#platform/storage/storage';
import { blockedBetween } from '../messages/mayPost.ts';
import type { ChatMessageRow, ChatTables } from '../tables.ts';

/** A room, with the row of one user in it. */
export interface ViewRow {
  readonly id: string;
  readonly kind: string;
  readonly name: string | null;
  readonly areaId: string | null;
  readonly ownerId: string | null;
  readonly lastSeq: number;
  readonly lastAt: number;
  readonly userId: string;
  readonly member: number;
  readonly removed: number;
  readonly readSeq: number;
  readonly notificationsOff: number;
  /** The smallest read position of the other members that others may know; null if there are none, and in built-in rooms. */
  readonly othersReadSeq: number | null;
  readonly memberCount: number | null;
  /** The other member of a private room. */
  readonly otherId: string | null;
  readonly blocked: number;
  readonly unreadCount: number;
  readonly mentionCount: number;
  /** The newest message. It can be a notice or a deleted message. */
  readonly newestSeq: number | null;
}

export interface ViewQuery {
  readonly mode: string;
  readonly userIds: readonly string[];
  /** Undefined: all rooms that the users are members of. */
  readonly roomIds?: readonly string[];
}

/** Later rooms of a user are not listed. */
const maxRooms = 500;

/** The number of messages after `readSeq` that are examined to count the unread ones. It bounds the cost of a query. */
const maxExaminedMessages = 1_000;

/**
 * Whether a message, with the alias `unread`, counts as unread for the user of the row `member`. The same rule as
 * `isUnreadFor` of the contract. Quotes within names are escaped in JSON, so no name of a room matches the patterns.
 */
const isUnread = sql`unread."authorId" <> member."userId" and unread."deletedBy" is null
  and (unread."notice" is null or unread."notice" like '%"kind":"callMissed"%'
    or ((unread."notice" like '%"kind":"membersAdded"%' or unread."notice" like '%"kind":"created"%')
      and unread."notice" like '%"uids":[%"' || member."userId" || '"%'))
  and not exists (select 1 from "chatBlock" block
    where block."userId" = member."userId" and block."blockedId" = unread."authorId")`;

/** The unread messages of the user of the row `member`, at most `chatUnreadMax`, with the alias `counted`. */
const unreadOf = sql`(select unread."mentions" from
  (select later."mentions", later."authorId", later."deletedBy", later."notice" from "chatMessage" later
    where later."roomId" = room."id" and later."seq" > member."readSeq" and later."seq" >= member."fromSeq"
    order by later."seq" limit ${sql.lit(maxExaminedMessages)}) unread
  where ${isUnread}
  limit ${sql.lit(chatUnreadMax)}) counted`;

const newestOf = sql`(select max(newest."seq") from "chatMessage" newest
  where newest."roomId" = room."id" and newest."seq" >= member."fromSeq")`;

export class ChatRoomViewStore {
  private readonly storage: Storage<ChatTables>;

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
  }

  /** The rooms with the newest messages first. */
  async views({ mode, userIds, roomIds }: ViewQuery): Promise<ViewRow[]> {
    if (userIds.length === 0 || roomIds?.length === 0) return [];
    const condition =
      roomIds === undefined
        ? sql`member."member" = 1 and (room."kind" <> 'private' or room."lastSeq" > 0)`
        : sql`room."id" in (${sql.join(roomIds)})`;
    const { rows } =
      await sql<ViewRow>`select room."id", room."kind", room."name", room."areaId", room."ownerId", room."lastSeq",
        room."lastAt", member."userId", member."member", member."removed", member."readSeq",
        member."notificationsOff",
        (select min(other."sharedReadSeq") from "chatMember" other where other."roomId" = room."id"
          and other."member" = 1 and other."userId" <> member."userId") as "othersReadSeq",
        case when room."kind" in ('group', 'privateGroup') then
          (select count(*) from "chatMember" peer
            where peer."roomId" = room."id" and peer."member" = 1) end as "memberCount",
        case when room."kind" = 'private' then
          (select other."userId" from "chatMember" other
            where other."roomId" = room."id" and other."userId" <> member."userId") end as "otherId",
        case when room."kind" = 'private' and ${blockedBetween(sql`room."id"`, sql`member."userId"`)}
          then 1 else 0 end as "blocked",
        case when member."readSeq" < room."lastSeq" then (select count(*) from ${unreadOf}) else 0 end as "unreadCount",
        case when member."readSeq" < room."lastSeq" then (select count(*) from ${unreadOf}
          where counted."mentions" like '%"' || member."userId" || '"%') else 0 end as "mentionCount",
        ${newestOf} as "newestSeq"
      from "chatMember" member join "chatRoom" room on room."id" = member."roomId"
      where member."userId" in (${sql.join([...userIds])}) and room."mode" = ${mode}
        and room."endedAt" is null and ${condition}
      order by room."lastAt" desc, room."id" limit ${sql.lit(maxRooms)}`.execute(this.storage.read);
    return rows;
  }

  /** Returns messages by the key `roomId seq`. */
  async messages(
    positions: readonly { readonly roomId: string; readonly seq: number }[],
  ): Promise<ReadonlyMap<string, ChatMessageRow>> {
    if (positions.length === 0) return new Map();
    const rows = await this.storage.read
      .selectFrom('chatMessage')
      .selectAll()
      .where((eb) =>
        eb.or(positions.map(({ roomId, seq }) => eb.and([eb('roomId', '=', roomId), eb('seq', '=', seq)]))),
      )
      .execute();
    return new Map(rows.map((row) => [`${row.roomId} ${row.seq}`, row]));
  }

  /** Returns when the mutes of these users end; null if indefinite. Users who are not muted are missing. */
  async mutes(
    mode: string,
    userIds: readonly string[],
    now: number,
  ): Promise<ReadonlyMap<string, number | null>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.storage.read
      .selectFrom('chatMute')
      .select(['userId', 'until'])
      .where('mode', '=', mode)
      .where('userId', 'in', [...userIds])
      .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
      .execute();
    return new Map(rows.map(({ userId, until }) => [userId, until]));
  }

  /** Returns the listed groups, without those that the user was removed from. */
  groups(mode: string, userId: string): Promise<{ id: string; name: string | null }[]> {
    return this.storage.read
      .selectFrom('chatRoom as room')
      .select(['room.id', 'room.name'])
      .where('room.mode', '=', mode)
      .where('room.kind', '=', 'group')
      .where('room.endedAt', 'is', null)
      .where(
        sql<boolean>`not exists (select 1 from "chatMember" member
          where member."roomId" = room."id" and member."userId" = ${userId} and member."removed" = 1)`,
      )
      .execute();
  }

  /** Returns the number of members of each room, and whether the user is one of them. */
  async counts(roomIds: readonly string[], userId: string) {
    if (roomIds.length === 0) return new Map<string, { memberCount: number; member: boolean }>();
    const rows = await this.storage.read
      .selectFrom('chatMember')
      .select(({ fn }) => [
        'roomId',
        fn.countAll<number>().as('memberCount'),
        fn.sum<number>(sql`case when "userId" = ${userId} then 1 else 0 end`).as('own'),
      ])
      .where('roomId', 'in', [...roomIds])
      .where('member', '=', 1)
      .groupBy('roomId')
      .execute();
    return new Map(rows.map(({ roomId, memberCount, own }) => [roomId, { memberCount, member: own > 0 }]));
  }
}
