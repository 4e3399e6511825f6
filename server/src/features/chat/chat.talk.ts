/** Saying something: sent, changed, taken away. Answered when it is stored for good. */
import type { ChatMessage, InputOf } from '@foyer/contract';
import type { deleteChatMessage, editChatMessage, sendChatMessage } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import { Refusal } from '#platform/refusal';
import type { ChatDelivery } from './chat.delivery.ts';
import type { ChatMessageStore } from './chat.messages.store.ts';
import type { ChatPaces } from './chat.paces.ts';
import type { ChatPeople } from './chat.people.ts';
import type { ChatRooms } from './chat.rooms.ts';
import type { ChatRoomStore } from './chat.rooms.store.ts';
import { isStanding, noRoom, type RoomFacts, type Speaker } from './chat.speaker.ts';
import type { ChatMessageRow } from './chat.tables.ts';
import { tidyText } from './chat.text.ts';
import type { ChatViewStore } from './chat.views.store.ts';
import type { Writer } from './chat.rights.ts';
import { messageOf } from './chat.wire.ts';

export interface ChatTalkParts {
  readonly messages: ChatMessageStore;
  readonly rooms: ChatRooms;
  readonly store: Pick<ChatRoomStore, 'state'>;
  readonly viewStore: Pick<ChatViewStore, 'silences'>;
  readonly people: ChatPeople;
  readonly delivery: ChatDelivery;
  readonly paces: ChatPaces;
  readonly clock: Clock;
}

const mentioned = (uids: readonly string[] | undefined): string[] | undefined =>
  uids === undefined || uids.length === 0 ? undefined : [...new Set(uids)];

export class ChatTalk {
  private readonly parts: ChatTalkParts;

  constructor(parts: ChatTalkParts) {
    this.parts = parts;
  }

  async send(speaker: Speaker, input: InputOf<typeof sendChatMessage>): Promise<ChatMessage> {
    const { messages, clock, paces, delivery } = this.parts;
    paces.send(speaker);
    const { roomId, clientId, replyTo } = input;
    const text = tidyText(input.text, { mayBeBlank: false });
    const writer = await this.writer(speaker, roomId);
    const row = await messages.add(writer, {
      clientId,
      authorId: speaker.uid,
      at: clock(),
      text,
      replyTo,
      mentions: mentioned(input.mentions),
    });
    if (row !== undefined) {
      delivery.tell(writer.facts, row);
      return messageOf(row);
    }
    const sent = await messages.findSent(roomId, speaker.uid, clientId);
    if (sent !== undefined) return messageOf(sent);
    throw await this.whyNot(speaker, writer.facts);
  }

  async edit(speaker: Speaker, input: InputOf<typeof editChatMessage>): Promise<ChatMessage> {
    const { messages, delivery, paces } = this.parts;
    paces.send(speaker);
    const { facts } = await this.parts.rooms.read(speaker, input.roomId);
    const before = await this.own(speaker, input.roomId, input.seq);
    const text = tidyText(input.text, { mayBeBlank: before.upload !== null });
    const writer = await this.writer(speaker, input.roomId);
    const row = await messages.edit(writer, { seq: input.seq, text, mentions: mentioned(input.mentions) });
    if (row === undefined) {
      await this.own(speaker, input.roomId, input.seq);
      throw await this.whyNot(speaker, facts);
    }
    delivery.tell(facts, row);
    return messageOf(row);
  }

  /** One's own message; a host any. */
  async delete(speaker: Speaker, { roomId, seq }: InputOf<typeof deleteChatMessage>): Promise<void> {
    const { rooms, messages } = this.parts;
    const { facts, reading } = await rooms.read(speaker, roomId);
    const row = await messages.find(roomId, seq);
    if (row === undefined || seq < reading.fromSeq) throw noMessage();
    if (row.notice !== null) throw new Refusal('forbidden', 'What the room says stays.');
    if (row.authorId !== speaker.uid && !speaker.isHost)
      throw new Refusal('forbidden', 'This is a message of somebody else.');
    await this.take(facts, row, row.authorId === speaker.uid ? 'author' : 'host');
  }

  /** Leaves nothing of a message but its place. */
  async take(facts: RoomFacts, row: ChatMessageRow, by: 'author' | 'host'): Promise<void> {
    const { messages, delivery } = this.parts;
    const taken = await messages.delete(facts.id, { seq: row.seq, by });
    if (taken !== undefined) delivery.tell(facts, taken);
  }

  async type(speaker: Speaker, roomId: string): Promise<void> {
    const { rooms, people, delivery, paces } = this.parts;
    const { facts } = await rooms.read(speaker, roomId);
    const why = await this.whyReadOnly(speaker, facts);
    if (why !== undefined) throw why;
    if (paces.type(speaker, roomId)) delivery.typing(facts, await people.one(speaker.uid));
  }

  private async writer(speaker: Speaker, roomId: string): Promise<Writer> {
    const facts = await this.parts.rooms.facts(speaker, roomId);
    if (speaker.isGuest && !this.parts.rooms.standingOf(facts).guestsMayWrite) throw cannot('guests');
    return { facts, uid: speaker.uid, now: this.parts.clock() };
  }

  private async own(speaker: Speaker, roomId: string, seq: number): Promise<ChatMessageRow> {
    const row = await this.parts.messages.find(roomId, seq);
    if (row === undefined) throw noMessage();
    if (row.deleted !== null) throw new Refusal('gone', 'This message was deleted.');
    if (row.authorId !== speaker.uid || row.notice !== null)
      throw new Refusal('forbidden', 'This is not a message of your own.');
    return row;
  }

  /** Why somebody could not write in a room just now. */
  private async whyNot(speaker: Speaker, facts: RoomFacts): Promise<Refusal> {
    const state = await this.parts.store.state(facts.id, speaker.uid);
    const membership = state?.membership;
    if (!isStanding(facts) && membership === undefined) return noRoom();
    if (membership?.removed === 1) return cannot('removed');
    if (state?.ended === true || (!isStanding(facts) && membership?.member !== 1)) return cannot('left');
    return (await this.whyReadOnly(speaker, facts)) ?? cannot('changed');
  }

  private async whyReadOnly(speaker: Speaker, facts: RoomFacts): Promise<Refusal | undefined> {
    const { viewStore, messages, clock, rooms } = this.parts;
    const { mode, uid, isGuest } = speaker;
    if (isGuest && !rooms.standingOf(facts).guestsMayWrite) return cannot('guests');
    const until = (await viewStore.silences(mode, [uid], clock())).get(uid);
    if (until !== undefined) return cannot('silenced', until);
    if (facts.kind === 'private' && (await messages.isBlocked(facts.id, uid))) return cannot('blocked');
    return undefined;
  }
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

const noMessage = () => new Refusal('notFound', 'There is no such message here.');
