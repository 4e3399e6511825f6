/**
 * Reads a discussion or a wall as posts with the replies under them. A post is a message that replies to none, or whose
 * original is no longer stored. Its replies are the messages that reply to it, and those that reply to these, and so on.
 */
import { chatPageSize } from '@foyer/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Storage } from '#platform/storage/storage';
import type { ChatMessageRow, ChatTables } from '../tables.ts';
import type { ReadableRange } from './historyStore.ts';

/** The place of a post in an order. */
export interface PostCursor {
  /** 0 in the order of time. */
  readonly likes: number;
  readonly seq: number;
}

export interface PostPage {
  readonly rows: readonly ChatMessageRow[];
  /** The place of the last post, if there are more. */
  readonly next: PostCursor | undefined;
}

export class ChatPostStore {
  private readonly storage: Storage<ChatTables>;

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
  }

  /** The posts after a place, the newest or the most liked ones first; of equally liked ones, the newest first. */
  async posts(
    roomId: string,
    order: 'newest' | 'mostLiked',
    { likes, seq }: PostCursor = { likes: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER },
  ): Promise<PostPage> {
    const ownLikes = order === 'mostLiked' ? sql`coalesce(counts."likes", 0)` : sql`0`;
    const after =
      order === 'mostLiked'
        ? sql`(${ownLikes} < ${likes} or ${ownLikes} = ${likes} and message."seq" < ${seq})`
        : sql`message."seq" < ${seq}`;
    const { rows } = await sql<
      ChatMessageRow & { ownLikes: number }
    >`select message.*, ${ownLikes} as "ownLikes" from "chatMessage" message
      left join "chatLikeCount" counts on counts."roomId" = message."roomId" and counts."seq" = message."seq"
      where message."roomId" = ${roomId} and message."notice" is null and ${after}
        and (message."replyTo" is null or not exists (select 1 from "chatMessage" original
          where original."roomId" = message."roomId" and original."seq" = message."replyTo"))
        and (message."deletedBy" is null or exists (select 1 from "chatMessage" reply
          where reply."roomId" = message."roomId" and reply."replyTo" = message."seq"))
      order by ${order === 'mostLiked' ? sql`${ownLikes} desc, ` : sql``}message."seq" desc
      limit ${chatPageSize + 1}`.execute(this.storage.longRead);
    const page = rows.slice(0, chatPageSize);
    const last = page.at(-1);
    const hasMore = last !== undefined && rows.length > chatPageSize;
    return { rows: page, next: hasMore ? { likes: last.ownLikes, seq: last.seq } : undefined };
  }

  /**
   * How many replies each of these posts has, by its sequence number, without deleted ones. Later changes than `lastSeq` are
   * not counted: clients count them when they receive them.
   */
  async countReplies(
    { roomId, lastSeq }: Pick<ReadableRange, 'roomId' | 'lastSeq'>,
    posts: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    if (posts.length === 0) return new Map();
    const { rows } = await sql<{ post: number; replies: number }>`${threads(roomId, posts)}
      select thread."post", count(*) as "replies" from thread join "chatMessage" message
        on message."roomId" = ${roomId} and message."seq" = thread."seq"
      where message."seq" <= ${lastSeq}
        and (message."deletedBy" is null or message."updatedSeq" > ${lastSeq})
      group by thread."post"`.execute(this.storage.longRead);
    return new Map(rows.map(({ post, replies }) => [post, replies]));
  }

  /** The replies of a post after a sequence number, the oldest first, without deleted ones. */
  async replies(roomId: string, post: number, after: number): Promise<PostPage> {
    const { rows } = await sql<ChatMessageRow>`${threads(roomId, [post])}
      select message.* from thread join "chatMessage" message
        on message."roomId" = ${roomId} and message."seq" = thread."seq"
      where message."deletedBy" is null and message."seq" > ${after}
      order by message."seq" limit ${chatPageSize + 1}`.execute(this.storage.longRead);
    const page = rows.slice(0, chatPageSize);
    const last = page.at(-1);
    const hasMore = last !== undefined && rows.length > chatPageSize;
    return { rows: page, next: hasMore ? { likes: 0, seq: last.seq } : undefined };
  }
}

/** The table `thread`: the sequence numbers of all replies of these posts. */
const threads = (roomId: string, posts: readonly number[]): RawBuilder<unknown> =>
  sql`with recursive thread("post", "seq") as (
    select "replyTo", "seq" from "chatMessage"
      where "roomId" = ${roomId} and "replyTo" in (${sql.join(posts)})
    union all
    select thread."post", reply."seq" from thread join "chatMessage" reply
      on reply."roomId" = ${roomId} and reply."replyTo" = thread."seq")`;
