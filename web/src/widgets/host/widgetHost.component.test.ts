/** What all widgets share: begin and end, display modes, and failures. */
import { expect, test } from 'vitest';
import type { Asset } from '@foyer/contract';
import type { FakeServer } from '../../testing/fakeServer.ts';
import { interceptFiles } from '../../testing/interceptFiles.ts';
import { openPage, type AppPage } from '../../testing/page.ts';
import {
  expectOpen,
  hotspot,
  inLounge,
  lounge,
  notice,
  panel,
  passTimeUntilShown,
  poster,
  replaceResponses,
  serverWith,
  type ContentWidget,
} from '../testing/widgetPage.ts';

const now = Date.parse('2030-05-01T18:00:00Z');
const inSeconds = (seconds: number): string => new Date(now + seconds * 1_000).toISOString();

/** A second picture, which the test venue does not have. */
const addGarden = (server: FakeServer): FakeServer =>
  server.change((_, venue) => {
    const light = venue.assets.find(({ id }) => id === 'poster-light') as Asset;
    const garden = { id: 'poster-garden', uri: '/backend-assets/live/test/library/1', generation: 1 };
    venue.assets.push({ ...light, ...garden });
  });

test('AREA-08f a widget appears when its configuration begins, without a reload', async () => {
  const server = serverWith(poster([{ begin: inSeconds(60) }]));
  const page = await openPage(lounge, { server, stopTimeAt: now });
  await passTimeUntilShown(page, hotspot(page, 'Lobby'));
  await expect.element(hotspot(page, 'Poster')).not.toBeInTheDocument();
  await page.advance(40_000);
  await expect.element(hotspot(page, 'Poster')).not.toBeInTheDocument();
  // The Date header has whole seconds: the page's clock may be up to a second behind.
  await page.advance(21_000);
  await expect.element(hotspot(page, 'Poster')).toBeInTheDocument();
});

test('AREA-08h a widget disappears when its configuration ends, and its open panel closes', async () => {
  const server = serverWith(poster([{ end: inSeconds(60) }]));
  const page = await openPage(lounge, { server, stopTimeAt: now });
  await passTimeUntilShown(page, hotspot(page, 'Poster'));
  await hotspot(page, 'Poster').click();
  await passTimeUntilShown(page, panel(page, 'Poster'));
  await page.advance(61_000);
  await expect.element(page.getByText(/^Poster was available until \d\d:01\.$/)).toBeVisible();
  await expect.element(panel(page, 'Poster')).not.toBeInTheDocument();
  await expect.element(hotspot(page, 'Poster')).not.toBeInTheDocument();
});

test('AREA-08vb with a widget open, the URL of a widget in another area opens that one', async () => {
  const server = serverWith(poster()).change((architecture) => {
    const library = architecture.areas.find(({ id }) => id === 'library');
    library?.contentWidgets.push({ ...poster(), id: 'garden', name: 'Garden' });
  });
  const page = await openPage('/v/nightfall/area/library?widget=garden', { server });
  await expectOpen(page, 'Garden');
  // The panel covers the door.
  (hotspot(page, 'Lounge').element() as HTMLElement).click();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await hotspot(page, 'Poster').click();
  await expectOpen(page, 'Poster');
  page.window.history.go(-2);
  await expect.element(page.heading('Library')).toBeInTheDocument();
  await expect.element(panel(page, 'Garden')).toBeVisible();
  expect(page.window.location.search).toBe('?widget=garden');
});

test('AREA-08j the URL of a widget that has not begun says when it opens', async () => {
  const server = serverWith(poster([{ begin: inSeconds(3_600) }]));
  const page = await openPage(`${lounge}?widget=poster`, { server, stopTimeAt: now });
  await passTimeUntilShown(page, page.getByText(/^Poster opens at \d\d:00\.$/));
});

