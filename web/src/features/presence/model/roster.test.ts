import type { AttendeePresence } from '@foyer/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEvent, initialRoster, missedChanges, type Roster, type RosterEvent } from './roster.ts';

const attendee = (uid: string, rest: Partial<AttendeePresence> = {}): AttendeePresence => ({ uid, ...rest });
const snapshot = (uids: readonly string[], areaId?: string): RosterEvent => ({
  type: 'snapshot',
  data: { ...(areaId && { areaId }), attendees: uids.map((uid) => attendee(uid)) },
});
const changes = (updated: readonly string[], removed: readonly string[], areaId?: string): RosterEvent => ({
  type: 'changes',
  data: { ...(areaId && { areaId }), updated: updated.map((uid) => attendee(uid)), removed: [...removed] },
});
const counts = (total: number, areas: Record<string, number>, complete = false): RosterEvent => ({
  type: 'counts',
  data: { total, areas, ...(complete && { complete: true as const }) },
});
const connected: RosterEvent = { type: 'connected', again: false };
const settled: RosterEvent = { type: 'settled' };

const after = (...events: readonly RosterEvent[]): Roster => events.reduce(applyEvent, initialRoster);
const uids = (roster: Roster): string[] => [...roster.attendees.keys()].toSorted();

test('PRESENCE-03i the list is empty until it arrives, then complete', () => {
  expect(after(connected)).toMatchObject({ ready: false, scope: 'area' });
  const roster = after(connected, snapshot(['ada', 'bo'], 'lobby'));
  expect(roster).toMatchObject({ ready: true, scope: 'area' });
  expect(uids(roster)).toEqual(['ada', 'bo']);
});

test('PRESENCE-05t followed users are present or not, and the next complete answer replaces them', () => {
  const first = after(connected, {
    type: 'followed',
    data: { updated: [attendee('bo')], removed: ['cy'], complete: true },
  });
  expect([...first.followed]).toEqual([
    ['cy', null],
    ['bo', attendee('bo')],
  ]);
  const changed = applyEvent(first, { type: 'followed', data: { updated: [], removed: ['bo'] } });
  expect([...changed.followed.values()]).toEqual([null, null]);
  const next = applyEvent(changed, {
    type: 'followed',
    data: { updated: [attendee('di')], removed: [], complete: true },
  });
  expect([...next.followed.keys()]).toEqual(['di']);
});

test('PRESENCE-05y after a restart of the server followed users stay online while they may reconnect', () => {
  const followed = (
    online: readonly string[],
    removed: readonly string[],
    complete = false,
  ): RosterEvent => ({
    type: 'followed',
    data: {
      updated: online.map((uid) => attendee(uid)),
      removed: [...removed],
      ...(complete && { complete: true as const }),
    },
  });
  const restarted = after(
    connected,
    snapshot(['ada'], 'lobby'),
    followed(['bo', 'di'], ['cy'], true),
    connected,
    followed([], ['bo', 'cy', 'di'], true),
  );
  const shown = (roster: Roster) =>
    Object.fromEntries([...roster.followed].map(([uid, record]) => [uid, record !== null]));
  expect(shown(restarted)).toEqual({ bo: true, cy: false, di: true });
  expect(shown(applyEvent(restarted, followed([], ['bo'])))).toEqual({ bo: false, cy: false, di: true });
  const returned = applyEvent(restarted, followed(['di'], []));
  expect(shown(applyEvent(returned, settled))).toEqual({ bo: false, cy: false, di: true });
});

test('PRESENCE-03b attendees join, change and leave', () => {
  const roster = after(connected, snapshot(['ada', 'bo'], 'lobby'), {
    type: 'changes',
    data: {
      areaId: 'lobby',
      updated: [attendee('bo', { status: 'Busy' }), attendee('cy')],
      removed: ['ada'],
    },
  });
  expect(uids(roster)).toEqual(['bo', 'cy']);
  expect(roster.attendees.get('bo')).toEqual({ uid: 'bo', status: 'Busy' });
});

