import type { Architecture, VenueVersion } from '@foyer/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { abortErrorName } from '../api/abort.ts';
import { initialErrors, raiseGlobalError, useErrors } from '../state/errors.ts';
import { initialUi, useUi } from '../state/ui.ts';
import { clearCookieBanner, useCookieBanner, type VenueConsentSettings } from '../state/cookieBanner.ts';
import { createVenueState } from '../state/venue.ts';
import { createVisit, type Visit } from '../visit/visit.ts';
import { createVenueLoader, type VenueLoader } from './loadVenue.ts';
import { createPolling, fetchWithRetry, pollOnce, type PollingNavigator } from './versionPolling.ts';

const version = (publishedVersion: number): VenueVersion => ({
  mode: 'LIVE',
  version: 9,
  publishedVersion,
  publishedArchitectureId: 'nightfall',
});
/** A visit with an open venue. */
let visit: Visit;
/** What the polling has done, in order. */
let calls: string[];
let fetchVersion: VenueLoader['fetchVersion'];
let fetchVenue: VenueLoader['fetchVenue'];
let navigator: PollingNavigator;
const suppressed = () => useErrors.getState().suppressDefaultErrorDialog;

beforeEach(() => {
  calls = [];
  fetchVenue = async (id) => {
    calls.push(`load ${id}`);
    return 'opened';
  };
  navigator = {
    leave: async () => void calls.push('leave'),
    rerunGuards: async () => void calls.push('rerun guards'),
  };
  const loader: VenueLoader = {
    fetchVersion: () => fetchVersion(),
    fetchVenue: (...of) => fetchVenue(...of),
    reloadVenue: () => Promise.reject(new Error('not by the polling')),
  };
  visit = createVisit(new Map([[createVenueLoader, loader]]));
  visit.get(createVenueState).setState({ architecture: { id: 'nightfall' } as Architecture });
});
afterEach(() => {
  visit.end();
  useErrors.setState(initialErrors);
  useUi.setState(initialUi);
  clearCookieBanner();
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

const allowGuests = () => useUi.setState({ loginEnabled: false, venueVersion: version(3) });

test('VERSION-04e a poll reacts to a change and stores the new version', async () => {
  allowGuests();
  ({ fetchVersion } = respondingWith(version(4), version(-1)));
  await pollOnce(visit, navigator);
  expect(calls).toEqual(['load nightfall', 'rerun guards']);
  expect(useUi.getState().venueVersion).toEqual(version(4));
  await pollOnce(visit, navigator);
  expect(calls.slice(2)).toEqual(['leave']);
  expect(useUi.getState().venueVersion).toEqual(version(-1));
  expect(visit.get(createVenueState).getState().architecture).toBeNull();
});

test('VERSION-04j a venue that failed to load is retried by the next poll', async () => {
  allowGuests();
  ({ fetchVersion } = respondingWith(version(4)));
  fetchVenue = () => Promise.reject(new Error('503'));
  await expect(pollOnce(visit, navigator)).rejects.toThrow('503');
  expect(useUi.getState().venueVersion).toEqual(version(3));
});

/** Requests for the version that have no response yet. */
function pendingRequests(): ((response: VenueVersion) => void)[] {
  const requests: ((response: VenueVersion) => void)[] = [];
  fetchVersion = () => new Promise((resolve) => requests.push(resolve));
  return requests;
}

/** The polling of the visit, started in a page of its own. */
function startPolling() {
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', new EventTarget());
  allowGuests();
  const polling = visit.get(createPolling);
  polling.start(navigator);
  return { window, ...polling };
}

test('VERSION-07h a version that is received during a poll is handled after it', async () => {
  const requests = pendingRequests();
  const { pollNow, receive } = startPolling();
  const polled = pollNow();
  const received = receive(version(5));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  requests[0]?.(version(4));
  await polled;
  expect(useUi.getState().venueVersion).toEqual(version(4));
  await received;
  expect(useUi.getState().venueVersion).toEqual(version(5));
  expect(calls).toEqual(['load nightfall', 'rerun guards', 'load nightfall', 'rerun guards']);
});

test('a version that arrives after the end of its visit changes nothing, and the visit polls no more', async () => {
  vi.useFakeTimers();
  const requests = pendingRequests();
  const { window, pollNow, receive } = startPolling();
  const polled = pollNow();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  visit.end();
  requests[0]?.(version(4));
  await polled;
  await receive(version(5));
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(useUi.getState().venueVersion).toEqual(version(3));
  expect([calls, requests.length]).toEqual([[], 1]);
});

test('a visit that ends while the polling reloads its venue or leaves it changes nothing of the next one', async () => {
  allowGuests();
  fetchVenue = async () => {
    visit.end();
    return 'discarded';
  };
  await pollOnce(visit, navigator, version(4));
  expect([useUi.getState().venueVersion, calls]).toEqual([version(3), []]);

  const leaving = createVisit();
  const settings = { architectureId: 'nightfall' } as VenueConsentSettings;
  const leave = async () => {
    leaving.end();
    // The next visit opens its venue.
    useCookieBanner.setState({ settings });
  };
  await pollOnce(leaving, { ...navigator, leave }, version(-1));
  expect(useCookieBanner.getState().settings).toBe(settings);
});

test('a request for the version that ends with its visit is not repeated for the next one', async () => {
  const requested = vi.fn(() => Promise.reject(new DOMException('', abortErrorName)));
  expect(await fetchWithRetry(requested)).toBeUndefined();
  expect(requested).toHaveBeenCalledOnce();
});
