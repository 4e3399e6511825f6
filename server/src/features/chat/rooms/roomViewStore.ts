/** Reads rooms as users see them, many at once. */
import { chatUnreadMax } from '@foyer/contract/limits';
import { sql } from 'kysely';
import type { Storage } from '#platform/storage/storage';
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
 * The same rule as `isUnreadFor` of the contract. Quotes within names are escaped in JSON, so no name of a room matches
 * the patterns.
 */
const isUnread = sql`w."authorId" <> m."userId" and w."deletedBy" is null
  and (w."notice" is null or w."notice" like '%"kind":"callMissed"%'
    or ((w."notice" like '%"kind":"membersAdded"%' or w."notice" like '%"kind":"created"%')
      and w."notice" like '%"uids":[%"' || m."userId" || '"%'))
  and not exists (select 1 from "chatBlock" b where b."userId" = m."userId" and b."blockedId" = w."authorId")`;

const unreadOf = sql`(select w."mentions" from
  (select u."mentions", u."authorId", u."deletedBy", u."notice" from "chatMessage" u
    where u."roomId" = r."id" and u."seq" > m."readSeq" and u."seq" >= m."fromSeq"
    order by u."seq" limit ${sql.lit(maxExaminedMessages)}) w
  where ${isUnread}
  limit ${sql.lit(chatUnreadMax)}) x`;

const newestOf = sql`(select max(n."seq") from "chatMessage" n
  where n."roomId" = r."id" and n."seq" >= m."fromSeq")`;

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
        ? sql`m."member" = 1 and (r."kind" <> 'private' or r."lastSeq" > 0)`
        : sql`r."id" in (${sql.join(roomIds)})`;
    const { rows } =
      await sql<ViewRow>`select r."id", r."kind", r."name", r."areaId", r."ownerId", r."lastSeq",
        r."lastAt", m."userId", m."member", m."removed", m."readSeq", m."notificationsOff",
        case when r."kind" in ('group', 'privateGroup') then
          (select count(*) from "chatMember" c where c."roomId" = r."id" and c."member" = 1) end as "memberCount",
        case when r."kind" = 'private' then
          (select o."userId" from "chatMember" o where o."roomId" = r."id" and o."userId" <> m."userId") end as "otherId",
        case when r."kind" = 'private' and exists (select 1 from "chatMember" o join "chatBlock" b
            on (b."userId" = m."userId" and b."blockedId" = o."userId")
            or (b."userId" = o."userId" and b."blockedId" = m."userId")
          where o."roomId" = r."id" and o."userId" <> m."userId") then 1 else 0 end as "blocked",
        case when m."readSeq" < r."lastSeq" then (select count(*) from ${unreadOf}) else 0 end as "unreadCount",
        case when m."readSeq" < r."lastSeq" then (select count(*) from ${unreadOf}
          where x."mentions" like '%"' || m."userId" || '"%') else 0 end as "mentionCount",
        ${newestOf} as "newestSeq"
      from "chatMember" m join "chatRoom" r on r."id" = m."roomId"
      where m."userId" in (${sql.join([...userIds])}) and r."mode" = ${mode} and r."endedAt" is null and ${condition}
      order by r."lastAt" desc, r."id" limit ${sql.lit(maxRooms)}`.execute(this.storage.read);
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
      .selectFrom('chatRoom as r')
      .select(['r.id', 'r.name'])
      .where('r.mode', '=', mode)
      .where('r.kind', '=', 'group')
      .where('r.endedAt', 'is', null)
      .where(
        sql<boolean>`not exists (select 1 from "chatMember" m
          where m."roomId" = r."id" and m."userId" = ${userId} and m."removed" = 1)`,
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
