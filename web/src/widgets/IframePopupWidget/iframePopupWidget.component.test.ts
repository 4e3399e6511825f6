/** A page of another website in a frame: loading, refusing, opening in a tab, and the keyboard way past it. */
import { expect, test } from 'vitest';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';
import { recordShownWebsites, website } from '../testing/framedWebsite.ts';
import {
  askingForConsent,
  expectOpen,
  hotspot,
  lounge,
  panel,
  passTimeUntilShown,
  replaceResponses,
  reportBlockedFrame,
  serverWith,
  type ContentWidget,
} from '../testing/widgetPage.ts';

const address = 'https://programme.example.org/today?day=1#noon';
const host = 'https://programme.example.org/*';
const opened = `${lounge}?widget=programme`;

const { shown, open } = recordShownWebsites();
const expectShown = () => expect.poll(() => shown).toContain('https://programme.example.org');

const programme = (
  configuration: Partial<ConfigurationOf<'IframePopupWidget'>> = {},
  size?: { readonly width: number; readonly height: number },
): ContentWidget => ({
  id: 'programme',
  type: 'IframePopupWidget',
  name: 'Programme',
  configurations: [
    {
      id: 'page',
      name: 'page',
      cookieProviders: [],
      uris: [{ locale: 'en', uri: address }],
      ...configuration,
    },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 }, ...(size && { size }) }],
});

const frame = (page: AppPage) => page.getByCSS('iframe[title="Programme"]');
const newTab = (page: AppPage) =>
  panel(page, 'Programme').getByRole('link', { name: 'Open in new tab', exact: true });
async function openProgramme(
  configuration: Partial<ConfigurationOf<'IframePopupWidget'>> = {},
  options: PageOptions = {},
): Promise<AppPage> {
  const page = await open(opened, { server: serverWith(programme(configuration)), ...options });
  await expectOpen(page, 'Programme');
  return page;
}

test('WIDGET-04c the configured page is shown in a sandboxed frame with a link that opens it in a tab', async () => {
  await replaceResponses(host, website);
  const page = await openProgramme({ allow: ['microphone', 'fullscreen'] });
  await expectShown();
  const element = frame(page).element() as HTMLIFrameElement;
  expect(element.src).toBe(address);
  expect(element.sandbox.contains('allow-scripts')).toBe(true);
  expect(element.sandbox.contains('allow-top-navigation')).toBe(false);
  expect(element.allow).toBe('fullscreen; microphone');
  expect(element.referrerPolicy).toBe('strict-origin-when-cross-origin');
  await expect.element(newTab(page)).toHaveAttribute('href', address);
  await expect.element(newTab(page)).toHaveAttribute('rel', 'noopener noreferrer');
  await page.expectAccessible();
});

test('WIDGET-04d the page of the current language is shown', async () => {
  await replaceResponses('https://*.example.org/*', website);
  const page = await openProgramme({
    uris: [
      { locale: 'en', uri: address },
      { locale: 'de', uri: 'https://programm.example.org/heute' },
    ],
  });
  await page.goto(`${opened}&lang=de`);
  await expect.element(frame(page)).toHaveAttribute('src', 'https://programm.example.org/heute');
});

test('WIDGET-04e a page that refuses frames is not requested; a link opens it in a tab', async () => {
  const uri = 'https://www.linkedin.com/company/foyer';
  const page = await openProgramme({ uris: [{ locale: 'en', uri }] });
  await expect.element(page.getByText('This page can’t be shown here')).toBeVisible();
  await expect.element(newTab(page)).toHaveAttribute('href', uri);
  expect(frame(page).query()).toBeNull();
});

test('WIDGET-04q a page in a frame cannot navigate the page around it, at once, after a click, or from a tab that it opens', async () => {
  const results: unknown[] = [];
  const uri = 'https://hostile.example.org/';
  const page = await openPage(opened, {
    server: serverWith(programme({ uris: [{ locale: 'en', uri }] })),
    prepare: (window) =>
      window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
        if (source === window.document.querySelector('iframe')?.contentWindow) results.push(data);
      }),
  });
  const atOnce = ['top blocked', 'parent blocked', '_top blocked'];
  await expect.poll(() => results).toEqual(atOnce);
  await frame(page).click();
  await expect.poll(() => results).toEqual([...atOnce, ...atOnce, 'tab blocked']);
  await expect.element(panel(page, 'Programme')).toBeVisible();
});

