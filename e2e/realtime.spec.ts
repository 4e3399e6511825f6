/** The realtime connection as a person has it: what is told at once, and what happens when the line is bad. */
import type { Browser } from '@playwright/test';
import { stopTime } from './commonClock.ts';
import { expect, signIn, test as base, type AccountOfTest, type Foyer, type Page } from './harness.ts';
import { Network } from './network.ts';
import { Fellow, widget } from './presencePage.ts';
import { RealtimeLine } from './realtimeLine.ts';

/** `network`: what lies between this browser and the server, at an address of its own. */
const test = base.extend<{ network: Network }>({
  network: async ({ foyer, allowed }, provide) => {
    const network = await Network.before(foyer.url);
    allowed.hosts.push(network.host);
    allowed.console.push(
      /ERR_|503|could not be fetched yet|WebSocket connection|\[VERSION\]|\[SESSION\]|\[VENUE\]/,
    );
    await provide(network);
    await network.close();
  },
});

test.use({ server: { login: { providers: [{ type: 'password' }] } } });

const lounge = '/v/nightfall/area/lounge';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Somebody in the lounge whose connection stands. */
async function enter(
  page: Page,
  foyer: Foyer,
  { over = foyer, as }: { readonly over?: { readonly url: string }; readonly as?: AccountOfTest } = {},
): Promise<RealtimeLine> {
  const line = new RealtimeLine(page);
  await page.goto(`${over.url}${lounge}?lang=en`);
  await signIn(page, as ?? (await foyer.account()));
  await expect(heading(page, 'Lounge')).toBeAttached();
  await line.hears('area.enter');
  return line;
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

const renameLounge = (foyer: Foyer, name: string) =>
  foyer.live((plan) => {
    for (const area of plan.areas) if (area.id === 'lounge') area.names = [{ locale: 'en', text: name }];
  });

test('SESSION-02h SESSION-09c the connection is made once somebody is logged in, and hears in which area they are', async ({
  page,
  foyer,
}) => {
  const line = new RealtimeLine(page);
  await page.goto(lounge);
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  expect(line.made).toBe(0);
  await signIn(page, await foyer.account());
  expect((await line.hears('area.enter')).data).toEqual({ areaId: 'lounge' });
  await page.getByRole('link', { name: 'Imprint' }).click();
  await expect(heading(page, 'Imprint')).toBeVisible();
  await line.hears('area.leave');
  await page.goBack();
  expect((await line.hears('area.enter', 2)).data).toEqual({ areaId: 'lounge' });
  expect(line.made).toBe(1);
});

test('VERSION-07f a publication is told at once, and whoever is in an area that is still there stays', async ({
  page,
  foyer,
}) => {
  const line = await enter(page, foyer);
  await renameLounge(foyer, 'Quiet lounge');
  // Long before the next poll.
  await line.hears('venue.version');
  await expect(heading(page, 'Quiet lounge')).toBeAttached();
  expect(new URL(page.url()).pathname).toBe(lounge);
  expect(line.made).toBe(1);
});

test('SESSION-05g a session that is ended elsewhere ends here at once, without having asked', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/401|403|\[SESSION\]/);
  const ada = await foyer.account();
  const line = await enter(page, foyer, { as: ada });
  await foyer.admin('POST', `/admin/accounts/${ada.userId}/blocked`, { blocked: true });
  await expect(page).toHaveURL(/\/login(\?|$)/);
  await expect(page.getByText('You have been logged out. Log in again to go on.')).toBeVisible();
  await expect.poll(() => line.open).toBe(0);
  expect(line.made).toBe(1);
});

const lost = (page: Page) => page.getByText(/^No connection to the event since/);
const back = (page: Page, missed = '') => page.getByText(`You are connected again. ${missed}`);

test('SESSION-05e a logout closes the connection of every tab, and nobody makes another one', async ({
  page,
  context,
  foyer,
}) => {
  const line = await enter(page, foyer);
  const other = await context.newPage();
  const otherLine = new RealtimeLine(other);
  await other.goto(lounge);
  await otherLine.hears('area.enter');
  await logOut(page);
  for (const [tab, its] of [
    [page, line],
    [other, otherLine],
  ] as const) {
    await expect(tab).toHaveURL(/\/login(\?|$)/);
    await expect.poll(() => its.open).toBe(0);
    expect(its.made).toBe(1);
    await expect(lost(tab)).toHaveCount(0);
  }
});

