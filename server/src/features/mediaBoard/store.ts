/**
 * Stores likes. The unit that adds or deletes a like also changes the count of its content piece.
 *
 * On PostgreSQL concurrent units see what others commit meanwhile. Of two that add the same like, the second waits at the
 * unique key and adds nothing; of two that delete it, the second waits for the row and finds none. So only one marks the
 * row (`counted` 0 or -1), and the next statement changes the count if it sees the mark. All units lock the like before
 * the count, so they never wait for each other in a circle.
 */
import type { LikeCount, LikeCounts, OperatingMode } from '@foyer/contract';
import { sql, type QueryResult, type RawBuilder } from 'kysely';
import { prepareQuery } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';
import type { ContentPiece } from './shownBoards.ts';
import type { MediaBoardCountRow, MediaBoardLikeRow, MediaBoardTables } from './tables.ts';

export type StoredLike = Omit<MediaBoardLikeRow, 'counted'>;

/** What identifies a like beside its uuid: an author likes a piece or a comment once. */
export type LikeKey = Pick<
  MediaBoardLikeRow,
  'mode' | 'mediaBoardId' | 'contentPieceId' | 'commentId' | 'authorId'
>;

/** The count of a content piece after a unit. */
export interface CountAfter {
  readonly count: LikeCount;
  /** Whether the unit has changed it. */
  readonly isChanged: boolean;
}

const neverLiked: LikeCount = { likes: 0, changes: 0 };

export class MediaBoardStore {
  private readonly storage: Storage<MediaBoardTables>;
  private readonly queries: ReturnType<typeof likeQueries>;

  constructor(storage: Storage<MediaBoardTables>) {
    this.storage = storage;
    this.queries = likeQueries(storage);
  }

  /**
   * Adds a like, unless its author has liked the piece or comment before. `existing`: the like that has this uuid, if
   * nothing was added and there is one.
   */
  async add(like: StoredLike): Promise<CountAfter & { readonly existing: StoredLike | undefined }> {
    const { queries } = this;
    const { mode, uuid } = like;
    const results = await this.storage.atomic([
      queries.insert({ ...like }),
      queries.raise({ mode, uuid }),
      queries.markCounted({ mode, uuid }),
    ]);
    const isAdded = hasChanged(results[0]);
    return {
      ...(await this.countAfter(results, like)),
      existing: isAdded ? undefined : await this.find(mode, uuid),
    };
  }

  /** Deletes the like of an author, whatever its uuid. */
  async delete(key: LikeKey): Promise<CountAfter> {
    const { queries } = this;
    const { mode, mediaBoardId, contentPieceId, commentId, authorId } = key;
    const values = { mode, mediaBoardId, contentPieceId, commentId, authorId };
    const results = await this.storage.atomic([
      queries.markDeleted(values),
      queries.lower(values),
      queries.delete(values),
    ]);
    return this.countAfter(results, key);
  }

  /** The counts of the pieces of a board that were liked at least once. */
  async countsOf(mode: OperatingMode, mediaBoardId: string): Promise<LikeCounts> {
    const { rows } = await this.storage.read.executeQuery(this.queries.countsOfBoard({ mode, mediaBoardId }));
    return Object.fromEntries(
      rows.map(({ contentPieceId, likes, changes }) => [contentPieceId, { likes, changes }]),
    );
  }

