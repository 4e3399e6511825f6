/** Who is told what: messages to rooms, changes of rooms to people, on this node and, by the bus, on the others. */
import {
  chatReportsOpen,
  chatChanged,
  chatRoomChanged,
  chatRoomGone,
  chatTyping,
  type ChatMessage,
  type ChatPerson,
  type ChatRoom,
  type OperatingMode,
} from '@foyer/contract';
import { chatResumeMessages } from '@foyer/contract/limits';
import type { Channel } from '#platform/cluster/channel';
import type { Cluster } from '#platform/cluster/cluster';
import type { Durable, ItemsSince } from '#platform/cluster/durable';
import type { Log } from '#platform/log/log';
import type { Realtime } from '#platform/realtime/realtime';
import { eventFrame } from '#platform/realtime/topic';
import { speakerOf } from '../actor.ts';
import { type ChatHistoryStore, numberOfRow } from '../messages/historyStore.ts';
import { messageOf } from '../messages/message.ts';
import { isGroup, type RoomFacts } from '../rooms/room.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatViews } from '../rooms/roomViews.ts';
import type { ChatMessageRow } from '../tables.ts';
import type { ChatPeople } from '../users.ts';
import { chatBusMessage, type ChatBusMessage, type RoomChanged, type Typing } from './busMessages.ts';
import { ChatAudience, type Seat } from './subscribers.ts';

/** A change of a room: a message that was sent, edited or deleted. */
interface FeedEntry {
  readonly seq: number;
  readonly message: ChatMessage;
  readonly author: ChatPerson;
}

/** Who is out of a room now. */
export interface Out {
  readonly uid: string;
  /** Somebody has taken them out; they have not left by themselves. */
  readonly isRemoved: boolean;
}

export interface DeliveryParts {
  readonly rooms: ChatRoomStore;
  readonly history: ChatHistoryStore;
  readonly views: ChatViews;
  readonly people: ChatPeople;
  readonly cluster: Cluster;
  readonly realtime: Pick<Realtime, 'tabsOf'>;
  readonly log: Pick<Log, 'warn'>;
}

export class ChatDelivery {
  readonly audience: ChatAudience;
  private readonly parts: DeliveryParts;
  private readonly channel: Channel<ChatBusMessage>;
  private readonly feeds: Durable<FeedEntry>;
  /** The modes whose open reports are counted at this moment, and whether there was another change meanwhile. */
  private readonly counting = new Map<OperatingMode, { isOutdated: boolean }>();

  constructor(parts: DeliveryParts) {
    this.parts = parts;
    this.feeds = parts.cluster.durable('chat-room', {
      lastSeqs: (roomIds) => parts.rooms.lastSeqs(roomIds),
      readSince: (roomId, seq) => this.readSince(roomId, seq),
      deliver: (roomId, entry) => this.deliver(roomId, entry),
    });
    this.audience = new ChatAudience(parts.realtime, this.feeds);
    this.channel = parts.cluster.channel('chat', {
      schema: chatBusMessage,
      handle: (message) => this.handle(message),
    });
  }

  /** As `said`; what cannot be told now is told with what comes next. */
  tell(facts: RoomFacts, row: ChatMessageRow): void {
    this.quietly(this.said(facts, row));
  }

  /** Tells a message that was written, or written anew, to all who hear the room. */
  async said(facts: RoomFacts, row: ChatMessageRow): Promise<void> {
    const { people } = this.parts;
    await this.feeds.publish(facts.id, async () => {
      const author = await people.one(row.authorId);
      return { seq: numberOfRow(row), message: messageOf(row), author };
    });
    // Until something is said in it, a room of two is there for whoever opened it alone.
    if (facts.kind === 'private' && row.seq === 1)
      await this.changed(facts, await this.parts.rooms.members(facts.id));
  }

