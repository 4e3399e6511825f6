/** Stores posts that are held until a host approves them, and those that were declined or withdrawn, see `ChatHeldPostRow`. */
import { randomUUID } from 'node:crypto';
import { chatDeclinedPostsMax, chatHeldPostsMax, chatPageSize } from '@foyer/contract/limits';
import { sql, type Kysely } from 'kysely';
import { ApiError } from '#platform/apiError';
import type { Storage } from '#platform/storage/storage';
import type { Actor } from '../actor.ts';
import { mayPost, type Posting } from '../messages/mayPost.ts';
import { type ChatMessageStore, type NewMessage, valuesOf } from '../messages/messageStore.ts';
import type { ChatHeldPostRow, ChatTables } from '../tables.ts';
import { dropHeldUploads, holdUpload, mayAttach } from '../uploads/uploadStore.ts';

/** What identifies a held post. */
export interface HeldPostKey {
  readonly roomId: string;
  readonly id: string;
}

/** The same error for a held post that does not exist and for one that the user must not know of. */
export const heldPostNotFound = (): ApiError => new ApiError('notFound', 'Held post not found.');

/** Ids start with the time, so that they sort by it; those of the same millisecond in any order. */
const newId = (at: number): string => `${at}-${randomUUID()}`;

export class ChatHeldPostStore {
  private readonly storage: Storage<ChatTables>;
  private readonly messageStore: Pick<ChatMessageStore, 'lock'>;

  constructor(storage: Storage<ChatTables>, messageStore: Pick<ChatMessageStore, 'lock'>) {
    this.storage = storage;
    this.messageStore = messageStore;
  }

  /**
   * Adds a held post under the conditions of `ChatMessageStore.add`, and unless its author has the maximum of them in the
   * room. Returns undefined if nothing was added.
   */
  async add(posting: Posting, message: NewMessage): Promise<ChatHeldPostRow | undefined> {
    const { storage } = this;
    const roomId = posting.info.id;
    const { authorId, clientId, upload } = message;
    const insert = this.insert(posting, message).compile(storage.db);
    const attachments =
      upload === undefined ? [] : [holdUpload(storage, { uploadId: upload.id, roomId, authorId, clientId })];
    const statements = [...this.messageStore.lock(roomId), insert, ...attachments];
    const results = await storage.atomic(statements);
    return results[statements.indexOf(insert)]?.rows[0] as ChatHeldPostRow | undefined;
  }

  /** Returns a held post if the user may read it: its author and hosts may. */
  findReadable({ uid, isHost }: Actor, key: HeldPostKey): Promise<ChatHeldPostRow | undefined> {
    const query = selectHeld(this.storage.read, key);
    return (isHost ? query : query.where('authorId', '=', uid)).executeTakeFirst();
  }

  /** Returns the post of an author with this client id, also a declined one. */
  findSent(roomId: string, authorId: string, clientId: string): Promise<ChatHeldPostRow | undefined> {
    return this.storage.db
      .selectFrom('chatHeldPost')
      .selectAll()
      .where('authorId', '=', authorId)
      .where('roomId', '=', roomId)
      .where('clientId', '=', clientId)
      .executeTakeFirst();
  }

  /** Returns a page of the held posts that the user may read, the oldest first. */
  async list(
    { uid, isHost }: Actor,
    roomId: string,
    after = '',
  ): Promise<{ rows: ChatHeldPostRow[]; hasMore: boolean }> {
    const query = this.storage.read
      .selectFrom('chatHeldPost')
      .selectAll()
      .where('roomId', '=', roomId)
      .where('declinedAt', 'is', null);
    if (!isHost) {
      // At most `chatHeldPostsMax`. Sorted here: for an order by `id`, SQLite would read the posts of all authors.
      const own = await query.where('authorId', '=', uid).where(hasContent).execute();
      const rows = own.filter(({ id }) => id > after).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      return { rows, hasMore: false };
    }
    const rows = await query
      .where('id', '>', after)
      .orderBy('id')
      .limit(chatPageSize + 1)
      .execute();
    return { rows: rows.slice(0, chatPageSize), hasMore: rows.length > chatPageSize };
  }

