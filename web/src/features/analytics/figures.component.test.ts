/** The organiser's page: who may see it, what it shows of the figures, and how it follows them. */
import {
  downloadFigures,
  figuresChanged,
  getFigures,
  sendHit,
  signOut,
  subscribeToFigures,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { trackedEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import { FakeServer, RejectedCall } from '../../testing/fakeServer.ts';
import { emulateMedia, openPage, phone, type AppPage } from '../../testing/page.ts';
import {
  admin,
  emptyFigures,
  expectToFitNarrowWindows,
  figuresOf,
  figuresServer,
  host,
  liveOf,
  noon,
  openFigures,
  openRunning,
  path,
} from './testing/figuresPage.ts';

const architectureId = 'nightfall';
const lounge = `/v/${architectureId}/area/lounge`;
const chart = (page: AppPage) => page.getByRole('slider');
const table = (page: AppPage, name: string) => page.getByRole('table', { name, exact: true });
const cells = (page: AppPage, name: string): string[][] =>
  [...table(page, name).element().querySelectorAll<HTMLTableRowElement>('tbody tr')].map((row) =>
    [...row.cells].map((cell) => {
      const copy = cell.cloneNode(true) as HTMLElement;
      for (const label of copy.querySelectorAll('[aria-hidden], .figureTable_label')) label.remove();
      return copy.textContent.trim();
    }),
  );

test.each([
  ['hosts', host],
  ['administrators', admin],
])('TRACK-12qa the account menu leads %s to the figures', async (_, user) => {
  const page = await openPage(lounge, { server: figuresServer({}, { user }) });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Figures' }).click();
  await expect.poll(() => page.path).toBe(path);
  await expect.element(page.heading('Figures')).toBeVisible();
  await expect.element(chart(page)).toBeVisible();
  await expect.poll(() => page.document.title).toContain('Figures');
});

test('TRACK-12qb attendees and guests see neither the entry nor the page, and nothing is requested', async () => {
  const server = new FakeServer().signIn();
  const page = await openPage(lounge, { server });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'My profile' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Figures' }).elements()).toEqual([]);
  await page.goto(path);
  await expect.element(page.heading('This page is for hosts')).toBeVisible();
  await page.expectAccessible('main');
  await page.getByRole('link', { name: 'Back to the area' }).click();
  await expect.poll(() => page.path).toBe('/v/nightfall/area/lobby');
  const guestServer = new FakeServer();
  const guest = await openPage(path, { server: guestServer });
  await expect.element(guest.heading('This page is for hosts')).toBeVisible();
  for (const { calls, subscriptions } of [server, guestServer].map((each) => ({
    calls: each.calls(getFigures),
    subscriptions: each.commands(subscribeToFigures),
  })))
    expect([calls, subscriptions]).toEqual([[], []]);
});

test('TRACK-12qc the chart has the same numbers as its table', async () => {
  const page = await openFigures();
  await page.getByRole('button', { name: 'Last hour' }).click();
  await expect.element(chart(page)).toHaveAttribute('aria-valuemax', '11');
  await page.tabTo(chart(page));
  await page.press('{Home}');
  const spoken: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    const text = chart(page).element().getAttribute('aria-valuetext') ?? '';
    if (/: (?!0 people, 0 )\d+ p/.test(text)) spoken.push(text);
    await page.press('{ArrowRight}');
  }
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(table(page, 'People over time')).toBeVisible();
  const rows = cells(page, 'People over time').map(
    ([time, people, before]) => `${time}: ${people} people, ${before} the day before`,
  );
  expect(rows.toReversed()).toEqual(spoken);
  expect(rows).toEqual([
    'Fri, 20 Nov 2026, 12:35: 6 people, 0 the day before',
    'Fri, 20 Nov 2026, 12:30: 10 people, 7 the day before',
    'Fri, 20 Nov 2026, 12:25: 4 people, 0 the day before',
  ]);
});

test('TRACK-12qd a day is that of the server, and time runs from the start of the text to its end', async () => {
  const server = figuresServer();
  const page = await openFigures(server);
  await expect
    .poll(() => server.calls(getFigures).at(-1)?.query)
    .toEqual({
      architectureId,
      from: '2026-11-19T23:00:00.000Z',
      to: '2026-11-20T23:00:00.000Z',
    });
  await expect.element(page.getByText(/Europe\/Berlin time/)).toBeVisible();
  const timesAcross = () =>
    [...page.document.querySelectorAll<HTMLElement>('.peopleChart_time')]
      .toSorted((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x)
      .map(({ textContent }) => textContent);
  await expect.poll(() => timesAcross()[0]).toBe('0:00');
  const times = timesAcross();
  expect(times.length).toBeGreaterThan(3);
  const byHour = (a: string, b: string) => Number.parseInt(a, 10) - Number.parseInt(b, 10);
  expect(times).toEqual(times.toSorted(byHour));
  await page.goto(`${path}?lang=ar`);
  await expect.poll(() => timesAcross()[0]).toBe('10:00 م');
  expect(timesAcross().at(-1)).toMatch(/ ص$/);
  await page.tabTo(chart(page));
  const before = Number(chart(page).element().getAttribute('aria-valuenow'));
  await page.press('{ArrowRight}');
  await expect.element(chart(page)).toHaveAttribute('aria-valuenow', String(before - 1));
});

test('TRACK-12qe areas, widgets and the others are sorted by number, and named from the open venue', async () => {
  const page = await openRunning(figuresServer());
  await expect.element(table(page, 'Areas')).toBeVisible();
  expect(cells(page, 'Areas')).toEqual([
    ['Lounge', '15', '30', '9 mins', '10'],
    ['Lobby', '12', '14', '1 hr 15 mins', '6'],
    ['cellar (no longer in the venue)', '1', '2', '1 min', '1'],
  ]);
  expect(cells(page, 'Likes and reactions')).toEqual([['ClapLounge', '3', '8']]);
  expect(cells(page, 'Logins')).toEqual([['Account logins', '15', '15']]);
  await expect.element(page.getByText('Nothing was downloaded.')).toBeVisible();
  await page.expectAccessible('main');
});

test('TRACK-12qf of 200 areas with long names, twenty are shown until all are requested', async () => {
  const areas = Array.from({ length: 200 }, (_, index) => ({
    areaId: `area-${index}-${'of-the-northern-exhibition-halls-'.repeat(3)}`,
    views: 1_000_000_000 + index,
    minutes: 12_345_678,
    peak: index,
    people: 123_456_789 + index,
  }));
  const page = await openFigures(figuresServer({ areas }), { width: 320, height: 700 });
  await expect.element(table(page, 'Areas')).toBeVisible();
  expect(cells(page, 'Areas')).toHaveLength(20);
  expect(cells(page, 'Areas')[0]?.[1]).toBe('123,456,988');
  await page.getByRole('button', { name: 'Show all 200' }).click();
  await expect.poll(() => cells(page, 'Areas').length).toBe(200);
  expect(page.fitsAcross).toBe(true);
});

test('TRACK-12qg a CSV file of the shown range is downloaded for each table', async () => {
  const server = figuresServer();
  const saved: string[] = [];
  const page = await openFigures(server, {
    prepare: (inPage) => {
      inPage.HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
        saved.push(this.download);
      };
    },
  });
  for (const name of ['people over time', 'areas', 'what people did'])
    await page.getByRole('button', { name: `Download ${name} as CSV` }).click();
  await expect
    .poll(() => saved)
    .toEqual(['series', 'areas', 'events'].map((each) => `figures-${each}-2026-11-20.csv`));
  const range = { architectureId, from: '2026-11-19T23:00:00.000Z', to: '2026-11-20T23:00:00.000Z' };
  expect(server.calls(downloadFigures).map(({ query }) => query)).toEqual(
    ['series', 'areas', 'events'].map((each) => ({ ...range, table: each })),
  );
  server.reject(downloadFigures, { code: 'internal' });
  await page.getByRole('button', { name: 'Download areas as CSV' }).click();
  await expect.element(page.getByText('The CSV file didn’t download. Try again.')).toBeVisible();
});

const now = (page: AppPage) => page.getByRole('region', { name: 'Now' });

test('TRACK-12qh what happens now is shown as it happens, on the plan and in lists', async () => {
  const server = figuresServer();
  const page = await openFigures(server);
  await expect.element(now(page).getByText('9', { exact: true }).first()).toBeVisible();
  expect(cells(page, 'Where people are')).toEqual([
    ['Lounge', '6'],
    ['Lobby', '3'],
  ]);
  expect(cells(page, 'In the last five minutes')).toEqual([['Widgets opened', '5']]);
  await expect.element(now(page).getByRole('link', { name: /Lounge.*6/ })).toBeVisible();
  server.broadcast(
    figuresChanged,
    liveOf({ at: noon + 5_000, people: 12, areas: [{ areaId: 'lobby', people: 12 }], events: [] }),
  );
  await expect.poll(() => cells(page, 'Where people are')).toEqual([['Lobby', '12']]);
  await expect
    .element(now(page).getByText('Nothing has been opened in the last five minutes.'))
    .toBeVisible();
  // An older event that arrives late changes nothing.
  server.broadcast(figuresChanged, liveOf());
  await page.advance(0);
  expect(cells(page, 'Where people are')).toEqual([['Lobby', '12']]);
});

test('TRACK-12qi the page is subscribed only while it is open and visible', async () => {
  const server = figuresServer();
  const page = await openFigures(server);
  await expect.poll(() => server.commands(subscribeToFigures)).toEqual([{ enabled: true, architectureId }]);
  const setVisible = (state: DocumentVisibilityState) => {
    Object.defineProperty(page.document, 'visibilityState', { get: () => state, configurable: true });
    page.document.dispatchEvent(new page.window.Event('visibilitychange'));
  };
  setVisible('hidden');
  await expect
    .poll(() => server.commands(subscribeToFigures).at(-1))
    .toEqual({ enabled: false, architectureId });
  setVisible('visible');
  await expect
    .poll(() => server.commands(subscribeToFigures).at(-1))
    .toEqual({ enabled: true, architectureId });
  await page.getByRole('link', { name: /home$/ }).click();
  await expect
    .poll(() => server.commands(subscribeToFigures).at(-1))
    .toEqual({ enabled: false, architectureId });
});

test('TRACK-12qj a lost connection leaves the last numbers, says since when, and the next one renews them', async () => {
  const server = figuresServer();
  const page = await openFigures(server);
  await expect.element(now(page).getByText('9', { exact: true }).first()).toBeVisible();
  server.reachable = false;
  server.disconnect();
  await page.advance(2_000);
  await expect.element(now(page).getByText(/The connection was lost at/)).toBeVisible();
  await expect.element(now(page).getByText('9', { exact: true }).first()).toBeVisible();
  server.reachable = true;
  server.onCommand(subscribeToFigures, () => liveOf({ at: noon + 60_000, people: 21 }));
  await page.advance(60_000);
  await expect.element(now(page).getByText('21', { exact: true })).toBeVisible();
  await expect.element(now(page).getByText(/The connection was lost at/)).not.toBeInTheDocument();
});

test('TRACK-12qk without anyone there, the page says so and what to do', async () => {
  const live = liveOf({ people: 0, areas: [], events: [] });
  const page = await openRunning(figuresServer(emptyFigures, { live }));
  await expect.element(page.heading('Nobody has been here yet', 2)).toBeVisible();
  await expect.element(now(page).getByText('0', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect.element(page.heading('Nobody was here at that time', 2)).toBeVisible();
  await page.expectAccessible('main');
});

test('TRACK-12zd until the figures of the first people are added up, the page says that they will come', async () => {
  const page = await openRunning(figuresServer(emptyFigures));
  await expect.element(page.heading('The first figures are being added up', 2)).toBeVisible();
  await expect.element(now(page).getByText('9', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect.element(page.heading('Nobody was here at that time', 2)).toBeVisible();
});

test('TRACK-12ze where Matomo counts with its own script, the page says so and leads to it', async () => {
  const server = figuresServer(emptyFigures);
  server.uiConfig = { ...server.uiConfig, matomoScript: 'https://matomo.example.org' };
  const page = await openRunning(server);
  await expect.element(page.getByText(/Matomo counts the visits of this venue/)).toBeVisible();
  const link = page.getByRole('link', { name: 'Open Matomo' });
  await expect.element(link).toHaveAttribute('href', 'https://matomo.example.org');
  await expect.element(link).toHaveAttribute('target', '_blank');
  const note = page.getByRole('note').element();
  expect(page.window.getComputedStyle(note).backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
  await page.expectAccessible('main');
  await expectToFitNarrowWindows(page);
});

test('TRACK-12ql figures that do not load are requested again, and the old ones of the same range stay until then', async () => {
  const server = figuresServer().reject(getFigures, { code: 'internal' });
  const page = await openFigures(server);
  await expect.element(page.heading('The figures didn’t load', 2)).toBeVisible();
  server.respondTo(getFigures, () => figuresOf());
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.element(table(page, 'Areas')).toBeVisible();
  server.reject(getFigures, { code: 'internal' });
  await page.advance(60_000);
  await expect.element(page.getByText('New figures didn’t load. These are the last ones.')).toBeVisible();
  await expect.element(table(page, 'Areas')).toBeVisible();
  server.respondTo(getFigures, () => figuresOf({ areas: [] }));
  await page.advance(10_000);
  await expect.element(page.getByText('Nobody was in an area.')).toBeVisible();
});

test('TRACK-12zf when another range does not load, the figures of the range before are not shown', async () => {
  const server = figuresServer();
  const page = await openFigures(server);
  await expect.element(table(page, 'Areas')).toBeVisible();
  server.reject(getFigures, { code: 'internal' });
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect.element(page.heading('The figures didn’t load', 2)).toBeVisible();
  expect([table(page, 'Areas'), chart(page)].flatMap((each) => each.elements())).toEqual([]);
  server.respondTo(getFigures, () => figuresOf({ areas: [] }));
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.element(page.getByText('Nobody was in an area.')).toBeVisible();
});

test('TRACK-12zg the figures of the last hour stay when newer ones do not load, also when the hour has moved on', async () => {
  const server = figuresServer();
  const page = await openFigures(server);
  await page.getByRole('button', { name: 'Last hour' }).click();
  const start = () => server.calls(getFigures).at(-1)?.query.from;
  await expect.poll(start).toBe('2026-11-20T11:05:00.000Z');
  await expect.element(table(page, 'Areas')).toBeVisible();
  server.reject(getFigures, { code: 'internal' });
  await page.advance(300_000);
  await expect.poll(start).toBe('2026-11-20T11:10:00.000Z');
  await expect.element(page.getByText('New figures didn’t load. These are the last ones.')).toBeVisible();
  await expect.element(table(page, 'Areas')).toBeVisible();
});

test('TRACK-12qm the figures of today are loaded again once a minute, those of yesterday are not', async () => {
  const server = figuresServer();
  const page = await openFigures(server);
  await expect.element(table(page, 'Areas')).toBeVisible();
  const calls = () => server.calls(getFigures).length;
  const before = calls();
  await page.advance(60_000);
  await expect.poll(calls).toBe(before + 1);
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect.poll(() => server.calls(getFigures).at(-1)?.query.to).toBe('2026-11-19T23:00:00.000Z');
  const settled = calls();
  await page.advance(180_000);
  expect(calls()).toBe(settled);
});

test('TRACK-12qn a range of dates is chosen, and a wrong one is explained', async () => {
  const server = figuresServer();
  const page = await openFigures(server);
  await page.getByRole('button', { name: 'Choose dates' }).click();
  await page.getByLabelText('First day').fill('2026-11-02');
  await expect
    .poll(() => server.calls(getFigures).at(-1)?.query)
    .toEqual({
      architectureId,
      from: '2026-11-01T23:00:00.000Z',
      to: '2026-11-20T23:00:00.000Z',
    });
  await page.getByLabelText('Last day').fill('2026-11-01');
  await expect.element(page.getByRole('alert')).toMatchTextContent('The last day is before the first one.');
});

test('TRACK-12zh a range that lies in the future is explained and not loaded', async () => {
  const server = figuresServer();
  const page = await openFigures(server);
  await page.getByRole('button', { name: 'Choose dates' }).click();
  await page.getByLabelText('Last day').fill('2026-11-22');
  await expect.poll(() => server.calls(getFigures).at(-1)?.query.to).toBe('2026-11-22T23:00:00.000Z');
  const before = server.calls(getFigures).length;
  await page.getByLabelText('First day').fill('2026-11-21');
  await expect.element(page.getByRole('alert')).toMatchTextContent('The range begins in the future.');
  expect(server.calls(getFigures)).toHaveLength(before);
});

test('TRACK-12zi figures of a range that has not begun are not announced', async () => {
  const page = await openFigures(figuresServer({ ...emptyFigures, from: '2026-11-20T13:00:00Z' }));
  await expect.element(now(page).getByText('9', { exact: true }).first()).toBeVisible();
  await expect.element(page.heading('Nobody has been here yet', 2)).toBeVisible();
});

test('TRACK-12zj the chart is drawn while it has no width yet', async () => {
  const page = await openFigures(figuresServer(), {
    prepare: (inPage) => {
      Object.defineProperty(inPage.HTMLElement.prototype, 'clientWidth', { get: () => 0 });
    },
  });
  await expect.element(chart(page)).toBeVisible();
  const drawn = page.document.querySelector('.peopleChart_chart')?.outerHTML;
  expect(drawn).toContain('<path d="M');
  expect(drawn).not.toMatch(/Infinity|NaN/);
});

test.each(['en', 'de', 'ar'])('TRACK-12qo the page fits phones and narrow windows (%s)', async (lang) => {
  const page = await openFigures(figuresServer(), { ...phone, width: 360, query: `?lang=${lang}` });
  await expect.element(chart(page)).toBeVisible();
  await expectToFitNarrowWindows(page);
});

test('TRACK-12qp the page can be read and used in dark and light venues, and printed', async () => {
  const server = figuresServer().change((architecture) => {
    architecture.style = {
      ...architecture.style,
      textColor: '#221144',
      primaryColor: '#6633cc',
      secondaryColor: '#ddccff',
      backgroundColor: '#ffffff',
    };
  });
  const page = await openRunning(server);
  await expect.element(chart(page)).toBeVisible();
  await page.expectAccessible();
  await emulateMedia({}, 'print');
  expect(
    page
      .getByRole('banner')
      .elements()
      .filter((each) => each.checkVisibility()),
  ).toEqual([]);
  await expect.element(table(page, 'Areas')).toBeVisible();
});

test('TRACK-12zk in print the names on the floorplan are dark on a light ground, also when backgrounds are not printed', async () => {
  const page = await openRunning(figuresServer());
  await expect.element(now(page).getByRole('link', { name: /Lounge.*6/ })).toBeVisible();
  await emulateMedia({}, 'print');
  const name = page.document.querySelector('.planPicture_name');
  const { color, backgroundColor, printColorAdjust } = page.window.getComputedStyle(name as Element);
  expect([color, backgroundColor, printColorAdjust]).toEqual([
    'rgb(0, 0, 0)',
    'rgba(255, 255, 255, 0.86)',
    'exact',
  ]);
});

const lateText = /^These numbers are from .+ Newer ones didn’t load/;
const failedText = /^The current numbers didn’t load/;

test('TRACK-12qq numbers to which no event came for 15 seconds are marked as old, until the next event', async () => {
  const server = figuresServer();
  const page = await openFigures(server);
  await expect.element(now(page).getByText('9', { exact: true }).first()).toBeVisible();
  await page.advance(14_000);
  server.broadcast(figuresChanged, liveOf({ at: noon + 14_000 }));
  await page.advance(14_000);
  expect(now(page).getByText(lateText).elements()).toEqual([]);
  await page.advance(1_000);
  await expect.element(now(page).getByText(lateText)).toBeVisible();
  await expect.element(now(page).getByText('9', { exact: true }).first()).toBeVisible();
  server.broadcast(figuresChanged, liveOf({ at: noon + 29_000, people: 12 }));
  await expect.element(now(page).getByText('12', { exact: true })).toBeVisible();
  await expect.element(now(page).getByText(lateText)).not.toBeInTheDocument();
});

test('TRACK-12qr after a rejected subscription the numbers are old; a new one counts, even if the clock of the server is behind', async () => {
  const server = figuresServer();
  const page = await openFigures(server);
  await expect.element(now(page).getByText('9', { exact: true }).first()).toBeVisible();
  server.onCommand(subscribeToFigures, () => {
    throw new RejectedCall({ code: 'conflict' });
  });
  const reconnect = async () => {
    const before = server.commands(subscribeToFigures).length;
    server.disconnect();
    await expect
      .poll(async () => {
        await page.advance(1_000);
        return server.commands(subscribeToFigures).length;
      })
      .toBe(before + 1);
  };
  await reconnect();
  await expect.element(now(page).getByText(lateText)).toBeVisible();
  server.onCommand(subscribeToFigures, () => liveOf({ at: noon - 60_000, people: 21 }));
  await reconnect();
  await expect.element(now(page).getByText('21', { exact: true })).toBeVisible();
  await expect.element(now(page).getByText(lateText)).not.toBeInTheDocument();
});

test('TRACK-12qs without a connection the page says after five seconds that the current numbers did not load', async () => {
  const page = await openFigures(figuresServer(), {
    prepare: (inPage) => {
      inPage.WebSocket = class extends inPage.EventTarget {
        close = () => undefined;
      } as unknown as typeof WebSocket;
    },
  });
  await page.advance(4_000);
  expect(now(page).getByText(failedText).elements()).toEqual([]);
  await page.advance(1_000);
  await expect.element(now(page).getByText(failedText)).toBeVisible();
});

test('TRACK-12qt a host who has lost the role stays logged in', async () => {
  const server = figuresServer();
  const page = await openFigures(server);
  await expect.element(table(page, 'Areas')).toBeVisible();
  server.reject(getFigures, { code: 'forbidden' }).reject(downloadFigures, { code: 'forbidden' });
  await page.getByRole('button', { name: 'Download areas as CSV' }).click();
  await expect.element(page.getByText('The CSV file didn’t download. Try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Last hour' }).click();
  await expect.element(page.heading('The figures didn’t load', 2)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  expect([page.path, server.calls(signOut)]).toEqual([path, []]);
});

test('TRACK-11b a pin on the page of the figures is not counted as a link of the floorplan', async () => {
  const server = figuresServer();
  const page = await openRunning(server);
  await now(page)
    .getByRole('link', { name: /Lounge/ })
    .click();
  const views = () => server.calls(sendHit).flatMap(({ query }) => query.action_name ?? []);
  await expect.poll(views).toContainEqual(expect.stringContaining('Lounge'));
  expect(trackedEvents(server).filter((event) => event.startsWith('floorplan'))).toEqual([]);
});

test('TRACK-12qu in a narrow card each number is labelled, as it is no longer in a column', async () => {
  const page = await openFigures(figuresServer(), { width: 360, height: 700 });
  await expect.element(table(page, 'Areas')).toBeVisible();
  const [cell] = table(page, 'Areas').element().querySelectorAll<HTMLElement>('tbody td');
  const label = cell?.querySelector<HTMLElement>('.figureTable_label');
  expect([label?.textContent, label?.checkVisibility(), label?.ariaHidden]).toEqual(['People', true, null]);
  expect(table(page, 'Areas').element().querySelector('thead')?.checkVisibility()).toBe(false);
});

test('TRACK-12qv the value of the chart stays after a touch and while the chart has the focus, and goes with the mouse', async () => {
  const page = await openFigures();
  await expect.element(chart(page)).toBeVisible();
  const tips = () => page.document.querySelectorAll('.peopleChart_tip').length;
  const point = (type: string, pointerType: string): void => {
    const { x, y, width } = page.boxOf(chart(page));
    const at = { clientX: x + width / 4, clientY: y + 9 };
    chart(page)
      .element()
      .dispatchEvent(new page.window.PointerEvent(type, { pointerType, bubbles: true, ...at }));
  };
  const moveOver = (pointerType: string): void => {
    point('pointermove', pointerType);
    point('pointerout', pointerType);
  };
  point('pointermove', 'mouse');
  await expect.poll(tips).toBe(1);
  point('pointerout', 'mouse');
  await expect.poll(tips).toBe(0);
  moveOver('touch');
  await page.advance(0);
  expect(tips()).toBe(1);
  (chart(page).element() as HTMLElement).focus();
  moveOver('mouse');
  await page.advance(0);
  expect(tips()).toBe(1);
});
