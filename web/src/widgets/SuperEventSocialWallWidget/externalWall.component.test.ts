/** The social wall of another website: consent, and a website that does not answer or refuses frames. */
import { pageSourcesMeta } from '@foyer/contract';
import { expect, test } from 'vitest';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import type { FakeServer } from '../../testing/fakeServer.ts';
import { phone, type AppPage } from '../../testing/page.ts';
import { recordShownWebsites, website } from '../testing/framedWebsite.ts';
import {
  askingForConsent,
  hotspot,
  lounge,
  passTimeUntilShown,
  replaceResponses,
  serverWith,
} from '../testing/widgetPage.ts';
import { opened, wall, wallWidget } from './testing/wallPage.ts';

const address = 'https://walls.superevent.com/wall/nightfall';
const host = 'https://walls.superevent.com/*';
const failed = 'The social wall could not be loaded';

const external = (configuration: Parameters<typeof wallWidget>[0] = {}) =>
  wallWidget({ uris: [{ locale: 'en', uri: address }], ...configuration });

const { shown, open } = recordShownWebsites();
const frame = (page: AppPage) => wall(page).getByCSS('iframe');

/** Opens a page whose clock is stopped, and waits for the frame. */
async function openStopped(): Promise<AppPage> {
  const page = await open(opened, {
    server: serverWith(external()),
    stopTimeAt: new Date('2026-11-20T10:00:00Z'),
  });
  await passTimeUntilShown(page, frame(page));
  return page;
}

test('WALL-05ba, CONSENT-10 with uris the external wall is framed once its provider is accepted, without a reload', async () => {
  await replaceResponses(host, website);
  const server = serverWith(external({ cookieProviders: ['superevent'] })).change(
    askingForConsent('superevent', 'SuperEvent'),
  );
  const page = await open(opened, { server });
  const { document } = page;
  await page.getByRole('button', { name: 'Reject all' }).click();
  const allow = wall(page).getByRole('button', { name: 'Allow SuperEvent' });
  await expect.element(allow).toBeVisible();
  expect(frame(page).query()).toBeNull();
  await allow.click();
  await expect.poll(() => shown).toEqual(['https://walls.superevent.com']);
  expect(page.document).toBe(document);
  expect((frame(page).element() as HTMLIFrameElement).src).toBe(address);
  const subject = 'area=lounge widget=wall type=SuperEventSocialWallWidget';
  await expectEvents(server, ['widget', 'url'], [`widget open ${subject}`, `url access ${subject}`]);
  await page.expectAccessible();
});

test.each([
  ['a desktop', {}],
  ['a phone', phone],
])('WALL-05bb on %s the external wall fills its panel', async (_, size) => {
  await replaceResponses(host, website);
  const page = await open(opened, { server: serverWith(external()), ...size });
  await expect.poll(() => shown).toEqual(['https://walls.superevent.com']);
  await page.atRest();
  const outer = page.boxOf(wall(page));
  const inner = page.boxOf(frame(page));
  expect(inner.width).toBeGreaterThan(outer.width * 0.9);
  expect(inner.bottom).toBeLessThanOrEqual(outer.bottom);
  expect(inner.height).toBeGreaterThan(outer.height * 0.7);
  expect(page.fitsAcross).toBe(true);
});

test('WALL-04a an external wall that does not answer within ten seconds says that it could not be loaded, and is tried again by a button', async () => {
  await replaceResponses(host, 'held', website);
  const page = await openStopped();
  const message = wall(page).getByText(failed);
  await page.advance(9_000);
  expect(message.query()).toBeNull();
  await passTimeUntilShown(page, message);
  await expect.element(wall(page).getByText(/^walls\.superevent\.com hasn’t answered/)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => shown).toEqual(['https://walls.superevent.com']);
  expect(message.query()).toBeNull();
});

test('WALL-04b an external wall that does not answer is requested again automatically, and its message stays until it is there', async () => {
  await replaceResponses(host, 'held', 'held', website);
  const page = await openStopped();
  const message = wall(page).getByText(failed);
  await page.advance(10_000);
  await passTimeUntilShown(page, message);
  const first = frame(page).element();
  await page.advance(31_000);
  await expect.poll(() => frame(page).element()).not.toBe(first);
  await expect.element(message).toBeVisible();
  await page.advance(61_000);
  await expect.poll(() => shown).toEqual(['https://walls.superevent.com']);
  await expect.element(message).not.toBeInTheDocument();
});

