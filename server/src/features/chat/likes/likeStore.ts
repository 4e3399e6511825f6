/** Stores the likes of messages, and how many each message has. */
import type { LikeCounts } from '@foyer/contract';
import { sql, type CompiledQuery } from 'kysely';
import { LikeStore, type CountAfter } from '#platform/likes/likeStore';
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

export class ChatLikeStore extends LikeStore<ChatTables, StoredLike, keyof LikeKey> {
  private readonly guards: ReturnType<typeof guardQueries>;

  constructor(storage: Storage<ChatTables>) {
    super(storage, {
      likes: 'chatLike',
      counts: 'chatLikeCount',
      columns: likeColumns,
      key: ['roomId', 'seq', 'authorId'],
      countKey: ['roomId', 'seq'],
    });
    this.guards = guardQueries(storage);
  }

  /**
   * Adds a like, unless its author likes the message already, or the message is deleted.
   * @throws ApiError `conflict` if another like has the uuid
   */
  override add(like: StoredLike): Promise<CountAfter> {
    const { roomId, seq, authorId } = like;
    return super.add(like, {
      // On SQLite no other unit runs meanwhile.
      lock: this.storage.engine === 'postgres' ? [this.guards.lockMessage({ roomId, seq })] : [],
      reject: [this.guards.rejectDeleted({ roomId, seq, authorId })],
    });
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
}

/** Prepared queries, because each like executes them. */
function guardQueries({ db }: Storage<ChatTables>) {
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
