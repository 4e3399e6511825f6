/**
 * Stores the users whom a message mentions, and those for whom a notice counts as unread (see `isUnreadFor` of the
 * contract), so that unread messages and mentions are counted by an index. A message that is deleted has no rows.
 */
import type { ChatNotice } from '@foyer/contract';
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { jsonElements } from '#platform/storage/jsonElements';
import type { Storage } from '#platform/storage/storage';
import type { ChatMessageRow, ChatTables } from '../tables.ts';

/** Stores the mentions of a message that was sent or edited. Does nothing if they are stored or it does not exist. */
export const insertMentions = (
  { db, engine }: Pick<Storage<ChatTables>, 'db' | 'engine'>,
  message: { readonly roomId: string; readonly authorId: string } & (
    | { readonly clientId: string }
    | { readonly seq: number }
  ),
): CompiledQuery => {
  const key =
    'seq' in message ? sql`message."seq" = ${message.seq}` : sql`message."clientId" = ${message.clientId}`;
  return sql`insert into "chatMention" ("userId", "roomId", "seq")
    select element."value", message."roomId", message."seq"
    from "chatMessage" message cross join ${jsonElements(engine, sql`message."mentions"`)}
    where message."roomId" = ${message.roomId} and message."authorId" = ${message.authorId} and ${key}
      and message."deletedBy" is null and message."notice" is null
    on conflict do nothing`.compile(db);
};

/** Deletes the rows of messages. */
export const deleteMentions = (
  { db }: Pick<Storage<ChatTables>, 'db'>,
  roomId: string,
  seqs: readonly number[],
): CompiledQuery =>
  db
    .deleteFrom('chatMention')
    .where('roomId', '=', roomId)
    .where('seq', 'in', [...seqs])
    .compile();

/** Stores for whom a new notice counts as unread: users who are added to a group, and everyone else after a missed call. */
export async function insertNoticeRecipients(
  trx: Kysely<ChatTables>,
  { roomId, seq, authorId }: Pick<ChatMessageRow, 'roomId' | 'seq' | 'authorId'>,
  notice: ChatNotice,
): Promise<void> {
  const { kind, uids = [] } = notice;
  if (kind === 'callMissed')
    await sql`insert into "chatMention" ("userId", "roomId", "seq")
      select member."userId", member."roomId", cast(${seq} as bigint) from "chatMember" member
      where member."roomId" = ${roomId} and member."userId" <> ${authorId}`.execute(trx);
  if ((kind === 'created' || kind === 'membersAdded') && uids.length > 0)
    await trx
      .insertInto('chatMention')
      .values(uids.map((userId) => ({ userId, roomId, seq })))
      .execute();
}
