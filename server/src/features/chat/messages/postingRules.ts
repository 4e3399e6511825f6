/** Why somebody cannot say anything in a room (CHAT-15). */
import type { Clock } from '#platform/clock';
import { Refusal } from '#platform/refusal';
import type { Speaker } from '../actor.ts';
import { isStanding, noRoom, type RoomFacts } from '../rooms/room.ts';
import type { ChatRooms } from '../rooms/rooms.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatViewStore } from '../rooms/roomViewStore.ts';
import type { ChatMessageStore } from './messageStore.ts';

export interface ChatRestraintsParts {
  readonly rooms: ChatRooms;
  readonly store: Pick<ChatRoomStore, 'state'>;
  readonly messages: Pick<ChatMessageStore, 'isBlocked'>;
  readonly viewStore: Pick<ChatViewStore, 'silences'>;
  readonly clock: Clock;
}

const reasons = {
  guests: 'Guests read here: log in to say something.',
  silenced: 'A host has taken you the word.',
  blocked: 'One of you has blocked the other.',
  removed: 'You were taken out of this room.',
  left: 'You are not in this room any more.',
  changed: 'The room has changed at this moment: try it again.',
} as const;

/** @param until null or undefined: for good */
const cannot = (reason: keyof typeof reasons, until?: number | null): Refusal =>
  new Refusal('cannotPublish', reasons[reason], {
    details: { reason, ...(until === null || until === undefined ? {} : { until }) },
  });

export class ChatRestraints {
  private readonly parts: ChatRestraintsParts;

  constructor(parts: ChatRestraintsParts) {
    this.parts = parts;
  }

  /** @throws Refusal `cannotPublish` where somebody who reads a room may not write in it */
  async expectWord(speaker: Speaker, facts: RoomFacts): Promise<void> {
    const why = await this.whyReadOnly(speaker, facts);
    if (why !== undefined) throw why;
  }

  /** Names of groups are words, too. @throws Refusal `cannotPublish` for whom a host has taken the word */
  async expectVoice(speaker: Speaker): Promise<void> {
    const silenced = await this.whySilent(speaker);
    if (silenced !== undefined) throw silenced;
  }

  /** @throws Refusal `cannotPublish` for guests where they only read */
  expectGuestsWord(speaker: Speaker, facts: RoomFacts): void {
    if (speaker.isGuest && !this.parts.rooms.standingOf(facts).guestsMayWrite) throw cannot('guests');
  }

  /** @throws Refusal `notFound` for whoever was never in a room that is for its members */
  async expectSeat({ uid }: Speaker, facts: RoomFacts): Promise<void> {
    const state = await this.parts.store.state(facts.id, uid);
    if (!isStanding(facts) && state?.membership === undefined) throw noRoom();
  }

  /** Why somebody could not write in a room just now. */
  async whyNot(speaker: Speaker, facts: RoomFacts): Promise<Refusal> {
    const state = await this.parts.store.state(facts.id, speaker.uid);
    const membership = state?.membership;
    if (!isStanding(facts) && membership === undefined) return noRoom();
    if (membership?.removed === 1) return cannot('removed');
    if (state?.ended === true || (!isStanding(facts) && membership?.member !== 1)) return cannot('left');
    return (await this.whyReadOnly(speaker, facts)) ?? cannot('changed');
  }

  private async whyReadOnly(speaker: Speaker, facts: RoomFacts): Promise<Refusal | undefined> {
    const { messages } = this.parts;
    this.expectGuestsWord(speaker, facts);
    const silenced = await this.whySilent(speaker);
    if (silenced !== undefined) return silenced;
    if (facts.kind === 'private' && (await messages.isBlocked(facts.id, speaker.uid)))
      return cannot('blocked');
    return undefined;
  }

  private async whySilent({ mode, uid }: Speaker): Promise<Refusal | undefined> {
    const { viewStore, clock } = this.parts;
    const until = (await viewStore.silences(mode, [uid], clock())).get(uid);
    return until === undefined ? undefined : cannot('silenced', until);
  }
}
