/** Stores the likes of messages, and how many each message has. */
import type { LikeCounts, OperatingMode } from '@foyer/contract';
import { sql, type CompiledQuery } from 'kysely';
import { LikeUnits, type CountAfter } from '#platform/likes/likeUnits';
import { prepareQuery } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';
import type { ChatLikeRow, ChatTables } from '../tables.ts';

export type StoredLike = Omit<ChatLikeRow, 'counted'>;

/** What identifies a like beside its uuid: an author likes a message once. */
export type LikeKey = Pick<ChatLikeRow, 'roomId' | 'seq' | 'authorId'>;

/** The likes of a message, and whether a user is among their authors. */
export interface MessageLikesRow {
  readonly seq: number;
  readonly likes: number;
  readonly changes: number;
  readonly liked: number;
}

const likeColumns = [
  'mode',
  'uuid',
  'roomId',
  'seq',
  'authorId',
  'createdAt',
] as const satisfies readonly (keyof StoredLike)[];

/** Deletes the likes of messages, and their counts. Execute it in the unit that deletes the messages. */
export const deleteLikes = (
  { db }: Pick<Storage<ChatTables>, 'db'>,
  roomId: string,
  seqs: readonly number[],
): CompiledQuery[] => [
  db
    .deleteFrom('chatLike')
    .where('roomId', '=', roomId)
    .where('seq', 'in', [...seqs])
    .compile(),
  db
    .deleteFrom('chatLikeCount')
    .where('roomId', '=', roomId)
    .where('seq', 'in', [...seqs])
    .compile(),
];

export class ChatLikeStore {
  private readonly storage: Storage<ChatTables>;
  private readonly queries: ReturnType<typeof likeQueries>;
  private readonly units: LikeUnits<keyof StoredLike, keyof LikeKey>;

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
    this.queries = likeQueries(storage);
    this.units = new LikeUnits(storage, {
      likes: 'chatLike',
      counts: 'chatLikeCount',
      columns: likeColumns,
      key: ['roomId', 'seq', 'authorId'],
      countKey: ['roomId', 'seq'],
    });
  }

  /** Adds a like, unless its author likes the message already, another like has its uuid, or the message is deleted. */
  add(like: StoredLike): Promise<CountAfter & { readonly isAdded: boolean }> {
    const { roomId, seq, authorId } = like;
    return this.units.add(like, {
      // On SQLite no other unit runs meanwhile.
      lock: this.storage.engine === 'postgres' ? [this.queries.lockMessage({ roomId, seq })] : [],
      reject: [this.queries.rejectDeleted({ roomId, seq, authorId })],
    });
  }

  /** Deletes the like of an author, whatever its uuid. */
  delete({ roomId, seq, authorId }: LikeKey): Promise<CountAfter> {
    return this.units.delete({ roomId, seq, authorId });
  }

  /** The likes of those of these messages that were ever liked. */
  async of(roomId: string, seqs: readonly number[], userId: string): Promise<readonly MessageLikesRow[]> {
    if (seqs.length === 0) return [];
    const { rows } = await sql<MessageLikesRow>`select counts."seq", counts."likes", counts."changes",
        case when own."authorId" is null then 0 else 1 end as "liked"
      from "chatLikeCount" counts left join "chatLike" own on own."roomId" = counts."roomId"
        and own."seq" = counts."seq" and own."authorId" = ${userId}
      where counts."roomId" = ${roomId} and counts."seq" in (${sql.join(seqs)})`.execute(this.storage.read);
    return rows;
  }

  /** The counts of the newest messages that were ever liked, at most `limit`. */
  async newestCounts(roomId: string, limit: number): Promise<LikeCounts> {
    const rows = await this.storage.read
      .selectFrom('chatLikeCount')
      .select(['seq', 'likes', 'changes'])
      .where('roomId', '=', roomId)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
    return Object.fromEntries(rows.map(({ seq, likes, changes }) => [seq, { likes, changes }]));
  }

  find(mode: OperatingMode, uuid: string): Promise<StoredLike | undefined> {
    return this.storage.read
      .selectFrom('chatLike')
      .select(likeColumns)
      .where('mode', '=', mode)
      .where('uuid', '=', uuid)
      .executeTakeFirst();
  }

  /**
   * The next likes of an author in the order of their uuids.
   * @param after the uuid of the last like before them
   */
  listByAuthor(
    authorId: string,
    mode: OperatingMode,
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<StoredLike[]> {
    return this.storage.read
      .selectFrom('chatLike')
      .select(likeColumns)
      .where('authorId', '=', authorId)
      .where('mode', '=', mode)
      .where('uuid', '>', after)
      .orderBy('uuid')
      .limit(limit)
      .execute();
  }

  /** In both modes. */
  allByAuthor(authorId: string): Promise<StoredLike[]> {
    return this.storage.longRead
      .selectFrom('chatLike')
      .select(likeColumns)
      .where('authorId', '=', authorId)
      .orderBy('mode')
      .orderBy('uuid')
      .execute();
  }
}

/** Prepared queries, because each like executes them. */
function likeQueries({ db }: Storage<ChatTables>) {
  return {
    /** A deletion of the message waits for the like, and the like for the deletion. */
    lockMessage: prepareQuery<{ roomId: string; seq: number }>((param) =>
      sql`select 1 from "chatMessage" where "roomId" = ${param('roomId')} and "seq" = ${param('seq')}
        for share`.compile(db),
    ),
    rejectDeleted: prepareQuery<{ roomId: string; seq: number; authorId: string }>((param) =>
      sql`delete from "chatLike" where "roomId" = ${param('roomId')} and "seq" = ${param('seq')}
        and "authorId" = ${param('authorId')} and "counted" = 0 and not exists (select 1
          from "chatMessage" message where message."roomId" = "chatLike"."roomId"
            and message."seq" = "chatLike"."seq" and message."deletedBy" is null
            and message."notice" is null)`.compile(db),
    ),
  };
}
