/**
 * Handles the commands of calls, and relays WebRTC signals between participants: the offers, answers and candidates with
 * which two browsers connect to each other.
 */
import { randomUUID } from 'node:crypto';
import type {
  CallMedia,
  InputOf,
  joinCall,
  ResultOf,
  sendCallSignals,
  startCall,
  subscribeToCalls,
} from '@foyer/contract';
import { callSignalsReceived, isBuiltInRoom } from '@foyer/contract';
import { callMeshParticipantsMax, callRingPrivateGroupMax, callRingGroupMax } from '@foyer/contract/limits';
import * as z from 'zod/mini';
import type { Clock } from '#platform/clock';
import type { Channel } from '#platform/cluster/channel';
import type { Cluster } from '#platform/cluster/cluster';
import { conflict, retryOnConflict } from '#platform/concurrency/retryOnConflict';
import type { Connection } from '#platform/realtime/connection';
import { eventFrame } from '#platform/realtime/topic';
import { ApiError } from '#platform/apiError';
import type { CallSubscribers } from './subscribers.ts';
import type { CallRegistry } from './registry.ts';
import { callConflict, type CallChanges } from './changes.ts';
import type { Livekit } from './livekit.ts';
import type { CallRateLimit } from './rateLimit.ts';
import type { CallRoom, CallRooms, FindInvisible } from './ports.ts';
import {
  toCall,
  updateParticipant,
  declineRinging,
  addParticipant,
  removeParticipants,
  type Participant,
} from './state.ts';
import type { CallStore, StoredCall } from './store.ts';

export interface CallServiceDeps {
  readonly store: CallStore;
  readonly registry: CallRegistry;
  readonly subscribers: CallSubscribers;
  readonly changes: CallChanges;
  readonly rooms: Pick<CallRooms, 'find' | 'getUser' | 'blockersOf'>;
  readonly rateLimit: CallRateLimit;
  readonly livekit: Livekit | undefined;
  readonly findInvisible: FindInvisible;
  readonly cluster: Cluster;
  readonly clock: Clock;
}

const relayedSignal = z.object({ to: z.string(), data: callSignalsReceived.data });
type RelayedSignal = z.infer<typeof relayedSignal>;

const callNotFound = () => new ApiError('notFound', 'Call not found.');

/** @throws ApiError `forbidden` for callers without an account */
export function accountIdOf({ caller }: Connection): string {
  if (caller.kind === 'account') return caller.accountId;
  throw new ApiError('forbidden', 'Calls need an account. Log in first.');
}

export class CallService {
  private readonly deps: CallServiceDeps;
  private readonly signals: Channel<RelayedSignal>;

  constructor(deps: CallServiceDeps) {
    this.deps = deps;
    this.signals = deps.cluster.channel('call-signal', {
      schema: relayedSignal,
      handle: (signal) => void this.deliver(signal),
    });
  }

  subscribe(connection: Connection): ResultOf<typeof subscribeToCalls> {
    const uid = accountIdOf(connection);
    this.deps.subscribers.add(connection);
    const joinable = this.deps.registry
      .all()
      .filter(({ state }) => state.mode === connection.mode && state.allowedUsers.includes(uid));
    return {
      calls: joinable.map(({ id, state }) => toCall(id, state)),
      ringing: joinable
        .filter(({ state }) => state.ringing.includes(uid))
        .map(({ id, state }) => ({ call: toCall(id, state), from: state.by })),
    };
  }

