/** What is kept of uploads. The bytes stand in the blobs, by the id of the upload. */
import type { ChatUpload } from '@foyer/contract';
import { sql, type CompiledQuery } from 'kysely';
import type { Storage } from '#platform/storage/storage';
import type { ChatTables, ChatUploadRow } from '../tables.ts';

export const uploadOf = ({ id, name, mediaType, bytes, width, height }: ChatUploadRow): ChatUpload => ({
  id,
  name,
  mediaType,
  bytes,
  ...(width === null || height === null ? {} : { width, height }),
});

export class ChatUploadStore {
  private readonly storage: Storage<ChatTables>;

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
  }

  async find(id: string): Promise<ChatUploadRow | undefined> {
    return this.storage.read.selectFrom('chatUpload').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Notes an upload before its bytes are stored: whatever fails then, they are found and swept. */
  async note(row: ChatUploadRow): Promise<void> {
    await this.storage.db
      .insertInto('chatUpload')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  /** Its bytes are stored; from now on it waits for its message. */
  async ready(id: string, now: number): Promise<void> {
    const { db } = this.storage;
    await db.updateTable('chatUpload').set({ ready: 1, storedAt: now }).where('id', '=', id).execute();
  }

  /** How many of somebody's uploads no message has taken yet. */
  async waitingOf(userId: string): Promise<number> {
    const { count } = await this.storage.read
      .selectFrom('chatUpload')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('seq', 'is', null)
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Those that no message has taken since a time, or whose message is gone. */
  stale(before: number, limit: number): Promise<{ id: string; roomId: string }[]> {
    return this.storage.read
      .selectFrom('chatUpload')
      .select(['id', 'roomId'])
      .where('seq', 'is', null)
      .where('storedAt', '<', before)
      .limit(limit)
      .execute();
  }

  waiting(userId: string): Promise<{ id: string; roomId: string }[]> {
    return this.storage.read
      .selectFrom('chatUpload')
      .select(['id', 'roomId'])
      .where('seq', 'is', null)
      .where('userId', '=', userId)
      .execute();
  }

  /** Once its bytes are gone. A message that has taken it at this moment keeps it. */
  async drop(id: string): Promise<void> {
    await this.storage.db.deleteFrom('chatUpload').where('id', '=', id).where('seq', 'is', null).execute();
  }

  /** Nobody may take it any more. @returns whether that is so */
  async giveUp(id: string): Promise<boolean> {
    const given = await this.storage.db
      .updateTable('chatUpload')
      .set({ ready: 0 })
      .where('id', '=', id)
      .where('seq', 'is', null)
      .executeTakeFirst();
    return given.numUpdatedRows > 0n;
  }
}

/** That a message may take an upload: its author's own, of this room, and in no other message. */
export const mayClaim = (uploadId: string, authorId: string) =>
  sql`exists (select 1 from "chatUpload" f where f."id" = ${uploadId} and f."roomId" = r."id"
    and f."userId" = ${authorId} and f."ready" = 1 and f."seq" is null)`;

/** Gives an upload to the message of a client id, if that is there. */
export const claim = (
  storage: Storage<ChatTables>,
  given: { uploadId: string; roomId: string; authorId: string; clientId: string },
): CompiledQuery => {
  const { uploadId, roomId, authorId, clientId } = given;
  const message = sql`(select m."seq" from "chatMessage" m where m."authorId" = ${authorId}
    and m."roomId" = ${roomId} and m."clientId" = ${clientId} and m."upload" is not null)`;
  return sql`update "chatUpload" set "seq" = ${message} where "id" = ${uploadId} and "roomId" = ${roomId}
    and "userId" = ${authorId} and "seq" is null and "ready" = 1`.compile(storage.db);
};

/** Leaves what a message had to be swept. */
export const letGo = (storage: Storage<ChatTables>, roomId: string, seqs: readonly number[]): CompiledQuery =>
  storage.db
    .updateTable('chatUpload')
    .set({ ready: 0, seq: null, storedAt: 0 })
    .where('roomId', '=', roomId)
    .where('seq', 'in', [...seqs])
    .compile();
