/** The tabs of this node, and the people they make: several tabs are one person. */
import type { PresenceEntry } from './entry.ts';
import type { KnownPeople } from './peopleCache.ts';
import type { Scope } from './broadcast/scope.ts';
import type { Stamps } from './logicalClock.ts';
import type { Replicated } from '#platform/cluster/replicated';
import type { Connection } from '#platform/realtime/connection';

/** As much of a connection as presence needs. */
export type Line = Pick<Connection, 'send'>;

/** A tab of a person. */
export class Seat {
  readonly line: Line;
  readonly uid: string;
  areaId: string | undefined;
  /** The stamp of entering it. */
  enteredAt = 0;
  idle = false;
  /** When it is certain that nobody comes back; undefined while it is connected. */
  endsAt: number | undefined;
  watchesEveryone = false;
  /** Whose records it is told. */
  scope: Scope<Seat> | undefined;
  /** The tick up to which it was told the counts; -1: never. */
  countsAt = -1;
  /** What it was last told of itself, as a number; -1: nothing yet. */
  ownTold = -1;

  constructor(line: Line, uid: string) {
    this.line = line;
    this.uid = uid;
  }
}

export class Seats {
  /** One entry for each user with tabs on this node. */
  private readonly entries: Replicated<PresenceEntry>;
  private readonly known: KnownPeople;
  private readonly stamps: Stamps;
  private readonly people = new Map<string, Seat[]>();
  private readonly ending = new Set<Seat>();
  private readonly changed = new Set<string>();

  constructor(parts: { entries: Replicated<PresenceEntry>; known: KnownPeople; stamps: Stamps }) {
    this.entries = parts.entries;
    this.known = parts.known;
    this.stamps = parts.stamps;
  }

  of(uid: string): readonly Seat[] {
    return this.people.get(uid) ?? [];
  }

  add(seat: Seat): void {
    this.people.set(seat.uid, [...this.of(seat.uid), seat]);
    this.known.arrive(seat.uid);
    this.changed.add(seat.uid);
  }

  enter(seat: Seat, areaId: string | undefined): void {
    seat.areaId = areaId;
    seat.enteredAt = areaId === undefined ? 0 : this.stamps.next();
    this.changed.add(seat.uid);
  }

  setIdle(seat: Seat, idle: boolean): void {
    seat.idle = idle;
    this.changed.add(seat.uid);
  }

  /** The tab is gone, if nobody comes back until then. */
  end(seat: Seat, endsAt: number): void {
    seat.endsAt = endsAt;
    this.ending.add(seat);
    this.changed.add(seat.uid);
  }

  /** Something about a person has changed elsewhere. */
  touch(uid: string): void {
    if (this.people.has(uid)) this.changed.add(uid);
  }

  /** Updates the entries. Returns the users whose entry or tabs have changed. */
  settle(now: number): ReadonlySet<string> {
    for (const seat of this.ending) if ((seat.endsAt ?? now) <= now) this.drop(seat);
    const touched = new Set(this.changed);
    this.changed.clear();
    for (const uid of touched) this.renew(uid);
    return touched;
  }

  private drop(seat: Seat): void {
    this.ending.delete(seat);
    const left = this.of(seat.uid).filter((other) => other !== seat);
    if (left.length > 0) this.people.set(seat.uid, left);
    else this.people.delete(seat.uid);
    this.known.leave(seat.uid);
    this.changed.add(seat.uid);
  }

  private renew(uid: string): void {
    const before = this.entries.get(uid);
    const after = this.entryOf(uid);
    if (after === undefined) this.entries.delete(uid);
    else if (before === undefined || !sameBut(before, after))
      this.entries.set(uid, { ...after, at: this.stamps.next() });
  }

  private entryOf(uid: string): PresenceEntry | undefined {
    const seats = this.of(uid);
    const person = this.known.of(uid);
    if (seats.length === 0 || person === undefined) return undefined;
    const last = seats.reduce((best, seat) => (seat.enteredAt > best.enteredAt ? seat : best));
    // A tab that may be gone keeps nobody from being idle, unless it is all there is.
    const open = seats.filter((seat) => seat.endsAt === undefined);
    const idle = (open.length > 0 ? open : seats).every((seat) => seat.idle);
    const { areaId, enteredAt } = last;
    return { ...(areaId === undefined ? {} : { areaId }), enteredAt, idle, ...person, at: 0 };
  }
}

/** Whether two entries say the same, whenever it was said. What is known of a person is replaced, never changed. */
const sameBut = (a: PresenceEntry, b: PresenceEntry): boolean =>
  a.areaId === b.areaId &&
  a.enteredAt === b.enteredAt &&
  a.idle === b.idle &&
  a.choice === b.choice &&
  sameDetails(a.details, b.details);

const sameDetails = (a: PresenceEntry['details'], b: PresenceEntry['details']): boolean =>
  a === b ||
  (a.name === b.name &&
    a.company === b.company &&
    a.title === b.title &&
    a.host === b.host &&
    a.picture === b.picture);