  /**
   * Starts a call, or joins the room's current one. If several users start a call at the same time, all join the same
   * one.
   */
  async start(
    connection: Connection,
    { roomId, tabId, media }: InputOf<typeof startCall>,
  ): Promise<ResultOf<typeof startCall>> {
    const uid = accountIdOf(connection);
    const { store, rateLimit, changes } = this.deps;
    const room = await this.findRoom(connection, roomId);
    return retryOnConflict(async () => {
      const found = await store.find({ roomId });
      if (found !== undefined)
        try {
          return await this.join(connection, { callId: found.id, tabId, media });
        } catch (error) {
          // The call has ended meanwhile: start another one.
          if (error instanceof ApiError && error.code === 'notFound') return conflict;
          throw error;
        }
      if (room.readOnlyReason === 'muted')
        throw new ApiError('cannotPost', 'A host has muted you.', {
          details: { reason: 'muted' },
        });
      rateLimit.assertCanStart(uid);
      const call = await this.createCall(connection, roomId, room, { tabId, media });
      return (await changes.create(call)) ? this.toJoinResult(connection, call, tabId) : conflict;
    }, callConflict);
  }

  async join(
    connection: Connection,
    { callId, tabId, media }: InputOf<typeof joinCall>,
  ): Promise<ResultOf<typeof joinCall>> {
    const uid = accountIdOf(connection);
    const { store, rooms, clock } = this.deps;
    const found = await store.find({ id: callId });
    if (found === undefined || found.state.mode !== connection.mode) throw callNotFound();
    const room = await this.findRoom(connection, found.state.roomId);
    const user = await rooms.getUser(uid);
    const participant = this.toParticipant(connection, { tabId, user, media });
    const call = await this.deps.changes.update(callId, (state) =>
      addParticipant({ ...state, allowedUsers: allowedUsers(room, uid) }, participant, clock()),
    );
    if (call === undefined) throw callNotFound();
    return this.toJoinResult(connection, call, tabId);
  }

  async decline(connection: Connection, callId: string): Promise<void> {
    const uid = accountIdOf(connection);
    const call = this.deps.registry.get(callId);
    if (call === undefined || !call.state.allowedUsers.includes(uid)) throw callNotFound();
    const isInvisible = (await this.deps.findInvisible([uid])).size > 0;
    await this.deps.changes.update(callId, (state) => declineRinging(state, uid, { isSilent: isInvisible }));
  }

  async leave(connection: Connection, callId: string): Promise<void> {
    this.participantOf(connection, callId);
    await this.deps.changes.update(callId, (state) =>
      removeParticipants(state, ({ connectionId }) => connectionId === connection.id),
    );
  }

  async setMedia(connection: Connection, callId: string, media: CallMedia): Promise<void> {
    this.participantOf(connection, callId);
    await this.deps.changes.update(callId, (state) => updateParticipant(state, connection.id, { media }));
  }

  sendSignals(connection: Connection, { callId, to, signals }: InputOf<typeof sendCallSignals>): void {
    const { call, participant } = this.participantOf(connection, callId);
    if (!call.state.participants.some(({ tabId }) => tabId === to))
      throw new ApiError('notFound', 'This tab is not in the call.');
    const signal = { to, data: { callId, from: participant.tabId, signals } };
    if (!this.deliver(signal)) this.signals.publish(signal);
  }

  /**
   * Marks participants of a closed connection as lost, or removes them if the tab cannot rejoin over another
   * connection.
   */
  async onConnectionClosed(connection: Connection, canRejoin: boolean): Promise<void> {
    const { id } = connection;
    for (const call of this.deps.registry.all())
      if (call.state.participants.some(({ connectionId }) => connectionId === id))
        await this.deps.changes.update(call.id, (state) =>
          canRejoin
            ? updateParticipant(state, id, { lost: true })
            : removeParticipants(state, ({ connectionId }) => connectionId === id),
        );
  }

  /** Removes a user who may not be in the call any more, also from the media server. */
  async removeUser(callId: string, uid: string): Promise<void> {
    const tabs =
      this.deps.registry.get(callId)?.state.participants.filter(({ user }) => user.uid === uid) ?? [];
    await this.deps.changes.update(callId, (state) =>
      removeParticipants(state, ({ user }) => user.uid === uid),
    );
    for (const { tabId } of tabs) this.deps.livekit?.removeParticipant(callId, tabId);
  }

