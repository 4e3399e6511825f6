/**
 * Approval of posts (WALL-05). In a wall with `approval`, the posts of users who are no hosts are *held*: stored in a table
 * of their own, outside of the room, so that nothing that reads the room can show them. Approving one inserts it as a new
 * message. A declined post is read only by its author. When a publication turns `approval` off, or takes the wall out of the
 * venue, posts stay held until a host decides about them.
 */
import type {
  ChatDeclinedPost,
  ChatHeldPost,
  getHeldChatPosts,
  approveChatPost,
  declineChatPost,
  InputOf,
  ResultOf,
} from '@foyer/contract';
import { sql, type Transaction } from 'kysely';
import { ApiError } from '#platform/apiError';
import type { Clock } from '#platform/clock';
import { type Actor, requireHost } from '../actor.ts';
import type { ChatDelivery } from '../delivery/delivery.ts';
import { mayPost, type Posting } from '../messages/mayPost.ts';
import { contentOf, toChatMessage, userIdsIn } from '../messages/message.ts';
import type { ChatMessageStore, NewMessage } from '../messages/messageStore.ts';
import type { ChatModerationLog } from '../moderation/moderationLog.ts';
import type { RoomInfo } from '../rooms/room.ts';
import type { ChatRooms } from '../rooms/rooms.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatHeldPostRow, ChatMessageRow, ChatTables } from '../tables.ts';
import type { ChatUploads } from '../uploads/uploads.ts';
import { dropHeldUploads, releaseHeldUpload } from '../uploads/uploadStore.ts';
import type { ChatUsers } from '../users.ts';
import type { ChatHeldPostEvents } from './heldPostEvents.ts';
import {
  type ChatHeldPostStore,
  heldPostNotFound,
  noContent,
  selectHeld,
  selectWithContent,
  trimDeclined,
} from './heldPostStore.ts';

export interface ChatHeldPostsDeps {
  readonly heldPostStore: ChatHeldPostStore;
  readonly messageStore: Pick<ChatMessageStore, 'addUnchecked' | 'findMany'>;
  readonly rooms: Pick<ChatRooms, 'getReadable'>;
  readonly roomStore: Pick<ChatRoomStore, 'withLocked'>;
  readonly users: ChatUsers;
  readonly uploads: Pick<ChatUploads, 'deleteFileOf'>;
  readonly moderationLog: ChatModerationLog;
  readonly delivery: Pick<ChatDelivery, 'publishInBackground'>;
  readonly events: Pick<ChatHeldPostEvents, 'publish'>;
  readonly clock: Clock;
}

/**
 * The deletion of accounts and the retention delete held posts without a lock of the room.
 * @param changedRows how many rows a change of a held post, which was read in the same transaction, has changed
 * @throws ApiError `notFound`, so that the transaction changes nothing
 */
function assertStillHeld(changedRows: bigint): void {
  if (changedRows === 0n) throw heldPostNotFound();
}

const toHeldPost = (row: ChatHeldPostRow): ChatHeldPost => ({ id: row.id, ...contentOf(row) });

const toDeclinedPost = (row: ChatHeldPostRow & { readonly declinedAt: number }): ChatDeclinedPost => ({
  ...toHeldPost(row),
  declinedAt: row.declinedAt,
});

const isDeclined = (row: ChatHeldPostRow): row is ChatHeldPostRow & { declinedAt: number } =>
  row.declinedAt !== null;

export class ChatHeldPosts {
  private readonly deps: ChatHeldPostsDeps;

  constructor(deps: ChatHeldPostsDeps) {
    this.deps = deps;
  }

  /** Stores a post until a host approves it. Returns undefined if it was sent before, or its author may not post. */
  async add(posting: Posting, message: NewMessage): Promise<ChatHeldPost | undefined> {
    const { heldPostStore, events } = this.deps;
    const row = await heldPostStore.add(posting, message);
    if (row === undefined) return undefined;
    events.publish(row.roomId, [row.authorId]);
    return toHeldPost(row);
  }

  /**
   * Returns the held post that the user has sent with this client id.
   * @throws ApiError `gone` with the reason `declined` if it was declined or withdrawn
   */
  async findSent(roomId: string, authorId: string, clientId: string): Promise<ChatHeldPost | undefined> {
    const row = await this.deps.heldPostStore.findSent(roomId, authorId, clientId);
    if (row === undefined) return undefined;
    // The reason tells it from an upload that is gone.
    if (isDeclined(row))
      throw new ApiError('gone', 'This post was declined or withdrawn.', { details: { reason: 'declined' } });
    return toHeldPost(row);
  }

