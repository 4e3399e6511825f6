/** Stores messages. The transaction that inserts or changes a message also increases the sequence number of its room. */
import { randomUUID } from 'node:crypto';
import { chatRoomKinds, type ChatNotice, type ChatRoomKind, type ChatUpload } from '@foyer/contract';
import { sql, type CompiledQuery, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { toJson } from '#platform/storage/columns';
import { UniqueViolation } from '#platform/storage/errors';
import { prepareQuery } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';
import type { ChatMessageRow, ChatTables } from '../tables.ts';
import { deleteLikes } from '../likes/likeStore.ts';
import { attachUpload, mayAttach, releaseUploads } from '../uploads/uploadStore.ts';
import { deleteMentions, insertMentions, insertNoticeRecipients } from './mentionStore.ts';
import { lastChangeSeq } from './historyStore.ts';
import {
  blockedBetween,
  mayPost,
  type OrPlaceholder,
  type Posting,
  type PostingOrPlaceholders,
} from './mayPost.ts';

export interface NewMessage {
  readonly clientId: string;
  readonly authorId: string;
  readonly at: number;
  readonly text: string;
  readonly replyTo?: number | undefined;
  readonly mentions?: readonly string[] | undefined;
  readonly upload?: ChatUpload | undefined;
  readonly notice?: ChatNotice | undefined;
}

const jsonOf = (value: unknown): string | null => (value === undefined ? null : toJson(value));

export class ChatMessageStore {
  private readonly storage: Storage<ChatTables>;
  private readonly queries: ReturnType<typeof messageQueries>;

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
    this.queries = messageQueries(storage);
  }

  /**
   * Adds a message to its room if its author may post there and attach the upload. Returns undefined if nothing was
   * added: the author has sent a message with this client id before, or may not post.
   */
  async add(posting: Posting, message: NewMessage): Promise<ChatMessageRow | undefined> {
    const { storage } = this;
    const { id: roomId } = posting.info;
    const { authorId, clientId, at, upload } = message;
    const attachments =
      upload === undefined
        ? []
        : [attachUpload(storage, { uploadId: upload.id, roomId, authorId, clientId })];
    const mentions =
      message.mentions === undefined ? [] : [insertMentions(storage, { roomId, authorId, clientId })];
    const insert = this.insert(posting, message);
    const counted = [insert, this.queries.count({ roomId, at })];
    const statements = [...this.lock(roomId), ...counted, ...mentions, ...attachments];
    try {
      const results = await this.storage.atomic(statements);
      return toAddedRow(roomId, message, results[statements.indexOf(insert)]?.rows[0]);
    } catch (error) {
      if (error instanceof UniqueViolation) return undefined;
      throw error;
    }
  }

  /**
   * Adds a message whose author need not be allowed to post. Returns the stored one if the author has one with this client
   * id. The transaction must have locked the room.
   */
  async addUnchecked(
    trx: Transaction<ChatTables>,
    roomId: string,
    message: NewMessage,
  ): Promise<ChatMessageRow> {
    const { row } = await insertUnchecked(trx, roomId, message);
    const { authorId, clientId, upload } = message;
    await trx.executeQuery(insertMentions(this.storage, { roomId, authorId, clientId }));
    if (upload !== undefined)
      await trx.executeQuery(attachUpload(this.storage, { uploadId: upload.id, roomId, authorId, clientId }));
    return row;
  }

  /** Changes a message of a user. Returns undefined if there is no such message, or the user may not post. */
  async edit(
    posting: Posting,
    change: { readonly seq: number; readonly text: string; readonly mentions: readonly string[] | undefined },
  ): Promise<ChatMessageRow | undefined> {
    const { db } = this.storage;
    const { info, uid, now } = posting;
    const update =
      sql`update "chatMessage" set "text" = ${change.text}, "mentions" = ${jsonOf(change.mentions)},
          "editedAt" = ${now}, "updatedSeq" = ${nextSeq(info.id)}
        where "roomId" = ${info.id} and "seq" = ${change.seq} and "authorId" = ${uid}
          and "deletedBy" is null and "notice" is null
          and exists (select 1 from "chatRoom" room where room."id" = ${info.id} and ${mayPost(posting)})
        returning *`.compile(db);
    const message = { roomId: info.id, authorId: uid, seq: change.seq };
    const statements = [
      ...this.lock(info.id),
      update,
      advanceSeqForChange(info.id).compile(db),
      // Also if the message was not changed: the mentions that are stored for it are inserted again.
      deleteMentions(this.storage, info.id, [change.seq]),
      insertMentions(this.storage, message),
    ];
    const results = await this.storage.atomic(statements);
    return results[statements.indexOf(update)]?.rows[0] as ChatMessageRow | undefined;
  }

  /**
   * Deletes the content of a message, but keeps its row. Returns undefined if the message does not exist, is already
   * deleted or is a notice.
   * @param queries executed in the same transaction if the message was deleted
   */
  delete(
    roomId: string,
    deletion: Deletion,
    queries: readonly CompiledQuery[] = [],
  ): Promise<ChatMessageRow | undefined> {
    return this.storage.db.transaction().execute(async (trx) => {
      const row = await this.deleteIn(trx, roomId, deletion);
      if (row !== undefined) for (const query of queries) await trx.executeQuery(query);
      return row;
    });
  }

  /** As `delete`, in a transaction of the caller. */
  async deleteIn(
    trx: Transaction<ChatTables>,
    roomId: string,
    { seq, by }: Deletion,
  ): Promise<ChatMessageRow | undefined> {
    for (const query of this.lock(roomId)) await trx.executeQuery(query);
    const { rows } =
      await sql<ChatMessageRow>`update "chatMessage" set "text" = '', "mentions" = null, "upload" = null,
          "editedAt" = null, "deletedBy" = ${by}, "updatedSeq" = ${nextSeq(roomId)}
        where "roomId" = ${roomId} and "seq" = ${seq} and "deletedBy" is null and "notice" is null
        returning *`.execute(trx);
    if (rows[0] === undefined) return undefined;
    await advanceSeqForDeletions(roomId, 1).execute(trx);
    await this.deleteAttached(trx, roomId, [seq]);
    return rows[0];
  }

  /** As `delete` by the author, for many messages of a room in one transaction. Returns the rows in the order of their changes. */
  deleteAll(roomId: string, among: readonly number[]): Promise<ChatMessageRow[]> {
    return this.storage.db.transaction().execute(async (trx) => {
      for (const query of this.lock(roomId)) await trx.executeQuery(query);
      // Read after the lock: a host may have deleted some of them meanwhile.
      const seqs = await undeletedAmong(trx, roomId, among);
      if (seqs.length === 0) return [];
      const { rows } =
        await sql<ChatMessageRow>`update "chatMessage" set "text" = '', "mentions" = null, "upload" = null,
            "editedAt" = null, "deletedBy" = 'author', "updatedSeq" = ${nextSeq(roomId)} - 1 + (select count(*)
              from "chatMessage" earlier where earlier."roomId" = ${roomId}
                and earlier."seq" in (${sql.join(seqs)}) and earlier."seq" <= "chatMessage"."seq")
          where "roomId" = ${roomId} and "seq" in (${sql.join(seqs)})
          returning *`.execute(trx);
      await advanceSeqForDeletions(roomId, rows.length).execute(trx);
      await this.deleteAttached(trx, roomId, seqs);
      return rows.toSorted((a, b) => lastChangeSeq(a) - lastChangeSeq(b));
    });
  }

  /** Deletes the rows of messages, also if their room does not exist. Clients do not learn of it. */
  async deleteRows(roomId: string, seqs: readonly number[]): Promise<void> {
    const { db } = this.storage;
    await this.storage.atomic([
      ...this.lock(roomId),
      sql`update "chatRoom" set "messageCountChanges" = "messageCountChanges" + 1,
          "messageCount" = "messageCount" - (select count(*) from "chatMessage" message
            where message."roomId" = ${roomId} and message."seq" in (${sql.join(seqs)})
              and message."deletedBy" is null and message."notice" is null)
        where "id" = ${roomId}`.compile(db),
      db
        .deleteFrom('chatMessage')
        .where('roomId', '=', roomId)
        .where('seq', 'in', [...seqs])
        .compile(),
      ...attachedDeletions(this.storage, roomId, seqs),
    ]);
  }

  async find(roomId: string, seq: number): Promise<ChatMessageRow | undefined> {
    return this.storage.db
      .selectFrom('chatMessage')
      .selectAll()
      .where('roomId', '=', roomId)
      .where('seq', '=', seq)
      .executeTakeFirst();
  }

  /** Also returns deleted messages. */
  async findMany(roomId: string, seqs: readonly number[]): Promise<ChatMessageRow[]> {
    if (seqs.length === 0) return [];
    return this.storage.read
      .selectFrom('chatMessage')
      .selectAll()
      .where('roomId', '=', roomId)
      .where('seq', 'in', [...seqs])
      .execute();
  }

  async findSent(roomId: string, authorId: string, clientId: string): Promise<ChatMessageRow | undefined> {
    return this.storage.db
      .selectFrom('chatMessage')
      .selectAll()
      .where('authorId', '=', authorId)
      .where('roomId', '=', roomId)
      .where('clientId', '=', clientId)
      .executeTakeFirst();
  }

  /** Returns the messages of an author that are not deleted, at most `limit`. */
  findByAuthor(authorId: string, limit?: number): Promise<ChatMessageRow[]> {
    const query = this.storage.longRead
      .selectFrom('chatMessage')
      .selectAll()
      .where('authorId', '=', authorId)
      .where('deletedBy', 'is', null)
      .where('notice', 'is', null);
    return (limit === undefined ? query : query.limit(limit)).execute();
  }

  /** Whether one of the two members of a private room has blocked the other. */
  async isBlocked(roomId: string, uid: string): Promise<boolean> {
    const { rows } = await sql<{ blocked: number }>`select
      case when ${blockedBetween(roomId, uid)} then 1 else 0 end as "blocked"`.execute(this.storage.read);
    return rows[0]?.blocked === 1;
  }

  private insert(posting: Posting, message: NewMessage): CompiledQuery {
    const { info, uid, now } = posting;
    const { upload, authorId } = message;
    if (upload === undefined)
      return this.queries.insert[info.kind]({
        ...valuesOf(message),
        roomId: info.id,
        mode: info.mode,
        uid,
        now,
      });
    const values = valuesOf(message);
    const condition = sql<boolean>`${mayAdd(posting, values)} and ${mayAttach(upload.id, authorId)}`;
    return insertMessage(info.id, values, condition).compile(this.storage.db);
  }

  private async deleteAttached(
    trx: Transaction<ChatTables>,
    roomId: string,
    seqs: readonly number[],
  ): Promise<void> {
    for (const query of attachedDeletions(this.storage, roomId, seqs)) await trx.executeQuery(query);
  }

  /**
   * Locks the room in PostgreSQL, so that the statements that follow see the changes of earlier transactions. SQLite has
   * one writer at a time.
   */
  lock(roomId: string): CompiledQuery[] {
    return this.storage.engine === 'sqlite' ? [] : [this.queries.lock({ roomId })];
  }
}

