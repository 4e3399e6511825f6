/** Saying something: sent, changed, taken away. Answered when it is stored for good. */
import type { ChatMessage, InputOf } from '@foyer/contract';
import type { deleteChatMessage, editChatMessage, sendChatMessage } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import { Refusal } from '#platform/refusal';
import type { Speaker } from '../actor.ts';
import type { ChatDelivery } from '../delivery/delivery.ts';
import type { ChatRecord } from '../moderation/moderationLog.ts';
import type { ChatPaces } from '../rateLimits.ts';
import type { RoomFacts } from '../rooms/room.ts';
import type { ChatRooms } from '../rooms/rooms.ts';
import type { ChatMessageRow } from '../tables.ts';
import type { ChatUploads } from '../uploads/uploads.ts';
import type { ChatPeople } from '../users.ts';
import type { Writer } from './mayWrite.ts';
import { messageOf, tidyText } from './message.ts';
import type { ChatMessageStore } from './messageStore.ts';
import type { ChatRestraints } from './postingRules.ts';

export interface ChatTalkParts {
  readonly messages: ChatMessageStore;
  readonly rooms: ChatRooms;
  readonly restraints: ChatRestraints;
  readonly uploads: ChatUploads;
  readonly record: ChatRecord;
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
    const { messages, clock, paces, delivery, uploads } = this.parts;
    paces.send(speaker);
    const { roomId, clientId, replyTo, uploadId } = input;
    const text = tidyText(input.text, { mayBeBlank: uploadId !== undefined });
    const writer = await this.writer(speaker, roomId);
    // That a file is gone says nothing of a room that is not there for this person.
    if (uploadId !== undefined) await this.parts.restraints.expectSeat(speaker, writer.facts);
    const upload = uploadId === undefined ? undefined : await uploads.waiting(uploadId);
    const row = await messages.add(writer, {
      clientId,
      authorId: speaker.uid,
      at: clock(),
      text,
      replyTo,
      mentions: mentioned(input.mentions),
      upload,
    });
    if (row !== undefined) {
      delivery.tell(writer.facts, row);
      return messageOf(row);
    }
    const sent = await messages.findSent(roomId, speaker.uid, clientId);
    if (sent !== undefined) return messageOf(sent);
    if (upload !== undefined) await uploads.expectMine(speaker, roomId, upload.id);
    throw await this.parts.restraints.whyNot(speaker, writer.facts);
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
      throw await this.parts.restraints.whyNot(speaker, facts);
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
    if (row.authorId === speaker.uid) return this.take(facts, row);
    const { mode, uid: hostId } = speaker;
    const { authorId: personId, text } = row;
    const entry = this.parts.record.entry(mode, { kind: 'deleted', hostId, personId, roomId, text });
    const taken = await messages.delete(roomId, { seq, by: 'host' }, [entry]);
    await this.taken(facts, row, taken);
  }

  /** Leaves nothing of a message of its author but its place. */
  async take(facts: RoomFacts, row: ChatMessageRow): Promise<void> {
    const taken = await this.parts.messages.delete(facts.id, { seq: row.seq, by: 'author' });
    await this.taken(facts, row, taken);
  }

  /** Tells that a message is gone, and takes its file away. `now` undefined: it was gone before. */
  async taken(facts: RoomFacts, before: ChatMessageRow, now: ChatMessageRow | undefined): Promise<void> {
    if (now === undefined) return;
    this.parts.delivery.tell(facts, now);
    await this.parts.uploads.removeOf(before);
  }

  async type(speaker: Speaker, roomId: string): Promise<void> {
    const { rooms, people, delivery, paces, restraints } = this.parts;
    const { facts } = await rooms.read(speaker, roomId);
    await restraints.expectWord(speaker, facts);
    if (paces.type(speaker, roomId)) delivery.typing(facts, await people.one(speaker.uid));
  }

  private async writer(speaker: Speaker, roomId: string): Promise<Writer> {
    const facts = await this.parts.rooms.facts(speaker, roomId);
    this.parts.restraints.expectGuestsWord(speaker, facts);
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
}

const noMessage = () => new Refusal('notFound', 'There is no such message here.');