  /** Returns the declined posts of an author in a room that have their content, the oldest first. */
  async listDeclined(authorId: string, roomId: string): Promise<ChatHeldPostRow[]> {
    const rows = await this.storage.read
      .selectFrom('chatHeldPost')
      .selectAll()
      .where('authorId', '=', authorId)
      .where('roomId', '=', roomId)
      .where('declinedAt', 'is not', null)
      .where(hasContent)
      .execute();
    // Sorted here for the reason in `list`.
    return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** A text for each room with held posts, which differs when the held posts differ. */
  async versions(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.storage.longRead
      .selectFrom('chatHeldPost')
      .select(({ fn }) => ['roomId', fn.countAll<number>().as('count'), fn.max('id').as('newest')])
      .where('declinedAt', 'is', null)
      .groupBy('roomId')
      .execute();
    return new Map(rows.map(({ roomId, count, newest }) => [roomId, `${count} ${newest}`]));
  }

  /** Whether an author has the maximum of held posts in a room. */
  async isFull(roomId: string, authorId: string): Promise<boolean> {
    const { rows } = await sql<{ full: number }>`select
      case when ${hasMaximum(roomId, authorId)} then 1 else 0 end as "full"`.execute(this.storage.read);
    return rows[0]?.full === 1;
  }

  /** Returns the held and declined posts of an author, without those that have no content any more. */
  findByAuthor(authorId: string): Promise<ChatHeldPostRow[]> {
    return this.storage.longRead
      .selectFrom('chatHeldPost')
      .selectAll()
      .where('authorId', '=', authorId)
      .where(hasContent)
      .execute();
  }

  /** Deletes posts, whose uploads become unused. Returns the rooms and authors of those that someone could read. */
  async deleteAll(
    among: { readonly authorId: string } | { readonly before: number },
  ): Promise<Pick<ChatHeldPostRow, 'roomId' | 'authorId'>[]> {
    const { db } = this.storage;
    const condition = 'authorId' in among ? sql`"authorId" = ${among.authorId}` : sql`"at" < ${among.before}`;
    const deletion = sql`delete from "chatHeldPost" where ${condition}
      returning "roomId", "authorId", case when ${hasContent} then 1 else 0 end as "readable"`.compile(db);
    // After the posts, as decisions about them do, to avoid deadlocks, and so that each deleted post loses its upload.
    const uploads = dropHeldUploads(sql`not exists (select 1 from "chatHeldPost" held
      where held."id" = "chatUpload"."heldPostId")`).compile(db);
    const [deleted] = await this.storage.atomic([deletion, uploads]);
    const rows = (deleted?.rows ?? []) as (Pick<ChatHeldPostRow, 'roomId' | 'authorId'> & {
      readable: number;
    })[];
    return rows.filter(({ readable }) => readable === 1);
  }

  private insert(posting: Posting, message: NewMessage) {
    const { clientId, authorId, at, text, replyTo, mentions, upload } = valuesOf(message);
    const conditions = [
      mayPost(posting),
      sql`not ${hasMaximum(posting.info.id, authorId)}`,
      // Sent while posts of the wall needed no approval, or approved meanwhile.
      sql`not exists (select 1 from "chatMessage" sent where sent."roomId" = room."id"
        and sent."authorId" = ${authorId} and sent."clientId" = ${clientId})`,
      ...(message.upload === undefined ? [] : [mayAttach(message.upload.id, authorId)]),
    ];
    return sql`insert into "chatHeldPost"
        ("id", "roomId", "clientId", "authorId", "at", "text", "replyTo", "mentions", "upload")
      select ${newId(at)}, room."id", ${clientId}, ${authorId}, cast(${at} as bigint), ${text},
        (select original."seq" from "chatMessage" original
          where original."roomId" = room."id" and original."seq" = ${replyTo}),
        ${mentions}, ${upload}
      from "chatRoom" room where room."id" = ${posting.info.id} and ${sql.join(conditions, sql` and `)}
      on conflict ("authorId", "roomId", "clientId") do nothing
      returning *`;
  }
}

/**
 * Held posts and declined ones that their author can read: a post has a text or a file. Queries for the posts of an author
 * have this condition, so that both databases use the index `chatHeldPostWithContent`: any number of posts without content
 * may be stored.
 */
const hasContent = sql<boolean>`("text" <> '' or "upload" is not null)`;

const hasMaximum = (roomId: string, authorId: string) =>
  sql<boolean>`(select count(*) from "chatHeldPost" where "authorId" = ${authorId}
    and "roomId" = ${roomId} and "declinedAt" is null and ${hasContent}) >= ${chatHeldPostsMax}`;

export const noContent = { text: '', mentions: null, upload: null };

/** Deletes the content of the declined posts of an author in a room, except for the ones that were declined last. */
export const trimDeclined = (
  db: Kysely<ChatTables>,
  { authorId, roomId }: Pick<ChatHeldPostRow, 'authorId' | 'roomId'>,
) => {
  const declined = db
    .selectFrom('chatHeldPost')
    .select('id')
    .where('authorId', '=', authorId)
    .where('roomId', '=', roomId)
    .where('declinedAt', 'is not', null)
    .where(hasContent)
    .orderBy('declinedAt', 'desc')
    .orderBy('id', 'desc');
  // One at most, because each decision about a post is followed by this.
  const older = declined.offset(chatDeclinedPostsMax).limit(1);
  return db.updateTable('chatHeldPost').set(noContent).where('id', 'in', older);
};

/**
 * Selects a post that is held, or declined and readable for its author. In a transaction that has locked the room, it stays
 * so.
 */
export const selectWithContent = (db: Kysely<ChatTables>, { roomId, id }: HeldPostKey) =>
  db
    .selectFrom('chatHeldPost')
    .selectAll()
    .where('id', '=', id)
    .where('roomId', '=', roomId)
    .where(hasContent);

/** As `selectWithContent`, without declined posts. */
export const selectHeld = (db: Kysely<ChatTables>, key: HeldPostKey) =>
  selectWithContent(db, key).where('declinedAt', 'is', null);