/** What is deleted together with messages. Execute it in the same unit. */
const attachedDeletions = (
  storage: Storage<ChatTables>,
  roomId: string,
  seqs: readonly number[],
): CompiledQuery[] => [
  deleteMentions(storage, roomId, seqs),
  releaseUploads(storage, roomId, seqs),
  ...deleteLikes(storage, roomId, seqs),
];

interface Deletion {
  readonly seq: number;
  readonly by: 'author' | 'host';
}

/** Returns those of these messages that are neither deleted nor notices. */
async function undeletedAmong(
  trx: Transaction<ChatTables>,
  roomId: string,
  seqs: readonly number[],
): Promise<number[]> {
  const rows = await trx
    .selectFrom('chatMessage')
    .select('seq')
    .where('roomId', '=', roomId)
    .where('seq', 'in', [...seqs])
    .where('deletedBy', 'is', null)
    .where('notice', 'is', null)
    .execute();
  return rows.map(({ seq }) => seq);
}

/** Increases the sequence number of the room if the change before it was written. */
const advanceSeqForChange = (roomId: string) =>
  sql`update "chatRoom" set "lastSeq" = "lastSeq" + 1 where "id" = ${roomId} and exists
    (select 1 from "chatMessage" message
      where message."roomId" = ${roomId} and message."updatedSeq" = "chatRoom"."lastSeq" + 1)`;