  /** A room is another for these people, or for all who are in it. */
  async changed(facts: Pick<RoomFacts, 'id' | 'mode'>, uids?: readonly string[]): Promise<void> {
    const { id: roomId, mode } = facts;
    await this.channel.broadcast({
      kind: 'people',
      mode,
      roomId,
      ...(uids === undefined ? {} : { uids: [...uids] }),
    });
  }

  /** All rooms of somebody are others now. */
  async changedFor(mode: OperatingMode, uid: string): Promise<void> {
    await this.channel.broadcast({ kind: 'person', mode, uid });
  }

  /** Hosts are told how many reports are open now. */
  reportsChanged(mode: OperatingMode): void {
    this.quietly(this.channel.broadcast({ kind: 'reports', mode }));
  }

  /** Somebody is out of a room: their tabs here hear nothing more of it, whatever the storage does next. */
  out({ id, mode }: Pick<RoomFacts, 'id' | 'mode'>, { uid, isRemoved }: Out): void {
    for (const seat of this.mute(mode, uid, id)) this.tellGone(seat, id, isRemoved);
  }

  /** A room may be another for somebody here. */
  lookAgain(mode: OperatingMode, uid: string, roomId: string): Promise<void> {
    return this.changedHere({ kind: 'people', mode, roomId, uids: [uid] });
  }

  typing(facts: RoomFacts, person: ChatPerson): void {
    void this.channel.broadcast({ kind: 'typing', mode: facts.mode, roomId: facts.id, person });
  }

  /** Whether anybody else than this tab has to hear of what its person does. */
  hasOtherTabs(seat: Seat): boolean {
    return !this.parts.cluster.alone || this.audience.of(seat.mode, seat.uid).length > 1;
  }

  private handle(message: ChatBusMessage): Promise<void> | void {
    switch (message.kind) {
      case 'people':
        return this.changedHere(message);
      case 'person':
        return this.personChangedHere(message.mode, message.uid);
      case 'reports':
        return this.reportsChangedHere(message.mode);
      case 'typing':
        return this.typingHere(message);
    }
  }

  /** One count after the other: an earlier one never comes last. */
  private async reportsChangedHere(mode: OperatingMode): Promise<void> {
    const underWay = this.counting.get(mode);
    if (underWay) {
      underWay.isOutdated = true;
      return;
    }
    const count = { isOutdated: true };
    this.counting.set(mode, count);
    try {
      while (count.isOutdated) {
        count.isOutdated = false;
        await this.tellHosts(mode);
      }
    } finally {
      this.counting.delete(mode);
    }
  }

  private async tellHosts(mode: OperatingMode): Promise<void> {
    if (this.hosts(mode).length === 0) return;
    const frame = eventFrame(chatReportsOpen, { open: await this.parts.rooms.openReports(mode) });
    for (const { connection } of this.hosts(mode)) connection.send(frame);
  }

  /** By the roles that they have now. */
  private hosts(mode: OperatingMode): readonly Seat[] {
    return [...this.audience.all()].filter((seat) => seat.mode === mode && speakerOf(seat.connection).isHost);
  }

  private typingHere({ mode, roomId, person }: Typing): void {
    const own = new Set(this.audience.of(mode, person.uid).map(({ connection }) => connection));
    const frame = eventFrame(chatTyping, { roomId, person });
    for (const connection of this.audience.subscribersOf(roomId).keys())
      if (!own.has(connection)) connection.send(frame, true);
  }

  private async changedHere({ mode, roomId, uids }: RoomChanged): Promise<void> {
    const here = (uids ?? this.audience.peopleIn(roomId)).filter(
      (uid) => this.audience.of(mode, uid).length > 0,
    );
    if (here.length === 0) return;
    const views = await this.parts.views.of(mode, here, [roomId]);
    const seen = new Set(views.map(({ userId }) => userId));
    await this.outHere(
      mode,
      here.filter((uid) => !seen.has(uid)),
      roomId,
    );
    const from = await this.fromSeqs(mode, here, roomId);
    for (const { userId, room } of views)
      for (const seat of this.audience.of(mode, userId)) {
        const isIn = isGroup(room) || room.kind === 'private' || seat.rooms.has(roomId) || isAt(seat, room);
        if (!isIn) continue;
        if (room.kind === 'area' && isAt(seat, room)) seat.areaRoomId = roomId;
        await this.audience.hear(seat, roomId, from.get(userId) ?? 0);
        seat.connection.send(eventFrame(chatRoomChanged, { room }));
      }
  }

