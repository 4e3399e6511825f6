/** What a page sends to be counted: each page view and event once, with the ids that it is about (TRACK-01 to TRACK-11). */
import { captureMessage, consentRevision, getTrackingUserId, sendHit, sendReaction } from '@foyer/contract';
import { analyticsHit } from '@foyer/contract/analytics';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { interceptFiles } from '../../testing/interceptFiles.ts';
import * as chatPage from '../../features/chat/testing/chatPage.ts';
import { bo } from '../../features/chat/testing/users.ts';
import * as presencePage from '../../features/people/testing/presencePage.ts';
import * as profilePage from '../../features/profile/testing/profilePage.ts';
import { ada, FakeServer, type PageWindow } from '../../testing/fakeServer.ts';
import { openPage, phone, type AppPage } from '../../testing/page.ts';
import { askFilm } from '../../testing/vimeoFilm.ts';
import {
  hotspot,
  inLounge,
  lounge,
  panel,
  poster,
  replaceResponses,
  type ContentWidget,
} from '../../widgets/testing/widgetPage.ts';
import { expectEvents, trackedEvents } from './testing/trackedEvents.ts';

const website = 'https://programme.example.org/today';

/** A content widget in the lounge. `x` is its place; without one it is not in the picture. */
const content = (
  { id, type, name, x }: { id: string; type: ContentWidget['type']; name: string; x?: number },
  configuration: object = {},
) =>
  ({
    id,
    type,
    name,
    configurations: [{ id, name, cookieProviders: [], ...configuration }],
    placements: x === undefined ? [] : [{ viewpointId: 'main', position: { kind: '2D', x, y: 0.42 } }],
  }) as ContentWidget;
const uris = (uri: string) => [{ locale: 'en', uri }];

const closePanel = async (page: AppPage, name: string): Promise<void> => {
  await page.press('{Escape}');
  await expect.element(panel(page, name)).not.toBeInTheDocument();
};

test('TRACK-02b TRACK-06a TRACK-07a TRACK-11a opened widgets and their contents, the floorplan and reactions are counted once', async () => {
  await replaceResponses('https://programme.example.org/*', { html: '<!doctype html><p>Today</p>' });
  const server = new FakeServer()
    .change(
      inLounge(
        poster(),
        content(
          { id: 'programme', type: 'IframePopupWidget', name: 'Programme', x: 0.3 },
          { uris: uris(website) },
        ),
        content(
          { id: 'tab', type: 'IframePopupWidget', name: 'Sponsor', x: 0.7 },
          { uris: uris(website), displayMode: 'NEW_TAB' },
        ),
        content(
          { id: 'film', type: 'VimeoWidget', name: 'Opening', x: 0.85 },
          { uris: uris('https://vimeo.com/300050') },
        ),
        content({ id: 'reactions', type: 'AreaReactionsWidget', name: 'Reactions' }),
      ),
    )
    .signIn(ada)
    .onCommand(sendReaction, () => undefined);
  const page = await openPage(lounge, { server });
  await hotspot(page, 'Poster').click();
  await expect.element(panel(page, 'Poster').getByRole('img')).toBeVisible();
  await closePanel(page, 'Poster');

  await hotspot(page, 'Programme').click();
  const frame = panel(page, 'Programme').getByCSS('iframe');
  await expect.element(frame).toBeVisible();
  await expect.element(panel(page, 'Programme').getByCSS('.shimmer')).not.toBeInTheDocument();
  // The browser opens no tab: the test needs only the click.
  page.document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[target="_blank"]');
    if (link) event.preventDefault();
  });
  await panel(page, 'Programme').getByRole('link', { name: 'Open in new tab', exact: true }).click();
  await closePanel(page, 'Programme');
  await hotspot(page, 'Sponsor').click();

  await hotspot(page, 'Opening').click();
  const ask = askFilm(page);
  await expect.poll(() => ask('getPaused')).toBe(true);
  // Before that, nothing listens to the film.
  await expect.element(panel(page, 'Opening').getByCSS('iframe')).toHaveAttribute('data-ready', 'true');
  const film = panel(page, 'Opening').getByCSS('iframe').element() as HTMLIFrameElement;
  const command = page.window.eval('(frame, method) => frame.contentWindow.postMessage({ method }, "*")') as (
    frame: HTMLIFrameElement,
    method: string,
  ) => void;
  for (const method of ['play', 'pause', 'play']) {
    command(film, method);
    await expect.poll(() => ask('getPaused')).toBe(method === 'pause');
  }
  await closePanel(page, 'Opening');

  await page.getByRole('group', { name: 'Reactions' }).getByRole('button', { name: 'Clap' }).click();
  await page.getByRole('button', { name: 'Floorplan', exact: true }).click();
  const plan = page.getByRole('dialog', { name: 'Floorplan' });
  await plan.getByRole('link', { name: /Library/ }).click();
  await expect.poll(() => page.path).toMatch(/library$/);

  const of = (widget: string, type: string) => `area=lounge widget=${widget} type=${type}`;
  const categories = ['login', 'widget', 'asset', 'url', 'video', 'reaction', 'floorplan'];
  const events = [
    'login personalized',
    `widget open ${of('poster', 'ImageWidget')}`,
    `asset access ${of('poster', 'ImageWidget')} asset=poster-light`,
    `widget open ${of('programme', 'IframePopupWidget')}`,
    `url access ${of('programme', 'IframePopupWidget')}`,
    `url access ${of('programme', 'IframePopupWidget')}`,
    `widget open ${of('tab', 'IframePopupWidget')}`,
    `url access ${of('tab', 'IframePopupWidget')}`,
    `widget open ${of('film', 'VimeoWidget')}`,
    `video access ${of('film', 'VimeoWidget')}`,
    'reaction send kind=clap',
    expect.stringMatching(/^widget open area=lounge widget=.+ type=FloorplanWidget$/),
    'floorplan navigate area=library',
  ];
  await expectEvents(server, categories, events as string[]);
  expect(trackedEvents(server)).toHaveLength(events.length);
});

