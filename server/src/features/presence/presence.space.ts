/** The presence of one operating mode on this node. */
import { ownPresence, type DataOf, type OperatingMode } from '@foyer/contract';
import { Audience } from './presence.audience.ts';
import { presenceOf, type PresenceEntry } from './presence.entry.ts';
import type { KnownPeople } from './presence.known.ts';
import { Peers } from './presence.peers.ts';
import { Replication } from './presence.replication.ts';
import { Roster, shownOf } from './presence.roster.ts';
import { Seat, Seats, type Line } from './presence.seats.ts';
import type { Stamps } from './presence.stamps.ts';
import type { Bus } from '#platform/bus/bus';
import type { Clock } from '#platform/clock';
import { eventFrame } from '#platform/realtime/topic';

export interface SpaceParts {
  readonly mode: OperatingMode;
  readonly bus: Bus;
  readonly nodeId: string;
  readonly known: KnownPeople;
  readonly stamps: Stamps;
  readonly clock: Clock;
  /** See `Audience`. */
  readonly tabsPerTick?: number;
}

export class Space {
  readonly roster = new Roster();
  private readonly parts: SpaceParts;
  private readonly seats: Seats;
  private readonly audience: Audience;
  private readonly peers = new Peers((uid, entry) => this.heard(uid, entry));
  private readonly replication: Replication | undefined;
  /** Those who may be others now than everybody was told. */
  private readonly touched = new Set<string>();
  private ticks = 0;

  constructor(parts: SpaceParts) {
    this.parts = parts;
    this.seats = new Seats(parts);
    this.audience = new Audience(this.roster, parts.tabsPerTick);
    const { mode, bus } = parts;
    const shared = { ...parts, channel: `presence-${mode}`, peers: this.peers, own: this.seats.entries };
    this.replication = bus.alone ? undefined : new Replication(shared);
  }

  open(line: Line, uid: string): Seat {
    const seat = new Seat(line, uid);
    this.seats.add(seat);
    this.audience.join(seat);
    return seat;
  }

  /** The tab is gone; its person may come back for a while. */
  close(seat: Seat, graceMs: number): void {
    this.audience.leave(seat);
    this.seats.end(seat, this.parts.clock() + graceMs);
  }

  enter(seat: Seat, areaId: string | undefined): void {
    this.seats.enter(seat, areaId);
    this.audience.moved(seat);
  }

  watch(seat: Seat, everyone: boolean): void {
    seat.watchesEveryone = everyone;
    this.audience.moved(seat);
  }

  setIdle(seat: Seat, idle: boolean): void {
    this.seats.setIdle(seat, idle);
  }

  /** Something is known of a person that was not. */
  touch(uid: string): void {
    this.seats.touch(uid);
  }

  tick(): void {
    this.ticks += 1;
    const { touched, changed } = this.seats.settle(this.parts.clock());
    this.replication?.tick(changed);
    for (const uid of touched) this.touched.add(uid);
    for (const uid of this.touched) this.merge(uid);
    this.touched.clear();
    this.audience.tell(this.ticks);
  }

  stop(): void {
    this.replication?.stop();
  }

  private heard(uid: string, entry: PresenceEntry | undefined): void {
    const { stamps, known } = this.parts;
    this.touched.add(uid);
    if (entry === undefined) return;
    stamps.see(Math.max(entry.at, entry.enteredAt));
    known.learn(uid, entry.choice);
  }

  private merge(uid: string): void {
    const entries = this.entriesOf(uid);
    const presence = entries.length === 0 ? undefined : presenceOf(entries);
    const after = presence?.record && shownOf(presence.record);
    const before = this.roster.people.get(uid);
    if (before?.json !== after?.json) {
      this.roster.set(uid, after);
      this.audience.note(this.ticks, before, after);
    }
    if (presence) this.tellOwn(uid, presence.own);
  }

  /** In the order of the nodes' names, which is one and the same for all. */
  private entriesOf(uid: string): PresenceEntry[] {
    const own = this.seats.entries.get(uid);
    const all = [...this.peers.entriesOf(uid)];
    if (own) all.push([this.parts.nodeId, own]);
    if (all.length > 1) all.sort(([a], [b]) => (a < b ? -1 : 1));
    return all.map(([, entry]) => entry);
  }

  /** A person's own tabs hear how they appear, on whichever device that was chosen. */
  private tellOwn(uid: string, own: DataOf<typeof ownPresence>): void {
    const told = (own.status === 'Busy' ? 1 : 0) + (own.invisible ? 2 : 0) + (own.idle ? 4 : 0);
    for (const seat of this.seats.of(uid)) {
      if (seat.endsAt !== undefined || seat.ownTold === told) continue;
      seat.ownTold = told;
      seat.line.send(eventFrame(ownPresence, own));
    }
  }
}
