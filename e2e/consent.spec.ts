/** The demo venue with content of other companies: what leaves the browser follows the user's decision. */
import { demoVenue } from '@foyer/demo/venue';
import { expect, openSession, test, type Page } from './harness/fixtures.ts';
import { areaPath, expectDrawn } from './pages/areaPage.ts';

test.use({ server: { venue: 'demo', login: { providers: [{ type: 'password' }] } } });

const areas = demoVenue.architectures[0]?.areas ?? [];

const nameOf = ({ id, names }: (typeof areas)[number]): string =>
  names?.find(({ locale }) => locale === 'en')?.text ?? id;

/** The hosts of all requests and WebSocket connections of a page and its frames. */
function recordHosts(page: Page): Set<string> {
  const hosts = new Set<string>();
  const add = (address: string) => {
    const { protocol, host } = new URL(address);
    if (protocol !== 'data:' && protocol !== 'blob:') hosts.add(host);
  };
  page.on('request', (request) => add(request.url()));
  page.on('websocket', (socket) => add(socket.url()));
  return hosts;
}

/** Waits for the content of the panel that has been opened, and closes it. */
async function closePanel(page: Page, isBlocked = false): Promise<void> {
  const panel = page.locator('[data-dialog]');
  await expect(panel).toBeVisible();
  await expect(panel.locator('[aria-busy="true"]')).toHaveCount(0);
  if (isBlocked) await expect(panel.getByRole('button', { name: /^Allow / })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
}

/** Walks through all areas in the picture, and opens every widget. */
async function visitEverything(page: Page): Promise<void> {
  const items = page.getByRole('list', { name: 'Doors and items in this area' });
  for (const area of areas) {
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: nameOf(area), exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: nameOf(area) })).toBeFocused();
    if (area.viewMode === 'VIEW_360D') await expectDrawn(page);
    for (const { id, placements, configurations } of area.contentWidgets ?? []) {
      const isBlocked = configurations.some(({ cookieProviders }) => cookieProviders?.length);
      if (placements?.some(({ size }) => size)) {
        await expect(page.getByRole('button', { name: /^Allow / })).toBeVisible();
      } else if (placements) {
        await items.locator(`[href*="/area/${area.id}?"][data-opens="${id}"]`).press('Enter');
        await closePanel(page, isBlocked);
      }
    }
  }
  for (const name of ['Floorplan', 'Chat']) {
    await page.getByRole('button', { name, exact: true }).click();
    await closePanel(page);
  }
}

test('CONSENT-10e with everything declined no request of the whole demo leaves for another host; what is allowed loads without a reload, until it is withdrawn', async ({
  page,
  foyer,
  outside,
  allowed,
}) => {
  await foyer.saveAndPublish((_architecture, venue) => void Object.assign(venue, structuredClone(demoVenue)));
  await openSession(page, foyer.url, await foyer.createAccount());
  const hosts = recordHosts(page);
  await page.goto(areaPath('plenary'));
  await page.getByRole('button', { name: 'Reject all' }).click();
  await visitEverything(page);
  expect([...hosts]).toEqual([new URL(foyer.url).host]);
  expect(outside.requests).toEqual([]);

  allowed.hosts.push('player.vimeo.com');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Plenary', exact: true }).click();
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole('button', { name: 'Allow Vimeo' }).click();
  const film = page.locator('iframe');
  await expect(film.contentFrame().getByRole('button', { name: 'Play' })).toBeVisible();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  expect(new Set(outside.requests.map(({ host }) => host))).toEqual(new Set(['player.vimeo.com']));

  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy preferences' }).click();
  await page.getByRole('button', { name: 'Reject all' }).click();
  await expect(film).toHaveCount(0);
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});