  /**
   * The next likes of an author in the order of their uuids.
   * @param after the uuid of the last like before them
   */
  listByAuthor(
    authorId: string,
    mode: OperatingMode,
    { after = '', limit }: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<StoredLike[]> {
    return this.storage.read
      .selectFrom('mediaBoardLike')
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
      .selectFrom('mediaBoardLike')
      .select(likeColumns)
      .where('authorId', '=', authorId)
      .orderBy('mode')
      .orderBy('uuid')
      .execute();
  }

  /** The ids of the content pieces of a board that an author likes. */
  async piecesLikedBy(authorId: string, mode: OperatingMode, mediaBoardId: string): Promise<string[]> {
    const query = this.queries.piecesOfAuthor({ authorId, mode, mediaBoardId });
    const { rows } = await this.storage.read.executeQuery(query);
    return rows.map(({ contentPieceId }) => contentPieceId);
  }

  /**
   * The next authors who like a content piece, in the order of their ids.
   * @param after the id of the last author before them
   */
  async likersOf(
    { mode, mediaBoardId, contentPieceId }: ContentPiece,
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<string[]> {
    const piece = { mode, mediaBoardId, contentPieceId };
    const query = this.queries.authorsOfPiece({ ...piece, after, limit });
    const { rows } = await this.storage.longRead.executeQuery(query);
    return rows.map(({ authorId }) => authorId);
  }

  /** After a unit whose second statement returns the count if it changes it. */
  private async countAfter(
    [, changed]: readonly QueryResult<unknown>[],
    { mode, mediaBoardId, contentPieceId }: ContentPiece,
  ): Promise<CountAfter> {
    const [changedCount] = (changed?.rows ?? []) as LikeCount[];
    if (changedCount !== undefined) return { count: changedCount, isChanged: true };
    const piece = { mode, mediaBoardId, contentPieceId };
    const { rows } = await this.storage.read.executeQuery(this.queries.count(piece));
    return { count: rows[0] ?? neverLiked, isChanged: false };
  }

  private find(mode: OperatingMode, uuid: string): Promise<StoredLike | undefined> {
    return this.storage.read
      .selectFrom('mediaBoardLike')
      .select(likeColumns)
      .where('mode', '=', mode)
      .where('uuid', '=', uuid)
      .executeTakeFirst();
  }
}

const likeColumns = [
  'mode',
  'uuid',
  'mediaBoardId',
  'contentPieceId',
  'commentId',
  'authorId',
  'createdAt',
] as const satisfies readonly (keyof StoredLike)[];

const hasChanged = (result: QueryResult<unknown> | undefined): boolean =>
  (result?.numAffectedRows ?? 0n) > 0n;

type PieceValues = Readonly<Record<'mode' | 'mediaBoardId' | 'contentPieceId', string>>;
type KeyValues = PieceValues & Readonly<Record<'commentId' | 'authorId', string>>;
type LikeValues = Readonly<Record<keyof StoredLike, string | number>>;
type PieceCount = Pick<MediaBoardCountRow, 'contentPieceId' | 'likes' | 'changes'>;
type UuidValues = Readonly<Record<'mode' | 'uuid', string>>;

/** Prepared queries, because each like executes them. */
function likeQueries({ db }: Storage<MediaBoardTables>) {
  type Param<Name extends string> = (name: Name) => RawBuilder<string>;
  const isPiece = (param: Param<keyof PieceValues>) =>
    sql`"mode" = ${param('mode')} and "mediaBoardId" = ${param('mediaBoardId')}
      and "contentPieceId" = ${param('contentPieceId')}`;
  const isLike = (param: Param<keyof KeyValues>) =>
    sql`${isPiece(param)} and "commentId" = ${param('commentId')} and "authorId" = ${param('authorId')}`;
  return {
    insert: prepareQuery<LikeValues>((param) =>
      sql`insert into "mediaBoardLike" (${sql.join(likeColumns.map((name) => sql.id(name)))}, "counted")
        values (${sql.join(likeColumns.map((name) => param(name)))}, 0)
        on conflict do nothing`.compile(db),
    ),
    // The likes of comments do not change the count of the piece.
    raise: prepareQuery<UuidValues>((param) =>
      sql`insert into "mediaBoardCount" ("mode", "mediaBoardId", "contentPieceId", "likes", "changes")
        select "mode", "mediaBoardId", "contentPieceId", 1, 1 from "mediaBoardLike"
        where "mode" = ${param('mode')} and "uuid" = ${param('uuid')} and "counted" = 0 and "commentId" = ''
        on conflict ("mode", "mediaBoardId", "contentPieceId") do update set
          "likes" = "mediaBoardCount"."likes" + 1, "changes" = "mediaBoardCount"."changes" + 1
        returning "likes", "changes"`.compile(db),
    ),
    markCounted: prepareQuery<UuidValues>((param) =>
      sql`update "mediaBoardLike" set "counted" = 1
        where "mode" = ${param('mode')} and "uuid" = ${param('uuid')} and "counted" = 0`.compile(db),
    ),
    markDeleted: prepareQuery<KeyValues>((param) =>
      sql`update "mediaBoardLike" set "counted" = -1 where ${isLike(param)} and "counted" = 1`.compile(db),
    ),
    lower: prepareQuery<KeyValues>((param) =>
      sql`update "mediaBoardCount" set "likes" = "likes" - 1, "changes" = "changes" + 1
        where ${isPiece(param)} and exists (select 1 from "mediaBoardLike"
          where ${isLike(param)} and "counted" = -1 and "commentId" = '')
        returning "likes", "changes"`.compile(db),
    ),
    delete: prepareQuery<KeyValues>((param) =>
      sql`delete from "mediaBoardLike" where ${isLike(param)} and "counted" = -1`.compile(db),
    ),
    count: prepareQuery<PieceValues, LikeCount>((param) =>
      sql<LikeCount>`select "likes", "changes" from "mediaBoardCount" where ${isPiece(param)}`.compile(db),
    ),
    // The order makes SQLite use the index of authors: it would read all likes of the board from that of the pieces.
    piecesOfAuthor: prepareQuery<
      Readonly<Record<'authorId' | 'mode' | 'mediaBoardId', string>>,
      Pick<MediaBoardLikeRow, 'contentPieceId'>
    >((param) =>
      sql<Pick<MediaBoardLikeRow, 'contentPieceId'>>`select "contentPieceId" from "mediaBoardLike"
        where "authorId" = ${param('authorId')} and "mode" = ${param('mode')}
          and "mediaBoardId" = ${param('mediaBoardId')} and "commentId" = ''
        order by "uuid"`.compile(db),
    ),
    authorsOfPiece: prepareQuery<
      PieceValues & { readonly after: string; readonly limit: number },
      Pick<MediaBoardLikeRow, 'authorId'>
    >((param) =>
      sql<Pick<MediaBoardLikeRow, 'authorId'>>`select "authorId" from "mediaBoardLike"
        where ${isPiece(param)} and "commentId" = '' and "authorId" > ${param('after')}
        order by "authorId" limit ${param('limit')}`.compile(db),
    ),
    countsOfBoard: prepareQuery<Pick<PieceValues, 'mode' | 'mediaBoardId'>, PieceCount>((param) =>
      sql<PieceCount>`select "contentPieceId", "likes", "changes" from "mediaBoardCount"
        where "mode" = ${param('mode')} and "mediaBoardId" = ${param('mediaBoardId')}`.compile(db),
    ),
  };
}
