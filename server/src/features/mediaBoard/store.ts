/** Stores the likes of content pieces, and how many each piece has. */
import type { LikeCounts, OperatingMode } from '@foyer/contract';
import { sql } from 'kysely';
import { LikeStore, type Page } from '#platform/likes/likeStore';
import { prepareQuery } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';
import type { ContentPiece } from './shownBoards.ts';
import type { MediaBoardCountRow, MediaBoardLikeRow, MediaBoardTables } from './tables.ts';

export type StoredLike = Omit<MediaBoardLikeRow, 'counted'>;

/** What identifies a like beside its uuid: an author likes a piece once. */
export type LikeKey = Pick<MediaBoardLikeRow, 'mode' | 'mediaBoardId' | 'contentPieceId' | 'authorId'>;

export class MediaBoardStore extends LikeStore<MediaBoardTables, StoredLike, keyof LikeKey> {
  private readonly boardQueries: ReturnType<typeof boardQueries>;

  constructor(storage: Storage<MediaBoardTables>) {
    super(storage, {
      likes: 'mediaBoardLike',
      counts: 'mediaBoardCount',
      columns: likeColumns,
      key: ['mode', 'mediaBoardId', 'contentPieceId', 'authorId'],
      countKey: ['mode', 'mediaBoardId', 'contentPieceId'],
    });
    this.boardQueries = boardQueries(storage);
  }

  /** The counts of the pieces of a board that were liked at least once. */
  async countsOf(mode: OperatingMode, mediaBoardId: string): Promise<LikeCounts> {
    const { rows } = await this.storage.read.executeQuery(
      this.boardQueries.countsOfBoard({ mode, mediaBoardId }),
    );
    return Object.fromEntries(
      rows.map(({ contentPieceId, likes, changes }) => [contentPieceId, { likes, changes }]),
    );
  }

  /** As `listByAuthor`, of one board. */
  async listByAuthorOnBoard(
    authorId: string,
    mode: OperatingMode,
    { mediaBoardId, after, limit }: Page & { readonly mediaBoardId: string },
  ): Promise<readonly StoredLike[]> {
    const query = this.boardQueries.likesOfAuthorOnBoard({ authorId, mode, mediaBoardId, after, limit });
    return (await this.storage.read.executeQuery(query)).rows;
  }

  /** The ids of the content pieces of a board that an author likes. */
  async piecesLikedBy(authorId: string, mode: OperatingMode, mediaBoardId: string): Promise<string[]> {
    const query = this.boardQueries.piecesOfAuthor({ authorId, mode, mediaBoardId });
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
    const query = this.boardQueries.authorsOfPiece({ ...piece, after, limit });
    const { rows } = await this.storage.longRead.executeQuery(query);
    return rows.map(({ authorId }) => authorId);
  }
}

const likeColumns = [
  'mode',
  'uuid',
  'mediaBoardId',
  'contentPieceId',
  'authorId',
  'createdAt',
] as const satisfies readonly (keyof StoredLike)[];

type PieceValues = Readonly<Record<'mode' | 'mediaBoardId' | 'contentPieceId', string>>;
type AuthorOnBoard = Readonly<Record<'authorId' | 'mode' | 'mediaBoardId', string>>;
type PieceCount = Pick<MediaBoardCountRow, 'contentPieceId' | 'likes' | 'changes'>;

/** Prepared queries, because everyone who opens a board executes them. */
function boardQueries({ db }: Storage<MediaBoardTables>) {
  return {
    likesOfAuthorOnBoard: prepareQuery<AuthorOnBoard & Page, StoredLike>((param) =>
      sql<StoredLike>`select ${sql.join(likeColumns.map((name) => sql.id(name)))} from "mediaBoardLike"
        where "authorId" = ${param('authorId')} and "mode" = ${param('mode')}
          and "mediaBoardId" = ${param('mediaBoardId')} and "uuid" > ${param('after')}
        order by "uuid" limit ${param('limit')}`.compile(db),
    ),
    // Without the order, SQLite would read all likes of the board from the index of the pieces, which has all columns.
    piecesOfAuthor: prepareQuery<AuthorOnBoard, Pick<MediaBoardLikeRow, 'contentPieceId'>>((param) =>
      sql<Pick<MediaBoardLikeRow, 'contentPieceId'>>`select "contentPieceId" from "mediaBoardLike"
        where "authorId" = ${param('authorId')} and "mode" = ${param('mode')}
          and "mediaBoardId" = ${param('mediaBoardId')}
        order by "uuid"`.compile(db),
    ),
    authorsOfPiece: prepareQuery<
      PieceValues & { readonly after: string; readonly limit: number },
      Pick<MediaBoardLikeRow, 'authorId'>
    >((param) =>
      sql<Pick<MediaBoardLikeRow, 'authorId'>>`select "authorId" from "mediaBoardLike"
        where "mode" = ${param('mode')} and "mediaBoardId" = ${param('mediaBoardId')}
          and "contentPieceId" = ${param('contentPieceId')} and "authorId" > ${param('after')}
        order by "authorId" limit ${param('limit')}`.compile(db),
    ),
    countsOfBoard: prepareQuery<Pick<PieceValues, 'mode' | 'mediaBoardId'>, PieceCount>((param) =>
      sql<PieceCount>`select "contentPieceId", "likes", "changes" from "mediaBoardCount"
        where "mode" = ${param('mode')} and "mediaBoardId" = ${param('mediaBoardId')}`.compile(db),
    ),
  };
}
