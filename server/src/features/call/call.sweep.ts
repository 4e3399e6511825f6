/**
 * What time does to calls: it rings no longer than 45 s, who does not come back is gone, and so are the people of a node
 * that has died. Clocks of nodes are never compared: each measures with its own how long it has seen something unchanged.
 */
import { callGraceMs, callRingMs } from '@foyer/contract/limits';
import type { Clock, Every } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { Log } from '#platform/log/log';
import type { CallAudience } from './call.audience.ts';
import type { CallBoard } from './call.board.ts';
import type { Livekit } from './call.livekit.ts';
import type { CallRooms } from './call.ports.ts';
import type { CallChanges } from './call.changes.ts';
import type { CallService } from './call.service.ts';
import { changedSeat, rungOut, unseated, withPeople, type Seat } from './call.state.ts';
import type { CallStore, StoredCall } from './call.store.ts';

const tickMs = 1_000;
const beatMs = 5_000;

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
  private beats: ReadonlyMap<string, number> = new Map();
  private beat = 0;
  private beatAt = 0;
  private stopTicking: (() => void) | undefined;
  private running: Promise<void> | undefined;

  constructor(parts: CallSweepParts) {
    this.parts = parts;
    parts.board.onChange((call) => {
      if (call.state.ringing.length > 0) this.lasted(ringingOf(call));
      for (const seat of call.state.seats) if (seat.lost === true) this.lasted(lostOf(call, seat));
    });
  }

  start(): void {
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
      const now = this.parts.clock();
      if (now - this.beatAt >= beatMs) {
        this.beatAt = now;
        await this.look();
        await this.expectMembers();
        void this.parts.livekit?.keepOut();
      }
      const dead = this.deadNodes();
      for (const call of this.parts.board.all()) await this.age(call, dead);
      for (const nodeId of dead) await this.parts.store.forgetNode(nodeId);
      for (const what of this.seen.keys()) if (!this.lasting.has(what)) this.seen.delete(what);
    } catch (fault) {
      // The next one is in a second.
      this.parts.log.warn({ err: fault }, 'calls could not be looked after');
    }
  }

  private async look(): Promise<void> {
    try {
      await this.readAll();
    } catch (fault) {
      // While nothing can be read nobody says that they are there, and nobody can come back: that time does not count.
      this.seen.clear();
      throw fault;
    }
  }

  /** Says that this node is there, and reads what the bus may not have told. */
  private async readAll(): Promise<void> {
    const { store, board, cluster } = this.parts;
    const { nodeId } = cluster;
    const isHere = ({ state }: StoredCall) => state.seats.some((seat) => seat.nodeId === nodeId);
    const known = board.all();
    if (known.some(isHere)) await store.beat(nodeId, (this.beat += 1));
    board.reconcile(await store.all(), known);
    const nodes = this.otherNodes();
    this.beats = nodes.size === 0 ? new Map() : await store.beats();
  }

  private otherNodes(): Set<string> {
    const { board, cluster } = this.parts;
    const all = board.all().flatMap(({ state }) => state.seats.map((seat) => seat.nodeId));
    return new Set(all.filter((node) => node !== cluster.nodeId));
  }

  private deadNodes(): ReadonlySet<string> {
    const dead = [...this.otherNodes()].filter(
      (node) => this.lasted(`node ${node} ${this.beats.get(node) ?? 0}`) >= callGraceMs,
    );
    return new Set(dead);
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