test('TRACK-01d the first page and each other path are counted, and all hits are as the contract says', async () => {
  const server = new FakeServer();
  const page = await openPage(`${lounge}?utm=1#there`, { server });
  const views = () =>
    server.calls(sendHit).flatMap(({ query }) => (query.action_name === undefined ? [] : [query]));
  await expect.poll(() => views().length).toBe(1);
  await page.getByRole('button', { name: 'Floorplan', exact: true }).click();
  const plan = page.getByRole('dialog', { name: 'Floorplan' });
  await plan.getByRole('link', { name: /Library/ }).click();
  await expect.poll(() => views().length).toBe(2);
  const origin = page.window.location.origin;
  expect(views().map(({ action_name, url, urlref }) => [action_name?.split(' ')[0], url, urlref])).toEqual([
    ['Lounge', `${origin}${lounge}`, expect.not.stringContaining('?')],
    ['Library', `${origin}/v/nightfall/area/library`, `${origin}${lounge}`],
  ]);
  const hits = server.calls(sendHit).map(({ query }) => query);
  expect(hits.map((hit) => z.safeParse(analyticsHit, hit).success)).toEqual(hits.map(() => true));
  expect(page.document.cookie).not.toContain('visitor');
  expect(page.window.localStorage.getItem('foyer.visitorId')).toBeNull();
});

test.each([
  [
    'TRACK-02c a guest’s login is counted once, and not again after a reload',
    new FakeServer(),
    'login anonymous',
  ],
  [
    'TRACK-02d a user’s login is counted once, and not again after a reload',
    new FakeServer().signIn(),
    'login personalized',
  ],
])('%s', async (_title, server, event) => {
  const page = await openPage(lounge, { server });
  await expectEvents(server, ['login'], [event]);
  await page.reload();
  await page.press('{Shift}');
  await expect
    .poll(() => server.calls(sendHit).filter(({ query }) => query.e_c === undefined))
    .toHaveLength(2);
  await expectEvents(server, ['login'], [event]);
});

test('TRACK-08a TRACK-09a presence and profile are counted: open, select, profile, start of a chat, other area, status, changes', async () => {
  const server = presencePage.serverWith(
    presencePage.attendee('Bo'),
    presencePage.attendee('Far', { areaId: 'library' }),
  );
  presencePage.acceptChoice(server);
  profilePage.saveProfiles(server);
  const page = await presencePage.openLoungePage(server);
  await presencePage.openList(page);
  const list = presencePage.list(page);
  await list.getByRole('combobox', { name: /^How others see you/ }).click();
  await page.getByRole('option', { name: 'Busy' }).click();
  await expect.element(list.getByText('Shown as Busy')).toBeVisible();
  await presencePage.row(page, 'Bo').click();
  const profile = presencePage.profile(page);
  await expect.element(profile.getByRole('heading', { name: 'Bo' })).toBeVisible();
  await profile.getByRole('button', { name: 'Close' }).click();
  await expect.element(profile).not.toBeInTheDocument();
  await presencePage.openList(page);
  await presencePage.row(page, 'Ada Lind').click();
  await profile.getByRole('switch', { name: 'Open for networking' }).click();
  await expect.element(profile.getByText('Saved', { exact: true })).toBeVisible();
  await profile.getByRole('button', { name: 'Close' }).click();
  await presencePage.openList(page);
  await presencePage.row(page, 'Bo').hover();
  await list.getByRole('button', { name: 'Start chat with Bo' }).click();
  await presencePage.openList(page);
  await list.getByRole('button', { name: /^Everywhere/ }).click();
  await presencePage.row(page, 'Far').hover();
  await list.getByRole('link', { name: /Far/ }).click();
  await expect.poll(() => page.path).toMatch(/library/);
  await expectEvents(
    server,
    ['presence', 'profile'],
    [
      'presence open',
      'presence status kind=Busy',
      'presence select',
      'presence profile',
      'profile open',
      'profile close',
      'presence open',
      'profile open',
      'profile update',
      'profile close',
      'presence open',
      'presence startChat',
      'presence open',
      'presence goTo area=library',
    ],
  );
});