  /** @returns false if the tab is not connected to this node */
  private deliver({ to, data }: RelayedSignal): boolean {
    const state = this.deps.registry.get(data.callId)?.state;
    const participant = state?.participants.find(({ tabId }) => tabId === to);
    const tab = state && participant && this.deps.subscribers.tabOfParticipant(state.mode, participant);
    tab?.send(eventFrame(callSignalsReceived, data));
    return tab !== undefined;
  }

  private participantOf(
    connection: Connection,
    callId: string,
  ): { call: StoredCall; participant: Participant } {
    accountIdOf(connection);
    const call = this.deps.registry.get(callId);
    if (call === undefined) throw callNotFound();
    const participant = call.state.participants.find(({ connectionId }) => connectionId === connection.id);
    if (participant === undefined) throw new ApiError('forbidden', 'This tab is not in the call.');
    return { call, participant };
  }

  /** @throws ApiError if the user cannot call in the room */
  private async findRoom(connection: Connection, roomId: string): Promise<CallRoom> {
    const room = await this.deps.rooms.find(connection.mode, accountIdOf(connection), roomId);
    if (room === undefined) throw new ApiError('notFound', 'Room not found.');
    if (isBuiltInRoom(room)) throw new ApiError('forbidden', 'Built-in rooms have no calls.');
    if (room.readOnlyReason === 'blocked')
      throw new ApiError('cannotPost', 'One of you has blocked the other.', {
        details: { reason: 'blocked' },
      });
    return room;
  }

  private async createCall(
    connection: Connection,
    roomId: string,
    room: CallRoom,
    tab: { readonly tabId: string; readonly media: CallMedia },
  ): Promise<StoredCall> {
    const { rooms, livekit, clock } = this.deps;
    const uid = accountIdOf(connection);
    const by = await rooms.getUser(uid);
    const userIds = allowedUsers(room, uid);
    const maxRinging = room.kind === 'privateGroup' ? callRingPrivateGroupMax : callRingGroupMax;
    const ringing = userIds.length <= maxRinging ? await this.usersToRing(uid, userIds) : [];
    return {
      id: randomUUID(),
      version: 1,
      state: {
        mode: connection.mode,
        roomId,
        engine: livekit !== undefined && userIds.length > callMeshParticipantsMax ? 'livekit' : 'mesh',
        startedAt: clock(),
        by,
        hasRung: ringing.length > 0,
        allowedUsers: userIds,
        ringing,
        declined: [],
        declinedSilently: [],
        missed: [],
        participants: [this.toParticipant(connection, { ...tab, user: by })],
      },
    };
  }

  /**
   * The users for whom the call rings: all but its starter and those who have blocked the starter. The latter may join,
   * but the call does not ring for them.
   */
  private async usersToRing(uid: string, userIds: readonly string[]): Promise<readonly string[]> {
    const others = userIds.filter((other) => other !== uid);
    const blockers = await this.deps.rooms.blockersOf(uid, others);
    return others.filter((other) => !blockers.has(other));
  }

  private toParticipant(
    connection: Connection,
    tab: Pick<Participant, 'tabId' | 'user' | 'media'>,
  ): Participant {
    return { ...tab, nodeId: this.deps.cluster.nodeId, connectionId: connection.id };
  }

  private async toJoinResult(
    connection: Connection,
    { id, state }: StoredCall,
    tabId: string,
  ): Promise<ResultOf<typeof joinCall>> {
    const { livekit } = this.deps;
    // The connection may have closed while the call was stored.
    if (!connection.isOpen) await this.onConnectionClosed(connection, true);
    const participant = state.participants.find((each) => each.tabId === tabId);
    const call = toCall(id, state);
    if (state.engine !== 'livekit' || livekit === undefined || participant === undefined) return { call };
    return {
      call,
      livekit: { url: livekit.url, token: await livekit.createToken(id, tabId, participant.user) },
    };
  }
}

const allowedUsers = ({ userIds }: CallRoom, uid: string): readonly string[] =>
  userIds.includes(uid) ? userIds : [...userIds, uid];