  private async personChangedHere(mode: OperatingMode, uid: string): Promise<void> {
    const seats = this.audience.of(mode, uid);
    const roomIds = [...new Set(seats.flatMap(({ rooms }) => [...rooms]))];
    for (const { room } of await this.parts.views.of(mode, seats.length > 0 ? [uid] : [], roomIds))
      for (const seat of seats)
        if (seat.rooms.has(room.id)) seat.connection.send(eventFrame(chatRoomChanged, { room }));
  }

  private async outHere(mode: OperatingMode, uids: readonly string[], roomId: string): Promise<void> {
    const muted = uids.flatMap((uid) => this.mute(mode, uid, roomId));
    if (muted.length === 0) return;
    const removals = await this.parts.rooms.removals(mode, uids).catch((fault: unknown) => {
      this.parts.log.warn({ err: fault }, 'why somebody is out of a room could not be read');
      return new Map<string, ReadonlySet<string>>();
    });
    // Whoever is back meanwhile is told nothing.
    for (const seat of muted)
      if (!seat.rooms.has(roomId)) this.tellGone(seat, roomId, removals.get(seat.uid)?.has(roomId) === true);
  }

  /** @returns the tabs that heard of the room until now */
  private mute(mode: OperatingMode, uid: string, roomId: string): Seat[] {
    const seats = this.audience.of(mode, uid).filter(({ rooms }) => rooms.has(roomId));
    for (const seat of seats) this.audience.mute(seat, roomId);
    return seats;
  }

  private tellGone(seat: Seat, roomId: string, isRemoved: boolean): void {
    seat.connection.send(eventFrame(chatRoomGone, { roomId, ...(isRemoved && { removed: true as const }) }));
  }

  private async fromSeqs(mode: OperatingMode, uids: readonly string[], roomId: string) {
    const memberships = await this.parts.rooms.memberships(mode, uids, roomId);
    return new Map(memberships.map(({ userId, fromSeq }) => [userId, fromSeq]));
  }

  private deliver(roomId: string, { seq, message, author }: FeedEntry): void {
    const frame = eventFrame(chatChanged, { roomId, seq, message, author });
    for (const [connection, fromSeq] of this.audience.subscribersOf(roomId))
      if (message.seq >= fromSeq) connection.send(frame);
  }

  private async readSince(roomId: string, seq: number): Promise<ItemsSince<FeedEntry>> {
    const { rooms, history, people } = this.parts;
    const lastSeq = await rooms.lastSeq(roomId);
    // A longer gap is left out: clients notice it and request what is missing.
    if (lastSeq - seq > chatResumeMessages) return { items: [], upTo: lastSeq };
    const rows = await history.changed({ roomId, fromSeq: 0, lastSeq }, seq, chatResumeMessages);
    const authors = await people.of(rows.map(({ authorId }) => authorId));
    const items = rows.map((row) => ({
      seq: numberOfRow(row),
      message: messageOf(row),
      author: authors.get(row.authorId) ?? { uid: row.authorId },
    }));
    return { items, upTo: lastSeq };
  }

  private quietly(work: Promise<void> | void): void {
    work?.catch((fault: unknown) =>
      this.parts.log.warn({ err: fault }, 'a change of a room could not be told'),
    );
  }
}

/** Whether a standing room is that of the venue, or of the area that a tab is in. */
const isAt = ({ connection }: Seat, { kind, areaId }: ChatRoom): boolean =>
  kind === 'global' || (kind === 'area' && areaId === connection.areaId);
