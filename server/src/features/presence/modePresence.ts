/** The presence of one operating mode on this node. */
import { ownPresence, type DataOf, type OperatingMode } from '@foyer/contract';
import { Audience } from './broadcast/broadcaster.ts';
import { presenceEntry, presenceOf, type PresenceEntry } from './entry.ts';
import type { KnownPeople } from './peopleCache.ts';
import { Roster, shownOf } from './broadcast/roster.ts';
import { Seat, Seats, type Line } from './tabs.ts';
import type { Stamps } from './logicalClock.ts';
import type { Clock } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { Replicated } from '#platform/cluster/replicated';
import { eventFrame } from '#platform/realtime/topic';

export interface SpaceParts {
  readonly mode: OperatingMode;
  readonly cluster: Cluster;
  readonly known: KnownPeople;
  readonly stamps: Stamps;
  readonly clock: Clock;
  /** See `Audience`. */
  readonly tabsPerTick?: number;
}

/** Users of a stopped node have 10 s to reconnect to another one. */
const goneAfter = { silentMs: 30_000, stoppedMs: 10_000 };

export class Space {
  readonly roster = new Roster();
  private readonly parts: SpaceParts;
  private readonly seats: Seats;
  private readonly audience: Audience;
  private readonly entries: Replicated<PresenceEntry>;
  /** Those who may be others now than everybody was told. */
  private readonly touched = new Set<string>();
  private ticks = 0;

  constructor(parts: SpaceParts) {
    this.parts = parts;
    this.entries = parts.cluster.replicated(`presence-${parts.mode}`, {
      schema: presenceEntry,
      onChange: (uid, entry) => this.receive(uid, entry),
      goneAfter,
    });
    this.seats = new Seats({ ...parts, entries: this.entries });
    this.audience = new Audience(this.roster, parts.tabsPerTick);
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
    for (const uid of this.seats.settle(this.parts.clock())) this.touched.add(uid);
    this.entries.flush();
    for (const uid of this.touched) this.merge(uid);
    this.touched.clear();
    this.audience.tell(this.ticks);
  }

  private receive(uid: string, entry: PresenceEntry | undefined): void {
    const { stamps, known } = this.parts;
    this.touched.add(uid);
    if (entry === undefined) return;
    stamps.see(Math.max(entry.at, entry.enteredAt));
    known.learn(uid, entry.choice);
  }

  private merge(uid: string): void {
    const entries = this.entries.entriesOf(uid);
    const presence = entries.length === 0 ? undefined : presenceOf(uid, entries);
    const after = presence?.record && shownOf(presence.record);
    const before = this.roster.people.get(uid);
    if (before?.json !== after?.json) {
      this.roster.set(uid, after);
      this.audience.note(this.ticks, before, after);
    }
    if (presence) this.tellOwn(uid, presence.own);
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