test('TRACK-08b on a phone a person’s card is counted as selected, and what it opens', async () => {
  const server = presencePage.serverWith(presencePage.attendee('Bo'), presencePage.attendee('Cy'));
  const page = await presencePage.openLoungePage(server, phone);
  await presencePage.openList(page);
  await presencePage.row(page, 'Bo').click();
  await presencePage.row(page, 'Bo').click();
  await presencePage.row(page, 'Cy').click();
  await presencePage.card(page).getByRole('button', { name: 'Profile' }).click();
  await expect.element(presencePage.profile(page).getByRole('heading', { name: 'Cy' })).toBeVisible();
  await expectEvents(
    server,
    ['presence', 'profile'],
    ['presence open', 'presence select', 'presence select', 'presence profile', 'profile open'],
  );
});

test('TRACK-06b TRACK-07b opened chat rooms are counted by their kind, and downloaded files', async () => {
  const { chat, room, page } = await chatPage.openPrivateRoom();
  room.post(bo, '', { upload: { id: 'upload-1', name: 'plan.txt', mediaType: 'text/plain', bytes: 100 } });
  await chatPage.message(page, 'plan.txt').getByRole('button', { name: 'Download plan.txt' }).click();
  await expect.poll(() => chat.uploads.downloads).toHaveLength(1);
  await expectEvents(chat.server, ['chat', 'download'], ['chat access kind=private', 'download chatFile']);
});

test('TRACK-04h the pseudonym is sent with consent, and neither after a withdrawal nor after a logout', async () => {
  const server = new FakeServer().signIn(ada).change((architecture) => {
    architecture.cookieBannerConfig = { type: 'SIMPLE', text: [] };
    architecture.personalizedTrackingEnabled = true;
  });
  const decide = ({ localStorage }: Pick<PageWindow, 'localStorage'>, accepted: boolean): void =>
    localStorage.setItem(
      'foyer.consents.nightfall',
      JSON.stringify({
        revision: consentRevision(server.architecture),
        decidedAt: new Date().toISOString(),
        consents: [{ id: 'tracking', accepted }],
      }),
    );
  const page = await openPage(lounge, { server, prepare: (window) => decide(window, true) });
  const hits = () => server.calls(sendHit).map(({ query }) => query);
  const lastView = () => hits().findLast(({ action_name }) => action_name !== undefined);
  const storedId = () => page.window.localStorage.getItem('foyer.visitorId');
  const goTo = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Floorplan', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Floorplan' })
      .getByRole('link', { name: new RegExp(name) })
      .click();
    await expect.poll(() => lastView()?.action_name).toMatch(new RegExp(`^${name}`));
  };
  const choose = async (choice: string): Promise<void> => {
    await page.getByRole('link', { name: 'Privacy preferences' }).click();
    await page.getByRole('button', { name: choice, exact: true }).click();
  };
  await expect.poll(() => lastView()?.action_name).toMatch(/^Lounge/);
  await expect.poll(() => server.calls(getTrackingUserId).length).toBe(1);
  await goTo('Library');
  const first = storedId();
  expect(first).toMatch(/^[\da-f]{16}$/);
  expect(lastView()).toMatchObject({ uid: 'f'.repeat(32), _id: first });

  await choose('Reject all');
  await expect.poll(storedId).toBeNull();
  const before = hits().length;
  await goTo('Lounge');
  const since = hits().slice(before);
  expect(since.map(({ uid, new_visit }) => [uid, new_visit])).toEqual(
    since.map((_, index) => [undefined, index === 0 ? '1' : undefined]),
  );
  expect(new Set(since.map(({ _id }) => _id)).size).toBe(1);
  expect(since[0]?._id).not.toBe(first);

  await choose('Accept all');
  await expect.poll(() => server.calls(getTrackingUserId).length).toBe(2);
  const second = storedId();
  expect(second).toBe(since[0]?._id);
  await chatPage.signOut(page);
  expect(storedId()).toBeNull();
  await expect.poll(() => lastView()?.url).toMatch(/\/login$/);
  expect(lastView()).toMatchObject({ new_visit: '1' });
  expect(lastView()?.uid).toBeUndefined();
  expect(lastView()?._id).not.toBe(second);
});

