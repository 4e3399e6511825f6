/** Rooms as somebody comes to them: which there are, who may read them, and how one opens them. */
import {
  chatRoomChanged,
  type ChatRoom,
  type InputOf,
  type openChatRoom,
  type listChatRooms,
  type ResultOf,
} from '@foyer/contract';
import { eventFrame } from '#platform/realtime/topic';
import { Refusal } from '#platform/refusal';
import type { Clock } from '#platform/clock';
import type { Connection } from '#platform/realtime/connection';
import { memberOf, type Speaker, speakerOf } from '../actor.ts';
import type { ChatDelivery } from '../delivery/delivery.ts';
import type { Seat } from '../delivery/subscribers.ts';
import type { Reading } from '../messages/historyStore.ts';
import type { FindStandingRooms, StandingRoom } from '../ports.ts';
import { type ChatPeople, isGuestId } from '../users.ts';
import { areaRoomId, globalRoomId, isStanding, noRoom, privateRoomId, type RoomFacts } from './room.ts';
import { type ChatRoomStore, readingOf, type RoomState } from './roomStore.ts';
import type { ChatViews } from './roomViews.ts';

export interface ChatRoomsParts {
  readonly store: ChatRoomStore;
  readonly views: ChatViews;
  readonly people: ChatPeople;
  readonly delivery: ChatDelivery;
  readonly standing: FindStandingRooms;
  readonly clock: Clock;
}

/** A room that somebody may read. */
export interface Opened {
  readonly facts: RoomFacts;
  readonly state: RoomState;
  readonly reading: Reading;
}

export class ChatRooms {
  private readonly parts: ChatRoomsParts;

  constructor(parts: ChatRoomsParts) {
    this.parts = parts;
  }

  /** The rooms of a tab, which hears of all of them from now on. */
  async list(connection: Connection): Promise<ResultOf<typeof listChatRooms>> {
    const { store, views, people, delivery } = this.parts;
    const speaker = speakerOf(connection);
    const { mode, uid } = speaker;
    const seat = delivery.audience.sit(connection, speaker);
    const memberships = await store.memberships(mode, [uid]);
    for (const { roomId, fromSeq, lastSeq } of memberships)
      await delivery.audience.hear(seat, roomId, fromSeq, lastSeq);
    const standing = await this.hearStanding(seat, speaker);
    const found = await Promise.all([
      views.of(mode, [uid]),
      views.of(mode, standing.length > 0 ? [uid] : [], standing),
    ]);
    const blocked = await store.blockedBy(uid);
    const named = await people.of(blocked);
    return {
      rooms: found.flat().map(({ room }) => room),
      blocked: blocked.map((id) => named.get(id) ?? { uid: id }),
      ...(speaker.isHost && { openReports: await store.openReports(mode) }),
    };
  }

  /** @throws Refusal `notFound` alike for what is not there and what is not for this person */
  async open(connection: Connection, input: InputOf<typeof openChatRoom>): Promise<ChatRoom> {
    const speaker = speakerOf(connection);
    const facts = await this.wanted(speaker, input);
    await this.read(speaker, facts.id);
    return this.hearAndShow(connection, speaker, facts);
  }

  /** The tab hears a room that its person is in. Returns it. */
  async hearAndShow(connection: Connection, speaker: Speaker, facts: RoomFacts): Promise<ChatRoom> {
    const { store, views, delivery } = this.parts;
    const seat = delivery.audience.sit(connection, speaker);
    const state = await store.state(facts.id, speaker.uid);
    await delivery.audience.hear(seat, facts.id, state?.membership?.fromSeq ?? 0, state?.lastSeq);
    const room = await views.one(speaker.mode, speaker.uid, facts.id);
    if (room !== undefined) return room;
    delivery.audience.mute(seat, facts.id);
    throw noRoom();
  }

  /** What a room is. @throws Refusal `notFound` for one that is not in this mode, or not in its venue any more */
  async facts(speaker: Speaker, roomId: string): Promise<RoomFacts> {
    const facts = await this.parts.store.find(roomId);
    if (facts === undefined || facts.mode !== speaker.mode) throw noRoom();
    if (isStanding(facts)) this.standingOf(facts);
    else if (speaker.isGuest) throw noRoom();
    return facts;
  }

  /** @throws Refusal `notFound` where the venue does not have it */
  standingOf(facts: RoomFacts): StandingRoom {
    const room = this.parts.views.standingRoom(facts.mode, facts);
    if (room === undefined) throw noRoom();
    return room;
  }

