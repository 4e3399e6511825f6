/** Rooms as people see them, many at once. */
import { chatUnreadMax } from '@foyer/contract/limits';
import { sql } from 'kysely';
import type { Storage } from '#platform/storage/storage';
import type { ChatMessageRow, ChatTables } from '../tables.ts';

/** A room beside what it is to one person. */
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
  readonly muted: number;
  readonly memberCount: number | null;
  /** The other of a private room. */
  readonly otherId: string | null;
  readonly blocked: number;
  readonly unread: number;
  readonly mentioned: number;
  /** Its newest message, be it a notice or what is left of one that was deleted. */
  readonly shownSeq: number | null;
}

export interface ViewsWanted {
  readonly mode: string;
  readonly userIds: readonly string[];
  /** Undefined: all that they are members of. */
  readonly roomIds?: readonly string[];
}

/** More rooms than anybody looks through. */
const roomsAtMost = 500;

/** So many messages are looked at, however many of them are one's own, deleted or notices. */
const lookedAt = 1_000;

/** As `isUnreadTo` of the contract: quotes within a name are escaped, so that no name reads like a notice. */
const isUnread = sql`w."authorId" <> m."userId" and w."deleted" is null
  and (w."notice" is null or w."notice" like '%"kind":"callMissed"%'
    or ((w."notice" like '%"kind":"invited"%' or w."notice" like '%"kind":"created"%')
      and w."notice" like '%"uids":[%"' || m."userId" || '"%'))
  and not exists (select 1 from "chatBlock" b where b."userId" = m."userId" and b."blockedId" = w."authorId")`;

const unreadOf = sql`(select w."mentions" from
  (select u."mentions", u."authorId", u."deleted", u."notice" from "chatMessage" u
    where u."roomId" = r."id" and u."seq" > m."readSeq" and u."seq" >= m."fromSeq"
    order by u."seq" limit ${sql.lit(lookedAt)}) w
  where ${isUnread}
  limit ${sql.lit(chatUnreadMax)}) x`;

const newestOf = sql`(select max(n."seq") from "chatMessage" n
  where n."roomId" = r."id" and n."seq" >= m."fromSeq")`;

export class ChatViewStore {
  private readonly storage: Storage<ChatTables>;

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
  }

  /** Those that spoke last first. */
  async views({ mode, userIds, roomIds }: ViewsWanted): Promise<ViewRow[]> {
    if (userIds.length === 0 || roomIds?.length === 0) return [];
    const which =
      roomIds === undefined
        ? sql`m."member" = 1 and (r."kind" <> 'private' or r."lastSeq" > 0)`
        : sql`r."id" in (${sql.join(roomIds)})`;
    const { rows } =
      await sql<ViewRow>`select r."id", r."kind", r."name", r."areaId", r."ownerId", r."lastSeq",
        r."lastAt", m."userId", m."member", m."removed", m."readSeq", m."muted",
        case when r."kind" in ('group', 'privateGroup') then
          (select count(*) from "chatMember" c where c."roomId" = r."id" and c."member" = 1) end as "memberCount",
        case when r."kind" = 'private' then
          (select o."userId" from "chatMember" o where o."roomId" = r."id" and o."userId" <> m."userId") end as "otherId",
        case when r."kind" = 'private' and exists (select 1 from "chatMember" o join "chatBlock" b
            on (b."userId" = m."userId" and b."blockedId" = o."userId")
            or (b."userId" = o."userId" and b."blockedId" = m."userId")
          where o."roomId" = r."id" and o."userId" <> m."userId") then 1 else 0 end as "blocked",
        case when m."readSeq" < r."lastSeq" then (select count(*) from ${unreadOf}) else 0 end as "unread",
        case when m."readSeq" < r."lastSeq" then (select count(*) from ${unreadOf}
          where x."mentions" like '%"' || m."userId" || '"%') else 0 end as "mentioned",
        ${newestOf} as "shownSeq"
      from "chatMember" m join "chatRoom" r on r."id" = m."roomId"
      where m."userId" in (${sql.join([...userIds])}) and r."mode" = ${mode} and r."endedAt" is null and ${which}
      order by r."lastAt" desc, r."id" limit ${sql.lit(roomsAtMost)}`.execute(this.storage.read);
    return rows;
  }

  /** Messages by their rooms and numbers. */
  async messages(
    places: readonly { readonly roomId: string; readonly seq: number }[],
  ): Promise<ReadonlyMap<string, ChatMessageRow>> {
    if (places.length === 0) return new Map();
    const rows = await this.storage.read
      .selectFrom('chatMessage')
      .selectAll()
      .where((eb) =>
        eb.or(places.map(({ roomId, seq }) => eb.and([eb('roomId', '=', roomId), eb('seq', '=', seq)]))),
      )
      .execute();
    return new Map(rows.map((row) => [`${row.roomId} ${row.seq}`, row]));
  }

  /** Until when these people may not speak; null for good. Whoever may is not among them. */
  async silences(
    mode: string,
    userIds: readonly string[],
    now: number,
  ): Promise<ReadonlyMap<string, number | null>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.storage.read
      .selectFrom('chatSilence')
      .select(['userId', 'until'])
      .where('mode', '=', mode)
      .where('userId', 'in', [...userIds])
      .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
      .execute();
    return new Map(rows.map(({ userId, until }) => [userId, until]));
  }

  /** Groups that are listed to all, but for those that this person was taken out of. */
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

  /** How many are in each of these rooms, and whether this person is. */
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
