/** The demo venue with content of other companies: what leaves the browser follows the user's decision. */
import { defaultWidgetSettings, findWidgetManifest } from '@foyer/contract';
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

/** The button of a blocked card, in a panel or in the picture of this area, not in that of the area that fades out. */
const allowButton = (page: Page) =>
  page.locator('[data-phase="current"], [data-dialog]').getByRole('button', { name: /^Allow / });

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
type Widget = NonNullable<Area['contentWidgets']>[number];

const needsConsent = ({ configurations }: Widget): boolean =>
  configurations.some(
    ({ cookieProviders, displayMode }) => cookieProviders?.length && displayMode !== 'NEW_TAB',
  );

const isInPicture = ({ placements }: Widget): boolean => placements?.some(({ size }) => size) === true;

interface Embed {
  readonly area: Area;
  readonly widget: Widget;
  /** The origins of the page in its frame, one for each language. */
  readonly origins: readonly string[];
}

/** The widgets of the demo that show a page of another company, by what their manifests declare. */
const embeds: readonly Embed[] = areas.flatMap((area) =>
  (area.contentWidgets ?? []).filter(needsConsent).flatMap((widget) => {
    const origins = widget.configurations.flatMap(
      (configuration) =>
        findWidgetManifest(widget.type)?.origins?.(configuration, defaultWidgetSettings).frame ?? [],
    );
    return origins.length === 0 ? [] : [{ area, widget, origins }];
  }),
);

async function goTo(page: Page, area: Area): Promise<void> {
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: nameOf(area), exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: nameOf(area) })).toBeFocused();
}

/** The link of a widget in the picture of its area. */
const item = (page: Page, area: Area, widgetId: string) =>
  page
    .getByRole('list', { name: 'Doors and items in this area' })
    .locator(`[href*="/area/${area.id}?"][data-opens="${widgetId}"]`);

/** Closes the panel of another widget, goes to the area, and opens the panel, unless the picture shows the widget. */
async function showEmbed(page: Page, { area, widget }: Embed): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-dialog]')).toHaveCount(0);
  if (!new URL(page.url()).pathname.endsWith(`/area/${area.id}`)) await goTo(page, area);
  if (!isInPicture(widget)) await item(page, area, widget.id).press('Enter');
}

/** The origins of the pages in frames. A frame that was refused shows an error page of the browser instead. */
const framedOrigins = (page: Page): string[] =>
  page
    .frames()
    .filter((frame) => frame !== page.mainFrame() && URL.canParse(frame.url()))
    .map((frame) => new URL(frame.url()).origin);

/** Walks through all areas in the picture, and opens every widget. */
async function visitEverything(page: Page): Promise<void> {
  for (const area of areas) {
    await goTo(page, area);
    if (area.viewMode === 'VIEW_360D') await expectDrawn(page);
    for (const widget of area.contentWidgets ?? []) {
      const isBlocked = needsConsent(widget);
      if (isInPicture(widget)) {
        if (isBlocked) await expect(allowButton(page)).toBeVisible();
      } else if (widget.placements) {
        await item(page, area, widget.id).press('Enter');
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
    const blocked = (area.contentWidgets ?? []).filter(needsConsent);
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

  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  allowed.hosts.push(...embeds.flatMap(({ origins }) => origins.map((origin) => new URL(origin).host)));
  for (const embed of embeds) {
    outside.reset();
    await showEmbed(page, embed);
    const loaded = page.waitForResponse((response) => embed.origins.includes(new URL(response.url()).origin));
    await allowButton(page).click();
    if (embed.widget.type === 'WherebyMeetingWidget')
      await page.getByRole('button', { name: 'Join here' }).click();
    const response = await loaded;
    expect(response.status()).toBe(200);
    const { origin, host: onlyHost } = new URL(response.url());
    await expect.poll(() => framedOrigins(page)).toEqual([origin]);
    expect(outside.requests.filter(({ host }) => host !== onlyHost)).toEqual([]);
  }

  await page.locator('footer a[href$="#privacy-preferences"]').click();
  await page.getByRole('button', { name: 'Reject all' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  outside.reset();
  for (const embed of embeds) {
    await showEmbed(page, embed);
    await expect(allowButton(page)).toBeVisible();
  }
  expect(outside.requests).toEqual([]);
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});