test('AREA-08k a widget that has no link yet, or opens later, is not marked as new', async () => {
  const sync: ContentWidget = {
    id: 'sync',
    type: 'TeamsWidget',
    name: 'Sync',
    configurations: [
      {
        id: 'call',
        name: 'call',
        cookieProviders: [],
        begin: inSeconds(60),
        meetingUrl: 'https://teams.microsoft.com/meet/1234567890?p=abc',
      },
    ],
    placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.3, y: 0.42 } }],
  };
  const programme: ContentWidget = {
    id: 'programme',
    type: 'IframePopupWidget',
    name: 'Programme',
    configurations: [{ id: 'page', name: 'page', cookieProviders: [], uris: [] }],
    placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.7, y: 0.42 } }],
  };
  const page = await openPage(lounge, { server: serverWith(poster(), sync, programme), stopTimeAt: now });
  await passTimeUntilShown(page, hotspot(page, 'Poster, new'));
  await expect.element(hotspot(page, 'Programme')).toHaveAccessibleName('Programme');
  await expect.element(hotspot(page, 'Sync, Opens at \\d\\d:01$')).toBeInTheDocument();
  await page.advance(61_000);
  await expect.element(hotspot(page, 'Sync')).toHaveAccessibleName('Sync, new');
});

test('AREA-08i the next configuration replaces the previous one', async () => {
  const next = inSeconds(60);
  const garden = [{ locale: 'en' as const, assetId: 'poster-garden' }];
  const server = addGarden(serverWith(poster([{ end: next }, { begin: next, assets: garden }])));
  const page = await openPage(`${lounge}?widget=poster`, { server, stopTimeAt: now });
  const picture = panel(page, 'Poster').getByRole('img');
  await passTimeUntilShown(page, picture);
  await expect.element(picture).toHaveAttribute('src', expect.stringContaining('/poster-light/'));
  await page.advance(61_000);
  await expect.element(picture).toHaveAttribute('src', expect.stringContaining('/library/'));
});

test("AREA-08d times are compared with the server's clock, not the browser's", async () => {
  const server = serverWith(poster([{ begin: inSeconds(-60), end: inSeconds(60) }]));
  server.clockOffsetMs = -5 * 3_600_000;
  const page = await openPage(lounge, { server, stopTimeAt: now + 5 * 3_600_000 });
  await passTimeUntilShown(page, hotspot(page, 'Poster'));
});

test('AREA-08e a widget appears on time although the clock was corrected after its timer had started', async () => {
  const server = serverWith(poster([{ begin: inSeconds(203) }]));
  const page = await openPage(lounge, { server, stopTimeAt: now });
  await passTimeUntilShown(page, hotspot(page, 'Lobby'));
  // The next request for the version corrects the clock by a second.
  server.clockOffsetMs = -1_000;
  await page.advance(204_500);
  await expect.element(hotspot(page, 'Poster')).toBeInTheDocument();
});

test('AREA-09a EMBEDDED content is in the picture, and opens in a panel', async () => {
  const server = serverWith(poster([{ displayMode: 'EMBEDDED' }], { width: 0.2, height: 0.3 }));
  const page = await openPage(lounge, { server });
  const embedded = page.getByRole('button', { name: 'View Poster larger' });
  await expect
    .element(embedded.getByCSS('img'))
    .toHaveAttribute('src', expect.stringContaining('/poster-light/'));
  await embedded.click();
  await expect.element(panel(page, 'Poster').getByRole('img')).toBeVisible();
  await expectOpen(page, 'Poster');
  await page.press('{Escape}');
  await expect.element(embedded).toHaveFocus();
});

test('AREA-09b EMBEDDED_DIALOG content opens in a panel between header and dock, which stay usable', async () => {
  const page = await openPage(lounge, { server: serverWith(poster([{ displayMode: 'EMBEDDED_DIALOG' }])) });
  await hotspot(page, 'Poster').click();
  await expect.element(panel(page, 'Poster').getByRole('img')).toBeVisible();
  await page.atRest();
  const box = page.boxOf(panel(page, 'Poster'));
  expect(box.top).toBeGreaterThanOrEqual(page.boxOf(page.getByCSS('header').first()).bottom);
  expect(box.bottom).toBeLessThanOrEqual(page.boxOf(page.getByCSS('.dock_bar')).top);
});

