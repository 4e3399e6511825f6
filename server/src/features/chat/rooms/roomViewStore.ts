/** Reads rooms as users see them, many at once. */
import { chatUnreadMax } from '@foyer/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '#platform/storage/engine';
import { inElements, jsonElements } from '#platform/storage/jsonElements';
import { prepareQuery } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';
import { blockedBetween } from '../messages/mayPost.ts';
import { toSearchName, type ChatMessageRow, type ChatTables } from '../tables.ts';

/** A room with the row of one user in it, and the newest message, which can be a notice or a deleted message. */
export interface ViewRow extends NewestMessage {
  readonly id: string;
  readonly kind: string;
  readonly name: string | null;
  readonly areaId: string | null;
  readonly mediaBoardId: string | null;
  readonly contentPieceId: string | null;
  readonly wallId: string | null;
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
  readonly muted: number;
  /** When the mute ends; null if it is indefinite, or the user is not muted. */
  readonly mutedUntil: number | null;
  readonly unreadCount: number;
  readonly mentionCount: number;
}

/** The columns are null in a room without messages. */
type NewestMessage = {
  readonly [Column in keyof Omit<ChatMessageRow, 'roomId'>]: ChatMessageRow[Column] | null;
};

/** Later rooms of a user are not listed. */
const maxRooms = 500;

/** Unread messages are counted among this many newest changes of a room only. It bounds the cost of a query. */
const maxExaminedChanges = 1_000;

/** Whether the user of the row `member` has blocked the author of a message. */
const isBlocked = (authorId: RawBuilder<unknown>) => sql`exists (select 1 from "chatBlock" block
  where block."userId" = member."userId" and block."blockedId" = ${authorId})`;

/** The messages that are unread for the user of the row `member`. The same rule as `isUnreadFor` of the contract. */
const unreadOf = sql`(select 1 from "chatMessage" unread
  where unread."roomId" = room."id" and unread."seq" > member."readSeq" and unread."seq" >= member."fromSeq"
    and unread."seq" > room."lastSeq" - ${sql.lit(maxExaminedChanges)}
    and unread."authorId" <> member."userId" and unread."deletedBy" is null
    and (unread."notice" is null or exists (select 1 from "chatMention" mention
      where mention."userId" = member."userId" and mention."roomId" = room."id" and mention."seq" = unread."seq"))
    and not ${isBlocked(sql`unread."authorId"`)}
  limit ${sql.lit(chatUnreadMax)}) counted`;

/** The unread messages that mention the user of the row `member`. */
const unreadMentionsOf = sql`(select 1 from "chatMention" mention join "chatMessage" message
    on message."roomId" = mention."roomId" and message."seq" = mention."seq"
  where mention."userId" = member."userId" and mention."roomId" = room."id"
    and mention."seq" > member."readSeq" and mention."seq" >= member."fromSeq"
    and message."notice" is null and message."authorId" <> member."userId"
    and not ${isBlocked(sql`message."authorId"`)}
  limit ${sql.lit(chatUnreadMax)}) mentioned`;

/** What a row has of the other members of its room. */
interface PeerColumns {
  readonly memberCount: RawBuilder<unknown>;
  /** The lowest `sharedReadSeq` of the other members. */
  readonly othersReadSeq: RawBuilder<unknown>;
  /** Joined to the rows of `member` and `room`. */
  readonly join: RawBuilder<unknown>;
}

/** For a user in each of their rooms. */
const peersOfOneUser: PeerColumns = {
  memberCount: sql`(select count(*) from "chatMember" peer
    where peer."roomId" = room."id" and peer."member" = 1)`,
  othersReadSeq: sql`(select min(other."sharedReadSeq") from "chatMember" other
    where other."roomId" = room."id" and other."member" = 1 and other."userId" <> member."userId")`,
  join: sql``,
};

/** For many users in the same rooms: reads the members of a room once, not once for each of them. */
const peersInRooms = (amongRooms: RawBuilder<unknown>): PeerColumns => ({
  memberCount: sql`peers."memberCount"`,
  othersReadSeq: sql`peers."othersReadSeq"`,
  join: sql`left join (select peer."roomId", peer."userId",
      count(*) over (partition by peer."roomId") as "memberCount",
      case when row_number() over "byRead" = 1 then lead(peer."sharedReadSeq") over "byRead"
        else first_value(peer."sharedReadSeq") over "byRead" end as "othersReadSeq"
    from "chatMember" peer where peer."member" = 1 and peer."roomId" ${amongRooms}
    window "byRead" as (partition by peer."roomId" order by peer."sharedReadSeq", peer."userId")) peers
    on peers."roomId" = member."roomId" and peers."userId" = member."userId"`,
});

