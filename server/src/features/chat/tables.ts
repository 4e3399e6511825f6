/** The tables of chat and their migrations. */
import type { OperatingMode } from '@foyer/contract';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Engine } from '#platform/storage/engine';
import { jsonElements } from '#platform/storage/jsonElements';
import type { Migration } from '#platform/storage/migration';

export interface ChatRoomRow {
  id: string;
  mode: string;
  kind: string;
  /** Only of groups. */
  name: string | null;
  /** The name as groups are searched and sorted by it, see `toSearchName`. */
  searchName: string | null;
  /** Only of built-in rooms: their place (`chatRoomPlace` of the contract). */
  areaId: string | null;
  mediaBoardId: string | null;
  contentPieceId: string | null;
  wallId: string | null;
  ownerId: string | null;
  /** The sequence number of the newest change: a message, an edit or a deletion (see `index.ts`). */
  lastSeq: number;
  /** Messages without deleted ones and notices. */
  messageCount: number;
  /** How often `messageCount` has changed. */
  messageCountChanges: number;
  createdAt: number;
  /** When the newest message was posted. */
  lastAt: number;
  /** When the last member left. The messages of ended rooms are deleted. */
  endedAt: number | null;
}

/** A user in a room: a member, a former member, a visitor of a listed built-in room, or removed from an unlisted one. */
export interface ChatMemberRow {
  roomId: string;
  userId: string;
  /** 1 for members. 0 for former members and in built-in rooms, which have none. */
  member: number;
  /** 1 if the user was removed and cannot rejoin on their own. */
  removed: number;
  /** The first message that the user may read. */
  fromSeq: number;
  /** The read position: the newest change that the user has seen. */
  readSeq: number;
  /** The read position that others may know: `readSeq`, but for invisible users at most their own newest message. */
  sharedReadSeq: number;
  /** 1 if the user has turned notifications off. */
  notificationsOff: number;
  joinedAt: number;
  /** The sequence number of the room when the user joined. The longest-standing member has the smallest one. */
  joinSeq: number;
}

export interface ChatMessageRow {
  roomId: string;
  seq: number;
  /** The sequence number of the last edit or deletion; null if the message was never changed. */
  updatedSeq: number | null;
  clientId: string;
  authorId: string;
  at: number;
  text: string;
  replyTo: number | null;
  /** JSON, like `upload` and `notice`. */
  mentions: string | null;
  upload: string | null;
  notice: string | null;
  editedAt: number | null;
  /** 'author' or 'host' if the message was deleted: its content is empty then. */
  deletedBy: string | null;
}

/**
 * A post that is held until a host approves it. Approving it deletes the row. A declined post keeps its content, so that its
 * author can read it, until they remove it or newer ones are declined. Then, and if the author withdraws it, its row stays
 * without content, so that a repeated command does not post it again.
 */
export interface ChatHeldPostRow {
  /** Starts with `at`. */
  id: string;
  roomId: string;
  clientId: string;
  authorId: string;
  at: number;
  text: string;
  replyTo: number | null;
  /** JSON, like `upload`. */
  mentions: string | null;
  /** A declined post keeps the description of its file, which is deleted. */
  upload: string | null;
  /** When it was declined or withdrawn; null while it is held. */
  declinedAt: number | null;
}

/** A user whom a message mentions, or for whom a notice counts as unread, see `mentionStore.ts`. */
export interface ChatMentionRow {
  userId: string;
  roomId: string;
  seq: number;
}

/** A like of a message in an unlisted room. */
export interface ChatLikeRow {
  mode: OperatingMode;
  uuid: string;
  roomId: string;
  seq: number;
  authorId: string;
  /** By the clock of the browser, but not later than the like was stored. */
  createdAt: number;
  /** See `LikeTables`. */
  counted: number;
}

/** The likes of a message that was liked at least once. */
export interface ChatLikeCountRow {
  roomId: string;
  seq: number;
  likes: number;
  changes: number;
}

/** A user muted by a host. */
export interface ChatMuteRow {
  mode: string;
  userId: string;
  /** Null if the mute is indefinite. */
  until: number | null;
}

/** `userId` has blocked `blockedId`. */
export interface ChatBlockRow {
  userId: string;
  blockedId: string;
}

/** A file that was uploaded for a message. */
export interface ChatUploadRow {
  id: string;
  mode: string;
  roomId: string;
  userId: string;
  /** Hash of the uploaded bytes. */
  sha256: string;
  name: string;
  mediaType: string;
  bytes: number;
  /** Only of pictures, which have a preview. */
  width: number | null;
  height: number | null;
  /** 1 if the bytes are stored and the upload can be attached. */
  ready: number;
  /** The message that the upload is attached to; null while it is pending or held, and when the message was deleted. */
  seq: number | null;
  /** The held post that the upload is attached to. */
  heldPostId: string | null;
  storedAt: number;
}

