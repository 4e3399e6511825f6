/** Messages in the storage. What a room counts is counted in the transaction that writes it. */
import { chatRoomKinds, type ChatNotice, type ChatRoomKind, type ChatUpload } from '@foyer/contract';
import { sql, type CompiledQuery, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { toJson } from '#platform/storage/columns';
import { UniqueViolation } from '#platform/storage/faults';
import { prepared } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';
import type { ChatMessageRow, ChatTables } from '../tables.ts';
import { claim, letGo, mayClaim } from '../uploads/uploadStore.ts';
import { blockedBetween, mayWrite, type OrPlace, type Writer } from './mayWrite.ts';

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
   * Adds a message as the next of its room, if its author may write there and take the upload. Undefined: nothing was
   * written, for there is one of this client id, or the author may not.
   */
  async add(writer: Writer, message: NewMessage): Promise<ChatMessageRow | undefined> {
    const { storage } = this;
    const { id: roomId } = writer.facts;
    const { authorId, clientId, at, upload } = message;
    const claims =
      upload === undefined ? [] : [claim(storage, { uploadId: upload.id, roomId, authorId, clientId })];
    const insert = this.insert(writer, message);
    const statements = [...this.lock(roomId), insert, this.queries.count({ roomId, at }), ...claims];
    try {
      const results = await this.storage.atomic(statements);
      return asAdded(roomId, message, results[statements.indexOf(insert)]?.rows[0]);
    } catch (fault) {
      if (fault instanceof UniqueViolation) return undefined;
      throw fault;
    }
  }

  /** Changes the text of a message of the writer's own that is there; undefined where nothing was changed. */
  async edit(
    writer: Writer,
    change: { readonly seq: number; readonly text: string; readonly mentions: readonly string[] | undefined },
  ): Promise<ChatMessageRow | undefined> {
    const { db } = this.storage;
    const { facts, uid, now } = writer;
    const update =
      sql`update "chatMessage" set "text" = ${change.text}, "mentions" = ${jsonOf(change.mentions)},
          "editedAt" = ${now}, "changeSeq" = ${nextOf(facts.id)}
        where "roomId" = ${facts.id} and "seq" = ${change.seq} and "authorId" = ${uid}
          and "deleted" is null and "notice" is null
          and exists (select 1 from "chatRoom" r where r."id" = ${facts.id} and ${mayWrite(writer)})
        returning *`.compile(db);
    const statements = [...this.lock(facts.id), update, countChange(facts.id).compile(db)];
    const results = await this.storage.atomic(statements);
    return results[statements.indexOf(update)]?.rows[0] as ChatMessageRow | undefined;
  }

  /**
   * Leaves nothing of a message but its place; undefined where there is nothing to take.
   * @param along stored with it, or not at all
   */
  delete(
    roomId: string,
    deletion: Deletion,
    along: readonly CompiledQuery[] = [],
  ): Promise<ChatMessageRow | undefined> {
    return this.storage.db.transaction().execute(async (trx) => {
      const row = await this.deleteIn(trx, roomId, deletion);
      if (row !== undefined) for (const query of along) await trx.executeQuery(query);
      return row;
    });
  }

  /** As `delete`, in a transaction that does more. */
  async deleteIn(
    trx: Transaction<ChatTables>,
    roomId: string,
    { seq, by }: Deletion,
  ): Promise<ChatMessageRow | undefined> {
    for (const query of this.lock(roomId)) await trx.executeQuery(query);
    const { rows } =
      await sql<ChatMessageRow>`update "chatMessage" set "text" = '', "mentions" = null, "upload" = null,
          "editedAt" = null, "deleted" = ${by}, "changeSeq" = ${nextOf(roomId)}
        where "roomId" = ${roomId} and "seq" = ${seq} and "deleted" is null and "notice" is null
        returning *`.execute(trx);
    if (rows[0] === undefined) return undefined;
    await countChange(roomId).execute(trx);
    await trx.executeQuery(letGo(this.storage, roomId, [seq]));
    return rows[0];
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

  private insert(writer: Writer, message: NewMessage): CompiledQuery {
    const { facts, uid, now } = writer;
    const { upload, authorId } = message;
    if (upload === undefined)
      return this.queries.insert[facts.kind]({
        ...valuesOf(message),
        roomId: facts.id,
        mode: facts.mode,
        uid,
        now,
      });
    const may = sql<boolean>`${mayWrite(writer)} and ${mayClaim(upload.id, authorId)}`;
    return insertMessage(facts.id, valuesOf(message), may).compile(this.storage.db);
  }

  /** So that what follows sees the room as it is when it is its turn. SQLite has one writer, whose turn it always is. */
  private lock(roomId: string): CompiledQuery[] {
    return this.storage.engine === 'sqlite' ? [] : [this.queries.lock({ roomId })];
  }
}

interface Deletion {
  readonly seq: number;
  readonly by: 'author' | 'host';
}

/** Counts a change that was written as the next number, if it was. */
const countChange = (roomId: string) =>
  sql`update "chatRoom" set "lastSeq" = "lastSeq" + 1 where "id" = ${roomId} and exists
    (select 1 from "chatMessage" m where m."roomId" = ${roomId} and m."changeSeq" = "chatRoom"."lastSeq" + 1)`;

const nextOf = (roomId: string) => sql`(select r."lastSeq" + 1 from "chatRoom" r where r."id" = ${roomId})`;

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

const valuesOf = ({ replyTo, mentions, upload, notice, ...message }: NewMessage): MessageValues => ({
  ...message,
  replyTo: replyTo ?? null,
  mentions: jsonOf(mentions),
  upload: jsonOf(upload),
  notice: jsonOf(notice),
});

const insertMessage = (
  roomId: OrPlace<string>,
  message: { readonly [Name in keyof MessageValues]: OrPlace<MessageValues[Name]> },
  condition: RawBuilder<boolean>,
) => {
  const { clientId, authorId, at, text, replyTo, mentions, upload, notice } = message;
  return sql`insert into "chatMessage"
      ("roomId", "seq", "clientId", "authorId", "at", "text", "replyTo", "mentions", "upload", "notice")
    select r."id", r."lastSeq" + 1, ${clientId}, ${authorId}, cast(${at} as bigint), ${text},
      (select a."seq" from "chatMessage" a where a."roomId" = r."id" and a."seq" = ${replyTo}),
      ${mentions}, ${upload}, ${notice}
    from "chatRoom" r
    where r."id" = ${roomId} and ${condition} and not exists (select 1 from "chatMessage" d
      where d."authorId" = ${authorId} and d."roomId" = r."id" and d."clientId" = ${clientId})
    returning "seq", "replyTo"`;
};

/** The row that was added, of what the storage gave it: what it was given need not come back. */
function asAdded(roomId: string, message: NewMessage, added: unknown): ChatMessageRow | undefined {
  if (added === undefined) return undefined;
  const given = added as Pick<ChatMessageRow, 'seq' | 'replyTo'>;
  return { ...valuesOf(message), roomId, ...given, changeSeq: null, editedAt: null, deleted: null };
}

const countMessage = (roomId: OrPlace<string>, at: OrPlace<number>) =>
  sql`update "chatRoom" set "lastSeq" = "lastSeq" + 1, "lastAt" = ${at} where "id" = ${roomId} and exists
    (select 1 from "chatMessage" m where m."roomId" = ${roomId} and m."seq" = "chatRoom"."lastSeq" + 1)`;

/** What every message asks and writes. */
function messageQueries({ db }: Storage<ChatTables>) {
  const insertInto = (kind: ChatRoomKind) =>
    prepared<MessageValues & { roomId: string; mode: string; uid: string; now: number }>((place) => {
      const [id, mode, uid, now] = [place('roomId'), place('mode'), place('uid'), place('now')];
      const message = {
        clientId: place('clientId'),
        authorId: place('authorId'),
        at: place('at'),
        text: place('text'),
        replyTo: place('replyTo'),
        mentions: place('mentions'),
        upload: place('upload'),
        notice: place('notice'),
      };
      return insertMessage(id, message, mayWrite({ facts: { id, mode, kind }, uid, now })).compile(db);
    });
  const insert = Object.fromEntries(chatRoomKinds.map((kind) => [kind, insertInto(kind)]));
  return {
    insert: insert as Record<ChatRoomKind, ReturnType<typeof insertInto>>,
    count: prepared<{ roomId: string; at: number }>((place) =>
      countMessage(place('roomId'), place('at')).compile(db),
    ),
    lock: prepared<{ roomId: string }>((place) =>
      sql`select 1 from "chatRoom" where "id" = ${place('roomId')} for update`.compile(db),
    ),
  };
}

/** A notice in a transaction in which the room is locked. Returns the row. */
export async function addNotice(
  trx: Kysely<ChatTables>,
  roomId: string,
  message: NewMessage,
): Promise<ChatMessageRow> {
  const { rows } = await insertMessage(roomId, valuesOf(message), sql<boolean>`1 = 1`).execute(trx);
  await countMessage(roomId, message.at).execute(trx);
  return asAdded(roomId, message, rows[0]) as ChatMessageRow;
}
