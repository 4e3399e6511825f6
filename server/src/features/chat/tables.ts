/** The tables of chat and their migrations. */
import { sql } from 'kysely';
import type { Migration } from '#platform/storage/migration';

export interface ChatRoomRow {
  id: string;
  mode: string;
  kind: string;
  /** Of a group. */
  name: string | null;
  /** Of the standing room of an area. */
  areaId: string | null;
  ownerId: string | null;
  /** The number of the last thing that happened: messages, edits and deletions count alike. */
  lastSeq: number;
  createdAt: number;
  lastAt: number;
  /** When the last member left; what was said there is deleted. */
  endedAt: number | null;
}

/** What a room is for a person: whether they are in it, and what they have read. */
export interface ChatMemberRow {
  roomId: string;
  userId: string;
  /** 0 also for standing rooms, where everybody is. */
  member: number;
  /** 1: somebody took this person out, who does not come back by themselves. */
  removed: number;
  /** Messages before this one are not for this person. */
  fromSeq: number;
  readSeq: number;
  muted: number;
  joinedAt: number;
  /** What the room had come to when they joined: who has the smallest one is in it longest. */
  joinSeq: number;
}

export interface ChatMessageRow {
  roomId: string;
  seq: number;
  /** The number of its last change; null: it is as it came. */
  changeSeq: number | null;
  clientId: string;
  authorId: string;
  at: number;
  text: string;
  replyTo: number | null;
  /** JSON, as `upload` and `notice`. */
  mentions: string | null;
  upload: string | null;
  notice: string | null;
  editedAt: number | null;
  /** 'author' or 'host': nothing but the place is left. */
  deleted: string | null;
}

/** Whom a host has taken the word. */
export interface ChatSilenceRow {
  mode: string;
  userId: string;
  /** Null: for good. */
  until: number | null;
}

export interface ChatBlockRow {
  userId: string;
  blockedId: string;
}

/** A file that came for a message. */
export interface ChatUploadRow {
  id: string;
  mode: string;
  roomId: string;
  userId: string;
  /** Hash of the bytes as they came. */
  sha256: string;
  name: string;
  mediaType: string;
  bytes: number;
  /** Of a picture, which has a preview. */
  width: number | null;
  height: number | null;
  /** 1: its bytes are stored, and a message may take it. */
  ready: number;
  /** The message that has it. */
  seq: number | null;
  storedAt: number;
}

/** A message that somebody has shown to the hosts. */
export interface ChatReportRow {
  id: string;
  mode: string;
  roomId: string;
  seq: number;
  /** JSON: as it was then. */
  message: string;
  authorId: string;
  reporterId: string;
  reason: string;
  at: number;
  closedBy: string | null;
  closedAt: number | null;
  /** 'kept' or 'deleted'. */
  outcome: string | null;
}

/** Something that a host did. */
export interface ChatActionRow {
  id: string;
  mode: string;
  kind: string;
  hostId: string;
  personId: string | null;
  roomId: string | null;
  text: string | null;
  at: number;
  until: number | null;
}

export interface ChatTables {
  chatRoom: ChatRoomRow;
  chatMember: ChatMemberRow;
  chatMessage: ChatMessageRow;
  chatSilence: ChatSilenceRow;
  chatBlock: ChatBlockRow;
  chatUpload: ChatUploadRow;
  chatReport: ChatReportRow;
  chatAction: ChatActionRow;
}

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