  async list(
    actor: Actor,
    { roomId, after }: InputOf<typeof getHeldChatPosts>,
  ): Promise<ResultOf<typeof getHeldChatPosts>> {
    const { rooms, heldPostStore, messageStore, users } = this.deps;
    await rooms.getReadable(actor, roomId);
    const { rows, hasMore } = await heldPostStore.list(actor, roomId, after);
    const declinedRows = await heldPostStore.listDeclined(actor.uid, roomId);
    // A post that was declined between the two queries is in both.
    const declinedIds = new Set(declinedRows.map(({ id }) => id));
    const held = rows.filter(({ id }) => !declinedIds.has(id)).map(toHeldPost);
    const declined = declinedRows.filter(isDeclined).map(toDeclinedPost);
    const posts = [...held, ...declined];
    const seqs = new Set(posts.flatMap(({ replyTo }) => replyTo ?? []));
    const repliedTo = (await messageStore.findMany(roomId, [...seqs])).map(toChatMessage);
    const found = await users.getMany([...posts, ...repliedTo].flatMap(userIdsIn));
    return { held, declined, repliedTo, users: [...found.values()], hasMore };
  }

  /**
   * Inserts a held post into its room as a new message.
   * @throws ApiError `notFound` if it is no longer held, `cannotPost` if its author is muted or was removed: it stays held
   */
  async approve(actor: Actor, key: InputOf<typeof approveChatPost>): Promise<void> {
    const { rooms, roomStore, delivery, events } = this.deps;
    const { info } = await rooms.getReadable(actor, key.roomId);
    requireHost(actor);
    const { held, row } = await roomStore.withLocked(info.id, async ({ trx }) => {
      const held = await selectHeld(trx, key).executeTakeFirst();
      if (held === undefined) throw heldPostNotFound();
      return { held, row: await this.insertHeld(trx, actor, info, held) };
    });
    if (row === undefined)
      throw new ApiError(
        'cannotPost',
        'The author of this post is muted or was removed from the wall: decline the post, or let the author post again first.',
      );
    delivery.publishInBackground(info, row);
    events.publish(info.id, [held.authorId]);
  }

  /** Hosts decline a held post, which is logged. Its author withdraws it, or removes it after it was declined. */
  async decline(actor: Actor, key: InputOf<typeof declineChatPost>): Promise<void> {
    const { rooms, roomStore, moderationLog, uploads, events, clock } = this.deps;
    const { info } = await rooms.getReadable(actor, key.roomId);
    const { roomId, id } = key;
    const declined = await roomStore.withLocked(info.id, async ({ trx }) => {
      const post = await selectWithContent(trx, key).executeTakeFirst();
      const isOwn = post?.authorId === actor.uid;
      // Only the author knows of a post that was declined before.
      if (post === undefined || !(isOwn || (actor.isHost && !isDeclined(post)))) throw heldPostNotFound();
      const change = { declinedAt: post.declinedAt ?? clock(), ...(isOwn && noContent) };
      const update = await trx
        .updateTable('chatHeldPost')
        .set(change)
        .where('id', '=', id)
        .executeTakeFirst();
      assertStillHeld(update.numUpdatedRows);
      await dropHeldUploads(sql`"heldPostId" = ${id}`).execute(trx);
      if (isOwn) return post;
      await trimDeclined(trx, post).execute();
      const { authorId: userId, text } = post;
      await moderationLog.add(trx, actor, { kind: 'postDeclined', userId, roomId, text });
      return post;
    });
    await uploads.deleteFileOf(declined);
    events.publish(roomId, [declined.authorId]);
  }

  /** Returns undefined if the author may not post. */
  private async insertHeld(
    trx: Transaction<ChatTables>,
    actor: Actor,
    info: RoomInfo,
    held: ChatHeldPostRow,
  ): Promise<ChatMessageRow | undefined> {
    const { messageStore, moderationLog, clock } = this.deps;
    const { authorId: userId, text } = held;
    const [roomId, now] = [info.id, clock()];
    const allowed = await sql`select 1 from "chatRoom" room
      where room."id" = ${roomId} and ${mayPost({ info, uid: userId, now })}`.execute(trx);
    if (allowed.rows.length === 0) return undefined;
    const deletion = await trx.deleteFrom('chatHeldPost').where('id', '=', held.id).executeTakeFirst();
    assertStillHeld(deletion.numDeletedRows);
    await releaseHeldUpload(trx, held.id).execute();
    await moderationLog.add(trx, actor, { kind: 'postApproved', userId, roomId, text });
    return messageStore.addUnchecked(trx, roomId, { ...contentOf(held), at: now });
  }

  /** The held and declined posts of a user, for the export of personal data. */
  async export(uid: string): Promise<({ roomId: string } & (ChatHeldPost | ChatDeclinedPost))[]> {
    const rows = await this.deps.heldPostStore.findByAuthor(uid);
    return rows.map((row) => ({
      roomId: row.roomId,
      ...(isDeclined(row) ? toDeclinedPost(row) : toHeldPost(row)),
    }));
  }

  /** Deletes the posts of a user, or those that were sent before a time. Their files become unused. */
  async deleteAll(among: Parameters<ChatHeldPostStore['deleteAll']>[0]): Promise<void> {
    const { heldPostStore, events } = this.deps;
    const deleted = await heldPostStore.deleteAll(among);
    for (const [roomId, ofRoom] of Map.groupBy(deleted, (row) => row.roomId))
      events.publish(
        roomId,
        ofRoom.map(({ authorId }) => authorId),
      );
  }
}