/**
 * The rows of users in unlisted rooms, which are stored only for those who were removed. Nothing is unread.
 * @param userIds and `roomIds` as JSON arrays
 */
const visitors = (engine: Engine, userIds: RawBuilder<string>, roomIds: RawBuilder<string>) =>
  sql`(select element."value" as "userId", unlisted."id" as "roomId", 0 as "member",
      coalesce(stored."removed", 0) as "removed", 0 as "fromSeq", unlisted."lastSeq" as "readSeq",
      0 as "notificationsOff"
    from "chatRoom" unlisted cross join ${jsonElements(engine, userIds)}
    left join "chatMember" stored on stored."roomId" = unlisted."id" and stored."userId" = element."value"
    where unlisted."id" ${inElements(engine, roomIds)})`;

/**
 * @param condition of the rows of `member` and `room`
 * @param members the rows of `member`
 */
const selectViews = (
  now: RawBuilder<number>,
  peers: PeerColumns,
  condition: RawBuilder<unknown>,
  members: RawBuilder<unknown> = sql`"chatMember"`,
) =>
  sql<ViewRow>`select room."id", room."kind", room."name", room."areaId", room."mediaBoardId",
    room."contentPieceId", room."wallId", room."ownerId", room."lastSeq", room."lastAt", member."userId", member."member", member."removed", member."readSeq",
    member."notificationsOff",
    case when room."kind" in ('private', 'group', 'privateGroup') then ${peers.othersReadSeq} end as "othersReadSeq",
    case when room."kind" in ('group', 'privateGroup') then ${peers.memberCount} end as "memberCount",
    case when room."kind" = 'private' then
      (select other."userId" from "chatMember" other
        where other."roomId" = room."id" and other."userId" <> member."userId") end as "otherId",
    case when room."kind" = 'private' and ${blockedBetween(sql`room."id"`, sql`member."userId"`)}
      then 1 else 0 end as "blocked",
    case when mute."userId" is null then 0 else 1 end as "muted", mute."until" as "mutedUntil",
    case when member."readSeq" < room."lastSeq" then (select count(*) from ${unreadOf}) else 0 end as "unreadCount",
    case when member."readSeq" < room."lastSeq"
      then (select count(*) from ${unreadMentionsOf}) else 0 end as "mentionCount",
    newest."seq", newest."updatedSeq", newest."clientId", newest."authorId", newest."at", newest."text",
    newest."replyTo", newest."mentions", newest."upload", newest."notice", newest."editedAt", newest."deletedBy"
  from ${members} member join "chatRoom" room on room."id" = member."roomId" ${peers.join}
  left join "chatMute" mute on mute."mode" = room."mode" and mute."userId" = member."userId"
    and (mute."until" is null or mute."until" > cast(${now} as bigint))
  left join "chatMessage" newest on newest."roomId" = room."id" and newest."seq" =
    (select max(message."seq") from "chatMessage" message
      where message."roomId" = room."id" and message."seq" >= member."fromSeq")
  where room."endedAt" is null and ${condition}`;

/** Prepared queries, because everyone who connects executes them. */
function viewQueries({ read, engine }: Storage<ChatTables>) {
  const among = (texts: RawBuilder<string>) => inElements(engine, texts);
  const ofRooms = (peersOf: (amongRooms: RawBuilder<unknown>) => PeerColumns) =>
    prepareQuery<{ mode: string; userIds: string; roomIds: string; now: number }, ViewRow>((param) =>
      selectViews(
        param('now'),
        peersOf(among(param('roomIds'))),
        sql`member."userId" ${among(param('userIds'))} and room."mode" = ${param('mode')}
          and room."id" ${among(param('roomIds'))}`,
      ).compile(read),
    );
  return {
    ofUser: prepareQuery<{ mode: string; userId: string; builtIn: string; now: number }, ViewRow>((param) =>
      sql<ViewRow>`${selectViews(
        param('now'),
        peersOfOneUser,
        sql`member."userId" = ${param('userId')} and room."mode" = ${param('mode')}
          and (member."member" = 1 and (room."kind" <> 'private' or room."lastSeq" > 0)
            or room."id" ${among(param('builtIn'))})`,
      )} order by member."member", room."lastAt" desc, room."id" limit ${sql.lit(maxRooms)}`.compile(read),
    ),
    ofOneUserInRooms: ofRooms(() => peersOfOneUser),
    ofUsersInRooms: ofRooms(peersInRooms),
    ofUnlistedRooms: prepareQuery<{ mode: string; userIds: string; roomIds: string; now: number }, ViewRow>(
      (param) =>
        selectViews(
          param('now'),
          peersOfOneUser,
          sql`room."mode" = ${param('mode')}`,
          visitors(engine, param('userIds'), param('roomIds')),
        ).compile(read),
    ),
  };
}

