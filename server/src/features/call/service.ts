/** What people do with calls, and what their browsers say to each other. */
import { randomUUID } from 'node:crypto';
import type {
  CallMedia,
  InputOf,
  joinCall,
  ResultOf,
  signalCall,
  startCall,
  watchCalls,
} from '@foyer/contract';
import { callSignalled } from '@foyer/contract';
import { callMeshMembers, callRungInvited, callRungMembers } from '@foyer/contract/limits';
import * as z from 'zod/mini';
import type { Clock } from '#platform/clock';
import type { Channel } from '#platform/cluster/channel';
import type { Cluster } from '#platform/cluster/cluster';
import type { Connection } from '#platform/realtime/connection';
import { eventFrame } from '#platform/realtime/topic';
import { Refusal } from '#platform/refusal';
import type { CallAudience } from './subscribers.ts';
import type { CallBoard } from './registry.ts';
import { busy, tries, type CallChanges } from './changes.ts';
import type { Livekit } from './livekit.ts';
import type { CallPaces } from './rateLimit.ts';
import type { CallRoom, CallRooms } from './ports.ts';
import { callOf, changedSeat, declined, seated, unseated, type Seat } from './state.ts';
import type { CallStore, StoredCall } from './store.ts';

export interface CallServiceParts {
  readonly store: CallStore;
  readonly board: CallBoard;
  readonly audience: CallAudience;
  readonly changes: CallChanges;
  readonly rooms: Pick<CallRooms, 'find' | 'person' | 'blockersOf'>;
  readonly paces: CallPaces;
  readonly livekit: Livekit | undefined;
  readonly cluster: Cluster;
  readonly clock: Clock;
}

const relayedSignal = z.object({ to: z.string(), data: callSignalled.data });
type RelayedSignal = z.infer<typeof relayedSignal>;

const noCall = () => new Refusal('notFound', 'There is no such call.');

/** @throws Refusal `forbidden` for whoever has no account */
export function callerOf({ caller }: Connection): string {
  if (caller.kind === 'account') return caller.accountId;
  throw new Refusal('forbidden', 'Calls are for people who are logged in.');
}

export class CallService {
  private readonly parts: CallServiceParts;
  private readonly signals: Channel<RelayedSignal>;

  constructor(parts: CallServiceParts) {
    this.parts = parts;
    this.signals = parts.cluster.channel('call-signal', {
      schema: relayedSignal,
      handle: (signal) => void this.deliver(signal),
    });
  }

  watch(connection: Connection): ResultOf<typeof watchCalls> {
    const uid = callerOf(connection);
    this.parts.audience.watch(connection);
    const mine = this.parts.board
      .all()
      .filter(({ state }) => state.mode === connection.mode && state.people.includes(uid));
    return {
      calls: mine.map(({ id, state }) => callOf(id, state)),
      ringing: mine
        .filter(({ state }) => state.ringing.includes(uid))
        .map(({ id, state }) => ({ call: callOf(id, state), from: state.by })),
    };
  }

  /** Starts a call, or joins the one there is: of several who start at once one does. */
  async start(
    connection: Connection,
    { roomId, tabId, media }: InputOf<typeof startCall>,
  ): Promise<ResultOf<typeof startCall>> {
    const uid = callerOf(connection);
    const { store, paces, changes } = this.parts;
    const room = await this.roomOf(connection, roomId);
    for (let turn = 0; turn < tries; turn += 1) {
      const found = await store.find({ roomId });
      if (found !== undefined)
        try {
          return await this.join(connection, { callId: found.id, tabId, media });
        } catch (fault) {
          // It was over at this moment: the next one is another.
          if (!(fault instanceof Refusal) || fault.code !== 'notFound') throw fault;
          continue;
        }
      if (room.readOnly === 'silenced')
        throw new Refusal('cannotPublish', 'A host has taken you the word.', {
          details: { reason: 'silenced' },
        });
      paces.start(uid);
      const call = await this.make(connection, roomId, room, { tabId, media });
      if (await changes.begin(call)) return this.joined(connection, call, tabId);
    }
    throw busy();
  }

  async join(
    connection: Connection,
    { callId, tabId, media }: InputOf<typeof joinCall>,
  ): Promise<ResultOf<typeof joinCall>> {
    const uid = callerOf(connection);
    const { store, rooms, clock } = this.parts;
    const found = await store.find({ id: callId });
    if (found === undefined || found.state.mode !== connection.mode) throw noCall();
    const room = await this.roomOf(connection, found.state.roomId);
    const person = await rooms.person(uid);
    const seat = this.seat(connection, { tabId, person, media });
    const call = await this.parts.changes.change(callId, (state) =>
      seated({ ...state, people: peopleOf(room, uid) }, seat, clock()),
    );
    if (call === undefined) throw noCall();
    return this.joined(connection, call, tabId);
  }

  async decline(connection: Connection, callId: string): Promise<void> {
    const uid = callerOf(connection);
    const call = this.parts.board.get(callId);
    if (call === undefined || !call.state.people.includes(uid)) throw noCall();
    await this.parts.changes.change(callId, (state) => declined(state, uid));
  }

  async leave(connection: Connection, callId: string): Promise<void> {
    this.seatOf(connection, callId);
    await this.parts.changes.change(callId, (state) =>
      unseated(state, ({ connectionId }) => connectionId === connection.id),
    );
  }

