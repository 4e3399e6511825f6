import type { VenueVersion } from '@foyer/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { initialErrors, raiseGlobalError, useErrors } from '../state/errors.ts';
import { initialUi, useUi } from '../state/ui.ts';
import { createVisit, type Visit } from '../visit/visit.ts';
import { createPolling, fetchWithRetry, pollOnce, type PollingDeps } from './versionPolling.ts';

const version = (publishedVersion: number): VenueVersion => ({
  mode: 'LIVE',
  version: 9,
  publishedVersion,
  publishedArchitectureId: 'nightfall',
});
let visit: Visit;
const suppressed = () => useErrors.getState().suppressDefaultErrorDialog;

beforeEach(() => {
  visit = createVisit();
});
afterEach(() => {
  visit.end();
  useErrors.setState(initialErrors);
  useUi.setState(initialUi);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Returns these responses one after the other; `fails` is a failed request. */
function respondingWith(...responses: (VenueVersion | 'fails')[]) {
  const seen: number[] = [];
  const fetchVersion = async () => {
    seen.push(suppressed());
    const response = responses.shift();
    if (response !== 'fails' && response) return response;
    raiseGlobalError('NOT_REACHABLE', 'no response');
    throw new Error('no response');
  };
  return { fetchVersion, seen };
}

test('VERSION-05a the error dialog is suppressed during a poll and allowed again after it', async () => {
  const { fetchVersion, seen } = respondingWith(version(3));
  expect(await fetchWithRetry(fetchVersion)).toEqual(version(3));
  expect(seen).toEqual([1]);
  expect(suppressed()).toBe(0);
});

test('VERSION-05b a first failure clears the error and allows one retry', async () => {
  const { fetchVersion, seen } = respondingWith('fails', version(3));
  expect(await fetchWithRetry(fetchVersion)).toEqual(version(3));
  expect(seen).toHaveLength(2);
  expect(useErrors.getState().globalError.hasErrors).toBe(false);
});

test('VERSION-05c a second failure is logged, and the dialog is allowed again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { fetchVersion, seen } = respondingWith('fails', 'fails', version(3));
  expect(await fetchWithRetry(fetchVersion)).toBeUndefined();
  expect(seen).toHaveLength(2);
  expect(logged).toHaveBeenCalledOnce();
  expect(suppressed()).toBe(0);
});

function fakeDeps(fetchVersion: () => Promise<VenueVersion>, overrides: Partial<PollingDeps> = {}) {
  const calls: string[] = [];
  const all: PollingDeps = {
    fetchVersion,
    leave: async () => void calls.push('leave'),
    reloadVenue: async () => void calls.push('reload'),
    ...overrides,
  };
  return { all, calls };
}

const allowGuests = () => useUi.setState({ loginEnabled: false, venueVersion: version(3) });

test('VERSION-04e a poll reacts to a change and stores the new version', async () => {
  allowGuests();
  const reload = fakeDeps(respondingWith(version(4)).fetchVersion);
  await pollOnce(visit, reload.all);
  expect(reload.calls).toEqual(['reload']);
  expect(useUi.getState().venueVersion).toEqual(version(4));
  const leave = fakeDeps(respondingWith(version(-1)).fetchVersion);
  await pollOnce(visit, leave.all);
  expect(leave.calls).toEqual(['leave']);
  expect(useUi.getState().venueVersion).toEqual(version(-1));
});

test('VERSION-04j a venue that failed to load is retried by the next poll', async () => {
  allowGuests();
  const failing = fakeDeps(respondingWith(version(4)).fetchVersion, {
    reloadVenue: () => Promise.reject(new Error('503')),
  });
  await expect(pollOnce(visit, failing.all)).rejects.toThrow('503');
  expect(useUi.getState().venueVersion).toEqual(version(3));
});

test('VERSION-07h a version that is received during a poll is handled after it', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  allowGuests();
  const requests: ((response: VenueVersion) => void)[] = [];
  const polling = fakeDeps(() => new Promise((resolve) => requests.push(resolve)));
  const { start, pollNow, receive } = visit.get(createPolling);
  start(polling.all);
  const polled = pollNow();
  const received = receive(version(5));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  requests[0]?.(version(4));
  await polled;
  expect(useUi.getState().venueVersion).toEqual(version(4));
  await received;
  expect(useUi.getState().venueVersion).toEqual(version(5));
  expect(polling.calls).toEqual(['reload', 'reload']);
});

test('a version that arrives after the end of its visit changes nothing, and the visit polls no more', async () => {
  vi.useFakeTimers();
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', new EventTarget());
  allowGuests();
  const requests: ((response: VenueVersion) => void)[] = [];
  const polling = fakeDeps(() => new Promise((resolve) => requests.push(resolve)));
  const { start, pollNow, receive } = visit.get(createPolling);
  start(polling.all);
  const polled = pollNow();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  visit.end();
  requests[0]?.(version(4));
  await polled;
  await receive(version(5));
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(useUi.getState().venueVersion).toEqual(version(3));
  expect([polling.calls, requests.length]).toEqual([[], 1]);
});
