import type { UiConfig } from '@foyer/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { initialUi, useUi } from '../state/ui.ts';
import { initialUser, useUser } from '../state/user.ts';
import { beginVisit } from '../visit/currentVisit.ts';
import { track, trackPageView } from './track.ts';
import { startTracker } from './tracker.ts';

const lobby = 'https://venue.example.org/v/nightfall/area/lobby';
const browser = new EventTarget();
const tab = { visibilityState: 'visible', hasFocus: () => true, referrer: '', getElementById: () => null };

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('window', browser);
  vi.stubGlobal('document', { ...tab });
  vi.stubGlobal('location', new URL(lobby));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useUi.setState(initialUi);
  useUser.setState(initialUser);
});

interface Sent {
  readonly at: number;
  readonly url: URL;
  readonly options: RequestInit;
}

/** The requests of the page, which are answered unless `isAway` is true. */
function recordRequests() {
  const recorder = { sent: [] as Sent[], isAway: false };
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    recorder.sent.push({ at: Date.now(), url: new URL(url, lobby), options });
    return new Response(null, { status: recorder.isAway ? 503 : 204 });
  });
  return recorder;
}

/** What a hit is: the title of a page view, an event, or a heartbeat. */
const kindOf = ({ url: { searchParams } }: Sent): string =>
  searchParams.get('action_name') ??
  (searchParams.has('ping') ? 'heartbeat' : `${searchParams.get('e_c')} ${searchParams.get('e_a')}`);

test('TRACK-03m the tracker sends what has waited when the configuration is loaded, then a heartbeat every 15 seconds while the tab is visible and has the focus; a page that is closed sends what waits', async () => {
  const server = recordRequests();
  useUser.setState({ authToken: 'a token' });
  trackPageView(lobby, 'Lobby');
  track('login', 'anonymous');
  void startTracker();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.sent).toEqual([]);
  useUi.setState({ uiConfig: { i18n: {} } as UiConfig });
  await vi.advanceTimersByTimeAsync(0);
  expect(server.sent.map(kindOf)).toEqual(['Lobby', 'login anonymous']);
  expect(server.sent[0]?.url.pathname).toBe('/api/capture/hit');
  expect(server.sent[0]?.options).toMatchObject({
    method: 'GET',
    keepalive: true,
    credentials: 'same-origin',
    headers: { authorization: 'Bearer a token' },
  });

  await vi.advanceTimersByTimeAsync(30_000);
  Object.assign(document, { hasFocus: () => false });
  await vi.advanceTimersByTimeAsync(15_000);
  Object.assign(document, { ...tab, visibilityState: 'hidden' });
  await vi.advanceTimersByTimeAsync(15_000);
  Object.assign(document, tab);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(server.sent.slice(2).map((hit) => [kindOf(hit), hit.at / 1_000])).toEqual(
    [16, 31, 76].map((second) => ['heartbeat', second]),
  );

  server.isAway = true;
  track('profile', 'open');
  track('profile', 'close');
  await vi.advanceTimersByTimeAsync(20_000);
  // Heartbeats do not wait: they say that the page is looked at now.
  const before = server.sent.length;
  browser.dispatchEvent(new Event('pagehide'));
  expect(server.sent.slice(before).map(kindOf)).toEqual(['profile open', 'profile close']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.sent.slice(before + 2).map(kindOf)).toEqual(['heartbeat']);
});

test('SESSION-10 hits that wait when the visit ends are sent as those of its user', async () => {
  const server = recordRequests();
  useUser.setState({ authToken: 'of ada' });
  useUi.setState({ uiConfig: { i18n: {} } as UiConfig });
  void startTracker();
  await vi.advanceTimersByTimeAsync(0);
  server.isAway = true;
  track('profile', 'open');
  track('profile', 'close');
  await vi.advanceTimersByTimeAsync(1_000);
  beginVisit();
  useUser.setState({ authToken: 'of bo' });
  await vi.advanceTimersByTimeAsync(60_000);
  const events = server.sent.filter((sent) => kindOf(sent).startsWith('profile'));
  expect(events.map((sent) => [kindOf(sent), sent.options.headers])).toEqual(
    ['open', 'open', 'close'].map((action) => [`profile ${action}`, { authorization: 'Bearer of ada' }]),
  );
});
