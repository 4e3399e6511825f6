/** Posting, editing and deleting messages. Commands are answered after the change is stored. */
import type { ChatMessage, InputOf, ResultOf } from '@foyer/contract';
import type { deleteChatMessage, editChatMessage, sendChatMessage } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import { ApiError } from '#platform/apiError';
import type { Actor } from '../actor.ts';
import type { ChatHeldPosts } from '../approval/heldPosts.ts';
import type { ChatDelivery } from '../delivery/delivery.ts';
import type { ChatModerationLog } from '../moderation/moderationLog.ts';
import type { FindInvisible } from '../ports.ts';
import type { ChatRateLimits } from '../rateLimits.ts';
import type { RoomInfo } from '../rooms/room.ts';
import type { ChatRooms } from '../rooms/rooms.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatRoomViews } from '../rooms/roomViews.ts';
import type { ChatMessageRow } from '../tables.ts';
import type { ChatUploads } from '../uploads/uploads.ts';
import type { ChatUsers } from '../users.ts';
import type { Posting } from './mayPost.ts';
import { messageNotFound, normalizeText, toChatMessage } from './message.ts';
import type { ChatMessageStore, NewMessage } from './messageStore.ts';
import type { ChatPostingRules } from './postingRules.ts';

export interface ChatMessagesDeps {
  readonly messageStore: ChatMessageStore;
  readonly rooms: ChatRooms;
  readonly roomStore: Pick<ChatRoomStore, 'mentionable'>;
  readonly views: Pick<ChatRoomViews, 'needsApproval'>;
  readonly heldPosts: Pick<ChatHeldPosts, 'add' | 'findSent'>;
  readonly postingRules: ChatPostingRules;
  readonly uploads: ChatUploads;
  readonly moderationLog: ChatModerationLog;
  readonly users: ChatUsers;
  readonly delivery: ChatDelivery;
  readonly rateLimits: ChatRateLimits;
  readonly findInvisible: FindInvisible;
  readonly clock: Clock;
}

export class ChatMessages {
  private readonly deps: ChatMessagesDeps;

  constructor(deps: ChatMessagesDeps) {
    this.deps = deps;
  }

  /** Stores and publishes or holds a message. If the user has sent one with the same `clientId`, that one is returned. */
  async send(
    actor: Actor,
    input: InputOf<typeof sendChatMessage>,
  ): Promise<ResultOf<typeof sendChatMessage>> {
    const { postingRules, clock, rateLimits, uploads } = this.deps;
    rateLimits.takeMessage(actor);
    const { roomId, clientId, replyTo, uploadId } = input;
    const text = normalizeText(input.text, { mayBeBlank: uploadId !== undefined });
    const posting = await this.preparePosting(actor, roomId);
    // Checked first: the error `gone` of the upload would reveal that the room exists.
    if (uploadId !== undefined) await postingRules.assertMember(actor, posting.info);
    const upload = uploadId === undefined ? undefined : await uploads.findReady(uploadId);
    // Also gone with a message that was sent before and deleted or declined since, which is found below.
    const isUploadGone = uploadId !== undefined && upload === undefined;
    const message: NewMessage = {
      clientId,
      authorId: actor.uid,
      at: clock(),
      text,
      replyTo,
      mentions: await this.findMentioned(posting.info, input.mentions),
      upload,
    };
    const added = isUploadGone ? undefined : await this.add(actor, posting, message);
    const result = added ?? (await this.findSent(roomId, actor.uid, clientId));
    if (result !== undefined) return result;
    if (uploadId !== undefined) await uploads.assertAttachable(actor, roomId, uploadId);
    throw await postingRules.explainRejection(actor, posting.info);
  }

  private async add(actor: Actor, posting: Posting, message: NewMessage) {
    const { messageStore, heldPosts, views, delivery } = this.deps;
    if (views.needsApproval(actor, posting.info.id)) {
      const held = await heldPosts.add(posting, message);
      return held && { held };
    }
    const row = await messageStore.add(posting, message);
    if (row === undefined) return undefined;
    delivery.publishInBackground(posting.info, row);
    return { message: toChatMessage(row) };
  }

  private async findSent(roomId: string, uid: string, clientId: string) {
    const { messageStore, heldPosts } = this.deps;
    // First, because a held post may become a message meanwhile.
    const held = await heldPosts.findSent(roomId, uid, clientId);
    if (held !== undefined) return { held };
    const sent = await messageStore.findSent(roomId, uid, clientId);
    return sent && { message: toChatMessage(sent) };
  }