/** Increases the sequence number of a room by the number of messages that were deleted. */
const advanceSeqForDeletions = (roomId: string, deleted: number) =>
  sql`update "chatRoom" set "lastSeq" = "lastSeq" + ${deleted}, "messageCount" = "messageCount" - ${deleted},
    "messageCountChanges" = "messageCountChanges" + ${deleted} where "id" = ${roomId}`;

const nextSeq = (roomId: string) =>
  sql`(select room."lastSeq" + 1 from "chatRoom" room where room."id" = ${roomId})`;

interface MessageValues {
  readonly clientId: string;
  readonly authorId: string;
  readonly at: number;
  readonly text: string;
  readonly replyTo: number | null;
  readonly mentions: string | null;
  readonly upload: string | null;
  readonly notice: string | null;
  readonly [name: string]: string | number | null;
}

export const valuesOf = ({ replyTo, mentions, upload, notice, ...message }: NewMessage): MessageValues => ({
  ...message,
  replyTo: replyTo ?? null,
  mentions: jsonOf(mentions),
  upload: jsonOf(upload),
  notice: jsonOf(notice),
});

const insertMessage = (
  roomId: OrPlaceholder<string>,
  message: { readonly [Name in keyof MessageValues]: OrPlaceholder<MessageValues[Name]> },
  condition: RawBuilder<boolean>,
) => {
  const { clientId, authorId, at, text, replyTo, mentions, upload, notice } = message;
  return sql`insert into "chatMessage"
      ("roomId", "seq", "clientId", "authorId", "at", "text", "replyTo", "mentions", "upload", "notice")
    select room."id", room."lastSeq" + 1, ${clientId}, ${authorId}, cast(${at} as bigint), ${text},
      (select original."seq" from "chatMessage" original
        where original."roomId" = room."id" and original."seq" = ${replyTo}),
      ${mentions}, ${upload}, ${notice}
    from "chatRoom" room
    where room."id" = ${roomId} and ${condition} and not exists (select 1 from "chatMessage" duplicate
      where duplicate."roomId" = room."id" and duplicate."authorId" = ${authorId}
        and duplicate."clientId" = ${clientId})
    returning "seq", "replyTo"`;
};

