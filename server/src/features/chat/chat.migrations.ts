/** The tables of chat, step by step. */
import { sql } from 'kysely';
import type { Migration } from '#platform/storage/migration';

export const chatMigrations: readonly Migration[] = [
  {
    id: '0090-chat',
    up: async (db) => {
      await db.schema
        .createTable('chatRoom')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('mode', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('name', 'text')
        .addColumn('areaId', 'text')
        .addColumn('ownerId', 'text')
        .addColumn('lastSeq', 'bigint', (column) => column.notNull())
        .addColumn('createdAt', 'bigint', (column) => column.notNull())
        .addColumn('lastAt', 'bigint', (column) => column.notNull())
        .addColumn('endedAt', 'bigint')
        .execute();
      await db.schema.createIndex('chatRoomOfKind').on('chatRoom').columns(['mode', 'kind']).execute();
      await db.schema
        .createTable('chatMember')
        .addColumn('roomId', 'text', (column) => column.notNull())
        .addColumn('userId', 'text', (column) => column.notNull())
        .addColumn('member', 'smallint', (column) => column.notNull())
        .addColumn('removed', 'smallint', (column) => column.notNull())
        .addColumn('fromSeq', 'bigint', (column) => column.notNull())
        .addColumn('readSeq', 'bigint', (column) => column.notNull())
        .addColumn('muted', 'smallint', (column) => column.notNull())
        .addColumn('joinedAt', 'bigint', (column) => column.notNull())
        .addColumn('joinSeq', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('chatMemberKey', ['roomId', 'userId'])
        .execute();
      await db.schema.createIndex('chatMemberOfUser').on('chatMember').columns(['userId']).execute();
      await db.schema
        .createTable('chatMessage')
        .addColumn('roomId', 'text', (column) => column.notNull())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addColumn('changeSeq', 'bigint')
        .addColumn('clientId', 'text', (column) => column.notNull())
        .addColumn('authorId', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('replyTo', 'bigint')
        .addColumn('mentions', 'text')
        .addColumn('upload', 'text')
        .addColumn('notice', 'text')
        .addColumn('editedAt', 'bigint')
        .addColumn('deleted', 'text')
        .addPrimaryKeyConstraint('chatMessageKey', ['roomId', 'seq'])
        .execute();
      // One row per client id of an author, and all that an author has written.
      await db.schema
        .createIndex('chatMessageOfAuthor')
        .on('chatMessage')
        .columns(['authorId', 'roomId', 'clientId'])
        .unique()
        .execute();
      // Few messages are ever changed: those that are not cost nothing here.
      await db.schema
        .createIndex('chatMessageChange')
        .on('chatMessage')
        .columns(['roomId', 'changeSeq'])
        .where(sql.ref('changeSeq'), 'is not', null)
        .execute();
      await db.schema
        .createTable('chatSilence')
        .addColumn('mode', 'text', (column) => column.notNull())
        .addColumn('userId', 'text', (column) => column.notNull())
        .addColumn('until', 'bigint')
        .addPrimaryKeyConstraint('chatSilenceKey', ['mode', 'userId'])
        .execute();
      await db.schema
        .createTable('chatBlock')
        .addColumn('userId', 'text', (column) => column.notNull())
        .addColumn('blockedId', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('chatBlockKey', ['userId', 'blockedId'])
        .execute();
      await db.schema.createIndex('chatBlockOfBlocked').on('chatBlock').columns(['blockedId']).execute();
    },
  },
  {
    id: '0091-chat-uploads',
    up: async (db) => {
      await db.schema
        .createTable('chatUpload')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('mode', 'text', (column) => column.notNull())
        .addColumn('roomId', 'text', (column) => column.notNull())
        .addColumn('userId', 'text', (column) => column.notNull())
        .addColumn('sha256', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('mediaType', 'text', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('width', 'bigint')
        .addColumn('height', 'bigint')
        .addColumn('ready', 'smallint', (column) => column.notNull())
        .addColumn('seq', 'bigint')
        .addColumn('storedAt', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('chatUploadOfMessage')
        .on('chatUpload')
        .columns(['roomId', 'seq'])
        .execute();
      await db.schema
        .createIndex('chatUploadWaiting')
        .on('chatUpload')
        .columns(['userId', 'storedAt'])
        .where(sql.ref('seq'), 'is', null)
        .execute();
    },
  },
  {
    id: '0092-chat-moderation',
    up: async (db) => {
      await db.schema
        .createTable('chatReport')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('mode', 'text', (column) => column.notNull())
        .addColumn('roomId', 'text', (column) => column.notNull())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addColumn('message', 'text', (column) => column.notNull())
        .addColumn('authorId', 'text', (column) => column.notNull())
        .addColumn('reporterId', 'text', (column) => column.notNull())
        .addColumn('reason', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('closedBy', 'text')
        .addColumn('closedAt', 'bigint')
        .addColumn('outcome', 'text')
        .execute();
      await db.schema.createIndex('chatReportAt').on('chatReport').columns(['mode', 'at']).execute();
      await db.schema
        .createTable('chatAction')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('mode', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('hostId', 'text', (column) => column.notNull())
        .addColumn('personId', 'text')
        .addColumn('roomId', 'text')
        .addColumn('text', 'text')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('until', 'bigint')
        .execute();
      await db.schema.createIndex('chatActionAt').on('chatAction').columns(['mode', 'at']).execute();
    },
  },
];
