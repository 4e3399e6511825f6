/** Analytics with real servers: the figures page of a host, and the script of a Matomo. */
import { freePort } from '@foyer/standins/freePort';
import { startMatomo, type MatomoStandIn } from '@foyer/standins/matomo';
import { devices } from '@playwright/test';
import { openSession } from './harness/fixtures.ts';
import { test as base } from './pages/crowd.ts';
import { expect, list, openArea, openList, row, withLogin } from './pages/presencePage.ts';

const matomoPort = await freePort();

const test = base.extend<{ readonly matomo: MatomoStandIn }>({
  matomo: async ({ allowed }, provide) => {
    const matomo = await startMatomo({ port: matomoPort });
    allowed.hosts.push(new URL(matomo.url).host);
    await provide(matomo);
    await matomo.stop();
  },
});

/** The collector drops hits of bots, and takes a headless browser for one. */
const { userAgent } = devices['Desktop Chrome'];
test.use({ server: withLogin, userAgent });

const attendees = 3;

test('TRACK-12za a host sees live how many people are at the event and what they do, from their browsers', async ({
  page,
  browser,
  foyer,
  crowd,
}) => {
  await crowd.join({ ...foyer.destination, attendees, sendsHits: true });
  await openArea(page, foyer, await foyer.createAccount({ name: 'Hugo Host', roles: ['ROLE_HOST'] }));
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Figures' }).click();
  const now = page.getByRole('region', { name: 'Now' });
  await expect(now).toContainText(`${attendees + 1}people are at the event`);

  const other = await browser.newPage({ baseURL: foyer.url, userAgent });
  await openArea(other, foyer, await foyer.createAccount({ name: 'Amara Okafor' }));
  await expect(now).toContainText(`${attendees + 2}people are at the event`);
  await openList(other);
  await list(other)
    .getByRole('button', { name: /^Everywhere/ })
    .click();
  await row(other, 'Hugo Host').click();
  const events = now.getByRole('table', { name: 'In the last five minutes' });
  await expect(events.getByRole('row', { name: /^List of people opened/ })).toContainText('1');
  await expect(events.getByRole('row', { name: /^People chosen in the list/ })).toContainText('1');
  expect([...crowd.tally.errors]).toEqual([]);
  await other.close();
});

test.describe('with the script of a Matomo', () => {
  const env = { MATOMO_URL: `http://127.0.0.1:${matomoPort}/matomo`, MATOMO_SCRIPT: 'true' };
  test.use({ server: { ...withLogin, env } });

  test('TRACK-12zb the page requests nothing from Matomo before the tracking consent, and lets its script count after it', async ({
    page,
    foyer,
    matomo,
  }) => {
    await foyer.saveAndPublish((architecture) => {
      architecture.personalizedTrackingEnabled = true;
      architecture.cookieBannerConfig = { type: 'SIMPLE' };
    });
    const tracker = page.waitForResponse(/\/assets\/matomo-/);
    await openSession(page, foyer.url, await foyer.createAccount({ name: 'Amara Okafor' }));
    await page.goto('/v/nightfall/area/lounge?lang=en');
    await page.getByRole('button', { name: 'Reject all' }).click();
    await tracker;
    await page.getByRole('contentinfo').getByRole('link', { name: 'Library' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeFocused();
    expect([matomo.scriptRequests, matomo.hits]).toEqual([0, []]);

    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy preferences' }).click();
    await page.getByRole('button', { name: 'Accept all' }).click();
    const views = () => matomo.hits.flatMap(({ action_name: title = [] }) => title);
    await expect.poll(views).toEqual([expect.stringContaining('Library')]);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Lounge' }).click();
    await expect.poll(views).toEqual([expect.stringContaining('Library'), expect.stringContaining('Lounge')]);
    await expect
      .poll(() => matomo.hits.at(-1))
      .toMatchObject({ uid: expect.stringMatching(/^[\da-f]{32}$/) });
  });
});