  async edit(actor: Actor, input: InputOf<typeof editChatMessage>): Promise<ChatMessage> {
    const { rooms, views, messageStore, postingRules, delivery, rateLimits } = this.deps;
    rateLimits.takeMessage(actor);
    const { roomId, seq } = input;
    const { info } = await rooms.getReadable(actor, roomId);
    const before = await this.findOwn(actor, roomId, seq);
    if (views.needsApproval(actor, roomId))
      throw new ApiError(
        'forbidden',
        'Posts of this wall cannot be edited, because hosts approve them: delete the post and write it again.',
      );
    const text = normalizeText(input.text, { mayBeBlank: before.upload !== null });
    const posting = await this.preparePosting(actor, roomId);
    const mentions = await this.findMentioned(info, input.mentions);
    const row = await messageStore.edit(posting, { seq, text, mentions });
    if (row === undefined) {
      await this.findOwn(actor, roomId, seq);
      throw await postingRules.explainRejection(actor, info);
    }
    delivery.publishInBackground(info, row);
    return toChatMessage(row);
  }

  /** Users can delete their own messages, hosts any message. Notices cannot be deleted. */
  async delete(actor: Actor, { roomId, seq }: InputOf<typeof deleteChatMessage>): Promise<void> {
    const { rooms, messageStore, moderationLog } = this.deps;
    const { info, range } = await rooms.getReadable(actor, roomId);
    const row = await messageStore.find(roomId, seq);
    if (row === undefined || seq < range.fromSeq) throw messageNotFound();
    if (row.notice !== null) throw new ApiError('forbidden', 'Chat notices cannot be deleted.');
    if (row.authorId !== actor.uid && !actor.isHost)
      throw new ApiError('forbidden', 'You can only delete your own messages.');
    if (row.authorId === actor.uid) return this.deleteAsAuthor(info, row);
    const { mode, uid: hostId } = actor;
    const { authorId: userId, text } = row;
    const entry = moderationLog.insertQuery(mode, {
      kind: 'deleted',
      hostId,
      userId,
      roomId,
      text,
    });
    const deleted = await messageStore.delete(roomId, { seq, by: 'host' }, [entry]);
    await this.afterDelete(info, row, deleted);
  }

  private async deleteAsAuthor(info: RoomInfo, row: ChatMessageRow): Promise<void> {
    const deleted = await this.deps.messageStore.delete(info.id, { seq: row.seq, by: 'author' });
    await this.afterDelete(info, row, deleted);
  }

  /** Deletes messages of a room without their files, which become unused. */
  async deleteAllAsAuthor(info: RoomInfo, seqs: readonly number[]): Promise<void> {
    for (const row of await this.deps.messageStore.deleteAll(info.id, seqs))
      this.deps.delivery.publishInBackground(info, row);
  }

  /**
   * Publishes a deletion and deletes the message's file.
   * @param deleted the row after the deletion; undefined if the message was already deleted
   */
  async afterDelete(
    info: RoomInfo,
    before: ChatMessageRow,
    deleted: ChatMessageRow | undefined,
  ): Promise<void> {
    if (deleted === undefined) return;
    this.deps.delivery.publishInBackground(info, deleted);
    await this.deps.uploads.deleteFileOf(before);
  }

  /** Does nothing for invisible users: others learn of them only what they post. */
  async sendTyping(actor: Actor, roomId: string): Promise<void> {
    const { rooms, users, delivery, rateLimits, postingRules, findInvisible } = this.deps;
    const { info } = await rooms.getReadable(actor, roomId);
    await postingRules.assertCanPost(actor, info);
    if (!rateLimits.takeTyping(actor, roomId) || (await findInvisible([actor.uid])).size > 0) return;
    delivery.notifyTyping(info, await users.get(actor.uid));
  }

  private async preparePosting(actor: Actor, roomId: string): Promise<Posting> {
    const { rooms, postingRules, clock } = this.deps;
    const info = await rooms.getInfo(actor, roomId);
    postingRules.assertGuestsMayPost(actor, info);
    return { info, uid: actor.uid, now: clock() };
  }

  /**
   * Returns the users who are mentioned. Mentions of users who are not members, were removed or no longer exist are
   * dropped: the text keeps their names, and a message does not fail because a member left while it was written.
   */
  private async findMentioned(
    info: RoomInfo,
    uids: readonly string[] = [],
  ): Promise<readonly string[] | undefined> {
    const { roomStore, users } = this.deps;
    const mentioned = await users.findVisible(await roomStore.mentionable(info, uids));
    return mentioned.size === 0 ? undefined : [...mentioned];
  }

  /** @throws ApiError `notFound`, `gone` if the message is deleted, `forbidden` for messages of others and notices */
  private async findOwn(actor: Actor, roomId: string, seq: number): Promise<ChatMessageRow> {
    const row = await this.deps.messageStore.find(roomId, seq);
    if (row === undefined) throw messageNotFound();
    if (row.deletedBy !== null) throw new ApiError('gone', 'This message was deleted.');
    if (row.authorId !== actor.uid || row.notice !== null)
      throw new ApiError('forbidden', 'You can only edit your own messages.');
    return row;
  }
}
