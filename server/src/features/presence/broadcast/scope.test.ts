import { fromColumns, type DataOf, type presenceChanges, type presenceSnapshot } from '@foyer/contract';
import { expect, test } from 'vitest';
import { messageIn } from '../testing/presence.ts';
import { Roster, toRosterEntry } from './roster.ts';
import { Scope, type ScopeTarget } from './scope.ts';

const lobby: ScopeTarget = { kind: 'area', areaId: 'lobby' };

const dataIn = (frame: Buffer | undefined) => frame && messageIn(frame).data;

function changesOf(scope: Scope<string>) {
  const data = dataIn(scope.drainChanges()) as DataOf<typeof presenceChanges> | undefined;
  return data && { ...data, updated: data.updated.map(({ uid }) => uid) };
}

const update = (scope: Scope<string>, uid: string) => scope.recordUpdate(toRosterEntry({ uid }));

test('changes are sent once, and the last change of a user counts', () => {
  const scope = new Scope<string>(lobby, 0);
  scope.subscribers.add('tab');
  expect(changesOf(scope)).toBeUndefined();
  for (const uid of ['ada', 'bo', 'cy']) update(scope, uid);
  scope.recordRemoval('ada');
  scope.recordRemoval('bo');
  update(scope, 'bo');
  expect(changesOf(scope)).toEqual({ areaId: 'lobby', updated: ['cy', 'bo'], removed: ['ada'] });
  expect(changesOf(scope)).toBeUndefined();
  scope.recordRemoval('bo');
  expect(changesOf(scope)).toEqual({ areaId: 'lobby', updated: [], removed: ['bo'] });
});

test('changes without subscribers are dropped, because new ones receive a snapshot', () => {
  const scope = new Scope<string>(lobby, 0);
  update(scope, 'ada');
  scope.recordRemoval('bo');
  expect(changesOf(scope)).toBeUndefined();
  scope.subscribers.add('tab');
  expect(changesOf(scope)).toBeUndefined();
});

test.each<[ScopeTarget, unknown]>([
  [lobby, { areaId: 'lobby', attendees: ['ada'] }],
  [{ kind: 'everyone' }, { attendees: ['ada', 'bo', 'cy'] }],
  [{ kind: 'nowhere' }, undefined],
])('the snapshot of %j is only created for new subscribers', (target, expected) => {
  const roster = new Roster();
  for (const record of [{ uid: 'ada', areaId: 'lobby' }, { uid: 'bo', areaId: 'bar' }, { uid: 'cy' }])
    roster.set(record.uid, toRosterEntry(record));
  const scope = new Scope<string>(target, 0);
  scope.subscribers.add('old tab');
  expect(scope.snapshot(roster)).toBeUndefined();
  scope.newSubscribers.add('tab');
  const data = dataIn(scope.snapshot(roster)) as DataOf<typeof presenceSnapshot> | undefined;
  expect(data && { ...data, attendees: fromColumns(data.attendees).map(({ uid }) => uid) }).toEqual(expected);
});

test('a scope is empty when neither old nor new subscribers are left', () => {
  const scope = new Scope<string>(lobby, 0);
  scope.subscribers.add('old tab');
  expect(scope.isEmpty).toBe(false);
  scope.leave('old tab');
  expect(scope.isEmpty).toBe(true);
  scope.newSubscribers.add('tab');
  expect(scope.isEmpty).toBe(false);
  scope.leave('tab');
  expect(scope.isEmpty).toBe(true);
});
