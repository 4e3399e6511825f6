/**
 * Time limits of calls. Ringing ends after `callRingTimeoutMs`. A participant whose connection is lost may rejoin for
 * `callReconnectTimeoutMs` and is removed after that, as are the participants of a node that is gone for that long.
 *
 * Once a second each node checks the calls that it knows. A time limit starts when this node first sees its condition
 * ("the call rings", "this connection is lost") and starts again if the condition was interrupted. So the clocks of
 * several nodes are never compared. Several nodes may apply the same limit: the second change finds nothing to do.
 */
import { callReconnectTimeoutMs, callRingTimeoutMs } from '@foyer/contract/limits';
import type { MonotonicClock } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { CallSubscribers } from './subscribers.ts';
import { reconcileEveryMs, type CallRegistry } from './registry.ts';
import type { Livekit } from './livekit.ts';
import type { CallRooms } from './ports.ts';
import type { CallChanges } from './changes.ts';
import type { CallService } from './service.ts';
import {
  updateParticipant,
  expireRinging,
  hasRingingUsers,
  removeParticipants,
  setAllowedUsers,
  stopRinging,
  type Participant,
} from './state.ts';
import type { CallStore, StoredCall } from './store.ts';

const goneAfter = { silentMs: callReconnectTimeoutMs, stoppedMs: callReconnectTimeoutMs };

export interface CallTimeLimitsDeps {
  readonly store: CallStore;
  readonly registry: CallRegistry;
  readonly changes: CallChanges;
  readonly service: Pick<CallService, 'removeUser'>;
  readonly livekit: Pick<Livekit, 'enforceRemovals'> | undefined;
  readonly subscribers: CallSubscribers;
  readonly rooms: CallRooms;
  readonly cluster: Cluster;
  readonly monotonicClock: MonotonicClock;
}

/** Keys of conditions that have a time limit. */
const ringingKey = ({ id }: StoredCall): string => `ringing ${id}`;
const lostKey = ({ id }: StoredCall, { connectionId }: Participant): string => `lost ${id} ${connectionId}`;

export class CallTimeLimits {
  private readonly deps: CallTimeLimitsDeps;
  /** When this node first saw each condition, by the `MonotonicClock`. */
  private readonly firstSeenAt = new Map<string, number>();
  /** The conditions that were true in the current run. */
  private seenKeys = new Set<string>();

  constructor(deps: CallTimeLimitsDeps) {
    this.deps = deps;
    deps.registry.onChange((call) => {
      if (hasRingingUsers(call.state)) this.trackDuration(ringingKey(call));
      for (const participant of call.state.participants)
        if (participant.lost === true) this.trackDuration(lostKey(call, participant));
    });
  }

  /** Must be called before the cluster starts. */
  start(): void {
    this.deps.cluster.reconcile('call', () => this.reconcile(), reconcileEveryMs);
  }

  /** The job of this feature calls it about once a second. */
  async apply(): Promise<void> {
    this.seenKeys = new Set();
    const goneNodes = this.findGoneNodes();
    for (const call of this.deps.registry.all()) await this.applyTo(call, goneNodes);
    for (const key of this.firstSeenAt.keys()) if (!this.seenKeys.has(key)) this.firstSeenAt.delete(key);
  }

  /** Records that a condition is true now. Returns for how many milliseconds it has been true without interruption. */
  private trackDuration(key: string): number {
    const now = this.deps.monotonicClock();
    const since = this.firstSeenAt.get(key) ?? now;
    this.firstSeenAt.set(key, since);
    this.seenKeys.add(key);
    return now - since;
  }

  /** Reads the changes that the bus may have lost, and removes participants who may not be in the room any more. */
  private async reconcile(): Promise<void> {
    const { store, registry, livekit } = this.deps;
    try {
      registry.reconcile(await store.all());
    } catch (error) {
      // While the storage does not respond, no tab can rejoin: all time limits start again.
      this.firstSeenAt.clear();
      throw error;
    }
    await this.removeNonMembers();
    await this.stopRingingForBlockers();
    void livekit?.enforceRemovals();
  }

  /** The ids of gone nodes that still have participants. None until this node could reach the storage for long enough. */
  private findGoneNodes(): ReadonlySet<string> {
    const { registry, cluster } = this.deps;
    // While the storage does not respond, no tab can rejoin: `reconcile` restarts this time limit.
    const couldRejoin = this.trackDuration('storage') >= callReconnectTimeoutMs;
    const nodeIds = new Set(
      registry.all().flatMap(({ state }) => state.participants.map((participant) => participant.nodeId)),
    );
    nodeIds.delete(cluster.nodeId);
    // Asks for every node in each run: an unknown node counts as silent from the first request for it.
    const gone = [...nodeIds].filter((nodeId) => cluster.nodes.isGone(nodeId, goneAfter));
    return new Set(couldRejoin ? gone : []);
  }

  private async applyTo(call: StoredCall, goneNodes: ReadonlySet<string>): Promise<void> {
    const { changes, subscribers, cluster } = this.deps;
    const { id, state } = call;
    if (hasRingingUsers(state) && this.trackDuration(ringingKey(call)) >= callRingTimeoutMs)
      await changes.update(id, expireRinging);
    const shouldRemove = (participant: Participant) =>
      goneNodes.has(participant.nodeId) ||
      (participant.lost === true && this.trackDuration(lostKey(call, participant)) >= callReconnectTimeoutMs);
    const removed = new Set(state.participants.filter(shouldRemove).map(({ connectionId }) => connectionId));
    if (removed.size > 0)
      await changes.update(id, (now) =>
        removeParticipants(now, ({ connectionId }) => removed.has(connectionId)),
      );
    // Retries what could not be stored when the connection closed.
    for (const participant of state.participants)
      if (
        participant.nodeId === cluster.nodeId &&
        participant.lost !== true &&
        subscribers.tabOfParticipant(state.mode, participant) === undefined
      )
        await changes.update(id, (now) => updateParticipant(now, participant.connectionId, { lost: true }));
  }

  /** A user may block the caller of a call that rings. The node of the first participant checks it. */
  private async stopRingingForBlockers(): Promise<void> {
    const { registry, changes, rooms, cluster } = this.deps;
    for (const { id, state } of registry.all()) {
      if (state.ringing.length === 0 || state.participants[0]?.nodeId !== cluster.nodeId) continue;
      const blockers = await rooms.blockersOf(state.by.uid, state.ringing);
      if (blockers.size > 0) await changes.update(id, (now) => stopRinging(now, blockers));
    }
  }

  /** Removes participants who have left the room or are blocked, and updates who may join. */
  private async removeNonMembers(): Promise<void> {
    const { registry, service, changes, rooms, cluster } = this.deps;
    for (const { id, state } of registry.all())
      for (const [index, participant] of state.participants.entries()) {
        if (participant.nodeId !== cluster.nodeId) continue;
        const room = await rooms.find(state.mode, participant.user.uid, state.roomId);
        if (room === undefined || room.readOnlyReason === 'blocked')
          await service.removeUser(id, participant.user.uid);
        else if (index === 0) await changes.update(id, (now) => setAllowedUsers(now, room.userIds));
      }
  }
}
