/** Pages that are loaded with `coi`, as Zoom's SDK needs it. */
import type { Architecture } from '@foyer/contract';
import { expect, test } from 'vitest';
import { findArea, hotspot } from '../../features/area/testing/areaPage.ts';
import { FakeServer, type PageWindow } from '../../testing/fakeServer.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { addZoomMeta, helpDesk, isolate } from '../../widgets/testing/zoomMeeting.ts';
import type { ContentWidget } from '../../widgets/testing/widgetPage.ts';

const lounge = '/v/nightfall/area/lounge';
const library = '/v/nightfall/area/library';

const zoomIn =
  (...areaIds: string[]) =>
  (architecture: Architecture): void => {
    for (const areaId of areaIds) findArea(architecture, areaId).contentWidgets.push(helpDesk());
  };

interface OpenedPage {
  readonly page: AppPage;
  /** How often a page was loaded. */
  readonly loads: () => number;
}

/** Opens a page of a server that has the SDK. */
async function open(
  path: string,
  { prepare, ...options }: PageOptions & { readonly server: FakeServer },
): Promise<OpenedPage> {
  let count = 0;
  const page = await openPage(path, {
    ...options,
    prepare: (window) => {
      count += 1;
      addZoomMeta(window);
      prepare?.(window);
    },
  });
  return { page, loads: () => count };
}

async function goThrough(page: AppPage, door: string): Promise<void> {
  await hotspot(page, door).click();
  await expect.element(page.heading(door)).toBeInTheDocument();
}

test('COI-01a an area with a Zoom meeting reloads the page with coi, and a new area without one reloads it without', async () => {
  const { page, loads } = await open(lounge, { server: new FakeServer().change(zoomIn('library')) });
  await hotspot(page, 'Library').click();
  await expect.poll(loads).toBe(2);
  await expect.element(page.heading('Library')).toBeInTheDocument();
  await expect.poll(() => page.path).toBe(`${library}?coi=1`);
  await hotspot(page, 'Lounge').click();
  await expect.poll(loads).toBe(3);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  expect(page.path).toBe(lounge);
});

test('COI-01b a new area with a Zoom meeting gets coi by replacing its URL, and keeps the page', async () => {
  const { page, loads } = await open(`${lounge}?coi=1`, {
    server: new FakeServer().change(zoomIn('lounge', 'library')),
  });
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await goThrough(page, 'Library');
  await expect.poll(() => page.path).toBe(`${library}?coi=1`);
  // A second entry would lead back to the library.
  page.back();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await expect.poll(() => page.path).toBe(`${lounge}?coi=1`);
  expect(loads()).toBe(1);
});

test('COI-01c any value of coi counts, and changes within the area keep it', async () => {
  const { page, loads } = await open(`${lounge}?coi=1&coi=2&lang=de`, {
    server: new FakeServer().change(zoomIn('lounge')),
  });
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  expect(page.path).toBe(`${lounge}?coi=1&coi=2&lang=de`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Help desk/ })
    .click();
  await expect.poll(() => page.path).toBe(`${lounge}?lang=de&widget=help-desk&coi=1`);
  expect(loads()).toBe(1);
});