test('AREA-09c OVERLAY_DIALOG content opens in a dialog over everything, and the venue behind it is inert', async () => {
  const page = await openPage(lounge, { server: serverWith(poster([{ displayMode: 'OVERLAY_DIALOG' }])) });
  const floorplan = page.getByRole('button', { name: 'Floorplan', exact: true });
  await hotspot(page, 'Poster').click();
  await expect.element(panel(page, 'Poster').getByRole('img')).toBeVisible();
  const onTop = page.document.elementFromPoint(40, 30);
  expect(onTop).not.toBeNull();
  expect(onTop?.closest('header, main')).toBeNull();
  await expect.element(floorplan).not.toBeInTheDocument();
  await expectOpen(page, 'Poster');
  await page.press('{Escape}');
  await expect.element(floorplan).toBeVisible();
});

test('AREA-09d picture and text view link to NEW_TAB content in a new tab, and a shared URL offers that link', async () => {
  const page = await openPage(lounge, { server: serverWith(poster([{ displayMode: 'NEW_TAB' }])) });
  const openedUrls: string[] = [];
  // The browser would open the tab, which the test cannot see.
  page.window.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (event.defaultPrevented || link?.target !== '_blank') return;
    openedUrls.push(link.href);
    event.preventDefault();
  });
  const link = page.getByRole('link', { name: /Poster(, new)? \(opens in a new tab\)/ });
  await link.click();
  expect(openedUrls).toEqual([expect.stringMatching(/\/backend-assets\/live\/test\/poster-light\//)]);
  expect(page.path).toBe(lounge);
  expect((await fetch(openedUrls[0] ?? '')).headers.get('content-type')).toBe('image/webp');

  await page.goto(`${lounge}?view=text`);
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('href', openedUrls[0]?.replace(location.origin, ''));
  await page.goto(`${lounge}?widget=poster`);
  const offered = panel(page, 'Poster').getByRole('link', { name: 'Open in new tab' });
  await expect.element(offered).toHaveAttribute('target', '_blank');
  await expect.element(offered).toHaveAttribute('href', expect.stringContaining('/poster-light/'));
});

test('AREA-09e the panel of a NEW_TAB web page without a link says that it has none, not that it opens in a new tab', async () => {
  const programme: ContentWidget = {
    id: 'programme',
    type: 'IframePopupWidget',
    name: 'Programme',
    configurations: [{ id: 'page', name: 'page', cookieProviders: [], uris: [], displayMode: 'NEW_TAB' }],
    placements: [],
  };
  const page = await openPage(`${lounge}?widget=programme`, { server: serverWith(programme) });
  await expect.element(panel(page, 'Programme').getByText('Programme has no link yet')).toBeVisible();
});

test('AREA-10 Back closes an open widget before it leaves the area, and the URL of a widget opens it', async () => {
  const page = await openPage(lounge, { server: serverWith(poster()) });
  await hotspot(page, 'Poster').click();
  await expect.element(panel(page, 'Poster')).toBeVisible();
  expect(page.path).toBe(`${lounge}?widget=poster`);
  page.back();
  await expect.element(panel(page, 'Poster')).not.toBeInTheDocument();
  await expect.poll(() => page.path).toBe(lounge);
  await page.goto(`${lounge}?widget=poster`);
  await expect.element(panel(page, 'Poster')).toBeVisible();
  await panel(page, 'Poster').getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.path).toBe(lounge);
});

test('a URL with an unknown widget shows a message and is replaced', async () => {
  const page = await openPage(`${lounge}?widget=constructor`);
  await expect.element(page.getByText('This link no longer leads anywhere.')).toBeVisible();
  await expect.poll(() => page.path).toBe(lounge);
});

test('an open panel receives the focus, Tab leaves it for the venue, and closing restores the focus', async () => {
  const page = await openPage(lounge, { server: serverWith(poster()) });
  await expect.element(hotspot(page, 'Poster')).toBeInTheDocument();
  (hotspot(page, 'Poster').element() as SVGElement).focus();
  await page.press('{Enter}');
  await expect.element(panel(page, 'Poster').getByRole('img')).toBeVisible();
  await expect.element(panel(page, 'Poster')).toHaveFocus();
  await page.tabTo(page.getByCSS('footer').getByRole('link', { name: 'Library' }));
  await expect.element(panel(page, 'Poster')).toBeVisible();
  await page.tabTo(panel(page, 'Poster').getByRole('button', { name: 'Close' }));
  await page.press('{Escape}');
  await expect.element(hotspot(page, 'Poster')).toHaveFocus();
});

