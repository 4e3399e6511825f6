/** What only a real server provides: the stage behind a link, and a strict content security policy. */
import type { VenueInput } from '@foyer/contract';
import { expect, test, type Page } from './harness/fixtures.ts';
import { areaPath, door, findArea, withoutWidgets } from './pages/areaPage.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a stage link opens the stage, whose pages have a ribbon with the version', async ({ page, foyer }) => {
  await page.goto(await foyer.stageLink());
  await page.getByRole('button').click();
  const ribbon = page.getByRole('complementary', { name: 'Stage', exact: true });
  await expect(ribbon).toContainText(/Stage, version \d+/);
  const version = await foyer.save((architecture) => {
    architecture.titles = [{ locale: 'en', text: 'Rehearsal' }];
  });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(ribbon).toContainText(`Stage, version ${version}`);
  await page.goto('/stage/v/nightfall/imprint');
  await expect(ribbon).toBeVisible();
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  await expect(ribbon).toHaveCount(0);
});

test('PAGE-02b the content security policy blocks what a rich text could load or run before it is sanitized', async ({
  page,
  foyer,
  allowed,
}) => {
  // The browser reports violations while the text is parsed, before it is sanitized.
  allowed.console.push(/Applying inline style violates/);
  await foyer.saveAndPublish((architecture) => {
    const text = `<p style="position:fixed" onclick="alert(1)">kept</p><img src=x onerror=alert(2)><svg/onload=alert(3)>
      <iframe srcdoc="x"></iframe><base href="https://evil.example/"><style>*{display:none}</style>`;
    architecture.impress = [{ locale: 'en', text }];
  });
  const acted: string[] = [];
  page.on('dialog', (dialog) => {
    acted.push(dialog.message());
    void dialog.dismiss();
  });
  const response = await page.goto('/v/nightfall/imprint');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).not.toContain('unsafe');
  await expect(page.locator('.rich-text').getByText('kept')).toBeVisible();
  await expect(page.locator('.rich-text :is(img, svg, iframe, base, style, [style], [onclick])')).toHaveCount(
    0,
  );
  expect(acted).toEqual([]);
});

type Widget = NonNullable<VenueInput['architectures'][number]['areas'][number]['contentWidgets']>[number];

const webPage = (id: string, name: string, x: number): Widget => ({
  id,
  type: 'IframePopupWidget',
  name,
  configurations: [
    { id: 'page', name: 'page', uris: [{ locale: 'en', uri: `https://${id}.example.org/today` }] },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x, y: 0.6 } }],
});

test('VERSION-09k WIDGET-04s a page shows only frames of hosts in its policy: the first area after a publication with another host reloads it, and then the new frame and redirects to its host load', async ({
  page,
  foyer,
  outside,
  allowed,
}) => {
  const violation = /violates the following Content Security Policy directive: "frame-src/;
  allowed.console.push(violation);
  allowed.hosts.push('programme.example.org', 'redirecting.example.org');
  const redirecting = webPage('redirecting', 'Redirecting', 0.3);
  const panel = page.locator('[data-dialog^="widget-"]');
  const content = panel.locator('iframe').contentFrame().getByText('Doors open');
  const added = panel.getByText('This was added while you were here');
  const requestedHosts = () => outside.requests.map(({ host }) => host);
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  };
  await foyer.saveAndPublish((architecture) => {
    withoutWidgets(architecture);
    findArea(architecture, 'lounge').contentWidgets = [redirecting];
  });
  await page.goto(areaPath('lounge'));
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  const isFirstDocument = () => page.evaluate(() => 'isFirstDocument' in window);

  // It redirects to programme.example.org, which the venue does not name.
  await Promise.all([
    page.waitForEvent('console', (message) => violation.test(message.text())),
    door(page, 'Redirecting').click(),
  ]);
  await expect(panel.getByRole('link', { name: 'Open in new tab' })).toBeVisible();
  await expect(added).toHaveCount(0);
  expect(requestedHosts()).toEqual(['redirecting.example.org']);
  await close();

  await foyer.saveAndPublish((architecture) => {
    withoutWidgets(architecture);
    const lounge = findArea(architecture, 'lounge');
    lounge.contentWidgets = [redirecting, webPage('programme', 'Programme', 0.6)];
    lounge.names = [{ locale: 'en', text: 'Winter garden' }];
  });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(heading(page, 'Winter garden')).toBeAttached();
  await door(page, 'Programme').click();
  await expect(added).toBeVisible();
  expect(requestedHosts()).toEqual(['redirecting.example.org']);
  expect(await isFirstDocument()).toBe(true);
  await close();

  await Promise.all([page.waitForEvent('load'), door(page, 'Library').click()]);
  await expect(heading(page, 'Library')).toBeAttached();
  expect(await isFirstDocument()).toBe(false);
  await door(page, 'Lounge').click();
  for (const name of ['Programme', 'Redirecting']) {
    await door(page, name).click();
    await expect(content).toBeVisible();
    await close();
  }
});