interface Changes {
  readonly put: readonly { readonly uid: string; readonly status?: string }[];
  readonly gone: readonly string[];
}
const changes = (line: RealtimeLine): Changes[] =>
  line.all('presence.changes').map(({ data }) => data as Changes);
const hasGone = (line: RealtimeLine, { userId }: AccountOfTest): boolean =>
  changes(line).some(({ gone }) => gone.includes(userId));
/** Whether the last that was said of somebody is that they are there. */
const isListed = (line: RealtimeLine, { userId }: AccountOfTest): boolean => {
  const isThey = ({ uid }: { readonly uid: string }): boolean => uid === userId;
  const last = changes(line).findLast(({ put, gone }) => gone.includes(userId) || put.some(isThey));
  return last?.put.some(isThey) === true;
};
/** What somebody was last said to be. */
const statusOf = (line: RealtimeLine, { userId }: AccountOfTest): string | undefined =>
  changes(line)
    .flatMap(({ put }) => put)
    .findLast(({ uid }) => uid === userId)?.status;

/** Two people in the lounge, each with a browser of their own. */
async function two(page: Page, browser: Browser, foyer: Foyer) {
  const [ada, bo] = [await foyer.account(), await foyer.account()];
  const context = await browser.newContext({ baseURL: foyer.url });
  const hers = await enter(page, foyer, { as: ada });
  const his = await enter(await context.newPage(), foyer, { as: bo });
  const { data } = await his.hears('presence.people');
  expect((data as { people: { uid: string[] } }).people.uid).toContain(ada.userId);
  return { ada, hers, his, leave: () => context.close() };
}

test('SESSION-05f PRESENCE-03e whoever logs out is taken off the list', async ({ page, browser, foyer }) => {
  const { ada, his, leave } = await two(page, browser, foyer);
  await logOut(page);
  await expect.poll(() => hasGone(his, ada)).toBe(true);
  await leave();
});

test('PRESENCE-03f whoever leaves the page is taken off the list, and is on it again when they come back', async ({
  page,
  browser,
  foyer,
}) => {
  const { ada, hers, his, leave } = await two(page, browser, foyer);
  await page.goto('about:blank');
  await expect.poll(() => hasGone(his, ada)).toBe(true);
  await page.goBack();
  await hers.hears('area.enter', 2);
  await expect.poll(() => isListed(his, ada)).toBe(true);
  await leave();
});

test('PRESENCE-05d whoever touches nothing for five minutes is idle for the others, until they are back', async ({
  page,
  browser,
  foyer,
}) => {
  await page.clock.install();
  const { ada, his, leave } = await two(page, browser, foyer);
  await page.clock.fastForward('05:01');
  await expect.poll(() => statusOf(his, ada)).toBe('Idle');
  await page.mouse.move(300, 300);
  await expect.poll(() => statusOf(his, ada)).toBeUndefined();
  await leave();
});

test('a server that restarts is connected to again, and hears where one is', async ({
  page,
  foyer,
  allowed,
}) => {
  // While it starts it says so: 503.
  allowed.console.push(/ERR_|could not be fetched yet|WebSocket connection|\[VERSION\]|503/);
  const line = await enter(page, foyer);
  await foyer.away();
  await expect.poll(() => line.open).toBe(0);
  await foyer.back();
  expect((await line.hears('area.enter', 2)).data).toEqual({ areaId: 'lounge' });
  await expect(lost(page)).toHaveCount(0);
  await renameLounge(foyer, 'Lounge after the restart');
  await expect(heading(page, 'Lounge after the restart')).toBeAttached();
});

test('a connection that is cut says since when, is tried again by itself, and says when it is back', async ({
  page,
  foyer,
  network,
}) => {
  await enter(page, foyer, { over: network });
  network.cut();
  await expect(lost(page)).toHaveText(/since \d\d:\d\d\. What you see may be old/);
  await expect(page.getByRole('status').filter({ has: lost(page) })).toBeVisible();
  network.mend();
  await expect(back(page)).toBeVisible();
  await expect(lost(page)).toHaveCount(0);
  await expect(back(page)).toHaveCount(0);
});

