/** The guards before a page, and the reaction of open pages when the venue is published or unpublished. */
import {
  getMandatoryPages,
  getVenue,
  getVenueVersion,
  createRealtimeTicket,
  type Architecture,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { FakeServer } from '../../testing/fakeServer.ts';
import { openPage, type AppPage } from '../../testing/page.ts';

/** Reports that the network is back, upon which the app polls the version at once. */
const pollNow = (page: AppPage): void => page.setOnline(true);

const stepMs = 100;

/** Advances the stopped time of a page until an element appears: React shows loaded content after a timer. */
const expectAppears = (page: AppPage, locator: Locator): Promise<void> =>
  expect
    .poll(async () => {
      await page.advance(stepMs);
      return locator.query();
    })
    .not.toBeNull();

const expectPath = (page: AppPage, path: string): Promise<void> => expect.poll(() => page.path).toBe(path);

function withoutLibrary(architecture: Architecture): void {
  architecture.areas = architecture.areas.filter(({ id }) => id !== 'library');
  for (const { viewPoints } of architecture.areas)
    for (const view of viewPoints)
      view.doors = view.doors.filter(({ targetAreaId }) => targetAreaId !== 'library');
  if (architecture.floorplan)
    architecture.floorplan.areaPositions = architecture.floorplan.areaPositions.filter(
      ({ areaId }) => areaId !== 'library',
    );
}

/** Without a realtime connection a page learns of a new version only by polling. */
const withoutRealtime = (): FakeServer => new FakeServer().lose(createRealtimeTicket);

test('GUARD-02a a spinner with a text shows while the guards run', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/imprint', { server });
  const gate = server.hold(getVenueVersion);
  const loading = page.reload();
  await gate.reached;
  await expect.element(page.getByRole('status').filter({ hasText: 'Opening the venue' })).toBeVisible();
  expect(page.getByRole('heading').elements()).toEqual([]);
  gate.release();
  await loading;
  await expect.element(page.heading('Imprint')).toBeVisible();
  await expect.element(page.getByText('Opening the venue')).not.toBeInTheDocument();
});

test('GUARD-03b a full page says that the version could not be loaded, and loads it on demand', async () => {
  const server = new FakeServer().reject(getVenueVersion, { code: 'conflict', status: 418 });
  const page = await openPage('/v/nightfall/area/lounge', { server, allowedErrors: [/\[VERSION\]/] });
  await expect.element(page.heading('The venue didn’t load')).toBeVisible();
  await expect.element(page.getByText('request-1')).toBeVisible();
  server.respondTo(getVenueVersion, () => server.version);
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
});

test.each(['/login', '/v/nightfall/imprint', '/v/nightfall/area/lounge?viewpoint=main#x'])(
  'GUARD-04f ROUTE-01b while the venue is unpublished, %s leads to the waiting page and is kept for later',
  async (path) => {
    const server = new FakeServer();
    server.unpublish();
    const page = await openPage(path, { server });
    await expect.element(page.heading('The doors open soon')).toBeVisible();
    expect(page.window.location.pathname).toBe('/work-in-progress');
    expect(new URLSearchParams(page.window.location.search).get('redirect')).toBe(path);
  },
);

test('GUARD-11d GUARD-05b the waiting page polls every ten seconds at the latest and opens the venue after its publication, without a reload', async () => {
  const server = withoutRealtime();
  server.unpublish();
  const page = await openPage('/v/nightfall/area/library', {
    server,
    stopTimeAt: Date.now(),
    prepare: (inPage) => {
      // The longest of the intervals, which are random.
      inPage.Math.random = () => 0;
    },
  });
  await expectAppears(page, page.heading('The doors open soon'));
  const { document } = page;
  server.publish();
  const calls = server.calls(getVenueVersion).length;
  // Its ten seconds began within the last of the steps.
  await page.advance(9_900 - stepMs);
  expect(server.calls(getVenueVersion)).toHaveLength(calls);
  await page.advance(100 + stepMs);
  await expectPath(page, '/v/nightfall/area/library');
  await expectAppears(page, page.heading('Library'));
  expect(page.document).toBe(document);
});

test('GUARD-10e VERSION-04k a venue that is unpublished while it is open leads to the waiting page', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/imprint', { server });
  server.unpublish();
  pollNow(page);
  await expect.element(page.heading('The doors open soon')).toBeVisible();
  expect(page.path).toBe('/work-in-progress?redirect=%2Fv%2Fnightfall%2Fimprint');
});

test('GUARD-10f GUARD-05c attendees on the waiting page return to their area when the venue is published again', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/area/library?view=text', { server });
  await expect.element(page.heading('Library')).toBeVisible();
  server.unpublish();
  pollNow(page);
  await expect.element(page.heading('The doors open soon')).toBeVisible();
  server.publish();
  pollNow(page);
  await expect.element(page.heading('Library')).toBeVisible();
  await expectPath(page, '/v/nightfall/area/library?view=text');
});