  async media(connection: Connection, callId: string, media: CallMedia): Promise<void> {
    this.seatOf(connection, callId);
    await this.parts.changes.change(callId, (state) => changedSeat(state, connection.id, { media }));
  }

  signal(connection: Connection, { callId, to, signals }: InputOf<typeof signalCall>): void {
    const { call, seat } = this.seatOf(connection, callId);
    if (!call.state.seats.some(({ tabId }) => tabId === to))
      throw new Refusal('notFound', 'This tab is not in the call.');
    const signal = { to, data: { callId, from: seat.tabId, signals } };
    if (!this.deliver(signal)) this.signals.publish(signal);
  }

  /** A connection has gone. `mayReturn`: the tab is given a while to come back over another one. */
  async lose(connection: Connection, mayReturn: boolean): Promise<void> {
    const { id } = connection;
    for (const call of this.parts.board.all())
      if (call.state.seats.some(({ connectionId }) => connectionId === id))
        await this.parts.changes.change(call.id, (state) =>
          mayReturn
            ? changedSeat(state, id, { lost: true })
            : unseated(state, ({ connectionId }) => connectionId === id),
        );
  }

  /** Takes somebody out who may not be there any more, also from the media server. */
  async expel(callId: string, uid: string): Promise<void> {
    const tabs = this.parts.board.get(callId)?.state.seats.filter(({ person }) => person.uid === uid) ?? [];
    await this.parts.changes.change(callId, (state) => unseated(state, ({ person }) => person.uid === uid));
    for (const { tabId } of tabs) this.parts.livekit?.expel(callId, tabId);
  }

  /** False where the tab is not at this node. */
  private deliver({ to, data }: RelayedSignal): boolean {
    const state = this.parts.board.get(data.callId)?.state;
    const seat = state?.seats.find(({ tabId }) => tabId === to);
    const tab = state && seat && this.parts.audience.tabOf(state.mode, seat);
    tab?.send(eventFrame(callSignalled, data));
    return tab !== undefined;
  }

  private seatOf(connection: Connection, callId: string): { call: StoredCall; seat: Seat } {
    callerOf(connection);
    const call = this.parts.board.get(callId);
    if (call === undefined) throw noCall();
    const seat = call.state.seats.find(({ connectionId }) => connectionId === connection.id);
    if (seat === undefined) throw new Refusal('forbidden', 'This tab is not in the call.');
    return { call, seat };
  }

  /** @throws Refusal where nobody calls, or not this person */
  private async roomOf(connection: Connection, roomId: string): Promise<CallRoom> {
    const room = await this.parts.rooms.find(connection.mode, callerOf(connection), roomId);
    if (room === undefined) throw new Refusal('notFound', 'There is no such room here.');
    if (room.kind === 'area' || room.kind === 'global')
      throw new Refusal('forbidden', 'There are no calls in the rooms of areas and of the venue.');
    if (room.readOnly === 'blocked')
      throw new Refusal('cannotPublish', 'One of you has blocked the other.', {
        details: { reason: 'blocked' },
      });
    return room;
  }

  private async make(
    connection: Connection,
    roomId: string,
    room: CallRoom,
    tab: { readonly tabId: string; readonly media: CallMedia },
  ): Promise<StoredCall> {
    const { rooms, livekit, clock } = this.parts;
    const uid = callerOf(connection);
    const by = await rooms.person(uid);
    const people = peopleOf(room, uid);
    const rung = room.kind === 'privateGroup' ? callRungInvited : callRungMembers;
    const ringing = people.length <= rung ? await this.rungBy(uid, people) : [];
    return {
      id: randomUUID(),
      version: 1,
      state: {
        mode: connection.mode,
        roomId,
        engine: livekit !== undefined && people.length > callMeshMembers ? 'livekit' : 'mesh',
        startedAt: clock(),
        by,
        rang: ringing.length > 0,
        people,
        ringing,
        declined: [],
        missed: [],
        seats: [this.seat(connection, { ...tab, person: by })],
      },
    };
  }

  /** Whoever has blocked the caller may join, and is not rung. */
  private async rungBy(uid: string, people: readonly string[]): Promise<readonly string[]> {
    const others = people.filter((other) => other !== uid);
    const blockers = await this.parts.rooms.blockersOf(uid, others);
    return others.filter((other) => !blockers.has(other));
  }

  private seat(connection: Connection, tab: Pick<Seat, 'tabId' | 'person' | 'media'>): Seat {
    return { ...tab, nodeId: this.parts.cluster.nodeId, connectionId: connection.id };
  }

  private async joined(
    connection: Connection,
    { id, state }: StoredCall,
    tabId: string,
  ): Promise<ResultOf<typeof joinCall>> {
    const { livekit } = this.parts;
    // Whoever has gone while it was stored is gone.
    if (!connection.isOpen) await this.lose(connection, true);
    const seat = state.seats.find((each) => each.tabId === tabId);
    const call = callOf(id, state);
    if (state.engine !== 'livekit' || livekit === undefined || seat === undefined) return { call };
    return { call, livekit: { url: livekit.url, token: await livekit.grant(id, tabId, seat.person) } };
  }
}

const peopleOf = ({ userIds }: CallRoom, uid: string): readonly string[] =>
  userIds.includes(uid) ? userIds : [...userIds, uid];