test.each(['refusing', 'dropping'])(
  'WIDGET-04r the browser’s own message about a %s website is shown, with a link beside it',
  async (name) => {
    const uri = `https://${name}.example.org/`;
    const page = await openProgramme({ uris: [{ locale: 'en', uri }] });
    await expect.element(page.getByCSS('.embedFrame_frame .shimmer')).not.toBeInTheDocument();
    await expect.element(newTab(page)).toHaveAttribute('href', uri);
    await expect.element(frame(page)).toBeVisible();
  },
);

test('CONSENT-10f a website is not framed before consent; accepted, it is shown without a reload, and withdrawal removes it from the open panel', async () => {
  await replaceResponses(host, website);
  const server = serverWith(programme({ cookieProviders: ['host'] })).change(
    askingForConsent('host', 'Example'),
  );
  const page = await open(opened, { server });
  const { document } = page;
  const rejectAll = page.getByRole('button', { name: 'Reject all' });
  await rejectAll.click();
  const allow = panel(page, 'Programme').getByRole('button', { name: 'Allow Example' });
  await expect.element(allow).toBeVisible();
  expect(frame(page).query()).toBeNull();
  expect(shown).toEqual([]);
  await allow.click();
  await expectShown();
  expect(page.document).toBe(document);
  await page.getByCSS('footer a[href$="#privacy-preferences"]').click();
  await rejectAll.click();
  await expect.element(allow).toBeVisible();
  expect(frame(page).query()).toBeNull();
});