test('a browser without a network says so, and hears of everything again once it has one', async ({
  page,
  context,
  foyer,
  allowed,
}) => {
  allowed.console.push(/ERR_|could not be fetched yet|WebSocket connection|\[VERSION\]/);
  const line = await enter(page, foyer);
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline since/)).toBeVisible();
  await expect(lost(page)).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline since/)).toHaveCount(0);
  await renameLounge(foyer, 'Lounge with a network');
  await line.hears('venue.version');
  await expect(heading(page, 'Lounge with a network')).toBeAttached();
});

test('a connection that is back says who came and who left, and that the venue has changed', async ({
  page,
  foyer,
  network,
}) => {
  const bo = await Fellow.come(foyer, { name: 'Bo', area: 'lounge' });
  await enter(page, foyer, { over: network });
  // Whoever was there for another test has left before the line is lost.
  await expect(widget(page)).toHaveAccessibleName('Who is here: 2 here, 2 at the event');
  network.cut();
  await expect(lost(page)).toBeVisible();
  await bo.end();
  const come = await Promise.all(['Cy', 'Di'].map((name) => Fellow.come(foyer, { name, area: 'lounge' })));
  await renameLounge(foyer, 'Lounge of later');
  network.mend();
  const missed =
    'Meanwhile 2 people came and 1 person left. The venue has been changed, and you see its new version.';
  await expect(back(page, missed)).toBeVisible({ timeout: 30_000 });
  for (const fellow of come) await fellow.end();
});

test('VERSION-07i what was published while the connection was cut is there as soon as it is back', async ({
  page,
  foyer,
  network,
}) => {
  await enter(page, foyer, { over: network });
  network.cut();
  await expect(lost(page)).toBeVisible();
  await renameLounge(foyer, 'Lounge of now');
  network.mend();
  await expect(heading(page, 'Lounge of now')).toBeAttached();
  expect(new URL(page.url()).pathname).toBe(lounge);
});

test('PRESENCE-04g a network that blinks for ten seconds keeps its connection, and nobody hears of it', async ({
  page,
  foyer,
  network,
}) => {
  await page.clock.install();
  const line = await enter(page, foyer, { over: network });
  // From here on no time passes but what is said to.
  await stopTime(page);
  // So long after the last word it looks whether anybody is there: not all of that while the network is away.
  await page.clock.runFor(14_500);
  network.pause();
  const pings = line.all('ping').length;
  await expect(async () => {
    await page.clock.runFor(500);
    expect(line.all('ping').length).toBeGreaterThan(pings);
  }).toPass({ intervals: [0] });
  await page.clock.runFor(10_000);
  const answers = line.all('answer').length;
  network.resume();
  await line.hears('answer', answers + 1);
  await page.clock.runFor(20_000);
  await expect(lost(page)).toHaveCount(0);
  expect(line).toMatchObject({ made: 1, open: 1 });
});

test('a connection over which nothing comes any more is given up, and made anew', async ({
  page,
  foyer,
  network,
}) => {
  await page.clock.install();
  const line = await enter(page, foyer, { over: network });
  network.pause();
  await page.clock.runFor(35_000);
  await page.clock.runFor(2_500);
  await expect(lost(page)).toBeVisible();
  network.resume();
  await line.hears('area.enter', 2);
  await expect(back(page)).toBeVisible();
  expect(line.made).toBe(2);
});

test('a tab that slept for an hour notices within seconds that its connection is gone', async ({
  page,
  foyer,
  network,
}) => {
  await page.clock.install();
  const line = await enter(page, foyer, { over: network });
  // All that is told on arrival has come.
  await expect(page.locator('[data-opens="presence"]')).toHaveAccessibleName(/\d+ here/);
  await expect(page.locator('[data-dock="chat"]')).toBeVisible();
  network.pause();
  await page.clock.fastForward('01:00:00');
  await line.hears('ping');
  await page.clock.runFor(3_500);
  await page.clock.runFor(2_500);
  // Sooner than the heartbeat would have noticed.
  await expect(lost(page)).toBeVisible({ timeout: 8_000 });
  network.resume();
  await line.hears('area.enter', 2);
  await expect(back(page)).toBeVisible();
});