/** Whether the author may post, and has not sent the same post while posts of the wall needed approval. */
const mayAdd = (
  posting: PostingOrPlaceholders,
  { authorId, clientId }: { readonly [Name in 'authorId' | 'clientId']: OrPlaceholder<string> },
): RawBuilder<boolean> =>
  posting.info.kind === 'wall'
    ? sql`${mayPost(posting)} and not exists (select 1 from "chatHeldPost" held
        where held."roomId" = room."id" and held."authorId" = ${authorId} and held."clientId" = ${clientId})`
    : mayPost(posting);

/** The row that was added: the statement returns only the values that it has computed. */
function toAddedRow(roomId: string, message: NewMessage, added: unknown): ChatMessageRow | undefined {
  if (added === undefined) return undefined;
  const computed = added as Pick<ChatMessageRow, 'seq' | 'replyTo'>;
  return { ...valuesOf(message), roomId, ...computed, updatedSeq: null, editedAt: null, deletedBy: null };
}

/** @param counted what it adds to the number of messages: 0 for a notice */
const advanceSeqForMessage = (roomId: OrPlaceholder<string>, at: OrPlaceholder<number>, counted: 0 | 1) =>
  sql`update "chatRoom" set "lastSeq" = "lastSeq" + 1, "lastAt" = ${at},
      "messageCount" = "messageCount" + ${sql.lit(counted)},
      "messageCountChanges" = "messageCountChanges" + ${sql.lit(counted)}
    where "id" = ${roomId} and exists (select 1 from "chatMessage" message
      where message."roomId" = ${roomId} and message."seq" = "chatRoom"."lastSeq" + 1)`;

