/** The realtime connection over a real network and server: several people and tabs, restarts, and a bad network. */
import type { Browser } from '@playwright/test';
import { pauseClock } from './harness/clock.ts';
import { expect, openSession, test, type TestAccount, type Foyer, type Page } from './harness/fixtures.ts';
import { RealtimeLog } from './harness/realtimeLog.ts';
import { restartErrors } from './harness/restartErrors.ts';

test.use({ server: { login: { providers: [{ type: 'password' }] } } });

const lounge = '/v/nightfall/area/lounge';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const lost = (page: Page) => page.getByText(/^No connection to the event since/);
const back = (page: Page) => page.getByText('You’re back online.');

/** Opens the lounge as a signed-in user and waits for the realtime connection. */
async function enter(
  page: Page,
  foyer: Foyer,
  { via = foyer, as }: { readonly via?: { readonly url: string }; readonly as?: TestAccount } = {},
): Promise<RealtimeLog> {
  const log = new RealtimeLog(page);
  const account = as ?? (await foyer.createAccount());
  await openSession(page, via.url, account);
  await page.goto(`${via.url}${lounge}?lang=en`);
  await expect(heading(page, 'Lounge')).toBeAttached();
  await log.waitFor('area.enter');
  return log;
}

const renameLounge = (foyer: Foyer, name: string) =>
  foyer.saveAndPublish((architecture) => {
    for (const area of architecture.areas)
      if (area.id === 'lounge') area.names = [{ locale: 'en', text: name }];
  });

interface Changes {
  readonly updated: readonly { readonly uid: string }[];
  readonly removed: readonly string[];
}
const changes = (log: RealtimeLog): Changes[] =>
  log.all('presence.changes').map(({ data }) => data as Changes);
const wasRemoved = (log: RealtimeLog, { userId }: TestAccount): boolean =>
  changes(log).some(({ removed }) => removed.includes(userId));
/** Whether the last change of an account added it to the list. */
const isListed = (log: RealtimeLog, { userId }: TestAccount): boolean => {
  const isTheirs = ({ uid }: { readonly uid: string }): boolean => uid === userId;
  const last = changes(log).findLast(
    ({ updated, removed }) => removed.includes(userId) || updated.some(isTheirs),
  );
  return last?.updated.some(isTheirs) === true;
};

/** Opens the lounge as two attendees with separate browsers. */
async function enterTwice(page: Page, browser: Browser, foyer: Foyer) {
  const [ada, bo] = [await foyer.createAccount(), await foyer.createAccount()];
  const context = await browser.newContext({ baseURL: foyer.url });
  const adaLog = await enter(page, foyer, { as: ada });
  const boLog = await enter(await context.newPage(), foyer, { as: bo });
  const { data } = await boLog.waitFor('presence.snapshot');
  expect((data as { attendees: { uid: string[] } }).attendees.uid).toContain(ada.userId);
  return { ada, adaLog, boLog, leave: () => context.close() };
}

test('SESSION-05e SESSION-05f PRESENCE-03e a logout closes the connection of every tab, which stays closed, and removes the attendee from the list', async ({
  page,
  context,
  browser,
  foyer,
}) => {
  const { ada, adaLog, boLog, leave } = await enterTwice(page, browser, foyer);
  const other = await context.newPage();
  const otherLog = new RealtimeLog(other);
  await other.goto(lounge);
  await otherLog.waitFor('area.enter');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  for (const [tab, log] of [
    [page, adaLog],
    [other, otherLog],
  ] as const) {
    await expect(tab).toHaveURL(/\/login(\?|$)/);
    await expect.poll(() => log.open).toBe(0);
    await expect(lost(tab)).toHaveCount(0);
  }
  const opened = [adaLog.opened, otherLog.opened];
  await expect.poll(() => wasRemoved(boLog, ada)).toBe(true);
  expect([adaLog.opened, otherLog.opened]).toEqual(opened);
  expect([adaLog.open, otherLog.open]).toEqual([0, 0]);
  await leave();
});

test('PRESENCE-03f an attendee who leaves the page is removed from the list, and added again when they return', async ({
  page,
  browser,
  foyer,
}) => {
  const { ada, adaLog, boLog, leave } = await enterTwice(page, browser, foyer);
  await page.goto('about:blank');
  await expect.poll(() => wasRemoved(boLog, ada)).toBe(true);
  await page.goBack();
  await adaLog.waitFor('area.enter', 2);
  await expect.poll(() => isListed(boLog, ada)).toBe(true);
  await leave();
});

test('a page reconnects to a restarted server and reports its area', async ({ page, foyer, allowed }) => {
  allowed.console.push(restartErrors);
  const log = await enter(page, foyer);
  await foyer.stop();
  await expect.poll(() => log.open).toBe(0);
  await foyer.restart();
  expect((await log.waitFor('area.enter', 2)).data).toEqual({ areaId: 'lounge' });
  await expect(lost(page)).toHaveCount(0);
  await renameLounge(foyer, 'Lounge after the restart');
  await expect(heading(page, 'Lounge after the restart')).toBeAttached();
});

test('PRESENCE-04g a connection survives ten seconds without traffic; one that stays silent is replaced', async ({
  page,
  foyer,
  network,
}) => {
  await page.clock.install();
  const log = await enter(page, foyer, { via: network });
  // The last command of a start.
  await log.waitFor('chat.listRooms');
  // From here on the test controls the time.
  await pauseClock(page);
  // The next heartbeat is due soon; the network is paused for less than the time until then.
  await page.clock.runFor(14_500);
  const expectAllReplies = (): Promise<void> =>
    expect
      .poll(() => log.messages.filter(({ by }) => by === 'client').length - log.all('reply').length)
      .toBe(0);
  // A reply that the paused network held back would end the connection ten seconds later.
  await expectAllReplies();
  network.stall();
  const pings = log.all('ping').length;
  await expect(async () => {
    await page.clock.runFor(500);
    expect(log.all('ping').length).toBeGreaterThan(pings);
  }).toPass({ intervals: [0] });
  await page.clock.runFor(10_000);
  const replies = log.all('reply').length;
  network.resume();
  await log.waitFor('reply', replies + 1);
  for (let step = 0; step < 5; step += 1) {
    await page.clock.runFor(4_000);
    // Replies need real time.
    await expectAllReplies();
  }
  await expect(lost(page)).toHaveCount(0);
  // While the connection was silent, the tab tried to replace it.
  await expect.poll(() => log.open).toBe(1);

  const entered = log.all('area.enter').length;
  network.stall();
  await page.clock.runFor(35_000);
  await page.clock.runFor(2_500);
  await expect(lost(page)).toBeVisible();
  network.resume();
  await page.clock.resume();
  await log.waitFor('area.enter', entered + 1);
  await expect(back(page)).toBeVisible();
});