export class ChatRoomViewStore {
  private readonly storage: Storage<ChatTables>;
  private readonly queries: ReturnType<typeof viewQueries>;

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
    this.queries = viewQueries(storage);
  }

  /**
   * Returns these built-in rooms, then the rooms that a user is a member of, at most `maxRooms`. Of both, those with the
   * newest messages come first.
   */
  async ofUser(
    mode: string,
    userId: string,
    builtInRoomIds: readonly string[],
    now: number,
  ): Promise<readonly ViewRow[]> {
    const query = this.queries.ofUser({ mode, userId, builtIn: JSON.stringify(builtInRoomIds), now });
    return (await this.storage.read.executeQuery(query)).rows;
  }

  /** Returns these rooms as each of these users sees them. */
  async ofRooms(
    mode: string,
    userIds: readonly string[],
    roomIds: readonly string[],
    now: number,
  ): Promise<readonly ViewRow[]> {
    if (userIds.length === 0 || roomIds.length === 0) return [];
    const [users, rooms] = [JSON.stringify(userIds), JSON.stringify(roomIds)];
    const prepared = userIds.length === 1 ? this.queries.ofOneUserInRooms : this.queries.ofUsersInRooms;
    const query = prepared({ mode, userIds: users, roomIds: rooms, now });
    return (await this.storage.read.executeQuery(query)).rows;
  }

  /** As `ofRooms`, for unlisted rooms. */
  async ofUnlistedRooms(
    mode: string,
    userIds: readonly string[],
    roomIds: readonly string[],
    now: number,
  ): Promise<readonly ViewRow[]> {
    if (userIds.length === 0 || roomIds.length === 0) return [];
    const [users, rooms] = [JSON.stringify(userIds), JSON.stringify(roomIds)];
    const query = this.queries.ofUnlistedRooms({ mode, userIds: users, roomIds: rooms, now });
    return (await this.storage.read.executeQuery(query)).rows;
  }

  /** Returns when the mute of a user ends, null if it is indefinite; undefined if the user is not muted. */
  async mutedUntil(mode: string, userId: string, now: number): Promise<number | null | undefined> {
    const mute = await this.storage.read
      .selectFrom('chatMute')
      .select('until')
      .where('mode', '=', mode)
      .where('userId', '=', userId)
      .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
      .executeTakeFirst();
    return mute?.until;
  }

  /**
   * Returns groups whose name contains a text, in the order of their names, without those that the user was removed
   * from.
   * @param after the id of the last group of the page before
   */
  groups(
    mode: string,
    userId: string,
    { search, after, limit }: { search: string; after: string | undefined; limit: number },
  ): Promise<{ id: string; name: string | null }[]> {
    const pattern = `%${toSearchName(search).replaceAll(/[%_!]/g, '!$&')}%`;
    const query = this.storage.read
      .selectFrom('chatRoom as room')
      .select(['room.id', 'room.name'])
      .where('room.mode', '=', mode)
      .where('room.kind', '=', 'group')
      .where('room.endedAt', 'is', null)
      .where(sql<boolean>`room."searchName" like ${pattern} escape '!'`)
      .where(
        sql<boolean>`not exists (select 1 from "chatMember" member
          where member."roomId" = room."id" and member."userId" = ${userId} and member."removed" = 1)`,
      );
    const page =
      after === undefined
        ? query
        : query.where(sql<boolean>`(room."searchName", room."id") >
            (select last."searchName", last."id" from "chatRoom" last where last."id" = ${after})`);
    return page.orderBy('room.searchName').orderBy('room.id').limit(limit).execute();
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