  /** A room that somebody may read. @throws Refusal `notFound`, `forbidden` for whoever was taken out of a standing one */
  async read(speaker: Speaker, roomId: string): Promise<Opened> {
    const facts = await this.facts(speaker, roomId);
    const { store, clock } = this.parts;
    let state = await store.state(roomId, speaker.uid);
    if (isStanding(facts) && state?.membership === undefined) {
      await store.seat(roomId, speaker.uid, clock());
      state = await store.state(roomId, speaker.uid);
    }
    if (state === undefined || state.ended) throw noRoom();
    if (isStanding(facts)) {
      if (state.membership?.removed === 1)
        throw new Refusal('forbidden', 'A host has taken you out of this room.');
    } else if (state.membership?.member !== 1) throw noRoom();
    return { facts, state, reading: readingOf(roomId, state) };
  }

  /** The tab is in another area now: it hears the room there, and no more the one where it was. */
  async moved(connection: Connection): Promise<void> {
    const { delivery, views, standing } = this.parts;
    const seat = delivery.audience.seatOf(connection);
    if (seat === undefined) return;
    if (seat.areaRoomId !== undefined) delivery.audience.mute(seat, seat.areaRoomId);
    seat.areaRoomId = undefined;
    const { areaId, mode } = connection;
    if (areaId === undefined || standing(mode)?.areas.has(areaId) !== true) return;
    const roomId = await this.hearArea(seat, speakerOf(connection));
    const room = roomId === undefined ? undefined : await views.one(mode, seat.uid, roomId);
    if (room !== undefined && connection.areaId === areaId)
      connection.send(eventFrame(chatRoomChanged, { room }));
  }

  private async wanted(speaker: Speaker, input: InputOf<typeof openChatRoom>): Promise<RoomFacts> {
    if ('with' in input) return this.makePrivate(memberOf(speaker), input.with);
    if ('areaId' in input) return this.makeStanding(speaker.mode, input.areaId);
    if ('global' in input) return this.makeStanding(speaker.mode, undefined);
    return this.facts(speaker, input.roomId);
  }

  private async makePrivate({ mode, uid }: Speaker, other: string): Promise<RoomFacts> {
    const { people, store, clock } = this.parts;
    const present = isGuestId(other) || other === uid ? new Set<string>() : await people.present([other]);
    if (!present.has(other)) throw new Refusal('notFound', 'There is nobody of this id to talk to.');
    const id = privateRoomId(mode, uid, other);
    const facts: RoomFacts = { id, mode, kind: 'private', areaId: undefined };
    await store.makePrivate(facts, [uid, other], clock());
    return facts;
  }

  private async makeStanding(mode: Speaker['mode'], areaId: string | undefined): Promise<RoomFacts> {
    const { standing, store, clock } = this.parts;
    const rooms = standing(mode);
    const room = areaId === undefined ? rooms?.global : rooms?.areas.get(areaId);
    if (rooms === undefined || room === undefined) throw noRoom();
    const facts: RoomFacts =
      areaId === undefined
        ? { id: globalRoomId(mode, rooms.architectureId), mode, kind: 'global', areaId }
        : { id: areaRoomId(mode, rooms.architectureId, areaId), mode, kind: 'area', areaId };
    await store.makeStanding({ facts, now: clock() });
    return facts;
  }

  /** The venue's room and that of the area, where there are such, and where one was not taken out of them. */
  private async hearStanding(seat: Seat, speaker: Speaker): Promise<string[]> {
    const rooms = this.parts.standing(speaker.mode);
    const ids: (string | undefined)[] = [];
    if (rooms?.global !== undefined) ids.push(await this.hearOne(seat, speaker, undefined));
    const { areaId } = seat.connection;
    if (areaId !== undefined && rooms?.areas.has(areaId) === true)
      ids.push(await this.hearArea(seat, speaker));
    return ids.filter((id) => id !== undefined);
  }

  private async hearArea(seat: Seat, speaker: Speaker): Promise<string | undefined> {
    const { areaId } = seat.connection;
    const roomId = await this.hearOne(seat, speaker, areaId);
    if (roomId === undefined) return undefined;
    if (seat.connection.areaId === areaId) seat.areaRoomId = roomId;
    else this.parts.delivery.audience.mute(seat, roomId);
    return roomId;
  }

  private async hearOne(seat: Seat, speaker: Speaker, areaId: string | undefined) {
    const facts = await this.makeStanding(speaker.mode, areaId);
    try {
      const { state } = await this.read(speaker, facts.id);
      await this.parts.delivery.audience.hear(seat, facts.id, 0, state.lastSeq);
      return facts.id;
    } catch (fault) {
      if (fault instanceof Refusal && fault.code === 'forbidden') return undefined;
      throw fault;
    }
  }
}