test('GUARD-10d attendees whose area was removed meanwhile return to the default area', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/area/library?view=text', { server });
  await expect.element(page.heading('Library')).toBeVisible();
  server.unpublish();
  pollNow(page);
  await expect.element(page.heading('The doors open soon')).toBeVisible();
  server.publish(withoutLibrary);
  pollNow(page);
  await expect.poll(() => page.path).toMatch(/^\/v\/nightfall\/area\/lobby/);
});

test('GUARD-12a the legal pages need no login, and without a login only their texts are loaded', async () => {
  const server = new FakeServer().requireLogin();
  const page = await openPage('/v/nightfall/privacy-policy', { server });
  await expect.element(page.heading('Privacy policy')).toBeVisible();
  await expect.element(page.getByCSS('.rich-text')).toMatchTextContent('You log in to this demonstration');
  expect(server.calls(getMandatoryPages)).toHaveLength(1);
  expect(server.calls(getVenue)).toEqual([]);
});

const tabIcon = (page: AppPage) => page.document.querySelector('link[rel="icon"]')?.getAttribute('href');

test('GUARD-08c the tab shows the title of the page and of the event, and the default icon', async () => {
  const page = await openPage('/v/nightfall/area/lounge');
  await expect.poll(() => page.document.title).toBe('Lounge – Nightfall 26');
  await page.getByRole('link', { name: 'Imprint' }).click();
  await expect.poll(() => page.document.title).toBe('Imprint – Nightfall 26');
  expect(tabIcon(page)).toBe('/favicon.svg');
});

test('GUARD-08e a configured title and icon replace the default ones', async () => {
  const server = new FakeServer();
  server.uiConfig = { ...server.uiConfig, tabTitle: 'Our night', favicon: '/other.svg' };
  const page = await openPage('/v/nightfall/area/lounge', { server });
  await expect.poll(() => page.document.title).toBe('Lounge – Our night');
  expect(tabIcon(page)).toBe('/other.svg');
});

test('VERSION-04l VERSION-07e a publication changes an open page without a reload and keeps attendees in their area', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/area/lounge', { server });
  const { document } = page;
  server.publish((architecture) => {
    const lounge = architecture.areas.find(({ id }) => id === 'lounge');
    if (lounge) lounge.names = [{ locale: 'en', text: 'Winter garden' }];
  });
  pollNow(page);
  await expect.element(page.heading('Winter garden')).toBeInTheDocument();
  expect(page.path).toBe('/v/nightfall/area/lounge');
  expect(page.document).toBe(document);
});

test('VERSION-07c attendees whose area a publication removes go to the default area', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/area/library', { server });
  server.publish(withoutLibrary);
  pollNow(page);
  await expectPath(page, '/v/nightfall/area/lobby');
});

test('VERSION-07j open pages go to another venue that is published instead', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/area/lounge', { server });
  server.publish((architecture) => {
    architecture.id = 'daybreak';
    architecture.titles = [{ locale: 'en', text: 'Daybreak' }];
  });
  pollNow(page);
  await expectPath(page, '/v/daybreak/area/lobby');
  await expect.element(page.heading('Lobby')).toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Daybreak' }).first()).toBeVisible();
});

test('VERSION-02a the page polls the version every 120 seconds', async () => {
  const server = withoutRealtime();
  const page = await openPage('/v/nightfall/imprint', { server, stopTimeAt: Date.now() });
  const calls = server.calls(getVenueVersion).length;
  await page.advance(119_900);
  await expect.element(page.heading('Imprint')).toBeVisible();
  expect(server.calls(getVenueVersion)).toHaveLength(calls);
  await page.advance(200);
  expect(server.calls(getVenueVersion)).toHaveLength(calls + 1);
  await page.advance(120_000);
  expect(server.calls(getVenueVersion)).toHaveLength(calls + 2);
});

test('VERSION-05d a version poll that fails shows nothing and leaves the page as it is', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/imprint', { server, allowedErrors: [/\[VERSION\]/] });
  const calls = server.calls(getVenueVersion).length;
  // The response of a captive portal.
  server.reject(getVenueVersion, { code: 'notFound' });
  pollNow(page);
  await expect.poll(() => server.calls(getVenueVersion).length).toBe(calls + 2);
  await expect.element(page.heading('Imprint')).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
  expect(page.path).toBe('/v/nightfall/imprint');
});

test('VERSION-06b a full page says that the server has no published venue', async () => {
  const server = new FakeServer();
  delete server.uiConfig.venue;
  server.respondTo(getVenueVersion, () => ({ ...server.version, publishedArchitectureId: null }));
  const page = await openPage('/somewhere', { server, allowedErrors: [/\[NAVIGATION\]/] });
  await expect.element(page.heading('There’s no venue here yet')).toBeVisible();
});

test('VERSION-06c a venue with two architectures is not shown', async () => {
  const server = new FakeServer().change((architecture, venue) => {
    venue.architectures.push(architecture);
  });
  const page = await openPage('/v/nightfall/imprint', { server, allowedErrors: [/\[VENUE\]/] });
  await expect.element(page.heading('The venue didn’t load')).toBeVisible();
});
