import type { UiConfig } from '@foyer/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AttendeeDetails, AttendeeEvent, AttendeeService } from '../backend/backend.ts';
import { initialConnection, useConnection } from '../state/connection.ts';
import { usePresence } from '../state/presence.ts';
import { initialUi, useUi } from '../state/ui.ts';
import { initialUser, useUser } from '../state/user.ts';
import { initialVenue, useVenue } from '../state/venue.ts';
import { startAttendance } from './attendance.ts';

class Service implements AttendeeService {
  readonly listeners = new Set<(news: AttendeeEvent) => void>();
  readonly written: AttendeeDetails[] = [];
  connect(listener: (news: AttendeeEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  async update(details: AttendeeDetails): Promise<void> {
    this.written.push(details);
  }
  tell(news: AttendeeEvent): void {
    for (const listener of this.listeners) listener(news);
  }
  async remove(): Promise<void> {}
  async setStatus(): Promise<void> {}
  setScope(): void {}
  setIdle(): void {}
}

const features = (userPresence: boolean) => ({ uiConfig: { features: { userPresence } } as UiConfig });
const user = { userId: 'ada', email: 'ada@example.com', attributes: { name: 'Ada', company: '' } };
const people: AttendeeEvent = { type: 'people', data: { areaId: 'lobby', people: [{ uid: 'bo' }] } };

beforeEach(() => {
  vi.useFakeTimers();
  const input = new EventTarget();
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', input.addEventListener.bind(input));
  useUi.setState({ ...features(true), loginEnabled: true });
  useUser.setState({ isLoggedIn: true, user });
});
afterEach(() => {
  useConnection.setState(initialConnection);
  useUi.setState(initialUi);
  useUser.setState(initialUser);
  useVenue.setState(initialVenue);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  ['the feature is off', () => useUi.setState(features(false))],
  ['nobody has to log in', () => useUi.setState({ loginEnabled: false })],
  ['nobody is logged in', () => useUser.setState({ isLoggedIn: false })],
])('PRESENCE-01b where %s nobody is listened to, and no record is written', async (_, make) => {
  make();
  const service = new Service();
  const attendance = startAttendance(service);
  await attendance.updateRecord();
  expect(service.listeners.size).toBe(0);
  expect(service.written).toEqual([]);
  attendance.end();
});

test('PRESENCE-01c a logout ends it, and nobody is known any more', () => {
  const service = new Service();
  const attendance = startAttendance(service);
  service.tell(people);
  expect([...usePresence.getState().attendees.keys()]).toEqual(['bo']);
  useUser.setState({ isLoggedIn: false });
  expect(service.listeners.size).toBe(0);
  expect(usePresence.getState().ready).toBe(false);
  attendance.end();
});

test('PRESENCE-02a SESSION-09d a record has the area that one is in, and no empty field', async () => {
  const service = new Service();
  const attendance = startAttendance(service);
  useVenue.setState({ currentAreaId: 'lobby' });
  await attendance.updateRecord();
  expect(service.written).toEqual([{ uid: 'ada', areaId: 'lobby', name: 'Ada' }]);
  attendance.end();
});

test.each([
  ['a server that may have just started', false, 16_000],
  ['the server of before', true, 3_000],
])(
  'PRESENCE-04h who has not come back some time after a reconnection to %s is gone, and counted',
  (_, again, ms) => {
    const service = new Service();
    const attendance = startAttendance(service);
    service.tell({ type: 'connected', again: false });
    service.tell(people);
    service.tell({ type: 'connected', again });
    service.tell({ type: 'people', data: { areaId: 'lobby', people: [] } });
    vi.advanceTimersByTime(ms - 1);
    expect(usePresence.getState().attendees.size).toBe(1);
    expect(useConnection.getState().missed).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(usePresence.getState().attendees.size).toBe(0);
    expect(useConnection.getState().missed).toEqual({ joined: 0, left: 1 });
    attendance.end();
  },
);
