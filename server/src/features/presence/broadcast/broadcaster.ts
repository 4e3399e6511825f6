/**
 * Who is told what: per scope one frame for all, at the end of a tick. Whoever comes into a scope gets its snapshot and
 * from then on every change, in order. Where thousands listen the scopes take turns, so that each tab is written to once
 * a second at most, with everything for it.
 */
import { Counts } from './areaCounts.ts';
import type { Roster, Shown } from './roster.ts';
import { Scope, type ScopeKind } from './scope.ts';
import type { Seat } from '../tabs.ts';

/** So many tabs are told every tick; twice as many every other tick, and so on. */
const tabsPerTick = 2_500;
/** With ticks of 250 ms: at least once a second. */
const turnsAtMost = 4;

const nameOf = (of: ScopeKind): string => (of.kind === 'area' ? `area ${of.areaId}` : of.kind);

export class Audience {
  private readonly roster: Roster;
  private readonly tabsPerTick: number;
  private readonly counts: Counts;
  private readonly scopes = new Map<string, Scope<Seat>>();
  private tabs = 0;
  private scopesMade = 0;

  constructor(roster: Roster, perTick = tabsPerTick) {
    this.roster = roster;
    this.tabsPerTick = perTick;
    this.counts = new Counts(roster);
  }

  join(seat: Seat): void {
    this.tabs += 1;
    this.enter(seat);
  }

  leave(seat: Seat): void {
    this.tabs -= 1;
    this.quit(seat);
  }

  /** The seat is in another area, or watches another list. */
  moved(seat: Seat): void {
    if (nameOf(scopeOf(seat)) === (seat.scope && nameOf(seat.scope.of))) return;
    this.quit(seat);
    this.enter(seat);
  }

  note(tick: number, before: Shown | undefined, after: Shown | undefined): void {
    this.counts.note(tick, before, after);
    if (before?.areaId !== undefined && before.areaId !== after?.areaId)
      this.area(before.areaId)?.noteOut(before.uid);
    if (after?.areaId !== undefined) this.area(after.areaId)?.noteIn(after);
    const everyone = this.scopes.get('everyone');
    if (after !== undefined) everyone?.noteIn(after);
    else if (before !== undefined) everyone?.noteOut(before.uid);
  }

  /** Tells those whose turn it is. */
  tell(tick: number): void {
    this.counts.begin(tick);
    const turns = Math.min(turnsAtMost, Math.max(1, Math.ceil(this.tabs / this.tabsPerTick)));
    for (const scope of this.scopes.values())
      if ((tick + scope.turn) % turns === 0) this.tellScope(scope, tick);
  }

  private tellScope(scope: Scope<Seat>, tick: number): void {
    const changes = scope.takeChanges();
    for (const seat of scope.members) this.tellSeat(seat, changes, tick);
    const snapshot = scope.snapshot(this.roster);
    for (const seat of scope.newcomers) {
      this.tellSeat(seat, snapshot, tick);
      scope.members.add(seat);
    }
    scope.newcomers.clear();
  }

  private tellSeat(seat: Seat, frame: Buffer | undefined, tick: number): void {
    if (frame !== undefined) seat.line.send(frame);
    const counts = this.counts.frame(seat.countsAt);
    seat.countsAt = tick;
    if (counts !== undefined) seat.line.send(counts);
  }

  private area(areaId: string): Scope<Seat> | undefined {
    return this.scopes.get(`area ${areaId}`);
  }

  private enter(seat: Seat): void {
    const of = scopeOf(seat);
    const name = nameOf(of);
    let scope = this.scopes.get(name);
    if (scope === undefined) {
      scope = new Scope<Seat>(of, this.scopesMade++);
      this.scopes.set(name, scope);
    }
    scope.newcomers.add(seat);
    seat.scope = scope;
  }

  private quit(seat: Seat): void {
    const { scope } = seat;
    scope?.leave(seat);
    if (scope?.isEmpty === true) this.scopes.delete(nameOf(scope.of));
  }
}

function scopeOf(seat: Seat): ScopeKind {
  if (seat.watchesEveryone) return { kind: 'everyone' };
  return seat.areaId === undefined ? { kind: 'nowhere' } : { kind: 'area', areaId: seat.areaId };
}