/** Prepared queries for messages without uploads, because each message executes them. */
function messageQueries({ db }: Storage<ChatTables>) {
  const insertInto = (kind: ChatRoomKind) =>
    prepareQuery<MessageValues & { roomId: string; mode: string; uid: string; now: number }>((param) => {
      const [id, mode, uid, now] = [param('roomId'), param('mode'), param('uid'), param('now')];
      const message = {
        clientId: param('clientId'),
        authorId: param('authorId'),
        at: param('at'),
        text: param('text'),
        replyTo: param('replyTo'),
        mentions: param('mentions'),
        upload: param('upload'),
        notice: param('notice'),
      };
      return insertMessage(id, message, mayAdd({ info: { id, mode, kind }, uid, now }, message)).compile(db);
    });
  const insert = Object.fromEntries(chatRoomKinds.map((kind) => [kind, insertInto(kind)]));
  return {
    insert: insert as Record<ChatRoomKind, ReturnType<typeof insertInto>>,
    count: prepareQuery<{ roomId: string; at: number }>((param) =>
      advanceSeqForMessage(param('roomId'), param('at'), 1).compile(db),
    ),
    lock: prepareQuery<{ roomId: string }>((param) =>
      sql`select 1 from "chatRoom" where "id" = ${param('roomId')} for update`.compile(db),
    ),
  };
}

export interface NewNotice {
  /** Unique among the notices of the author; default: a new one. */
  readonly id?: string;
  readonly authorId: string;
  readonly at: number;
  readonly notice: ChatNotice;
}

/**
 * Adds a notice. Returns the stored one if the author has a notice with this id. The transaction must have locked the
 * room.
 */
export async function addNotice(
  trx: Kysely<ChatTables>,
  roomId: string,
  { id = randomUUID(), ...notice }: NewNotice,
): Promise<ChatMessageRow> {
  const message: NewMessage = { ...notice, clientId: `notice-${id}`, text: '' };
  const { row, isNew } = await insertUnchecked(trx, roomId, message);
  if (isNew) await insertNoticeRecipients(trx, row, notice.notice);
  return row;
}

/** Returns the stored message if the author has one with this client id. */
async function insertUnchecked(
  trx: Kysely<ChatTables>,
  roomId: string,
  message: NewMessage,
): Promise<{ row: ChatMessageRow; isNew: boolean }> {
  const { rows } = await insertMessage(roomId, valuesOf(message), sql<boolean>`1 = 1`).execute(trx);
  const row = toAddedRow(roomId, message, rows[0]);
  if (row !== undefined) {
    await advanceSeqForMessage(roomId, message.at, message.notice === undefined ? 1 : 0).execute(trx);
    return { row, isNew: true };
  }
  const stored = await trx
    .selectFrom('chatMessage')
    .selectAll()
    .where('roomId', '=', roomId)
    .where('authorId', '=', message.authorId)
    .where('clientId', '=', message.clientId)
    .executeTakeFirstOrThrow();
  return { row: stored, isNew: false };
}