const broken = { script: 'export default function Broken() { throw new Error("broken on purpose"); }' };

test('WIDGET-25a a widget that throws shows an error, and other widgets work', async () => {
  await replaceResponses('*/assets/ImageWidget-*.js', broken);
  const server = serverWith(poster(), notice('<p>Doors open at six</p>'));
  const page = await openPage(lounge, { server, allowedErrors: [/broken on purpose/] });
  await page.getByRole('button', { name: 'Got it' }).click();
  await hotspot(page, 'Poster').click();
  await expect
    .element(panel(page, 'Poster').getByRole('alert'))
    .toMatchTextContent('There is a problem with the content on this page.');
  await panel(page, 'Poster').getByRole('button', { name: 'Close' }).click();
  await hotspot(page, 'News').click();
  await expect.element(panel(page, 'Good to know')).toMatchTextContent('Doors open at six');
});

test('WIDGET-25b an embedded widget that throws does not affect the doors', async () => {
  await replaceResponses('*/assets/ImageWidget-*.js', broken);
  const server = serverWith(poster([{ displayMode: 'EMBEDDED' }], { width: 0.2, height: 0.3 }));
  const page = await openPage(lounge, { server, allowedErrors: [/broken on purpose/] });
  await expect.element(page.getByRole('button', { name: /Not available/ })).toBeVisible();
  (hotspot(page, 'Lobby').first().element() as SVGElement).focus();
  await page.press('{Enter}');
  await expect.poll(() => page.path).toBe('/v/nightfall/area/lobby');
});

test('WIDGET-25c a picture that did not load can be retried', async () => {
  const stop = await replaceResponses('*/poster-light/*', { status: 500 });
  const page = await openPage(`${lounge}?widget=poster`, {
    server: serverWith(poster()),
    allowedErrors: [/WIDGET|cannot be shown/],
  });
  await expect.element(panel(page, 'Poster').getByRole('alert')).toBeVisible();
  await stop();
  await panel(page, 'Poster').getByRole('button', { name: 'Try again' }).click();
  await expect.element(panel(page, 'Poster').getByRole('img')).toBeVisible();
});

test('WIDGET-25d a widget whose code did not load can be retried', async () => {
  // Chrome may remember the failure until the page is reloaded.
  const isReloaded = (): boolean =>
    page?.window.performance
      .getEntriesByType('navigation')
      .some((entry) => 'type' in entry && entry.type === 'reload') ?? false;
  let page: AppPage | undefined;
  await interceptFiles('*/assets/ImageWidget-*.js*', () => (isReloaded() ? 'real' : 'lost'));
  page = await openPage(`${lounge}?widget=poster`, { server: serverWith(poster()) });
  await expect.element(panel(page, 'Poster').getByRole('alert')).toBeVisible();
  await panel(page, 'Poster').getByRole('button', { name: 'Try again' }).click();
  await expect.element(panel(page, 'Poster').getByRole('img')).toBeVisible();
});

test('WIDGET-25e a publication replaces the failure of a widget that is not mounted again by a publication', async () => {
  await replaceResponses('*/assets/WherebyMeetingWidget-*.js', {
    script: `export default function Meeting({ configuration: { id } }) {
      if (id === 'broken') throw new Error('broken on purpose');
      return 'This is ' + id;
    }`,
  });
  const meeting = (id: string): ContentWidget => ({
    id: 'meeting',
    type: 'WherebyMeetingWidget',
    name: 'Workshop',
    configurations: [{ id, name: id, cookieProviders: [] }],
    placements: [],
  });
  const server = serverWith(meeting('broken'));
  const page = await openPage(`${lounge}?widget=meeting`, { server, allowedErrors: [/broken on purpose/] });
  await expect.element(panel(page, 'Workshop').getByRole('alert')).toBeVisible();
  server.publish(inLounge(meeting('repaired')));
  await expect.element(panel(page, 'Workshop')).toMatchTextContent('This is repaired');
  await expect.element(panel(page, 'Workshop').getByRole('alert')).not.toBeInTheDocument();
});
