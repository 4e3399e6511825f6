/** The tables of likes of content pieces. Likes of content pieces that a publication has removed stay. */
import type { OperatingMode } from '@foyer/contract';
import type { Migration } from '#platform/storage/migration';

export interface MediaBoardLikeRow {
  mode: OperatingMode;
  uuid: string;
  mediaBoardId: string;
  contentPieceId: string;
  authorId: string;
  /** By the clock of the browser, but not later than the like was stored. */
  createdAt: number;
  /**
   * 1 if the count of the content piece includes the like. Other values exist within a unit only: 0 in the one that adds
   * the like, -1 in the one that deletes it.
   */
  counted: number;
}

export interface MediaBoardCountRow {
  mode: OperatingMode;
  mediaBoardId: string;
  contentPieceId: string;
  likes: number;
  /** How often `likes` has changed: of two counts the one with more changes is newer. */
  changes: number;
}

export interface MediaBoardTables {
  mediaBoardLike: MediaBoardLikeRow;
  mediaBoardCount: MediaBoardCountRow;
}

export const mediaBoardMigrations: readonly Migration[] = [
  {
    id: '0150-media-board',
    up: async (db) => {
      await db.schema
        .createTable('mediaBoardLike')
        .addColumn('mode', 'text', (column) => column.notNull())
        .addColumn('uuid', 'text', (column) => column.notNull())
        .addColumn('mediaBoardId', 'text', (column) => column.notNull())
        .addColumn('contentPieceId', 'text', (column) => column.notNull())
        .addColumn('commentId', 'text', (column) => column.notNull())
        .addColumn('authorId', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'bigint', (column) => column.notNull())
        .addColumn('counted', 'smallint', (column) => column.notNull())
        .addPrimaryKeyConstraint('mediaBoardLikeKey', ['mode', 'uuid'])
        .execute();
      // One like per author: a second tab or a retry with another uuid does not count again.
      await db.schema
        .createIndex('mediaBoardLikeOfPiece')
        .on('mediaBoardLike')
        .columns(['mode', 'mediaBoardId', 'contentPieceId', 'commentId', 'authorId'])
        .unique()
        .execute();
      await db.schema
        .createIndex('mediaBoardLikeOfAuthor')
        .on('mediaBoardLike')
        .columns(['authorId', 'mode', 'uuid'])
        .execute();
      await db.schema
        .createTable('mediaBoardCount')
        .addColumn('mode', 'text', (column) => column.notNull())
        .addColumn('mediaBoardId', 'text', (column) => column.notNull())
        .addColumn('contentPieceId', 'text', (column) => column.notNull())
        .addColumn('likes', 'bigint', (column) => column.notNull())
        .addColumn('changes', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('mediaBoardCountKey', ['mode', 'mediaBoardId', 'contentPieceId'])
        .execute();
    },
  },
  {
    id: '0151-media-board-likes',
    up: async (db) => {
      // Always empty: chat stores the likes of comments.
      await db.schema.dropIndex('mediaBoardLikeOfPiece').execute();
      await db.schema.alterTable('mediaBoardLike').dropColumn('commentId').execute();
      await db.schema
        .createIndex('mediaBoardLikeOfPiece')
        .on('mediaBoardLike')
        .columns(['mode', 'mediaBoardId', 'contentPieceId', 'authorId'])
        .unique()
        .execute();
    },
  },
  {
    id: '0152-media-board-likes-of-author',
    up: async (db) => {
      await db.schema
        .createIndex('mediaBoardLikeOfAuthorOnBoard')
        .on('mediaBoardLike')
        .columns(['authorId', 'mode', 'mediaBoardId', 'uuid'])
        .execute();
    },
  },
];
