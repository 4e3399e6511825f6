/** Blocks between users, and what hosts do: mutes, and removals from built-in rooms (CHAT-11). */
import type { InputOf } from '@foyer/contract';
import type { setChatUserBlocked, muteChatUser } from '@foyer/contract';
import { chatBlocksMax } from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import { ApiError } from '#platform/apiError';
import type { Storage } from '#platform/storage/storage';
import { type Actor, requireHost } from '../actor.ts';
import type { ChatDelivery } from '../delivery/delivery.ts';
import { privateRoomId, type RoomInfo } from '../rooms/room.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatTables } from '../tables.ts';
import { type ChatUsers, isGuestId } from '../users.ts';
import type { ChatModerationLog } from './moderationLog.ts';

export interface ChatModerationDeps {
  readonly storage: Storage<ChatTables>;
  readonly roomStore: Pick<ChatRoomStore, 'find' | 'blockedBy' | 'addVisitor' | 'withLocked'>;
  readonly users: ChatUsers;
  readonly delivery: ChatDelivery;
  readonly moderationLog: ChatModerationLog;
  readonly clock: Clock;
}

/** 100 years. Longer mutes are shortened to this. */
const maxMuteMs = 100 * 365 * 24 * 3_600_000;

export class ChatModeration {
  private readonly deps: ChatModerationDeps;

  constructor(deps: ChatModerationDeps) {
    this.deps = deps;
  }

  /** While either of two users blocks the other, neither can post in their private room. */
  async setBlocked(
    { mode, uid }: Actor,
    { userId, blocked }: InputOf<typeof setChatUserBlocked>,
  ): Promise<void> {
    const { storage, roomStore, delivery } = this.deps;
    if (blocked) {
      await this.assertOtherUser(uid, userId);
      if ((await roomStore.blockedBy(uid)).length >= chatBlocksMax)
        throw new ApiError('conflict', `You can block at most ${chatBlocksMax} users.`, {
          details: { limit: chatBlocksMax },
        });
      await storage.db
        .insertInto('chatBlock')
        .values({ userId: uid, blockedId: userId })
        .onConflict((conflict) => conflict.columns(['userId', 'blockedId']).doNothing())
        .execute();
    } else
      await storage.db
        .deleteFrom('chatBlock')
        .where('userId', '=', uid)
        .where('blockedId', '=', userId)
        .execute();
    const room = await roomStore.find(privateRoomId(mode, uid, userId));
    if (room !== undefined) await delivery.notifyRoomChanged(room, [uid, userId]);
  }

  /** `durationMs` is the duration of the mute: undefined mutes indefinitely, 0 unmutes. */
  async setMuted(actor: Actor, { userId, durationMs }: InputOf<typeof muteChatUser>): Promise<void> {
    const { mode, uid } = requireHost(actor);
    const { storage, delivery, moderationLog, clock } = this.deps;
    await this.assertOtherUser(uid, userId);
    const { db } = storage;
    const until = durationMs === undefined ? undefined : clock() + Math.min(durationMs, maxMuteMs);
    const entry = { hostId: uid, userId };
    await storage.atomic(
      durationMs === 0
        ? [
            db.deleteFrom('chatMute').where('mode', '=', mode).where('userId', '=', userId).compile(),
            moderationLog.insertQuery(mode, { kind: 'unmuted', ...entry }),
          ]
        : [
            db
              .insertInto('chatMute')
              .values({ mode, userId, until: until ?? null })
              .onConflict((conflict) =>
                conflict.columns(['mode', 'userId']).doUpdateSet({ until: until ?? null }),
              )
              .compile(),
            moderationLog.insertQuery(mode, { kind: 'muted', ...entry, mutedUntil: until }),
          ],
    );
    await delivery.notifyUserChanged(mode, userId);
  }

  /** Removes a user from a built-in room, also one who has never opened it. */
  async removeFromBuiltInRoom(actor: Actor, info: RoomInfo, userId: string): Promise<void> {
    requireBuiltInRoomHost(actor);
    if (userId === actor.uid) throw new ApiError('forbidden', 'You cannot remove yourself.');
    const { roomStore, delivery, moderationLog, clock } = this.deps;
    await roomStore.addVisitor(info.id, userId, clock());
    await roomStore.withLocked(info.id, async (room) => {
      await room.updateMembers([userId], { removed: 1 });
      await moderationLog.add(room.trx, actor, { kind: 'removed', userId, roomId: info.id });
    });
    delivery.notifyDeparture(info, { uid: userId, isRemoved: true });
    await delivery.notifyRoomChanged(info, [userId]);
  }

  /** Readmits those of these users who were removed from a built-in room. */
  async readmit(actor: Actor, info: RoomInfo, userIds: readonly string[]): Promise<void> {
    requireBuiltInRoomHost(actor);
    const { roomStore, delivery, moderationLog } = this.deps;
    const readmitted = await roomStore.withLocked(info.id, async (room) => {
      const removed = await room.removedAmong(userIds);
      if (removed.length > 0) await room.updateMembers(removed, { removed: 0 });
      for (const userId of removed)
        await moderationLog.add(room.trx, actor, { kind: 'readmitted', userId, roomId: info.id });
      return removed;
    });
    if (readmitted.length > 0) await delivery.notifyRoomChanged(info, readmitted);
  }

  private async assertOtherUser(uid: string, userId: string): Promise<void> {
    if (userId === uid) throw new ApiError('forbidden', 'You cannot do this to yourself.');
    if (isGuestId(userId) || (await this.deps.users.findVisible([userId])).has(userId)) return;
    throw new ApiError('notFound', 'User not found.');
  }
}

function requireBuiltInRoomHost({ isHost }: Actor): void {
  if (!isHost)
    throw new ApiError(
      'forbidden',
      'Only hosts can remove and readmit users in the rooms of areas and of the venue.',
    );
}
