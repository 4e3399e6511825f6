/** Whom one does not want to hear, and whom a host takes the word. */
import type { InputOf } from '@foyer/contract';
import type { blockInChat, silenceInChat } from '@foyer/contract';
import { chatBlocks } from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import { Refusal } from '#platform/refusal';
import type { Storage } from '#platform/storage/storage';
import { hostOf, type Speaker } from '../actor.ts';
import type { ChatDelivery } from '../delivery/delivery.ts';
import { privateRoomId } from '../rooms/room.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatTables } from '../tables.ts';
import { type ChatPeople, isGuestId } from '../users.ts';
import type { ChatRecord } from './moderationLog.ts';

export interface ChatModerationParts {
  readonly storage: Storage<ChatTables>;
  readonly store: Pick<ChatRoomStore, 'find' | 'blockedBy'>;
  readonly people: ChatPeople;
  readonly delivery: ChatDelivery;
  readonly record: ChatRecord;
  readonly clock: Clock;
}

/** Whoever is silenced for longer is silenced for good, as far as anybody will see. */
const longestMs = 100 * 365 * 24 * 3_600_000;

export class ChatModeration {
  private readonly parts: ChatModerationParts;

  constructor(parts: ChatModerationParts) {
    this.parts = parts;
  }

  /** In their room neither of the two writes any more, or both do again. */
  async block({ mode, uid }: Speaker, { userId, blocked }: InputOf<typeof blockInChat>): Promise<void> {
    const { storage, store, delivery } = this.parts;
    if (blocked) {
      await this.expectSomebodyElse(uid, userId);
      if ((await store.blockedBy(uid)).length >= chatBlocks)
        throw new Refusal('conflict', `One blocks ${chatBlocks} people at most.`, {
          details: { limit: chatBlocks },
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
    const room = await store.find(privateRoomId(mode, uid, userId));
    if (room !== undefined) await delivery.changed(room, [uid, userId]);
  }

  async silence(speaker: Speaker, { userId, forMs }: InputOf<typeof silenceInChat>): Promise<void> {
    const { mode, uid } = hostOf(speaker);
    const { storage, delivery, record, clock } = this.parts;
    await this.expectSomebodyElse(uid, userId);
    const { db } = storage;
    const until = forMs === undefined ? undefined : clock() + Math.min(forMs, longestMs);
    const done = { hostId: uid, personId: userId };
    await storage.atomic(
      forMs === 0
        ? [
            db.deleteFrom('chatSilence').where('mode', '=', mode).where('userId', '=', userId).compile(),
            record.entry(mode, { kind: 'unsilenced', ...done }),
          ]
        : [
            db
              .insertInto('chatSilence')
              .values({ mode, userId, until: until ?? null })
              .onConflict((conflict) =>
                conflict.columns(['mode', 'userId']).doUpdateSet({ until: until ?? null }),
              )
              .compile(),
            record.entry(mode, { kind: 'silenced', ...done, until }),
          ],
    );
    await delivery.changedFor(mode, userId);
  }

  private async expectSomebodyElse(uid: string, userId: string): Promise<void> {
    if (userId === uid) throw new Refusal('forbidden', 'This is oneself.');
    if (isGuestId(userId) || (await this.parts.people.present([userId])).has(userId)) return;
    throw new Refusal('notFound', 'There is nobody of this id.');
  }
}
