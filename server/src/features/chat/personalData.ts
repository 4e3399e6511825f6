/** The personal data that chat holds of a user: exported with the account, and erased with it. */
import { operatingModes } from '@foyer/contract';
import { ApiError } from '#platform/apiError';
import type { Storage } from '#platform/storage/storage';
import type { ChatHeldPosts } from './approval/heldPosts.ts';
import type { ChatDelivery } from './delivery/delivery.ts';
import type { ChatMessageLikes } from './likes/likes.ts';
import { toChatMessage } from './messages/message.ts';
import type { ChatMessages } from './messages/messages.ts';
import type { ChatMessageStore } from './messages/messageStore.ts';
import type { ChatGroups } from './rooms/groups.ts';
import { isGroup, placeColumns, type RoomInfo } from './rooms/room.ts';
import type { ChatRoomStore } from './rooms/roomStore.ts';
import type { ChatTables } from './tables.ts';
import type { ChatUploads } from './uploads/uploads.ts';

export interface ChatPersonalDataDeps {
  readonly storage: Storage<ChatTables>;
  readonly roomStore: ChatRoomStore;
  readonly messageStore: ChatMessageStore;
  readonly groups: ChatGroups;
  readonly messages: Pick<ChatMessages, 'deleteAllAsAuthor'>;
  readonly heldPosts: Pick<ChatHeldPosts, 'export' | 'deleteAll'>;
  readonly uploads: Pick<ChatUploads, 'deletePending'>;
  readonly messageLikes: Pick<ChatMessageLikes, 'export' | 'erase'>;
  readonly delivery: Pick<ChatDelivery, 'notifyReportsChanged'>;
}

const batchSize = 200;

export class ChatPersonalData {
  private readonly deps: ChatPersonalDataDeps;

  constructor(deps: ChatPersonalDataDeps) {
    this.deps = deps;
  }

  async export(uid: string) {
    const { storage, messageStore, heldPosts, roomStore, messageLikes } = this.deps;
    const rooms = await storage.longRead
      .selectFrom('chatMember as member')
      .innerJoin('chatRoom as room', 'room.id', 'member.roomId')
      .select([
        'room.id',
        'room.mode',
        'room.kind',
        'room.name',
        ...placeColumns.map((name) => `room.${name}` as const),
        'member.member',
        'member.readSeq',
        'member.notificationsOff',
        'member.joinedAt',
      ])
      .where('member.userId', '=', uid)
      .execute();
    const sentMessages = await messageStore.findByAuthor(uid);
    const ownHeldPosts = await heldPosts.export(uid);
    const infos = new Map<string, RoomInfo | undefined>();
    for (const { roomId } of [...sentMessages, ...ownHeldPosts])
      if (!infos.has(roomId)) infos.set(roomId, await roomStore.find(roomId));
    const reports = await storage.longRead
      .selectFrom('chatReport')
      .select(['roomId', 'seq', 'reason', 'at'])
      .where('reporterId', '=', uid)
      .execute();
    return {
      rooms,
      // With the place: users have no row in an unlisted room.
      messages: sentMessages.map((row) => ({
        roomId: row.roomId,
        ...infos.get(row.roomId)?.place,
        ...toChatMessage(row),
      })),
      heldPosts: ownHeldPosts.map((post) => ({ ...infos.get(post.roomId)?.place, ...post })),
      likes: await messageLikes.export(uid),
      blocked: await roomStore.blockedBy(uid),
      reports,
    };
  }

  /** Deletes the user's messages as if by the user, and transfers the groups that the user owns. */
  async erase(uid: string): Promise<void> {
    const { storage, roomStore, messageStore, messages, heldPosts, uploads, messageLikes, delivery } =
      this.deps;
    await this.leaveGroups(uid);
    await messageLikes.erase(uid);
    // Before the messages: a host may approve one meanwhile, which is then deleted as a message.
    await heldPosts.deleteAll({ authorId: uid });
    for (let rows = await messageStore.findByAuthor(uid, batchSize); rows.length > 0;) {
      for (const [roomId, ofRoom] of Map.groupBy(rows, (row) => row.roomId)) {
        const info = await roomStore.find(roomId);
        const seqs = ofRoom.map(({ seq }) => seq);
        if (info === undefined) await messageStore.deleteRows(roomId, seqs);
        else await messages.deleteAllAsAuthor(info, seqs);
      }
      rows = await messageStore.findByAuthor(uid, batchSize);
    }
    // Also those of the deleted messages and held posts.
    await uploads.deletePending(uid);
    const { db } = storage;
    // Rows with `member` 1 are those of private rooms: the other members keep these rooms.
    await db.deleteFrom('chatMember').where('userId', '=', uid).where('member', '=', 0).execute();
    await db.deleteFrom('chatMention').where('userId', '=', uid).execute();
    await db
      .deleteFrom('chatBlock')
      .where((eb) => eb.or([eb('userId', '=', uid), eb('blockedId', '=', uid)]))
      .execute();
    await db.deleteFrom('chatMute').where('userId', '=', uid).execute();
    await db
      .deleteFrom('chatReport')
      .where((eb) => eb.or([eb('reporterId', '=', uid), eb('authorId', '=', uid)]))
      .execute();
    for (const mode of operatingModes) delivery.notifyReportsChanged(mode);
    await db.updateTable('chatModerationLog').set({ text: null }).where('userId', '=', uid).execute();
  }

  private async leaveGroups(uid: string): Promise<void> {
    const { roomStore, groups } = this.deps;
    for (const mode of operatingModes)
      for (const { roomId } of await roomStore.memberships(mode, [uid])) {
        const info = await roomStore.find(roomId);
        if (info === undefined || !isGroup(info)) continue;
        try {
          await groups.leave({ mode, uid, isGuest: false, isHost: false }, roomId);
        } catch (error) {
          // The user was removed from the group at the same time.
          if (!(error instanceof ApiError) || error.code !== 'notFound') throw error;
        }
      }
  }
}
