/** The realtime connection of a page: when it opens, how a loss is detected and shown, and how it reconnects. */
import { expect, test } from 'vitest';
import {
  enterArea,
  leaveArea,
  createRealtimeTicket,
  ping,
  refreshSession,
  setIdle,
  type AttendeePresence,
} from '@foyer/contract';
import type { Clock } from '@sinonjs/fake-timers';
import { FakeServer, ada, type PageWindow } from '../../testing/fakeServer.ts';
import { openPage, type AppPage, type PageOptions } from '../../testing/page.ts';

const lounge = '/v/nightfall/area/lounge';
const lost = (page: AppPage) => page.getByText(/^No connection to the event since/);
const backOnline = (page: AppPage, missed = '') => page.getByText(`You’re back online. ${missed}`);
const offline = (page: AppPage) => page.getByText(/^Offline since/);

const attendee = (name: string): AttendeePresence => ({ uid: `u-${name}`, name, areaId: 'lounge' });
const rename = (server: FakeServer, name: string): void =>
  server.publish((architecture) => {
    for (const area of architecture.areas)
      if (area.id === 'lounge') area.names = [{ locale: 'en', text: name }];
  });

/** Opens the lounge as Ada and waits until her connection knows the area and the people in it. */
async function enter(options: PageOptions = {}): Promise<AppPage> {
  const page = await openPage(lounge, { server: new FakeServer().signIn(ada), ...options });
  if (options.stopTimeAt !== undefined)
    await passUntil(page, () => page.server.commands(enterArea).length > 0);
  await expect.poll(() => page.server.commands(enterArea)).toEqual([{ areaId: 'lounge' }]);
  await expect
    .element(page.getByCSS('[data-opens="presence"]'))
    .toHaveAttribute('aria-label', expect.stringMatching(/\d+ here/));
  return page;
}

/** Advances the stopped time of a page until a condition is true. */
async function passUntil(page: AppPage, condition: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.advance(200);
        return condition();
      },
      { interval: 10 },
    )
    .toBe(true);
}

/** Moves the stopped time of a page forward, as on a computer that sleeps: overdue timers run once. */
function jump({ window }: AppPage, ms: number): void {
  (window.setTimeout as unknown as { readonly clock: Clock }).clock.jump(ms);
}

/** Makes all random numbers of a page equal, so that its random delays are known. */
const withRandom =
  (random: number) =>
  (page: PageWindow): void =>
    void Object.assign(page.Math, { random: () => random });

/** Cuts the network and closes the connection, as when a cable is unplugged. */
function cutConnection(server: FakeServer): void {
  server.reachable = false;
  server.disconnect('reconnecting');
}

const lossErrors = [/\[VERSION\]|\[SESSION\]|\[VENUE\]|\[CONNECTION\]/];