test('PRESENCE-03c changes of another area are ignored', () => {
  const inLounge = after(connected, snapshot(['ada'], 'lobby'), snapshot(['cy'], 'lounge'));
  expect(uids(applyEvent(inLounge, changes(['bo'], ['cy'], 'lobby')))).toEqual(['cy']);
  const all = after(connected, snapshot(['ada', 'cy']));
  expect(all.scope).toBe('everyone');
  expect(uids(applyEvent(all, changes(['bo'], [], 'lobby')))).toEqual(['ada', 'cy']);
  expect(uids(applyEvent(all, changes(['bo'], [])))).toEqual(['ada', 'bo', 'cy']);
});

test('PRESENCE-03d an earlier roster is not modified', () => {
  const before = after(connected, snapshot(['ada'], 'lobby'), counts(1, { lobby: 1 }, true));
  applyEvent(applyEvent(before, changes(['bo'], ['ada'], 'lobby')), counts(2, { lobby: 2 }));
  expect(uids(before)).toEqual(['ada']);
  expect(before.counts.areas).toEqual(new Map([['lobby', 1]]));
});

test('counts are updated per area, and empty areas are omitted', () => {
  const roster = after(
    connected,
    counts(3, { lobby: 2, lounge: 1 }, true),
    counts(3, { lobby: 3, lounge: 0 }),
  );
  expect(roster.counts).toEqual({ total: 3, areas: new Map([['lobby', 3]]) });
  expect(applyEvent(roster, counts(1, { lounge: 1 }, true)).counts.areas).toEqual(new Map([['lounge', 1]]));
});

test('the own status is the one that the server reports', () => {
  const own = { status: 'Busy', invisible: true, idle: false } as const;
  expect(after({ type: 'own', data: own }).own).toEqual(own);
});

test('PRESENCE-04m after a reconnect missing attendees are kept until it has settled', () => {
  const before = after(
    connected,
    snapshot(['ada', 'bo', 'cy'], 'lobby'),
    counts(5, { lobby: 3, lounge: 2 }, true),
  );
  const reconnected = [connected, snapshot(['ada'], 'lobby'), counts(1, { lobby: 1 }, true)].reduce(
    applyEvent,
    before,
  );
  expect(uids(reconnected)).toEqual(['ada', 'bo', 'cy']);
  expect(reconnected.counts).toEqual({
    total: 5,
    areas: new Map([
      ['lobby', 3],
      ['lounge', 2],
    ]),
  });
  const partly = [changes(['bo'], [], 'lobby'), counts(2, { lobby: 2 })].reduce(applyEvent, reconnected);
  const final = applyEvent(partly, settled);
  expect(uids(final)).toEqual(['ada', 'bo']);
  expect(final.counts).toEqual({ total: 2, areas: new Map([['lobby', 2]]) });
  expect(uids(applyEvent(final, snapshot(['ada'], 'lobby')))).toEqual(['ada']);
});

test('attendees who joined and left while the connection was lost are counted on the list shown then', () => {
  const before = after(connected, snapshot(['ada', 'bo', 'cy'], 'lobby'));
  const reconnected = [connected, snapshot(['ada', 'di', 'ed'], 'lobby')].reduce(applyEvent, before);
  expect(missedChanges(reconnected)).toEqual({ joined: 2, left: 2 });
  expect(missedChanges(applyEvent(reconnected, changes(['bo'], ['di'], 'lobby')))).toEqual({
    joined: 1,
    left: 1,
  });
  const elsewhere = [connected, snapshot(['flo'], 'lounge')].reduce(applyEvent, before);
  expect(missedChanges(elsewhere)).toEqual({ joined: 0, left: 0 });
  // A second loss before it has settled: the list that was shown last counts.
  const again = [connected, snapshot(['ada', 'di', 'ed'], 'lobby')].reduce(applyEvent, reconnected);
  expect(missedChanges(again)).toEqual({ joined: 0, left: 2 });
});

test('an attendee who is reported as removed is not kept', () => {
  const before = after(connected, snapshot(['ada', 'bo'], 'lobby'));
  const reconnected = [connected, snapshot(['ada'], 'lobby'), changes([], ['bo'], 'lobby')].reduce(
    applyEvent,
    before,
  );
  expect(uids(reconnected)).toEqual(['ada']);
});