test('WIDGET-04f after ten seconds without an answer the user can try again', async () => {
  await replaceResponses(host, 'held', website);
  const page = await open(opened, {
    server: serverWith(programme()),
    stopTimeAt: new Date('2026-11-20T10:00:00Z'),
  });
  await passTimeUntilShown(page, frame(page));
  const slow = page.getByText('programme.example.org hasn’t answered yet.');
  await page.advance(9_000);
  expect(slow.query()).toBeNull();
  const liveRegion = panel(page, 'Programme').getByRole('status').element();
  await passTimeUntilShown(page, slow);
  expect(liveRegion.contains(slow.element())).toBe(true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectShown();
  expect(slow.query()).toBeNull();
});

test('WIDGET-04t the placeholder of a page that loads is dark, because the page is white until it is drawn', async () => {
  await replaceResponses(host, 'held');
  const page = await openProgramme();
  const placeholder = page.getByCSS('.embedFrame_frame .shimmer');
  await expect.element(placeholder).toBeInTheDocument();
  const { backgroundColor } = page.window.getComputedStyle(placeholder.element());
  expect(backgroundColor).toBe('rgba(0, 0, 0, 0.08)');
});

test('WIDGET-04z another try of a page in the picture moves the focus from its button, which disappears, to the box of the page', async () => {
  await replaceResponses(host, 'held', website);
  const page = await open(lounge, {
    server: serverWith(programme({ displayMode: 'EMBEDDED' }, { width: 0.4, height: 0.4 })),
    stopTimeAt: new Date('2026-11-20T10:00:00Z'),
  });
  await passTimeUntilShown(page, frame(page));
  const again = page.getByRole('button', { name: 'Try again' });
  await page.advance(10_000);
  await passTimeUntilShown(page, again);
  await page.tabTo(again);
  await page.press('{Enter}');
  await expect.poll(() => page.focused?.hasAttribute('data-embedded')).toBe(true);
});

test('WIDGET-04g the keyboard passes the frame with one press', async () => {
  await replaceResponses(host, website);
  const page = await openProgramme();
  await expectShown();
  await page.tabTo(page.getByRole('button', { name: 'Skip Programme' }));
  await page.press('{Enter}');
  await page.press('{Tab}');
  expect(panel(page, 'Programme').element().contains(page.focused)).toBe(false);
});

test('VERSION-09c a page whose policy does not allow the host yet says so and offers to reload', async () => {
  await replaceResponses(host, website);
  const page = await openProgramme();
  const added = page.getByText('This was added while you were here');
  reportBlockedFrame(page, 'https://other.example.org');
  await expectShown();
  expect(added.query()).toBeNull();
  reportBlockedFrame(page, 'https://programme.example.org');
  await expect.element(added).toBeVisible();
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect.element(reload).toBeVisible();
});

test.each(['EMBEDDED_DIALOG', 'OVERLAY_DIALOG'] as const)(
  'WIDGET-04h %s opens the page in a panel',
  async (displayMode) => {
    await replaceResponses(host, website);
    const page = await open(lounge, { server: serverWith(programme({ displayMode })) });
    expect(frame(page).query()).toBeNull();
    await hotspot(page, 'Programme').click();
    await expectShown();
  },
);

test('WIDGET-04i NEW_TAB opens the page in a tab, and says where the link leads', async () => {
  const page = await open(lounge, { server: serverWith(programme({ displayMode: 'NEW_TAB' })) });
  await expect.element(hotspot(page, 'Programme')).toHaveAttribute('href', address);
  await expect.element(hotspot(page, 'Programme')).toHaveAttribute('target', '_blank');
  await expect
    .element(hotspot(page, 'Programme'))
    .toHaveAccessibleName('Programme, new (opens programme.example.org in a new tab)');
  await page.goto(opened);
  await expect.element(panel(page, 'Programme').getByText(/leads to programme\.example\.org/)).toBeVisible();
});

test('WIDGET-04j EMBEDDED shows the page in the picture, with ways to open it large and in a tab', async () => {
  await replaceResponses(host, website);
  const server = serverWith(programme({ displayMode: 'EMBEDDED' }, { width: 0.4, height: 0.4 }));
  const page = await open(lounge, { server });
  await expectShown();
  const box = page.getByRole('group', { name: 'Programme' });
  await expect.element(box.getByRole('link', { name: 'Open in new tab' })).toHaveAttribute('href', address);
  await box.getByRole('button', { name: 'Open Programme large' }).click();
  await expectOpen(page, 'Programme');
});

test('WIDGET-04m a page in the picture stays when its box becomes small', async () => {
  await replaceResponses(host, website);
  const server = serverWith(programme({ displayMode: 'EMBEDDED' }, { width: 0.4, height: 0.4 }));
  const page = await open(lounge, { server });
  await expectShown();
  const before = frame(page).element();
  const { width } = page.boxOf(frame(page));
  page.resize(500, 320);
  await expect.poll(() => page.boxOf(frame(page)).width).toBeLessThan(width);
  expect(page.boxOf(frame(page)).width).toBeLessThan(240);
  expect(frame(page).element()).toBe(before);
});

test('WIDGET-04l in a box too small for a page a button opens it', async () => {
  const server = serverWith(programme({ displayMode: 'EMBEDDED' }, { width: 0.1, height: 0.1 }));
  const page = await open(lounge, { server });
  await expect.element(page.getByRole('group', { name: 'Programme' })).toBeVisible();
  expect(frame(page).query()).toBeNull();
  await replaceResponses(host, website);
  await page.getByRole('group', { name: 'Programme' }).getByRole('button', { name: 'Programme' }).click();
  await expectShown();
});

test.each([
  ['a desktop', {}],
  ['a phone', phone],
  ['a low window', { width: 844, height: 340 }],
])('WIDGET-04k on %s the frame fits into its panel', async (_, size) => {
  await replaceResponses(host, website);
  const page = await openProgramme({}, size);
  await expectShown();
  await page.atRest();
  const outer = page.boxOf(panel(page, 'Programme'));
  const inner = page.boxOf(frame(page));
  expect(inner.width).toBeGreaterThan(outer.width * 0.9);
  expect(inner.bottom).toBeLessThanOrEqual(outer.bottom);
  expect(inner.height).toBeGreaterThan(outer.height * 0.6);
  expect(page.fitsAcross).toBe(true);
});
