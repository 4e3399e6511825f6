import type { AttendeePresence } from '@foyer/contract';
import { expect, test } from 'vitest';
import { applyEvent, initialRoster, missedChanges, type Roster, type RosterEvent } from './roster.ts';

const person = (uid: string, rest: Partial<AttendeePresence> = {}): AttendeePresence => ({ uid, ...rest });
const people = (uids: readonly string[], areaId?: string): RosterEvent => ({
  type: 'people',
  data: { ...(areaId && { areaId }), people: uids.map((uid) => person(uid)) },
});
const changes = (put: readonly string[], gone: readonly string[], areaId?: string): RosterEvent => ({
  type: 'changes',
  data: { ...(areaId && { areaId }), put: put.map((uid) => person(uid)), gone: [...gone] },
});
const counts = (total: number, areas: Record<string, number>, whole = false): RosterEvent => ({
  type: 'counts',
  data: { total, areas, ...(whole && { whole }) },
});
const connected: RosterEvent = { type: 'connected', again: false };
const settled: RosterEvent = { type: 'settled' };

const after = (...news: readonly RosterEvent[]): Roster => news.reduce(applyEvent, initialRoster);
const uids = (roster: Roster): string[] => [...roster.attendees.keys()].toSorted();

test('PRESENCE-03a nobody is known until the list has come, then all of them', () => {
  expect(after(connected)).toMatchObject({ ready: false, scope: 'area' });
  const roster = after(connected, people(['ada', 'bo'], 'lobby'));
  expect(roster).toMatchObject({ ready: true, scope: 'area' });
  expect(uids(roster)).toEqual(['ada', 'bo']);
});

test('PRESENCE-03b people come, change and go', () => {
  const roster = after(connected, people(['ada', 'bo'], 'lobby'), {
    type: 'changes',
    data: { areaId: 'lobby', put: [person('bo', { status: 'Busy' }), person('cy')], gone: ['ada'] },
  });
  expect(uids(roster)).toEqual(['bo', 'cy']);
  expect(roster.attendees.get('bo')).toEqual({ uid: 'bo', status: 'Busy' });
});

test('PRESENCE-03c changes of an area that one has left are not those of the list at hand', () => {
  const inLounge = after(connected, people(['ada'], 'lobby'), people(['cy'], 'lounge'));
  expect(uids(applyEvent(inLounge, changes(['bo'], ['cy'], 'lobby')))).toEqual(['cy']);
  const all = after(connected, people(['ada', 'cy']));
  expect(all.scope).toBe('everyone');
  expect(uids(applyEvent(all, changes(['bo'], [], 'lobby')))).toEqual(['ada', 'cy']);
  expect(uids(applyEvent(all, changes(['bo'], [])))).toEqual(['ada', 'bo', 'cy']);
});

test('PRESENCE-03d what was shown before a change stays as it was', () => {
  const before = after(connected, people(['ada'], 'lobby'), counts(1, { lobby: 1 }, true));
  applyEvent(applyEvent(before, changes(['bo'], ['ada'], 'lobby')), counts(2, { lobby: 2 }));
  expect(uids(before)).toEqual(['ada']);
  expect(before.counts.areas).toEqual(new Map([['lobby', 1]]));
});

test('counts change area by area, and an area without anybody is not among them', () => {
  const roster = after(
    connected,
    counts(3, { lobby: 2, lounge: 1 }, true),
    counts(3, { lobby: 3, lounge: 0 }),
  );
  expect(roster.counts).toEqual({ total: 3, areas: new Map([['lobby', 3]]) });
  expect(applyEvent(roster, counts(1, { lounge: 1 }, true)).counts.areas).toEqual(new Map([['lounge', 1]]));
});

test('how one appears oneself is what the server says of it', () => {
  const own = { status: 'Busy', invisible: true, idle: false } as const;
  expect(after({ type: 'own', data: own }).own).toEqual(own);
});

test('PRESENCE-04f after a reconnection people who are missing are kept until it has settled', () => {
  const before = after(
    connected,
    people(['ada', 'bo', 'cy'], 'lobby'),
    counts(5, { lobby: 3, lounge: 2 }, true),
  );
  const back = [connected, people(['ada'], 'lobby'), counts(1, { lobby: 1 }, true)].reduce(
    applyEvent,
    before,
  );
  expect(uids(back)).toEqual(['ada', 'bo', 'cy']);
  expect(back.counts).toEqual({
    total: 5,
    areas: new Map([
      ['lobby', 3],
      ['lounge', 2],
    ]),
  });
  const some = [changes(['bo'], [], 'lobby'), counts(2, { lobby: 2 })].reduce(applyEvent, back);
  const calm = applyEvent(some, settled);
  expect(uids(calm)).toEqual(['ada', 'bo']);
  expect(calm.counts).toEqual({ total: 2, areas: new Map([['lobby', 2]]) });
  expect(uids(applyEvent(calm, people(['ada'], 'lobby')))).toEqual(['ada']);
});

test('who came and who left while the line was lost is counted, on the list that was shown then', () => {
  const before = after(connected, people(['ada', 'bo', 'cy'], 'lobby'));
  const back = [connected, people(['ada', 'di', 'ed'], 'lobby')].reduce(applyEvent, before);
  expect(missedChanges(back)).toEqual({ joined: 2, left: 2 });
  expect(missedChanges(applyEvent(back, changes(['bo'], ['di'], 'lobby')))).toEqual({ joined: 1, left: 1 });
  const elsewhere = [connected, people(['flo'], 'lounge')].reduce(applyEvent, before);
  expect(missedChanges(elsewhere)).toEqual({ joined: 0, left: 0 });
  // Lost again before it has settled: what counts is what was shown last.
  const again = [connected, people(['ada', 'di', 'ed'], 'lobby')].reduce(applyEvent, back);
  expect(missedChanges(again)).toEqual({ joined: 0, left: 2 });
});

test('who is said to have gone is not kept', () => {
  const before = after(connected, people(['ada', 'bo'], 'lobby'));
  const back = [connected, people(['ada'], 'lobby'), changes([], ['bo'], 'lobby')].reduce(applyEvent, before);
  expect(uids(back)).toEqual(['ada']);
});

test('nobody of another area is kept', () => {
  const before = after(connected, people(['ada', 'bo'], 'lobby'));
  expect(uids([connected, people(['cy'], 'lounge')].reduce(applyEvent, before))).toEqual(['cy']);
});

test('a list of everybody is kept although the list of the own area comes first', () => {
  const before = after(connected, people(['ada', 'bo', 'cy']));
  const back = [connected, people(['ada'], 'lobby'), people(['ada', 'bo'])].reduce(applyEvent, before);
  expect(back.scope).toBe('everyone');
  expect(uids(back)).toEqual(['ada', 'bo', 'cy']);
  expect(uids(applyEvent(back, settled))).toEqual(['ada', 'bo']);
});
