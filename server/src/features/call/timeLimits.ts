/**
 * Time limits of calls: ringing ends after 45 s, a participant who does not rejoin is removed, and so are the participants
 * of a node that has died. Clocks of nodes are never compared: each measures with its own how long it has seen something
 * unchanged.
 */
import { callGraceMs, callRingMs } from '@foyer/contract/limits';
import type { Clock, Every } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { Log } from '#platform/log/log';
import type { CallAudience } from './subscribers.ts';
import type { CallBoard } from './registry.ts';
import type { Livekit } from './livekit.ts';
import type { CallRooms } from './ports.ts';
import type { CallChanges } from './changes.ts';
import type { CallService } from './service.ts';
import { changedSeat, rungOut, unseated, withPeople, type Seat } from './state.ts';
import type { CallStore, StoredCall } from './store.ts';

const tickMs = 1_000;
const reconcileEveryMs = 5_000;
const goneAfter = { silentMs: callGraceMs, stoppedMs: callGraceMs };

export interface CallSweepParts {
  readonly store: CallStore;
  readonly board: CallBoard;
  readonly changes: CallChanges;
  readonly service: Pick<CallService, 'expel'>;
  readonly livekit: Pick<Livekit, 'keepOut'> | undefined;
  readonly audience: CallAudience;
  readonly rooms: CallRooms;
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly every: Every;
  readonly log: Log;
}

/** A thing that lasts, by what it is. */
const ringingOf = ({ id }: StoredCall): string => `ringing ${id}`;
const lostOf = ({ id }: StoredCall, { connectionId }: Seat): string => `lost ${id} ${connectionId}`;

export class CallSweep {
  private readonly parts: CallSweepParts;
  /** Since when each of the things that last has been seen. */
  private readonly seen = new Map<string, number>();
  /** Those that were looked for. */
  private lasting = new Set<string>();
  private stopTicking: (() => void) | undefined;
  private running: Promise<void> | undefined;

  constructor(parts: CallSweepParts) {
    this.parts = parts;
    parts.board.onChange((call) => {
      if (call.state.ringing.length > 0) this.lasted(ringingOf(call));
      for (const seat of call.state.seats) if (seat.lost === true) this.lasted(lostOf(call, seat));
    });
  }

  /** To be called before the cluster starts. */
  start(): void {
    this.parts.cluster.reconcile('call', () => this.reconcile(), reconcileEveryMs);
    this.stopTicking = this.parts.every(tickMs, () => {
      this.running ??= this.tick().finally(() => {
        this.running = undefined;
      });
    });
  }

  async stop(): Promise<void> {
    this.stopTicking?.();
    await this.running;
  }

  /** For how long something has lasted, of what this node has seen. */
  private lasted(what: string): number {
    const now = this.parts.clock();
    const since = this.seen.get(what) ?? now;
    this.seen.set(what, since);
    this.lasting.add(what);
    return now - since;
  }

  private async tick(): Promise<void> {
    try {
      this.lasting = new Set();
      const dead = this.deadNodes();
      for (const call of this.parts.board.all()) await this.age(call, dead);
      for (const what of this.seen.keys()) if (!this.lasting.has(what)) this.seen.delete(what);
    } catch (fault) {
      // The next attempt is in a second.
      this.parts.log.warn({ err: fault }, 'time limits of calls could not be applied');
    }
  }

  /** Reads the changes that the bus may have lost, and removes participants who may not be in the room any more. */
  private async reconcile(): Promise<void> {
    const { store, board, livekit } = this.parts;
    try {
      const known = board.all();
      board.reconcile(await store.all(), known);
    } catch (fault) {
      // While the storage does not respond, no tab can rejoin: this time does not count.
      this.seen.clear();
      throw fault;
    }
    await this.expectMembers();
    void livekit?.keepOut();
  }

  /** Nodes with participants that are gone. */
  private deadNodes(): ReadonlySet<string> {
    const { board, cluster } = this.parts;
    const couldRejoin = this.lasted('storage') >= callGraceMs;
    const nodeIds = new Set(board.all().flatMap(({ state }) => state.seats.map((seat) => seat.nodeId)));
    nodeIds.delete(cluster.nodeId);
    // Asks for every node in each tick: an unknown node counts as silent from the first request for it.
    const gone = [...nodeIds].filter((nodeId) => cluster.nodes.isGone(nodeId, goneAfter));
    return new Set(couldRejoin ? gone : []);
  }

  private async age(call: StoredCall, dead: ReadonlySet<string>): Promise<void> {
    const { changes, audience, cluster } = this.parts;
    const { id, state } = call;
    if (state.ringing.length > 0 && this.lasted(ringingOf(call)) >= callRingMs)
      await changes.change(id, rungOut);
    const isGone = (seat: Seat) =>
      dead.has(seat.nodeId) || (seat.lost === true && this.lasted(lostOf(call, seat)) >= callGraceMs);
    const gone = new Set(state.seats.filter(isGone).map(({ connectionId }) => connectionId));
    if (gone.size > 0)
      await changes.change(id, (now) => unseated(now, ({ connectionId }) => gone.has(connectionId)));
    // What could not be stored when its connection went.
    for (const seat of state.seats)
      if (
        seat.nodeId === cluster.nodeId &&
        seat.lost !== true &&
        audience.tabOf(state.mode, seat) === undefined
      )
        await changes.change(id, (now) => changedSeat(now, seat.connectionId, { lost: true }));
  }

  /** Whoever has left the room, or was blocked, is in its call no more. */
  private async expectMembers(): Promise<void> {
    const { board, service, changes, rooms, cluster } = this.parts;
    for (const { id, state } of board.all())
      for (const [place, seat] of state.seats.entries()) {
        if (seat.nodeId !== cluster.nodeId) continue;
        const room = await rooms.find(state.mode, seat.person.uid, state.roomId);
        if (room === undefined || room.readOnly === 'blocked') await service.expel(id, seat.person.uid);
        else if (place === 0) await changes.change(id, (now) => withPeople(now, room.userIds));
      }
  }
}
