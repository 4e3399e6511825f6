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

type Area = (typeof areas)[number];

async function goTo(page: Page, area: Area): Promise<void> {
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: nameOf(area), exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: nameOf(area) })).toBeFocused();
}

function areaOf(id: string): Area {
  const found = areas.find((area) => area.id === id);
  if (!found) throw new Error(`The demo has no area ${id}.`);
  return found;
}

/** The link of a widget in the picture of its area. */
const item = (page: Page, area: Area, widgetId: string) =>
  page
    .getByRole('list', { name: 'Doors and items in this area' })
    .locator(`[href*="/area/${area.id}?"][data-opens="${widgetId}"]`);

/** Walks through all areas in the picture, and opens every widget. */
async function visitEverything(page: Page): Promise<void> {
  for (const area of areas) {
    await goTo(page, area);
    if (area.viewMode === 'VIEW_360D') await expectDrawn(page);
    for (const { id, placements, configurations } of area.contentWidgets ?? []) {
      const isBlocked = configurations.some(({ cookieProviders }) => cookieProviders?.length);
      if (placements?.some(({ size }) => size)) {
        await expect(page.getByRole('button', { name: /^Allow / })).toBeVisible();
      } else if (placements) {
        await item(page, area, id).press('Enter');
        await closePanel(page, isBlocked);
      }
    }
  }
  for (const name of ['Floorplan', 'Chat']) {
    await page.getByRole('button', { name, exact: true }).click();
    await closePanel(page);
  }
}

/** Walks through the text views of all areas. */
async function visitTextViews(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  for (const area of areas) {
    await goTo(page, area);
    const blocked = (area.contentWidgets ?? []).filter(({ configurations }) =>
      configurations.some(({ cookieProviders }) => cookieProviders?.length),
    );
    await expect(page.getByRole('article').getByText('Needs your consent')).toHaveCount(blocked.length);
  }
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
}

test('CONSENT-10e with everything declined no request of the whole demo leaves for another host, in the picture and in the text view; what is allowed loads without a reload, until it is withdrawn', async ({
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
  await visitTextViews(page);
  expect([...hosts]).toEqual([new URL(foyer.url).host]);
  expect(outside.requests).toEqual([]);

  const [plenary, expo] = [areaOf('plenary'), areaOf('expo')];
  const frame = page.locator('iframe');
  const requestedHosts = () => new Set(outside.requests.map(({ host }) => host));
  allowed.hosts.push('player.vimeo.com', 'en.wikipedia.org');
  await goTo(page, plenary);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole('button', { name: 'Allow Vimeo' }).click();
  await expect(frame.contentFrame().getByRole('button', { name: 'Play' })).toBeVisible();
  expect(requestedHosts()).toEqual(new Set(['player.vimeo.com']));
  await goTo(page, expo);
  await item(page, expo, 'other-nights').press('Enter');
  await page.getByRole('button', { name: 'Allow Wikipedia' }).click();
  await expect(frame.contentFrame().getByText('Doors open')).toBeVisible();
  expect(requestedHosts()).toEqual(new Set(['player.vimeo.com', 'en.wikipedia.org']));

  await page.locator('footer a[href$="#privacy-preferences"]').click();
  await page.getByRole('button', { name: 'Reject all' }).click();
  await expect(frame).toHaveCount(0);
  outside.reset();
  await goTo(page, plenary);
  await expect(page.getByRole('button', { name: 'Allow Vimeo' })).toBeVisible();
  expect(outside.requests).toEqual([]);
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});