test('attendees of another area are not kept', () => {
  const before = after(connected, snapshot(['ada', 'bo'], 'lobby'));
  expect(uids([connected, snapshot(['cy'], 'lounge')].reduce(applyEvent, before))).toEqual(['cy']);
});

test('the list of everyone is kept although the list of the area arrives first', () => {
  const before = after(connected, snapshot(['ada', 'bo', 'cy']));
  const reconnected = [connected, snapshot(['ada'], 'lobby'), snapshot(['ada', 'bo'])].reduce(
    applyEvent,
    before,
  );
  expect(reconnected.scope).toBe('everyone');
  expect(uids(reconnected)).toEqual(['ada', 'bo', 'cy']);
  expect(uids(applyEvent(reconnected, settled))).toEqual(['ada', 'bo']);
});

/** A server whose attendees come, go and move, also while the connection is lost; some events are doubled. */
class FakePresence {
  roster: Roster = initialRoster;
  areaId: string | undefined = 'lobby';
  private readonly places = new Map<string, string>();
  private isConnected = false;

  get listed(): string[] {
    return [...this.places].flatMap(([uid, place]) => (this.sees(place) ? [uid] : [])).toSorted();
  }

  get counts(): Roster['counts'] {
    const areas = new Map<string, number>();
    for (const place of this.places.values()) areas.set(place, (areas.get(place) ?? 0) + 1);
    return { total: this.places.size, areas };
  }

  move(uid: string, place: string | undefined, times: number): void {
    const before = this.places.get(uid);
    if (place === undefined) this.places.delete(uid);
    else this.places.set(uid, place);
    const isListed = place !== undefined && this.sees(place);
    const wasListed = before !== undefined && this.sees(before);
    for (let sent = 0; sent < times; sent += 1) {
      if (isListed || wasListed)
        this.send(changes(isListed ? [uid] : [], isListed ? [] : [uid], this.areaId));
      this.sendCounts(false);
    }
  }

  enter(areaId: string | undefined): void {
    this.areaId = areaId;
    this.send(snapshot(this.listed, areaId));
  }

  connect(): void {
    this.isConnected = true;
    this.send(connected);
    this.enter(this.areaId);
    this.sendCounts(true);
  }

  lose(): void {
    this.isConnected = false;
  }

  settle(): void {
    this.roster = applyEvent(this.roster, settled);
  }

  private sees(place: string): boolean {
    return this.areaId === undefined || place === this.areaId;
  }

  private sendCounts(complete: boolean): void {
    const { total, areas } = this.counts;
    const empty = complete ? {} : { lobby: 0, lounge: 0 };
    this.send(counts(total, { ...empty, ...Object.fromEntries(areas) }, complete));
  }

  private send(event: RosterEvent): void {
    if (this.isConnected) this.roster = applyEvent(this.roster, event);
  }
}

const places = fc.constantFrom('lobby', 'lounge', undefined);
const rosterSteps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('move' as const),
      uid: fc.constantFrom('ada', 'bo', 'cy', 'di'),
      place: places,
      times: fc.constantFrom(1, 2),
    }),
    fc.record({ kind: fc.constant('enter' as const), place: places }),
    fc.record({ kind: fc.constantFrom('connect' as const, 'lose' as const, 'settle' as const) }),
  ),
  { maxLength: 40 },
);

test('in whatever order attendees come, go and move, and connections are lost, the list ends as that of the server', () => {
  fc.assert(
    fc.property(rosterSteps, (sequence) => {
      const server = new FakePresence();
      for (const step of sequence) {
        if (step.kind === 'move') server.move(step.uid, step.place, step.times);
        else if (step.kind === 'enter') server.enter(step.place);
        else server[step.kind]();
      }
      server.connect();
      expect(server.listed.every((uid) => server.roster.attendees.has(uid))).toBe(true);
      server.settle();
      expect(uids(server.roster).toSorted()).toEqual(server.listed);
      expect(server.roster.counts).toEqual(server.counts);
    }),
    { numRuns: 500, seed: 26 },
  );
});