test('SESSION-02h SESSION-09c the connection is opened after the login, and reports the area', async () => {
  const server = new FakeServer().requireLogin();
  const page = await openPage(lounge, { server });
  await expect.element(page.getByLabelText('Email', { exact: true })).toBeVisible();
  expect(server.connections).toBe(0);
  await page.getByLabelText('Email', { exact: true }).fill(ada.email);
  await page.getByLabelText('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect.poll(() => server.commands(enterArea)).toEqual([{ areaId: 'lounge' }]);
  await page.getByRole('link', { name: 'Imprint' }).click();
  await expect.element(page.heading('Imprint')).toBeVisible();
  await expect.poll(() => server.commands(leaveArea)).toHaveLength(1);
  page.back();
  await expect.poll(() => server.commands(enterArea)).toEqual([{ areaId: 'lounge' }, { areaId: 'lounge' }]);
  expect(server.connections).toBe(1);
});

test('a tab that is closed because there are too many says so, and reconnects only when it is asked to', async () => {
  const page = await enter({ stopTimeAt: Date.now() });
  const { server } = page;
  server.disconnect('tooManyConnections');
  const banner = page.getByText(/^This tab was disconnected, because/);
  await expect.element(banner).toBeVisible();
  expect(banner.element().textContent).toContain('more than 20 tabs');
  page.setOnline(false);
  page.setOnline(true);
  await page.advance(120_000);
  expect(server.connections).toBe(1);
  await page.getByRole('button', { name: 'Use this tab' }).click();
  await passUntil(page, () => server.commands(enterArea).length === 2);
  await expect.element(banner).not.toBeInTheDocument();
  expect(server.connections).toBe(2);
});

test('VERSION-07f a publication is shown at once, and an attendee stays in an area that still exists', async () => {
  const page = await enter();
  rename(page.server, 'Quiet lounge');
  await expect.element(page.heading('Quiet lounge')).toBeInTheDocument();
  expect(page.path).toBe(lounge);
  expect(page.server.connections).toBe(1);
});

test('SESSION-05g a session that is ended elsewhere ends in this tab at once', async () => {
  const page = await enter({ allowedErrors: [/\[SESSION\]/] });
  const { server } = page;
  server.signedIn = undefined;
  for (const endpoint of [createRealtimeTicket, refreshSession])
    server.reject(endpoint, { code: 'unauthorized', errMsg: 'The session has ended.' });
  server.disconnect('sessionEnded');
  await expect.poll(() => page.path).toMatch(/^\/login(\?|$)/);
  await expect.element(page.getByText('You’ve been logged out. Log in again to continue.')).toBeVisible();
  expect(server.sockets).toHaveLength(0);
  expect(server.connections).toBe(1);
});

test('PRESENCE-05d an attendee without input for five minutes is idle until the next input', async () => {
  const page = await enter({ stopTimeAt: Date.now() });
  jump(page, 290_000);
  await page.advance(1_000);
  expect(page.server.commands(setIdle)).toEqual([]);
  await page.advance(11_000);
  await expect.poll(() => page.server.commands(setIdle)).toEqual([{ idle: true }]);
  await page.mouse('mouseMoved', { x: 300, y: 300 });
  await expect.poll(() => page.server.commands(setIdle)).toEqual([{ idle: true }, { idle: false }]);
});

test('a lost connection is shown with its time, and so is the successful reconnect', async () => {
  const page = await enter({ stopTimeAt: Date.now(), allowedErrors: lossErrors });
  cutConnection(page.server);
  await page.advance(1_900);
  await expect.element(lost(page)).not.toBeInTheDocument();
  await page.advance(200);
  await expect.element(lost(page)).toMatchTextContent(/since \d\d:\d\d\. What you see may be out of date/);
  await expect.element(page.getByRole('status').filter({ has: lost(page) })).toBeVisible();
  page.server.reachable = true;
  await passUntil(page, () => page.server.connections === 2);
  await expect.element(backOnline(page)).toBeVisible();
  await expect.element(lost(page)).not.toBeInTheDocument();
  await passUntil(page, () => backOnline(page).query() === null);
});

test('a page without a network shows a notice, and shows publications again once it is back online', async () => {
  const page = await enter({ allowedErrors: lossErrors });
  page.server.reachable = false;
  page.setOnline(false);
  await expect.element(offline(page)).toBeVisible();
  await expect.element(lost(page)).not.toBeInTheDocument();
  page.server.reachable = true;
  page.setOnline(true);
  await expect.element(offline(page)).not.toBeInTheDocument();
  rename(page.server, 'Lounge with a network');
  await expect.element(page.heading('Lounge with a network')).toBeInTheDocument();
});

test('VERSION-07l after a reconnect the page shows what was published, and how many people joined and left', async () => {
  const server = new FakeServer().signIn(ada);
  server.attendees = [attendee('Bo')];
  const page = await enter({ server, stopTimeAt: Date.now(), allowedErrors: lossErrors });
  cutConnection(server);
  await page.advance(2_100);
  await expect.element(lost(page)).toBeVisible();
  server.attendees = [attendee('Cy'), attendee('Di')];
  rename(server, 'Lounge of later');
  server.reachable = true;
  const missed =
    'While you were away: 2 people joined and 1 person left. The venue was updated, and you’re seeing the new version.';
  await passUntil(page, () => backOnline(page, missed).query() !== null);
  await expect.element(page.heading('Lounge of later')).toBeInTheDocument();
  expect(page.path).toBe(lounge);
});

test('PRESENCE-04o a network interruption of ten seconds keeps the connection and is not shown', async () => {
  const page = await enter({ stopTimeAt: Date.now() });
  const { server } = page;
  const pingGate = server.hold(ping);
  const before = server.commands(ping).length;
  await passUntil(page, () => server.commands(ping).length > before);
  // The connection can neither be used nor replaced.
  server.hold(createRealtimeTicket);
  await page.advance(10_000);
  server.reject(createRealtimeTicket, { code: 'unavailable' });
  pingGate.release();
  await page.advance(20_000);
  await expect.element(lost(page)).not.toBeInTheDocument();
  expect(server.connections).toBe(1);
  expect(server.sockets).toHaveLength(1);
});

test('PRESENCE-04q a tab whose node does not respond changes to another one within ten seconds, after a random delay', async () => {
  const page = await enter({ stopTimeAt: Date.now(), prepare: withRandom(0.999_999) });
  const { server } = page;
  server.freeze();
  const before = server.commands(ping).length;
  await passUntil(page, () => server.commands(ping).length > before);
  await page.advance(3_000);
  expect(server.calls(createRealtimeTicket)).toHaveLength(1);
  await page.advance(2_000);
  await expect.poll(() => server.commands(enterArea)).toHaveLength(2);
  expect([server.connections, server.sockets.length]).toEqual([2, 1]);
  await page.advance(20_000);
  await expect.element(lost(page)).not.toBeInTheDocument();
  await expect.element(backOnline(page)).not.toBeInTheDocument();
  expect(server.connections).toBe(2);
});

test('a replacement that gets no answer either is tried again, with more time', async () => {
  const page = await enter({
    stopTimeAt: Date.now(),
    allowedErrors: lossErrors,
    prepare: withRandom(0),
  });
  const { server } = page;
  server.freeze();
  const gate = server.hold(createRealtimeTicket);
  const tickets = () => server.calls(createRealtimeTicket).length;
  await page.advance(7_000);
  expect(tickets()).toBe(2);
  await page.advance(4_000);
  expect(tickets()).toBe(3);
  gate.release();
  await expect.poll(() => server.connections).toBe(2);
  await page.advance(1_000);
  await expect.element(lost(page)).not.toBeInTheDocument();
});

test.each([
  ['the close code asks for', {}, 'rateLimitExceeded', 9_500],
  ['the server has asked for', { retryAfter: '60' }, 'reconnecting', 50_000],
] as const)(
  'ERROR-04w a silent connection that closes before its next replacement waits as long as %s',
  async (_, response, closeReason, leastMs) => {
    const page = await enter({
      stopTimeAt: Date.now(),
      allowedErrors: lossErrors,
      prepare: withRandom(0.999_999),
    });
    const { server } = page;
    const tickets = () => server.calls(createRealtimeTicket).length;
    server.freeze();
    server.reject(createRealtimeTicket, { code: 'unavailable', ...response });
    await passUntil(page, () => tickets() === 2);
    server.disconnect(closeReason);
    await page.advance(leastMs);
    expect(tickets()).toBe(2);
    await page.advance(11_000);
    expect(tickets()).toBeGreaterThan(2);
  },
);

test('a connection that receives nothing any more is closed and replaced', async () => {
  const page = await enter({ stopTimeAt: Date.now(), allowedErrors: lossErrors });
  const { server } = page;
  server.delivering = false;
  server.reachable = false;
  await page.advance(35_000);
  await page.advance(2_500);
  await expect.element(lost(page)).toBeVisible();
  server.delivering = true;
  server.reachable = true;
  await passUntil(page, () => server.commands(enterArea).length === 2);
  await expect.element(backOnline(page)).toBeVisible();
  expect(server.connections).toBe(2);
});

test.each([
  ['86400', 290_000, 3_600_000],
  ['-1', 0, 30_000],
  ['soon 5', 0, 30_000],
])(
  'ERROR-04p after a rejected ticket with Retry-After %j the connection waits %i to %i ms for the next',
  async (retryAfter, leastMs, mostMs) => {
    const page = await enter({ stopTimeAt: Date.now(), allowedErrors: lossErrors });
    const { server } = page;
    const ticketCount = () => server.calls(createRealtimeTicket).length;
    server.reject(createRealtimeTicket, { code: 'unavailable', retryAfter });
    server.disconnect('reconnecting');
    await passUntil(page, () => ticketCount() === 2);
    let waitedMs = 0;
    await expect
      .poll(
        async () => {
          await page.advance(5_000);
          waitedMs += 5_000;
          return ticketCount();
        },
        { interval: 10, timeout: 50_000 },
      )
      .toBeGreaterThan(2);
    expect(waitedMs).toBeGreaterThanOrEqual(leastMs);
    expect(waitedMs).toBeLessThanOrEqual(mostMs);
  },
);

test('a tab that slept for an hour detects within seconds that its connection is lost', async () => {
  const page = await enter({ stopTimeAt: Date.now(), allowedErrors: lossErrors });
  const { server } = page;
  server.delivering = false;
  const before = server.commands(ping).length;
  jump(page, 3_600_000);
  await passUntil(page, () => server.commands(ping).length > before);
  server.reachable = false;
  // Faster than the heartbeat, which waits twelve seconds.
  await page.advance(3_500);
  await page.advance(2_500);
  await expect.element(lost(page)).toBeVisible();
  server.delivering = true;
  server.reachable = true;
  await passUntil(page, () => server.commands(enterArea).length === 2);
  await expect.element(backOnline(page)).toBeVisible();
});