/** Runs commands as Matomo's script does, and records them. */
const matomoScript = `
  window.ran = [];
  const run = (command) =>
    typeof command[0] === 'function' ? command[0].call({ getVisitorId: () => 'a' }) : ran.push(command);
  _paq.forEach(run);
  window._paq = { push: run };
  window.Matomo = {};
`;

test('TRACK-03r with Matomo’s script the page sends it the same page views and events, and no hits to this server', async () => {
  await replaceResponses('*/matomo/matomo.js', { script: matomoScript });
  const server = new FakeServer();
  server.uiConfig = { ...server.uiConfig, matomoScript: `${location.origin}/matomo` };
  const page = await openPage(lounge, { server });
  const ran = (name: string) =>
    ((page.window as Window as { ran?: unknown[][] }).ran ?? []).filter(([command]) => command === name);
  await expect.poll(() => ran('trackPageView').length).toBe(1);
  expect(ran('setTrackerUrl')).toEqual([['setTrackerUrl', `${location.origin}/matomo/matomo.php`]]);
  await page.getByRole('button', { name: 'Floorplan', exact: true }).click();
  await expect.poll(() => ran('trackEvent').map(([, category]) => category)).toContain('widget');
  expect(server.calls(sendHit)).toEqual([]);
});

/** The page of a venue in which Matomo counts, with the response to the request for its script. */
async function openWithScript(response: { readonly status: number; readonly body?: string }) {
  let requests = 0;
  await interceptFiles('*/matomo/matomo.js', () => {
    requests += 1;
    return { ...response, type: 'text/javascript' };
  });
  const server = new FakeServer().signIn();
  server.uiConfig = { ...server.uiConfig, matomoScript: `${location.origin}/matomo` };
  const page = await openPage(lounge, {
    server,
    stopTimeAt: Date.now(),
    allowedErrors: [/matomo\.js/, /does not run/],
  });
  await page.press('{Shift}');
  await expect.poll(() => requests).toBe(1);
  return { page, server, requests: () => requests };
}

test('TRACK-05d a script of Matomo that was loaded and does not run is a warning, and is not requested again', async () => {
  const { page, server, requests } = await openWithScript({
    status: 200,
    body: "throw new Error('The script does not run.');",
  });
  await expect
    .poll(async () => {
      await page.advance(1_000);
      return server.calls(captureMessage).map(({ body }) => [body.loglevel, body.messageDetails.message]);
    })
    .toEqual([['WARN', `${location.origin}/matomo/matomo.js was loaded, but does not run`]]);
  await page.advance(60_000);
  expect(requests()).toBe(1);
});

test('ERROR-09q a script of Matomo that is missing is requested again, and nothing of it reaches the server', async () => {
  const { page, server, requests } = await openWithScript({ status: 404 });
  await expect
    .poll(async () => {
      await page.advance(1_000);
      return requests();
    })
    .toBeGreaterThan(2);
  expect(server.calls(captureMessage)).toEqual([]);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
});

test.each<[input: string, use: (page: AppPage) => Promise<void>]>([
  ['key', (page) => page.press('{Shift}')],
  ['click', (page) => page.mouse('mousePressed', { x: 700, y: 450 })],
])('TRACK-01e the first %s starts to count, so that short visits are counted too', async (_, use) => {
  const server = new FakeServer();
  const page = await openPage(lounge, { server, stopTimeAt: Date.now() });
  await page.advance(2_000);
  expect(server.calls(sendHit)).toEqual([]);
  await use(page);
  await expect.poll(() => server.calls(sendHit).length).toBeGreaterThan(0);
});

test('TRACK-01f a tracker that could not be downloaded is downloaded when the network is back, and has lost nothing', async () => {
  const server = new FakeServer();
  let requests = 0;
  let isLost = true;
  await interceptFiles('*/assets/tracker-*', () => {
    requests += 1;
    return isLost ? 'lost' : 'real';
  });
  const page = await openPage(lounge, { server });
  await page.press('{Shift}');
  // The second one is the immediate repetition.
  await expect.poll(() => requests).toBe(2);
  expect(server.calls(sendHit)).toEqual([]);
  isLost = false;
  await expect
    .poll(() => {
      page.setOnline(true);
      return trackedEvents(server);
    })
    .toContain('login anonymous');
});