/** A report of a message to the hosts. */
export interface ChatReportRow {
  id: string;
  mode: string;
  roomId: string;
  seq: number;
  /** JSON: a copy of the message when it was reported. */
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

/** An entry of the moderation log. */
export interface ChatModerationLogRow {
  id: string;
  mode: string;
  kind: string;
  hostId: string;
  userId: string | null;
  roomId: string | null;
  text: string | null;
  at: number;
  /** When a mute ends; null if it is indefinite, and for other kinds. */
  mutedUntil: number | null;
}

export interface ChatTables {
  chatRoom: ChatRoomRow;
  chatMember: ChatMemberRow;
  chatMessage: ChatMessageRow;
  chatHeldPost: ChatHeldPostRow;
  chatMention: ChatMentionRow;
  chatLike: ChatLikeRow;
  chatLikeCount: ChatLikeCountRow;
  chatMute: ChatMuteRow;
  chatBlock: ChatBlockRow;
  chatUpload: ChatUploadRow;
  chatReport: ChatReportRow;
  chatModerationLog: ChatModerationLogRow;
}

/** A name in lower case without accents. Its order by bytes is about that of a dictionary, the same on both engines. */
export const toSearchName = (name: string): string =>
  name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Fills `chatMention` from the messages that are stored. */
export async function fillMentions(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const notice = engine === 'postgres' ? sql`cast(message."notice" as jsonb)` : sql`message."notice"`;
  await sql`insert into "chatMention" ("userId", "roomId", "seq")
    select element."value", message."roomId", message."seq"
    from "chatMessage" message cross join ${jsonElements(engine, sql`message."mentions"`)}
    where message."mentions" is not null on conflict do nothing`.execute(db);
  await sql`insert into "chatMention" ("userId", "roomId", "seq")
    select element."value", message."roomId", message."seq"
    from "chatMessage" message cross join ${jsonElements(engine, sql`${notice} -> 'uids'`)}
    where ${notice} ->> 'kind' in ('created', 'membersAdded') on conflict do nothing`.execute(db);
  await sql`insert into "chatMention" ("userId", "roomId", "seq")
    select member."userId", message."roomId", message."seq"
    from "chatMessage" message join "chatMember" member on member."roomId" = message."roomId"
    where ${notice} ->> 'kind' = 'callMissed' and member."userId" <> message."authorId"
    on conflict do nothing`.execute(db);
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
      // One row per client id of an author in a room. Also finds all messages of an author.
      await db.schema
        .createIndex('chatMessageOfAuthor')
        .on('chatMessage')
        .columns(['authorId', 'roomId', 'clientId'])
        .unique()
        .execute();
      // Partial, because few messages are changed.
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
  {
    id: '0093-chat-names',
    up: async (db) => {
      await db.schema.alterTable('chatSilence').renameTo('chatMute').execute();
      await db.schema.alterTable('chatAction').renameTo('chatModerationLog').execute();
      await db.schema.alterTable('chatModerationLog').renameColumn('personId', 'userId').execute();
      await db.schema.alterTable('chatModerationLog').renameColumn('until', 'mutedUntil').execute();
      await db.schema.alterTable('chatMember').renameColumn('muted', 'notificationsOff').execute();
      await db.schema.alterTable('chatMessage').renameColumn('changeSeq', 'updatedSeq').execute();
      await db.schema.alterTable('chatMessage').renameColumn('deleted', 'deletedBy').execute();
      for (const [before, after] of [
        ['silenced', 'muted'],
        ['unsilenced', 'unmuted'],
        ['letBack', 'readmitted'],
      ])
        await sql`update "chatModerationLog" set "kind" = ${after} where "kind" = ${before}`.execute(db);
      // Quotes within strings are escaped in JSON, so no name or text of a user matches.
      await sql`update "chatMessage" set "notice" = replace(replace(replace("notice",
        '"kind":"invited"', '"kind":"membersAdded"'),
        '"kind":"handedOver"', '"kind":"ownershipTransferred"'),
        '"lastedMs":', '"durationMs":') where "notice" is not null`.execute(db);
      await sql`update "chatReport" set "message" = replace("message", '"changeSeq":', '"updatedSeq":')`.execute(
        db,
      );
    },
  },
  {
    id: '0094-chat-read-receipts',
    up: async (db) => {
      await db.schema
        .alterTable('chatMember')
        .addColumn('sharedReadSeq', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await sql`update "chatMember" set "sharedReadSeq" = "readSeq" where "member" = 1`.execute(db);
    },
  },
  {
    id: '0095-chat-mentions',
    up: async (db, engine) => {
      await db.schema
        .createTable('chatMention')
        .addColumn('userId', 'text', (column) => column.notNull())
        .addColumn('roomId', 'text', (column) => column.notNull())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('chatMentionKey', ['userId', 'roomId', 'seq'])
        .execute();
      await db.schema
        .createIndex('chatMentionOfMessage')
        .on('chatMention')
        .columns(['roomId', 'seq'])
        .execute();
      await fillMentions(db, engine);
    },
  },
  {
    id: '0096-chat-group-search',
    up: async (db) => {
      await db.schema.alterTable('chatRoom').addColumn('searchName', 'text').execute();
      const groups = await sql<{ id: string; name: string }>`select "id", "name" from "chatRoom"
        where "name" is not null`.execute(db);
      for (const { id, name } of groups.rows)
        await sql`update "chatRoom" set "searchName" = ${toSearchName(name)} where "id" = ${id}`.execute(db);
    },
  },
  {
    id: '0097-chat-discussions',
    up: async (db) => {
      for (const column of ['mediaBoardId', 'contentPieceId', 'wallId'])
        await db.schema.alterTable('chatRoom').addColumn(column, 'text').execute();
    },
  },
  {
    id: '0098-chat-likes',
    up: async (db) => {
      await db.schema
        .createTable('chatLike')
        .addColumn('mode', 'text', (column) => column.notNull())
        .addColumn('uuid', 'text', (column) => column.notNull())
        .addColumn('roomId', 'text', (column) => column.notNull())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addColumn('authorId', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'bigint', (column) => column.notNull())
        .addColumn('counted', 'smallint', (column) => column.notNull())
        .addPrimaryKeyConstraint('chatLikeKey', ['roomId', 'seq', 'authorId'])
        .execute();
      await db.schema.createIndex('chatLikeUuid').on('chatLike').columns(['mode', 'uuid']).unique().execute();
      await db.schema
        .createIndex('chatLikeOfAuthor')
        .on('chatLike')
        .columns(['authorId', 'mode', 'uuid'])
        .execute();
      await db.schema
        .createTable('chatLikeCount')
        .addColumn('roomId', 'text', (column) => column.notNull())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addColumn('likes', 'bigint', (column) => column.notNull())
        .addColumn('changes', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('chatLikeCountKey', ['roomId', 'seq'])
        .execute();
    },
  },
  {
    id: '0099-chat-replies',
    up: async (db) => {
      // Partial, because most messages are no replies.
      await db.schema
        .createIndex('chatMessageReply')
        .on('chatMessage')
        .columns(['roomId', 'replyTo'])
        .where(sql.ref('replyTo'), 'is not', null)
        .execute();
    },
  },
  {
    id: '0100-chat-held-posts',
    up: async (db) => {
      await db.schema
        .createTable('chatHeldPost')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('roomId', 'text', (column) => column.notNull())
        .addColumn('clientId', 'text', (column) => column.notNull())
        .addColumn('authorId', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('replyTo', 'bigint')
        .addColumn('mentions', 'text')
        .addColumn('upload', 'text')
        .addColumn('declinedAt', 'bigint')
        .execute();
      // As for messages: one row per client id, and all posts of an author.
      await db.schema
        .createIndex('chatHeldPostOfAuthor')
        .on('chatHeldPost')
        .columns(['authorId', 'roomId', 'clientId'])
        .unique()
        .execute();
      await db.schema
        .createIndex('chatHeldPostOfRoom')
        .on('chatHeldPost')
        .columns(['roomId', 'id'])
        .where(sql.ref('declinedAt'), 'is', null)
        .execute();
      await db.schema.alterTable('chatUpload').addColumn('heldPostId', 'text').execute();
      await db.schema
        .createIndex('chatUploadOfHeldPost')
        .on('chatUpload')
        .columns(['heldPostId'])
        .where(sql.ref('heldPostId'), 'is not', null)
        .execute();
    },
  },
  {
    id: '0101-chat-message-counts',
    up: async (db) => {
      for (const column of ['messageCount', 'messageCountChanges'])
        await db.schema
          .alterTable('chatRoom')
          .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
          .execute();
      await db.schema
        .createIndex('chatRoomOfBoard')
        .on('chatRoom')
        .columns(['mode', 'mediaBoardId'])
        .where(sql.ref('mediaBoardId'), 'is not', null)
        .execute();
      await sql`update "chatRoom" set "messageCountChanges" = 1, "messageCount" = (select count(*)
          from "chatMessage" message where message."roomId" = "chatRoom"."id"
            and message."deletedBy" is null and message."notice" is null)
        where "lastSeq" > 0`.execute(db);
    },
  },
  {
    id: '0153-chat-held-posts-with-content',
    up: async (db) => {
      // Partial, because withdrawn posts keep their rows without content. The condition is `hasContent`.
      await sql`create index "chatHeldPostWithContent" on "chatHeldPost" ("authorId", "roomId")
        where ("text" <> '' or "upload" is not null)`.execute(db);
    },
  },
];
