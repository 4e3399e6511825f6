/** Messages in the storage. What a room counts is counted in the transaction that writes it. */
import type { ChatNotice, ChatUpload } from '@foyer/contract';
import { sql, type CompiledQuery, type Kysely } from 'kysely';
import { toJson } from '#platform/storage/columns';
import { UniqueViolation } from '#platform/storage/faults';
import type { Storage } from '#platform/storage/storage';
import { blockedBetween, mayWrite, type Writer } from './chat.rights.ts';
import type { ChatMessageRow, ChatTables } from './chat.tables.ts';
import { claim, letGo, mayClaim } from './chat.uploads.store.ts';

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

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
  }

  /**
   * Adds a message as the next of its room, if its author may write there and take the upload. Undefined: nothing was
   * written, for there is one of this client id, or the author may not.
   */
  async add(writer: Writer, message: NewMessage): Promise<ChatMessageRow | undefined> {
    const { storage } = this;
    const { db } = storage;
    const { id: roomId } = writer.facts;
    const { authorId, clientId, at, upload } = message;
    const claims =
      upload === undefined ? [] : [claim(storage, { uploadId: upload.id, roomId, authorId, clientId })];
    const may = mayWrite(writer);
    const condition = upload === undefined ? may : sql<boolean>`${may} and ${mayClaim(upload.id, authorId)}`;
    const insert = insertMessage(roomId, message, condition).compile(db);
    const statements = [...this.lock(roomId), insert, countMessage(roomId, at).compile(db), ...claims];
    try {
      const results = await this.storage.atomic(statements);
      return results[statements.indexOf(insert)]?.rows[0] as ChatMessageRow | undefined;
    } catch (fault) {
      if (fault instanceof UniqueViolation) return undefined;
      throw fault;
    }
  }

  /** Changes the text of a message of the writer's own that is there; undefined where nothing was changed. */
  edit(
    writer: Writer,
    change: { readonly seq: number; readonly text: string; readonly mentions: readonly string[] | undefined },
  ): Promise<ChatMessageRow | undefined> {
    const { facts, uid, now } = writer;
    return this.change(
      facts.id,
      sql`update "chatMessage" set "text" = ${change.text}, "mentions" = ${jsonOf(change.mentions)},
          "editedAt" = ${now}, "changeSeq" = ${nextOf(facts.id)}
        where "roomId" = ${facts.id} and "seq" = ${change.seq} and "authorId" = ${uid}
          and "deleted" is null and "notice" is null
          and exists (select 1 from "chatRoom" r where r."id" = ${facts.id} and ${mayWrite(writer)})
        returning *`.compile(this.storage.db),
    );
  }

  /** Leaves nothing of a message but its place; undefined where there is nothing to take. */
  delete(
    roomId: string,
    { seq, by }: { readonly seq: number; readonly by: 'author' | 'host' },
  ): Promise<ChatMessageRow | undefined> {
    return this.change(
      roomId,
      sql`update "chatMessage" set "text" = '', "mentions" = null, "upload" = null, "editedAt" = null,
          "deleted" = ${by}, "changeSeq" = ${nextOf(roomId)}
        where "roomId" = ${roomId} and "seq" = ${seq} and "deleted" is null and "notice" is null
        returning *`.compile(this.storage.db),
      [letGo(this.storage, roomId, [seq])],
    );
  }

  async find(roomId: string, seq: number): Promise<ChatMessageRow | undefined> {
    return this.storage.db
      .selectFrom('chatMessage')
      .selectAll()
      .where('roomId', '=', roomId)
      .where('seq', '=', seq)
      .executeTakeFirst();
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

  /** What an author has written and not deleted; so many at once, or all. */
  writtenBy(authorId: string, limit?: number): Promise<ChatMessageRow[]> {
    const query = this.storage.longRead
      .selectFrom('chatMessage')
      .selectAll()
      .where('authorId', '=', authorId)
      .where('deleted', 'is', null)
      .where('notice', 'is', null);
    return (limit === undefined ? query : query.limit(limit)).execute();
  }

  /** Whether one of the two of a private room has blocked the other. */
  async isBlocked(roomId: string, uid: string): Promise<boolean> {
    const { rows } = await sql<{ blocked: number }>`select
      case when ${blockedBetween(roomId, uid)} then 1 else 0 end as "blocked"`.execute(this.storage.read);
    return rows[0]?.blocked === 1;
  }

  private async change(
    roomId: string,
    update: CompiledQuery,
    along: readonly CompiledQuery[] = [],
  ): Promise<ChatMessageRow | undefined> {
    const { db } = this.storage;
    const count = sql`update "chatRoom" set "lastSeq" = "lastSeq" + 1 where "id" = ${roomId} and exists
      (select 1 from "chatMessage" m where m."roomId" = ${roomId} and m."changeSeq" = "chatRoom"."lastSeq" + 1)`;
    const statements = [...this.lock(roomId), update, count.compile(db), ...along];
    const results = await this.storage.atomic(statements);
    return results[statements.indexOf(update)]?.rows[0] as ChatMessageRow | undefined;
  }

  /** So that what follows sees the room as it is when it is its turn. SQLite has one writer, whose turn it always is. */
  private lock(roomId: string): CompiledQuery[] {
    const { engine, db } = this.storage;
    return engine === 'sqlite'
      ? []
      : [sql`select 1 from "chatRoom" where "id" = ${roomId} for update`.compile(db)];
  }
}

const nextOf = (roomId: string) => sql`(select r."lastSeq" + 1 from "chatRoom" r where r."id" = ${roomId})`;

const insertMessage = (roomId: string, message: NewMessage, condition: ReturnType<typeof sql<boolean>>) => {
  const { clientId, authorId, at, text, replyTo, mentions, upload, notice } = message;
  const answered =
    replyTo === undefined
      ? sql`null`
      : sql`(select a."seq" from "chatMessage" a where a."roomId" = r."id" and a."seq" = ${replyTo})`;
  return sql`insert into "chatMessage"
      ("roomId", "seq", "clientId", "authorId", "at", "text", "replyTo", "mentions", "upload", "notice")
    select r."id", r."lastSeq" + 1, ${clientId}, ${authorId}, cast(${at} as bigint), ${text},
      ${answered}, ${jsonOf(mentions)}, ${jsonOf(upload)}, ${jsonOf(notice)}
    from "chatRoom" r
    where r."id" = ${roomId} and ${condition} and not exists (select 1 from "chatMessage" d
      where d."authorId" = ${authorId} and d."roomId" = r."id" and d."clientId" = ${clientId})
    returning *`;
};

const countMessage = (roomId: string, at: number) =>
  sql`update "chatRoom" set "lastSeq" = "lastSeq" + 1, "lastAt" = ${at} where "id" = ${roomId} and exists
    (select 1 from "chatMessage" m where m."roomId" = ${roomId} and m."seq" = "chatRoom"."lastSeq" + 1)`;

/** A notice in a transaction in which the room is locked. Returns the row. */
export async function addNotice(
  trx: Kysely<ChatTables>,
  roomId: string,
  message: NewMessage,
): Promise<ChatMessageRow> {
  const { rows } = await insertMessage(roomId, message, sql<boolean>`1 = 1`).execute(trx);
  await countMessage(roomId, message.at).execute(trx);
  return rows[0] as ChatMessageRow;
}