test('WALL-04c without a network the wall could not be loaded, and it is requested when the network is back', async () => {
  await replaceResponses(host, 'lost', website);
  let isOnline = false;
  const page = await open(opened, {
    server: serverWith(external()),
    prepare: ({ navigator }) => Object.defineProperty(navigator, 'onLine', { get: () => isOnline }),
  });
  await expect.element(wall(page).getByText(failed)).toBeVisible();
  isOnline = true;
  page.window.dispatchEvent(new page.window.Event('online'));
  await expect.poll(() => shown).toEqual(['https://walls.superevent.com']);
  await expect.element(wall(page).getByText(failed)).not.toBeInTheDocument();
});

test('WALL-04d beside an external wall that refuses frames there is a link that opens it in a tab', async () => {
  await replaceResponses(host, { ...website, refusesFrames: true });
  const page = await open(opened, { server: serverWith(external()) });
  await expect.element(frame(page)).toBeInTheDocument();
  await expect.element(page.getByCSS('.embedFrame_frame .shimmer')).not.toBeInTheDocument();
  expect(shown).toEqual([]);
  const link = wall(page).getByRole('link', { name: 'Open in new tab' });
  await expect.element(link).toHaveAttribute('href', address);
});

test('WALL-05bc NEW_TAB opens an external wall in a tab', async () => {
  const page = await open(lounge, { server: serverWith(external({ displayMode: 'NEW_TAB' })) });
  await expect.element(hotspot(page, 'Wall')).toHaveAttribute('href', address);
});

/** Publishes another address of the wall, and waits until the page shows its frame. */
async function publishAddress(server: FakeServer, page: AppPage, uri: string): Promise<void> {
  server.publish((architecture) => {
    for (const { contentWidgets } of architecture.areas)
      for (const widget of contentWidgets)
        if (widget.type === 'SuperEventSocialWallWidget')
          for (const configuration of widget.configurations) configuration.uris = [{ locale: 'en', uri }];
  });
  page.setOnline(true);
  await expect.poll(() => (frame(page).query() as HTMLIFrameElement | null)?.src).toBe(uri);
}

test('WALL-06p a wall on a big screen follows a publication, and reloads the page for a host that its policy does not allow', async () => {
  await replaceResponses('https://*.superevent.com/*', website, website, website, website, website);
  const server = serverWith(external());
  const page = await open(`${opened}&present`, { server });
  await expect.poll(() => shown).toEqual(['https://walls.superevent.com']);
  const { document } = page;
  await publishAddress(server, page, 'https://walls.superevent.com/wall/dawn');
  await expect.poll(() => shown).toEqual(['https://walls.superevent.com', 'https://walls.superevent.com']);
  expect(page.document).toBe(document);
  await publishAddress(server, page, 'https://other.superevent.com/wall/dawn');
  await expect.poll(() => page.document).not.toBe(document);
  await expect.element(frame(page)).toBeVisible();
});

test('WALL-06q a wall on a big screen reloads the page once for a host that its policy never allows', async () => {
  await replaceResponses('https://*.superevent.com/*', website);
  const server = serverWith(external());
  let policy: string | undefined;
  let loads = 0;
  const page = await open(`${opened}&present`, {
    server,
    prepare({ document }) {
      loads += 1;
      const meta = document.querySelector<HTMLMetaElement>(`meta[name="${pageSourcesMeta}"]`)!;
      meta.content = policy ??= meta.content;
    },
  });
  await expect.poll(() => shown).toEqual(['https://walls.superevent.com']);
  await publishAddress(server, page, 'https://other.superevent.com/wall/dawn');
  await expect.poll(() => loads).toBe(2);
  await expect.poll(() => shown.at(-1)).toBe('https://other.superevent.com');
  // Another address of the host mounts the wall again.
  const count = shown.length;
  await publishAddress(server, page, 'https://other.superevent.com/wall/dusk');
  await expect.poll(() => shown.length).toBeGreaterThan(count);
  expect(loads).toBe(2);
});

test('VERSION-09o another wall waits with this reload for the next change of area', async () => {
  await replaceResponses('https://*.superevent.com/*', website, website, website);
  const server = serverWith(external());
  const page = await open(opened, { server });
  await expect.poll(() => shown).toEqual(['https://walls.superevent.com']);
  const { document } = page;
  await publishAddress(server, page, 'https://other.superevent.com/wall/dawn');
  await expect.poll(() => shown).toEqual(['https://walls.superevent.com', 'https://other.superevent.com']);
  expect(page.document).toBe(document);
});