const withoutStorage = (page: PageWindow): void =>
  void Object.defineProperty(page, 'sessionStorage', {
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
/** As behind a proxy that removes the query. */
const withoutQuery = (page: PageWindow): void => {
  page.performance.getEntriesByType = () => [
    { name: `${page.location.origin}${lounge}` } as PerformanceEntry,
  ];
};
test.each([
  ['a blocked storage', withoutStorage, 1],
  ['a URL that loses its query', withoutQuery, 2],
])('COI-01d with %s the page is not reloaded again and again', async (_what, prepare, expected) => {
  const { page, loads } = await open(lounge, {
    server: new FakeServer().change(zoomIn('lounge')),
    prepare,
  });
  await expect.poll(loads).toBe(expected);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  // The area is shown after the check.
  await expect.element(hotspot(page, 'Help desk')).toBeInTheDocument();
  expect(loads()).toBe(expected);
});

test.each([
  ['without a number', { meetingNumber: undefined }, {}],
  ['that opens in a tab', { displayMode: 'NEW_TAB' as const }, {}],
  ['on a phone', {}, phone],
])('COI-01e a meeting %s needs no coi', async (_which, configuration, device) => {
  const server = new FakeServer().change((architecture) => {
    findArea(architecture, 'lounge').contentWidgets.push(helpDesk(configuration));
  });
  const { page, loads } = await open(lounge, { server, ...device });
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await expect.element(page.getByText('Help desk').first()).toBeInTheDocument();
  expect(page.path).toBe(lounge);
  expect(loads()).toBe(1);
});

test('COI-03c neither links nor the redirect of the login contain coi', async () => {
  const server = new FakeServer().change(zoomIn('lounge'));
  const { page } = await open(`${lounge}?coi=1&lang=en`, { server });
  await expect.element(hotspot(page, 'Library')).toBeInTheDocument();
  const addresses = [...page.document.querySelectorAll<HTMLAnchorElement>('[href]')].map((link) =>
    String(link.getAttribute('href')),
  );
  expect(addresses.filter((address) => address.includes('lang=en')).length).toBeGreaterThan(0);
  expect(addresses.filter((address) => address.includes('coi'))).toEqual([]);
  server.requireLogin();
  await page.goto(`${lounge}?coi=1&lang=en`);
  await expect.poll(() => page.path).toBe(`/login?redirect=${encodeURIComponent(`${lounge}?lang=en`)}`);
});

const workshop: ContentWidget = {
  id: 'workshop',
  type: 'WherebyMeetingWidget',
  name: 'Workshop',
  configurations: [
    { id: 'talk', name: 'talk', cookieProviders: [], meetingUrl: 'https://nightfall.whereby.com/workshop' },
  ],
  placements: [],
};
test('COI-03v the page of a Whereby meeting is not isolated for a Zoom meeting of its area, and the way back isolates it again', async () => {
  const { page, loads } = await open(`${lounge}?coi=1&widget=workshop`, {
    server: new FakeServer().change((architecture) => {
      findArea(architecture, 'lounge').contentWidgets.push(helpDesk(), workshop);
    }),
  });
  const panel = page.getByRole('dialog', { name: 'Workshop' });
  await panel.getByRole('link', { name: 'Join on its own page' }).click();
  await expect.poll(loads).toBe(2);
  await expect.element(page.getByCSS('iframe[title="Workshop"]')).toBeVisible();
  expect(page.path).toBe('/v/nightfall/area-whereby-meeting/lounge/workshop/talk');
  await page.getByRole('link', { name: 'Back to Lounge' }).click();
  await expect.poll(loads).toBe(3);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await expect.poll(() => page.path).toBe(`${lounge}?coi=1`);
});

const programme: ContentWidget = {
  id: 'programme',
  type: 'IframePopupWidget',
  name: 'Programme',
  configurations: [
    {
      id: 'page',
      name: 'page',
      cookieProviders: [],
      uris: [{ locale: 'en', uri: 'https://programme.example.org/today' }],
    },
  ],
  placements: [],
};
test('COI-03d an isolated page shows links to the websites whose frames it blocks', async () => {
  const server = new FakeServer().change((architecture) => {
    findArea(architecture, 'lounge').contentWidgets.push(helpDesk(), programme);
  });
  const { page } = await open(`${lounge}?coi=1&widget=programme`, { server, prepare: isolate });
  const panel = page.getByRole('dialog', { name: 'Programme' });
  await expect.element(panel.getByText('This page can’t be shown beside Zoom')).toBeVisible();
  await expect
    .element(panel.getByRole('link', { name: 'Open in new tab' }).first())
    .toHaveAttribute('href', 'https://programme.example.org/today');
  expect(page.getByCSS('iframe').query()).toBeNull();
});
