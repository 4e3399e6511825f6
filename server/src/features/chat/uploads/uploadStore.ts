/** Stores the metadata of uploads, pending and attached ones. Their bytes are blobs, by the id of the upload. */
import type { ChatUpload } from '@foyer/contract';
import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import type { Storage } from '#platform/storage/storage';
import type { ChatTables, ChatUploadRow } from '../tables.ts';

export const toChatUpload = ({ id, name, mediaType, bytes, width, height }: ChatUploadRow): ChatUpload => ({
  id,
  name,
  mediaType,
  bytes,
  ...(width === null || height === null ? {} : { width, height }),
});

/** The condition that neither a message nor a held post has an upload. */
const isPending = sql<boolean>`"seq" is null and "heldPostId" is null`;

export class ChatUploadStore {
  private readonly storage: Storage<ChatTables>;

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
  }

  async find(id: string): Promise<ChatUploadRow | undefined> {
    return this.storage.read.selectFrom('chatUpload').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Adds an upload before its bytes are stored, so that the bytes are found and deleted if storing them fails. */
  async insert(row: ChatUploadRow): Promise<void> {
    await this.storage.db
      .insertInto('chatUpload')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  /** Called when the bytes are stored: a message can have the upload from now on. */
  async markReady(id: string, now: number): Promise<void> {
    const { db } = this.storage;
    await db.updateTable('chatUpload').set({ ready: 1, storedAt: now }).where('id', '=', id).execute();
  }

  /** Counts the pending uploads of a user. */
  async countPending(userId: string): Promise<number> {
    const { count } = await this.storage.read
      .selectFrom('chatUpload')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(isPending)
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Returns pending uploads that were stored before a time, and those of deleted messages and declined posts. */
  findUnused(before: number, limit: number): Promise<{ id: string; roomId: string }[]> {
    return this.storage.read
      .selectFrom('chatUpload')
      .select(['id', 'roomId'])
      .where(isPending)
      .where('storedAt', '<', before)
      .limit(limit)
      .execute();
  }

  /** Returns the pending uploads of a user. */
  findPending(userId: string): Promise<{ id: string; roomId: string }[]> {
    return this.storage.read
      .selectFrom('chatUpload')
      .select(['id', 'roomId'])
      .where(isPending)
      .where('userId', '=', userId)
      .execute();
  }

  /** Called when the bytes are deleted. Does nothing if the upload is attached. */
  async delete(id: string): Promise<void> {
    await this.storage.db.deleteFrom('chatUpload').where('id', '=', id).where(isPending).execute();
  }

  /** @returns false if the upload is attached and therefore stays usable */
  async markUnusable(id: string): Promise<boolean> {
    const result = await this.storage.db
      .updateTable('chatUpload')
      .set({ ready: 0 })
      .where('id', '=', id)
      .where(isPending)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }
}

/**
 * The condition that a message or held post may have an upload: it has the same author and room, and no other one has it.
 * For a statement that selects from `chatRoom` with the alias `room`, like `mayPost`.
 */
export const mayAttach = (uploadId: string, authorId: string) =>
  sql`exists (select 1 from "chatUpload" upload where upload."id" = ${uploadId} and upload."roomId" = room."id"
    and upload."userId" = ${authorId} and upload."ready" = 1
    and upload."seq" is null and upload."heldPostId" is null)`;

/** Attaches an upload to the message with a client id, if the message exists. */
export const attachUpload = (
  storage: Storage<ChatTables>,
  attachment: { uploadId: string; roomId: string; authorId: string; clientId: string },
): CompiledQuery => {
  const { uploadId, roomId, authorId, clientId } = attachment;
  const message = sql`(select message."seq" from "chatMessage" message
    where message."roomId" = ${roomId} and message."authorId" = ${authorId}
      and message."clientId" = ${clientId} and message."upload" is not null)`;
  return sql`update "chatUpload" set "seq" = ${message} where "id" = ${uploadId} and "roomId" = ${roomId}
    and "userId" = ${authorId} and ${isPending} and "ready" = 1`.compile(storage.db);
};

/** Attaches an upload to the held post with a client id, if it exists. */
export const holdUpload = (
  storage: Storage<ChatTables>,
  attachment: { uploadId: string; roomId: string; authorId: string; clientId: string },
): CompiledQuery => {
  const { uploadId, roomId, authorId, clientId } = attachment;
  const heldPost = sql`(select held."id" from "chatHeldPost" held
    where held."roomId" = ${roomId} and held."authorId" = ${authorId}
      and held."clientId" = ${clientId} and held."upload" is not null)`;
  return sql`update "chatUpload" set "heldPostId" = ${heldPost} where "id" = ${uploadId} and "roomId" = ${roomId}
    and "userId" = ${authorId} and ${isPending} and "ready" = 1`.compile(storage.db);
};

/** Makes the upload of a held post pending again, so that the message of the approved post can have it. */
export const releaseHeldUpload = (db: Kysely<ChatTables>, heldPostId: string) =>
  db.updateTable('chatUpload').set({ heldPostId: null }).where('heldPostId', '=', heldPostId);

/** Detaches those uploads of held posts for which a condition holds, so that they are deleted with the unused ones. */
export const dropHeldUploads = (condition: RawBuilder<unknown>) =>
  sql`update "chatUpload" set "ready" = 0, "heldPostId" = null, "storedAt" = 0
    where "heldPostId" is not null and ${condition}`;

/** Detaches the uploads of messages, so that they are deleted with the unused ones. */
export const releaseUploads = (
  storage: Storage<ChatTables>,
  roomId: string,
  seqs: readonly number[],
): CompiledQuery =>
  storage.db
    .updateTable('chatUpload')
    .set({ ready: 0, seq: null, storedAt: 0 })
    .where('roomId', '=', roomId)
    .where('seq', 'in', [...seqs])
    .compile();
