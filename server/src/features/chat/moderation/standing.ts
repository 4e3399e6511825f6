/** What hosts do about people in the standing rooms of areas and of the venue (CHAT-11). */
import type { Clock } from '#platform/clock';
import { Refusal } from '#platform/refusal';
import type { Speaker } from '../actor.ts';
import type { ChatDelivery } from '../delivery/delivery.ts';
import { noteDeed } from '../rooms/groupRules.ts';
import type { RoomFacts } from '../rooms/room.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatRecord } from './moderationLog.ts';

export interface ChatStandingParts {
  readonly store: ChatRoomStore;
  readonly delivery: ChatDelivery;
  readonly record: ChatRecord;
  readonly clock: Clock;
}

export class ChatStanding {
  private readonly parts: ChatStandingParts;

  constructor(parts: ChatStandingParts) {
    this.parts = parts;
  }

  /** Takes somebody out, whether or not they were ever there. */
  async takeOut(speaker: Speaker, facts: RoomFacts, userId: string): Promise<void> {
    expectHost(speaker);
    if (userId === speaker.uid) throw new Refusal('forbidden', 'Nobody takes themselves out.');
    const { store, delivery, record, clock } = this.parts;
    await store.seat(facts.id, userId, clock());
    await store.change(facts.id, async (room) => {
      await room.update([userId], { removed: 1 });
      await noteDeed(record, room, { kind: 'removed', speaker, userId });
    });
    delivery.out(facts, { uid: userId, isRemoved: true });
    await delivery.changed(facts, [userId]);
  }

  async letBack(speaker: Speaker, facts: RoomFacts, userIds: readonly string[]): Promise<void> {
    expectHost(speaker);
    const { store, delivery, record } = this.parts;
    const back = await store.change(facts.id, async (room) => {
      const out = await room.removedOf(userIds);
      if (out.length > 0) await room.update(out, { removed: 0 });
      for (const userId of out) await noteDeed(record, room, { kind: 'letBack', speaker, userId });
      return out;
    });
    if (back.length > 0) await delivery.changed(facts, back);
  }
}

function expectHost({ isHost }: Speaker): void {
  if (!isHost) throw new Refusal('forbidden', 'Hosts look after the rooms of areas and of the venue.');
}
