import type { UiConfig } from '@foyer/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AttendeeDetails, AttendeeEvent, AttendeeService } from '../../../platform/backend/backend.ts';
import { createConnectionState } from '../../../platform/state/connection.ts';
import { initialUi, useUi } from '../../../platform/state/ui.ts';
import { initialUser, useUser } from '../../../platform/state/user.ts';
import { createVenueState } from '../../../platform/state/venue.ts';
import { untilAborted } from '../../../platform/untilAborted.ts';
import { createVisit, type Visit } from '../../../platform/visit/visit.ts';
import { createPresence } from './presence.ts';

class Service implements AttendeeService {
  readonly listeners = new Set<(event: AttendeeEvent) => void>();
  readonly written: AttendeeDetails[] = [];
  connect(listener: (event: AttendeeEvent) => void, signal: AbortSignal): void {
    this.listeners.add(listener);
    untilAborted(signal, () => this.listeners.delete(listener));
  }
  async update(details: AttendeeDetails): Promise<void> {
    this.written.push(details);
  }
  emit(event: AttendeeEvent): void {
    for (const listener of this.listeners) listener(event);
  }
  async remove(): Promise<void> {}
  async setStatus(): Promise<void> {}
  readonly scopes: string[] = [];
  readonly followed: (readonly string[])[] = [];
  setScope(scope: string): void {
    this.scopes.push(scope);
  }
  follow(userIds: readonly string[]): void {
    this.followed.push(userIds);
  }
  setIdle(): void {}
}

const features = (userPresence: boolean) => ({ uiConfig: { features: { userPresence } } as UiConfig });
const user = { userId: 'ada', email: 'ada@example.com', attributes: { name: 'Ada', company: '' } };
const snapshot: AttendeeEvent = { type: 'snapshot', data: { areaId: 'lobby', attendees: [{ uid: 'bo' }] } };

let visit: Visit;

const presence = () => visit.get(createPresence).store.getState();

beforeEach(() => {
  visit = createVisit();
  vi.useFakeTimers();
  const input = new EventTarget();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hasFocus: () => true, activeElement: null }));
  vi.stubGlobal('addEventListener', input.addEventListener.bind(input));
  useUi.setState({ ...features(true), loginEnabled: true });
  useUser.setState({ isLoggedIn: true, user });
});
afterEach(() => {
  visit.end();
  useUi.setState(initialUi);
  useUser.setState(initialUser);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  ['the feature is off', () => useUi.setState(features(false))],
  ['no login is required', () => useUi.setState({ loginEnabled: false })],
  ['nobody is logged in', () => useUser.setState({ isLoggedIn: false })],
])('PRESENCE-01b if %s, no events are received and no record is written', async (_, make) => {
  make();
  const service = new Service();
  const attendance = visit.get(createPresence).connect(service, visit.signal);
  await attendance.updateRecord();
  expect(service.listeners.size).toBe(0);
  expect(service.written).toEqual([]);
});

test('PRESENCE-01c a logout ends the subscription and clears the list', () => {
  const service = new Service();
  visit.get(createPresence).connect(service, visit.signal);
  service.emit(snapshot);
  expect([...presence().attendees.keys()]).toEqual(['bo']);
  useUser.setState({ isLoggedIn: false });
  expect(service.listeners.size).toBe(0);
  expect(presence().ready).toBe(false);
});

test('PRESENCE-02e SESSION-09d the record has the current area and no empty fields', async () => {
  const service = new Service();
  const attendance = visit.get(createPresence).connect(service, visit.signal);
  visit.get(createVenueState).setState({ currentAreaId: 'lobby' });
  await attendance.updateRecord();
  expect(service.written).toEqual([{ uid: 'ada', areaId: 'lobby', name: 'Ada' }]);
});

test.each([
  ['another node', false, 16_000],
  ['the same node', true, 3_000],
])(
  'PRESENCE-04p an attendee who stays away after a reconnect to %s is removed and counted',
  (_, again, ms) => {
    const service = new Service();
    visit.get(createPresence).connect(service, visit.signal);
    service.emit({ type: 'connected', again: false });
    service.emit(snapshot);
    service.emit({ type: 'connected', again });
    service.emit({ type: 'snapshot', data: { areaId: 'lobby', attendees: [] } });
    vi.advanceTimersByTime(ms - 1);
    expect(presence().attendees.size).toBe(1);
    expect(visit.get(createConnectionState).getState().missed).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(presence().attendees.size).toBe(0);
    expect(visit.get(createConnectionState).getState().missed).toEqual({ joined: 0, left: 1 });
  },
);

test('PRESENCE-05 everyone is received while a list is open, and users are followed while a component shows them', () => {
  const service = new Service();
  const model = visit.get(createPresence);
  const closeList = model.followEveryone();
  const ends = ['bo', 'bo', 'cy'].map((userId) => model.followUser(userId));
  // What was wanted before there is a connection is sent with it.
  model.connect(service, visit.signal);
  expect([service.scopes, service.followed]).toEqual([['everyone'], [['bo', 'cy']]]);
  closeList();
  expect(service.scopes.at(-1)).toBe('area');
  ends[0]?.();
  vi.advanceTimersByTime(100);
  expect(service.followed.at(-1)).toEqual(['bo', 'cy']);
  for (const end of ends.slice(1)) end();
  vi.advanceTimersByTime(100);
  expect(service.followed.at(-1)).toEqual([]);
});

test('a status is refused without a connection, and nothing is sent for a visit that has ended', async () => {
  const service = new Service();
  const model = visit.get(createPresence);
  await expect(model.setStatus({ status: 'Busy', invisible: false })).rejects.toThrow('not connected');
  model.connect(service, visit.signal);
  model.followUser('bo');
  visit.end();
  vi.advanceTimersByTime(100);
  expect(service.followed).toEqual([[]]);
  expect(presence().ready).toBe(false);
});

test('SESSION-10 after a change of account, the connection of the previous user writes no record and starts nothing', async () => {
  const [service, late] = [new Service(), new Service()];
  const model = visit.get(createPresence);
  const attendance = model.connect(service, visit.signal);
  visit.end();
  useUser.setState({ user: { ...user, userId: 'bo' } });
  await attendance.updateRecord();
  await model.connect(late, visit.signal).updateRecord();
  await expect(model.setStatus({ status: 'Busy', invisible: false })).rejects.toThrow('not connected');
  vi.advanceTimersByTime(10_000_000);
  expect([service.written, late.written, late.scopes, late.followed]).toEqual([[], [], [], []]);
  expect(late.listeners.size).toBe(0);
  expect(presence().ready).toBe(false);
});
