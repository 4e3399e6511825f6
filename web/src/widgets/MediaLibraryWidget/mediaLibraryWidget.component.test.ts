/** Finding, opening and downloading what a library has. */
import { accessVideo, createArchiveLink, openGuestSession, signAssetUrl, type Asset } from '@foyer/contract';
import { archiveMedia } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import type { FakeServer, PageWindow } from '../../testing/fakeServer.ts';
import { interceptFiles } from '../../testing/interceptFiles.ts';
import { holdTimers } from '../../testing/holdTimers.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { silentWave, silentWaveUrl } from '../../testing/silentWave.ts';
import { expectOpen, lounge, panel, serverWith, type ContentWidget } from '../testing/widgetPage.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';

type Folders = ConfigurationOf<'MediaLibraryWidget'>['folders'];
type Medium = Folders[number]['media'][number];

const texts = (en: string, ar?: string) => [
  { locale: 'en' as const, text: en },
  ...(ar === undefined ? [] : [{ locale: 'ar' as const, text: ar }]),
];
const medium = (id: string, en: string, rest: Partial<Medium> = {}): Medium => ({
  id,
  names: texts(en),
  assets: [{ locale: 'en', assetId: id }],
  ...rest,
});

/** `picture`, a picture of the test venue, as files of other types. */
const fileTypes: Readonly<Record<string, Partial<Asset>>> = {
  picture: { mediaType: 'image/webp', bytes: 40_000 },
  slides: {
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    bytes: 2_500_000,
  },
  song: { mediaType: 'audio/mpeg', bytes: 900_000 },
  models: { mediaType: 'application/zip', bytes: 12_000_000 },
  stream: { mediaType: 'application/vnd.apple.mpegurl', bytes: 90_000_000 },
};

const talks: Folders = [
  {
    id: 'talks',
    names: texts('Talks', 'المحاضرات'),
    media: [
      medium('slides', 'Opening slides', {
        names: texts('Opening slides', 'شرائح الافتتاح'),
        descriptions: texts('The café and the programme', 'المَقْهى والبرنامج'),
      }),
      medium('song', 'Opening song'),
      medium('site', 'All recordings', {
        assets: [],
        uris: [{ locale: 'en', uri: 'https://media.example.org/nightfall' }],
      }),
    ],
  },
  {
    id: 'more',
    names: texts('More', 'المزيد'),
    media: [
      medium('picture', 'Light rings'),
      medium('models', '\u202Eexe.\u202C Models of the hall'),
      medium('lost', `A removed file ${'with a long name '.repeat(20)}`),
    ],
  },
];

const library = (folders: Folders): ContentWidget => ({
  id: 'library',
  type: 'MediaLibraryWidget',
  name: 'Archive',
  configurations: [{ id: 'always', name: 'always', cookieProviders: [], folders }],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 } }],
});

const serverOf = (folders: Folders = talks): FakeServer =>
  serverWith(library(folders)).change((_, venue) => {
    const light = venue.assets.find(({ id }) => id === 'poster-light') as Asset;
    for (const [id, type] of Object.entries(fileTypes)) venue.assets.push({ ...light, id, ...type });
  });

const address = `${lounge}?widget=library`;
const inside = (page: AppPage): Locator => panel(page, 'Archive');
const row = (page: AppPage, name: string | RegExp): Locator =>
  inside(page).getByCSS('[data-entry]').filter({ hasText: name });
const rows = (page: AppPage): string[] =>
  [...page.document.querySelectorAll<HTMLElement>('[data-entry]')].map(
    ({ dataset }) => dataset['entry'] ?? '',
  );
const search = (page: AppPage): Locator => inside(page).getByRole('searchbox');
const button = (page: AppPage, name: string): Locator =>
  inside(page).getByRole('button', { name, exact: true });

async function openLibrary(options: PageOptions = {}, path = address): Promise<AppPage> {
  const page = await openPage(path, { server: serverOf(), ...options });
  await expect.element(inside(page)).toBeVisible();
  return page;
}

/** Records the links that the page clicks to download something. */
function recordDownloads(): {
  readonly names: string[];
  readonly urls: string[];
  prepare: (page: PageWindow) => void;
} {
  const names: string[] = [];
  const urls: string[] = [];
  return {
    names,
    urls,
    prepare(page) {
      page.HTMLAnchorElement.prototype.click = function click() {
        names.push(this.download);
        urls.push(this.href);
      };
    },
  };
}

test('WIDGET-07p entries are found by a word, a kind and a folder, and a search without result can be reset', async () => {
  const page = await openLibrary();
  await expect.poll(() => rows(page)).toEqual(['slides', 'song', 'site', 'picture', 'models', 'lost']);
  await search(page).fill('CAFE');
  await expect.poll(() => rows(page)).toEqual(['slides']);
  await expect.element(inside(page).getByRole('button', { name: 'Pictures 0' })).toBeVisible();
  await search(page).fill('opening');
  await inside(page).getByRole('button', { name: 'Sounds 1' }).click();
  await expect.poll(() => rows(page)).toEqual(['song']);
  await inside(page).getByRole('button', { name: 'More 3' }).click();
  await expect.element(inside(page).getByText('Nothing found')).toBeVisible();
  await button(page, 'Reset search and filters').click();
  await expect.poll(() => rows(page)).toHaveLength(6);
  await inside(page).getByRole('combobox', { name: 'Sort: Default order' }).click();
  await page.getByRole('option', { name: 'By size' }).click();
  await expect.poll(() => rows(page)[0]).toBe('models');
  await button(page, 'Covers').click();
  await expect
    .element(row(page, 'Light rings').getByCSS('img'))
    .toHaveAttribute('src', expect.stringContaining('/poster-light/'));
  await page.expectAccessible('.widgetPanel_panel');
});

test('ASSET-03af the cover of a PDF that is still being rendered is requested again, and one that has failed with its next generation', async () => {
  let isRendered = false;
  await interceptFiles('*/backend-assets/*/booklet/*', ({ resourceType, request: { url } }) => {
    if (url.includes('/booklet/1')) return { status: 404 };
    if (isRendered)
      return { status: 200, type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
    // The element asks first and then the page, for the status.
    isRendered = resourceType !== 'Image';
    return { status: 503 };
  });
  const server = serverOf([{ id: 'talks', names: texts('Talks'), media: [medium('booklet', 'Booklet')] }]);
  server.change((_, { assets }) => {
    const light = assets.find(({ id }) => id === 'poster-light') as Asset;
    const uri = '/backend-assets/live/test/booklet/1';
    assets.push({ ...light, id: 'booklet', mediaType: 'application/pdf', bytes: 1_000, uri });
  });
  const page = await openLibrary({ server });
  await button(page, 'Covers').click();
  await expect.element(row(page, 'Booklet').getByCSS('svg')).toBeVisible();
  server.publish((_, { assets }) => {
    for (const asset of assets) if (asset.id === 'booklet') asset.uri = '/backend-assets/live/test/booklet/2';
  });
  // The app then looks for a new version of the venue.
  page.setOnline(true);
  const cover = row(page, 'Booklet').getByCSS('img');
  await expect.poll(() => (cover.query() as HTMLImageElement | null)?.naturalWidth).toBeGreaterThan(0);
});

test('WIDGET-07bf all covers have pictures of the same shape, whether their names need one line or two', async () => {
  const names = ['Short', 'A name of so many words that it needs more than two lines below its cover'];
  const media = names.map((name, at) => medium(`name-${at}`, name, { posterAssetId: 'poster-light' }));
  const page = await openLibrary({ server: serverOf([{ id: 'names', names: texts('Names'), media }]) });
  await button(page, 'Covers').click();
  for (const width of [390, 1_440]) {
    page.resize(width, 900);
    for (const name of names)
      await expect
        .poll(() => {
          const picture = page.boxOf(row(page, name).getByCSS('.libraryEntry_picture'));
          return picture.width / picture.height;
        })
        .toBeCloseTo(16 / 10, 2);
  }
});

test('ASSET-03em a film is shown by the still of the server with a play symbol, an HLS film too, and one without a still by its symbol', async () => {
  const requested: string[] = [];
  await interceptFiles('*/backend-assets/live/test/film-*', ({ resourceType, request: { url } }) => {
    if (resourceType === 'Image') requested.push(url);
    if (url.includes('/film-none/')) return { status: 404 };
    return { status: 200, type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  });
  const types = {
    'film-file': 'video/mp4',
    'film-stream': 'application/vnd.apple.mpegurl',
    'film-none': 'video/mp4',
  };
  const media = Object.keys(types).map((id) => medium(id, id));
  const poster = medium('film-poster', 'film-poster', {
    assets: [{ locale: 'en', assetId: 'film-none' }],
    posterAssetId: 'poster-light',
  });
  const server = serverOf([{ id: 'films', names: texts('Films'), media: [...media, poster] }]);
  server.change((_, { assets }) => {
    const light = assets.find(({ id }) => id === 'poster-light') as Asset;
    for (const [id, mediaType] of Object.entries(types))
      assets.push({ ...light, id, mediaType, bytes: 1_000, uri: `/backend-assets/live/test/${id}/1` });
  });
  const page = await openLibrary({ server });
  await button(page, 'Covers').click();
  const badge = (name: string): Locator => row(page, name).getByCSS('.libraryEntry_film');
  for (const name of ['film-file', 'film-stream']) {
    const still = row(page, name).getByCSS('img');
    await expect.poll(() => (still.query() as HTMLImageElement | null)?.naturalWidth).toBeGreaterThan(0);
    await expect.element(still).toHaveAttribute('src', expect.stringMatching(/[?&]suffix=w\d+/));
    await expect.element(badge(name)).toBeVisible();
  }
  await expect.element(badge('film-poster')).toBeVisible();
  await expect
    .element(row(page, 'film-poster').getByCSS('img'))
    .toHaveAttribute('src', expect.stringContaining('/poster-light/'));
  await expect.element(row(page, 'film-none').getByCSS('img')).not.toBeInTheDocument();
  await expect.element(badge('film-none')).not.toBeVisible();
  // It is not asked for again.
  expect(requested.filter((url) => url.includes('/film-none/'))).toHaveLength(1);
  await page.expectAccessible('.widgetPanel_panel');
});

test('WIDGET-07q AREA-10p an entry opens in the panel with an address, and Back leads to the same list', async () => {
  const page = await openPage(lounge, { server: serverOf() });
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Archive/ })
    .click();
  await expectOpen(page, 'Archive');
  await search(page).fill('opening');
  await expect.poll(() => rows(page)).toEqual(['slides', 'song']);
  await page.tabTo(row(page, 'Opening slides'));
  await page.press('{ArrowDown}');
  await expect.element(row(page, 'Opening song')).toHaveFocus();
  await page.press('{ArrowUp}{Enter}');
  await expect.element(inside(page).getByText('This file can’t be shown here')).toBeVisible();
  expect(page.path).toBe(`${address}&medium=slides`);
  await expect.element(inside(page).getByRole('region', { name: 'Opening slides' })).toHaveFocus();
  await button(page, 'Next').click();
  await expect.element(inside(page).getByRole('heading', { name: 'Opening song' })).toBeVisible();
  expect(page.path).toBe(`${address}&medium=song`);
  page.back();
  await expect.poll(() => page.path).toBe(address);
  await expect.element(search(page)).toHaveValue('opening');
  await expect.element(row(page, 'Opening song')).toHaveFocus();

  await row(page, 'Opening song').click();
  await expect.poll(() => page.path).toBe(`${address}&medium=song`);
  await button(page, 'Close').click();
  await expect.poll(() => page.path).toBe(lounge);
  await expect.element(inside(page)).not.toBeInTheDocument();
  await expectEvents(
    page.server,
    ['widget', 'asset'],
    [
      'widget open area=lounge widget=library type=MediaLibraryWidget',
      ...['slides', 'song', 'song'].map(
        (id) => `asset access area=lounge widget=library type=MediaLibraryWidget asset=${id}`,
      ),
    ],
  );
});

test('WIDGET-07r an address opens its entry, also one that is gone; an unknown one shows the list and says so', async () => {
  const page = await openLibrary({}, `${address}&medium=picture`);
  await expect.element(inside(page).getByRole('img')).toBeVisible();
  await button(page, 'Back to the list').click();
  await expect.poll(() => page.path).toBe(address);
  await expect.element(row(page, 'Light rings')).toHaveFocus();
  await row(page, 'A removed file').click();
  await expect.element(inside(page).getByText('This file isn’t available')).toBeVisible();
  await page.goto(`${address}&medium=nowhere`);
  await expect.element(inside(page).getByText(/leads to a file that isn’t in this library/)).toBeVisible();
  await expect.poll(() => rows(page)).toHaveLength(6);
  await expect
    .element(row(page, 'All recordings'))
    .toHaveAttribute('href', 'https://media.example.org/nightfall');
  await expect.element(row(page, 'All recordings')).toMatchTextContent('media.example.org');
});

test('WIDGET-07s TRACK-07c CALL-27ab chosen files are downloaded as one archive, without films that are only played, and a refusal is explained', async () => {
  const downloads = recordDownloads();
  const films = { id: 'films', names: texts('Films'), media: [medium('stream', 'Film of the opening')] };
  const server = serverOf([...talks, films]).respondTo(createArchiveLink, () => ({
    url: '/api/ui/architecture/nightfall/widgets/library/download?signature=once',
    fileName: 'Archive.zip',
    files: 3,
    bytes: 15_400_000,
    expiresAt: 4_000_000_000_000,
  }));
  const page = await openLibrary({ server, prepare: downloads.prepare });
  await expect.element(inside(page).getByText('4 files, 14.7 MB')).toBeVisible();
  await expect.element(row(page, 'Film of the opening')).toMatchTextContent('Film · view only');
  await expect
    .element(inside(page).getByRole('checkbox', { name: 'Select Film of the opening' }))
    .not.toBeInTheDocument();
  await page.tabTo(row(page, 'Opening slides'));
  await page.press(' ');
  await expect.element(inside(page).getByRole('checkbox', { name: 'Select Opening slides' })).toBeChecked();
  await expect.element(row(page, 'Opening slides')).toMatchTextContent('(selected)');
  await expect
    .element(inside(page).getByRole('group', { name: 'Files and links' }))
    .toHaveAccessibleDescription('Enter opens a file. Space selects it for a download.');
  await inside(page)
    .getByRole('checkbox', { name: 'Select Light rings' })
    .click({ modifiers: ['Shift'] });
  await expect.element(inside(page).getByText('3 selected, 3.3 MB')).toBeVisible();
  await button(page, 'Download').click();
  await expect.poll(() => downloads.names).toEqual(['Archive.zip']);
  expect(downloads.urls).toEqual([expect.stringMatching(/\/library\/download\?signature=once$/)]);
  await expect.element(page.getByText('Your browser is downloading 3 files, 14.7 MB.')).toBeVisible();

  await button(page, 'Clear selection').click();
  // A range begins with an entry that is chosen.
  await inside(page)
    .getByRole('checkbox', { name: 'Select Opening song' })
    .click({ modifiers: ['Shift'] });
  await expect.element(inside(page).getByText(/^1 selected/)).toBeVisible();
  await button(page, 'Clear selection').click();
  await search(page).fill('opening');
  await expect.element(button(page, 'Download results')).toBeVisible();
  await search(page).fill('');
  await inside(page).getByRole('button', { name: 'Talks 3' }).click();
  server.reject(createArchiveLink, { code: 'conflict' });
  await button(page, 'Download folder').click();
  await expect.element(page.getByText(/^You are already downloading a ZIP/)).toBeVisible();
  expect(server.calls(createArchiveLink).map(({ body }) => body)).toEqual([
    { areaId: 'lounge', locale: 'en', media: ['slides', 'song', 'picture'] },
    { areaId: 'lounge', locale: 'en', folder: 'talks' },
  ]);
  await expectEvents(
    server,
    ['download'],
    ['download archive area=lounge widget=library type=MediaLibraryWidget'],
  );
});

test('CALL-27af a guest whose session has not begun gets it before the archive: without one, users of the same network would share a limit', async () => {
  const downloads = recordDownloads();
  const server = serverOf().respondTo(createArchiveLink, () => ({
    url: '/api/ui/architecture/nightfall/widgets/library/download?signature=once',
    fileName: 'Archive.zip',
    files: 4,
    bytes: 15_400_000,
    expiresAt: 4_000_000_000_000,
  }));
  const session = server.hold(openGuestSession);
  const page = await openLibrary({ server, prepare: downloads.prepare });
  await button(page, 'Download all').click();
  await expect.poll(() => server.calls(openGuestSession)).toHaveLength(1);
  expect(server.calls(createArchiveLink)).toEqual([]);
  session.release();
  await expect.poll(() => downloads.names).toEqual(['Archive.zip']);
  expect(server.calls(createArchiveLink)[0]?.headers['authorization']).toMatch(/^Bearer /);
});

test('CALL-27an while no guest session can be opened, a message says that the download could not be started, and no archive is requested', async () => {
  const server = serverOf().reject(openGuestSession, { code: 'unavailable' });
  const page = await openLibrary({ server });
  await button(page, 'Download all').click();
  await expect.element(page.getByText('The download could not be started. Try again.')).toBeVisible();
  expect(server.calls(createArchiveLink)).toEqual([]);
});

const whole = 'The slides of the opening, in full.';

test('ASSET-03x a download continues after a lost connection and in another area, and can be cancelled and started again', async () => {
  const downloads = recordDownloads();
  const requests: string[] = [];
  const saved: Blob[] = [];
  let answer: 'lost' | 'held' | 'gone' = 'lost';
  /** The connection of the first request is lost in the middle; the next one sends the rest. */
  const respond = (page: PageWindow, headers: Headers): Response => {
    const range = headers.get('range');
    requests.push(range ?? 'all');
    if (answer === 'gone') return new page.Response('', { status: 404 });
    const first = Number(/\d+/.exec(range ?? '')?.[0] ?? 0);
    let isSent = false;
    const body = new page.ReadableStream<Uint8Array>({
      pull(controller) {
        if (!isSent)
          controller.enqueue(new TextEncoder().encode(whole.slice(first, first === 0 ? 10 : whole.length)));
        else if (first > 0) controller.close();
        else if (answer === 'lost') controller.error(new page.TypeError('network error'));
        isSent = true;
      },
    });
    return new page.Response(body, {
      status: first === 0 ? 200 : 206,
      headers: {
        etag: '"1"',
        'content-disposition': 'attachment; filename="slides.pptx"',
        'content-length': String(whole.length - first),
        ...(first > 0 && { 'content-range': `bytes ${first}-${whole.length - 1}/${whole.length}` }),
      },
    });
  };
  const page = await openLibrary(
    {
      prepare(window) {
        downloads.prepare(window);
        // The download resumes only when the test says that the network is back, and stays in the list.
        holdTimers((ms) => (ms >= 750 && ms <= 1_250) || ms === 6_000)(window);
        const createUrl = window.URL.createObjectURL.bind(window.URL);
        window.URL.createObjectURL = (blob) => {
          saved.push(blob as Blob);
          return createUrl(blob);
        };
        const fetch = window.fetch.bind(window);
        window.fetch = (input, init) =>
          (input instanceof window.Request ? input.url : String(input)).includes('/assets/slides/download')
            ? Promise.resolve(respond(window, new Headers(init?.headers)))
            : fetch(input, init);
      },
    },
    `${address}&medium=slides`,
  );
  const list = page.getByRole('region', { name: 'Downloads' });
  const download = inside(page).getByRole('button', { name: 'Download Opening slides, 2.4 MB' });
  await download.click();
  const status = list.getByRole('status');
  const resumes = 'Interrupted. The download resumes automatically.';
  await expect.element(list.getByText(resumes, { exact: true })).toBeVisible();
  await expect.element(status).toHaveTextContent(`Opening slides: ${resumes}`);
  page.setOnline(true);
  await button(page, 'Close').click();
  await expect.element(list.getByText('Downloaded', { exact: true })).toBeVisible();
  await expect.element(status).toHaveTextContent('Opening slides: Downloaded');
  expect(downloads.names).toEqual(['Opening slides.pptx']);
  expect(await saved[0]?.text()).toBe(whole);
  expect(requests).toEqual(['all', 'bytes=10-']);
  await list.getByRole('button', { name: 'Remove Opening slides from the list' }).click();
  await expect.element(list).not.toBeInTheDocument();

  answer = 'held';
  await page.goto(`${address}&medium=slides`);
  await download.click();
  await expect
    .element(list.getByRole('progressbar', { name: 'Download of Opening slides' }))
    .toHaveAttribute('value', String(10 / whole.length));
  await list.getByRole('button', { name: 'Cancel the download of Opening slides' }).click();
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(download).toHaveFocus();
  answer = 'gone';
  await download.click();
  await expect.element(list.getByText('This file is no longer available', { exact: true })).toBeVisible();
  await expect.element(status).toHaveTextContent('Opening slides: This file is no longer available');
  expect(downloads.names).toHaveLength(1);
});

test('PDF-01cf a PDF shows the page of its address, writes it, and follows another address of the same file', async () => {
  const server = serverOf([{ id: 'talks', names: texts('Talks'), media: [medium('plan', 'Plan')] }]).change(
    (_, venue) => {
      const uri = '/backend-assets/live/pdfs/programme/1';
      venue.assets.push({ id: 'plan', alts: [], uri, mediaType: 'application/pdf', bytes: 20_000 });
    },
  );
  const path = (number: number): string => `${address}&medium=plan&page=${number}`;
  const page = await openLibrary({ server }, path(3));
  const field = inside(page).getByRole('textbox', { name: 'Page' });
  await expect.element(field).toHaveValue('3');
  await button(page, 'Next page').click();
  await expect.element(field).toHaveValue('4');
  await expect.poll(() => page.path).toContain('page=4');
  const { history } = page.window;
  history.pushState(history.state, '', path(9));
  page.window.dispatchEvent(new page.window.PopStateEvent('popstate', { state: history.state }));
  await expect.element(field).toHaveValue('9');
});

test('PDF-01ch an opened PDF has the focus: its keys work; Escape closes its search, then the PDF, then the library', async () => {
  const server = serverOf([
    { id: 'talks', names: texts('Talks'), media: [medium('programme', 'Programme')] },
  ]).change((_, { assets }) => {
    const uri = '/backend-assets/live/pdfs/programme/1';
    assets.push({ id: 'programme', alts: [], uri, mediaType: 'application/pdf', bytes: 20_000 });
  });
  const page = await openLibrary({ server });
  const pages = inside(page).getByCSS('.pdf_pages');
  await page.tabTo(row(page, 'Programme'));
  await page.press('{Enter}');
  await expect.element(pages).toHaveFocus();
  await expect.element(pages).toHaveAccessibleName('Programme');
  const field = inside(page).getByRole('textbox', { name: 'Page' });
  await page.press('{End}');
  await expect.element(field).toHaveValue('12');
  await page.press('{Control>}f{/Control}');
  const find = inside(page).getByRole('searchbox', { name: 'Search this document' });
  await expect.element(find).toHaveFocus();
  await page.press('{Escape}');
  await expect.element(find).not.toBeInTheDocument();
  await expect.element(pages).toHaveFocus();
  await page.press('{Escape}');
  await expect.element(row(page, 'Programme')).toHaveFocus();
  expect(page.path).toBe(address);
  await page.press('{Escape}');
  await expect.element(inside(page)).not.toBeInTheDocument();
});

test('ASSET-02l a sound whose address expires is signed again and goes on where it was, and so does a published new file', async () => {
  const wave = silentWave(120);
  /** The first address serves the first ten seconds. */
  const firstEnd = 80_000;
  await interceptFiles('*/test/tone/*', ({ request: { url, headers } }) => {
    const isRenewed = !url.endsWith('signature=1');
    const range = /bytes=(\d+)-/.exec(headers['Range'] ?? headers['range'] ?? '')?.[1];
    const start = Number(range ?? 0);
    if (!isRenewed && (range === undefined || start > 0)) return { status: 403 };
    const end = isRenewed ? wave.length : firstEnd;
    return {
      status: 206,
      type: 'audio/wav',
      headers: {
        'accept-ranges': 'bytes',
        'content-range': `bytes ${start}-${end - 1}/${wave.length}`,
      },
      body: wave.slice(start, end),
    };
  });
  let signatures = 0;
  const server = serverOf()
    .change((_, venue) => {
      const song = venue.assets.find(({ id }) => id === 'song');
      if (song) song.uri = '/backend-assets/live/test/tone/1';
    })
    .requireLogin()
    .signIn()
    .respondTo(signAssetUrl, ({ query: { url } }) => {
      if (url.includes('/tone/')) signatures += 1;
      return { signedUrl: `${url}?signature=${signatures}` };
    });
  const page = await openLibrary({ server }, `${address}&medium=song`);
  const player = inside(page).getByCSS('audio');
  const audio = (): HTMLAudioElement => player.element() as HTMLAudioElement;
  await expect.poll(() => (player.query() as HTMLAudioElement | null)?.readyState).toBeGreaterThan(0);
  // Browsers start sounds only after a click.
  audio().muted = true;
  await audio().play();
  audio().currentTime = 40;
  await expect.poll(() => audio().src).toMatch(/signature=2$/);
  await expect.poll(() => audio().currentTime).toBeGreaterThan(40);
  expect(audio().paused).toBe(false);
  audio().currentTime = 50;
  server.publish((_, venue) => {
    const song = venue.assets.find(({ id }) => id === 'song');
    if (song) song.uri = '/backend-assets/live/test/tone/2';
  });
  page.setOnline(true);
  await expect.poll(() => audio().src).toMatch(/tone\/2\?signature=3$/);
  await expect.poll(() => audio().currentTime).toBeGreaterThan(50);
  expect(audio().paused).toBe(false);
});

test('ASSET-02n a slow sound does not fail while it arrives, and one that has failed is there as soon as it arrives', async () => {
  const uri = '/backend-assets/live/test/tone/1';
  const server = serverOf()
    .change((_, { assets }) => {
      const song = assets.find(({ id }) => id === 'song');
      if (song) song.uri = uri;
    })
    .requireLogin()
    .signIn();
  const file = Promise.withResolvers<void>();
  await interceptFiles('*/test/tone/*', async () => {
    await file.promise;
    return { status: 200, type: 'audio/wav', body: silentWave(5) };
  });
  const page = await openPage(address, { server, stopTimeAt: Date.now() });
  await expect
    .poll(async () => {
      await page.advance(200);
      return row(page, 'Opening song').query();
    })
    .not.toBeNull();
  const signature = server.hold(signAssetUrl);
  await row(page, 'Opening song').click();
  await signature.reached;
  const alert = inside(page).getByRole('alert');
  const audio = inside(page).getByCSS('audio');
  await page.advance(7_900);
  await expect.element(alert).not.toBeInTheDocument();
  await page.advance(200);
  await expect.element(alert).toBeVisible();
  signature.release();
  await expect.element(audio).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
  // What the browser reports while bytes arrive on a slow line.
  for (const _ of [1, 2]) {
    await page.advance(7_900);
    audio.element().dispatchEvent(new page.window.Event('progress'));
  }
  await page.advance(7_900);
  await expect.element(alert).not.toBeInTheDocument();
  await page.advance(200);
  await expect.element(alert).toBeVisible();
  await expect.element(audio).not.toBeVisible();
  file.resolve();
  await expect.element(audio).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
  await page.advance(60_000);
  await expect.element(audio).toBeVisible();
});

test('ASSET-02m a sound without a network says so, and is there when the network is back or the user tries again', async () => {
  const uri = '/backend-assets/live/test/tone/1';
  const server = serverOf()
    .change((_, { assets }) => {
      const song = assets.find(({ id }) => id === 'song');
      if (song) song.uri = uri;
    })
    .requireLogin()
    .signIn();
  await interceptFiles('*/test/tone/*', () => ({ status: 200, type: 'audio/wav', body: silentWave(5) }));
  server.lose(signAssetUrl);
  const page = await openLibrary({ server });
  page.setOnline(false);
  await row(page, 'Opening song').click();
  const alert = inside(page).getByRole('alert');
  await expect.element(alert).toMatchTextContent('You’re offline. “Opening song” will be shown');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(alert).toBeVisible();
  server.respondTo(signAssetUrl, ({ query: { url } }) => ({ signedUrl: `${url}?signature=1` }));
  page.setOnline(true);
  await expect.element(inside(page).getByCSS('audio')).toHaveAttribute('src', `${uri}?signature=1`);
  await expect.element(alert).not.toBeInTheDocument();
});

const pixel = atob('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==');

test('WIDGET-07bd ASSET-02ba a PDF opens at the page of its URL, a film by the address that the server knows, and a cover that is refused is signed again', async () => {
  const film = '/backend-assets/live/demo/plenary-loop';
  const signatures = new Map<string, number>();
  const server = serverOf([
    {
      id: 'opening',
      names: texts('Opening'),
      media: [medium('programme', 'Programme'), medium('film', 'Film of the opening')],
    },
  ])
    .change((_, { assets }) => {
      assets.push(
        {
          id: 'programme',
          uri: '/backend-assets/live/pdfs/programme/1',
          alts: [],
          mediaType: 'application/pdf',
        },
        { id: 'film', uri: `${film}/1`, alts: [], mediaType: 'video/mp4' },
      );
    })
    .requireLogin()
    .signIn()
    .respondTo(signAssetUrl, ({ query: { url } }) => {
      const count = (signatures.get(url) ?? 0) + 1;
      signatures.set(url, count);
      return { signedUrl: `${url}${url.includes('?') ? '&' : '?'}signature=${count}` };
    })
    .respondTo(accessVideo, () => ({ kind: 'file' as const, url: `${film}/1` }));
  await interceptFiles('*/pdfs/programme/*suffix=*', ({ request: { url } }) =>
    url.includes('signature=1') ? { status: 403 } : { status: 200, type: 'image/gif', body: pixel },
  );
  const page = await openLibrary({ server });
  await button(page, 'Covers').click();
  await expect
    .element(row(page, 'Programme').getByCSS('img'))
    .toHaveAttribute('src', expect.stringMatching(/\?suffix=w\d+&signature=2$/));
  // Without its size the address of a film's cover would be that of the film.
  await expect
    .poll(() => [...signatures.keys()].some((url) => url.startsWith(`${film}/1?suffix=`)))
    .toBe(true);
  expect(signatures.has(`${film}/1`)).toBe(false);

  await row(page, 'Programme').click();
  const pageField = inside(page).getByRole('textbox', { name: 'Page' });
  await expect.element(pageField).toHaveValue('1');
  await expect.element(inside(page).getByCSS('.preview_preview > [aria-hidden]')).not.toBeVisible();
  await button(page, 'Next page').click();
  await button(page, 'Next page').click();
  await expect.poll(() => page.path).toBe(`${address}&medium=programme&page=3`);
  await page.reload();
  await expect.element(pageField).toHaveValue('3');

  await button(page, 'Next').click();
  await expect
    .element(inside(page).getByRole('status').getByText('Film of the opening 2 of 2'))
    .toBeVisible();
  await expect.element(inside(page).getByCSS('video')).toBeVisible();
  expect(page.path).toBe(`${address}&medium=film`);
  await expect
    .poll(() => server.calls(accessVideo)[0]?.body)
    .toEqual({
      architectureId: 'nightfall',
      areaId: 'lounge',
      widgetId: 'library',
      configId: 'always',
      videoUrl: film,
    });
});

const boxOf = (page: AppPage, selector: string): DOMRect | undefined =>
  page.document.querySelector(selector)?.getBoundingClientRect();

test('ASSET-03aa downloads and the controls of a sound overlap neither each other nor the dock and panels, also right to left', async () => {
  const sounds: ContentWidget = {
    id: 'shell',
    type: 'SoundfilesWidget',
    name: 'Shell',
    configurations: [
      {
        id: 'always',
        name: 'always',
        cookieProviders: [],
        sounds: [{ id: 'rain', names: texts('Rain'), assets: [{ locale: 'en', assetId: 'rain' }] }],
      },
    ],
    placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.2, y: 0.42 } }],
  };
  const server = serverOf().change((architecture, venue) => {
    architecture.areas.find(({ id }) => id === 'lounge')?.contentWidgets.push(sounds);
    venue.assets.push({ id: 'rain', uri: silentWaveUrl(30), alts: [], mediaType: 'audio/wav' });
  });
  const page = await openPage(`${lounge}?widget=shell`, {
    server,
    prepare(window) {
      const fetch = window.fetch.bind(window);
      window.fetch = (input, init) =>
        (input instanceof window.Request ? input.url : String(input)).includes('/assets/slides/download')
          ? new Promise(() => undefined)
          : fetch(input, init);
    },
  });
  await panel(page, 'Shell').getByRole('button', { name: /Rain/ }).click();
  await expect.element(page.getByRole('region', { name: 'Sound' })).toBeVisible();
  await panel(page, 'Shell').getByRole('button', { name: 'Close' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Archive/ })
    .click();
  await row(page, 'Opening slides').click();
  await inside(page).getByRole('button', { name: 'Download Opening slides, 2.4 MB' }).click();
  await expect.element(page.getByRole('region', { name: 'Downloads' })).toBeVisible();
  /** Pairs of the shown islands that overlap. */
  const overlaps = (...selectors: readonly string[]): string[] =>
    selectors.flatMap((one, at) =>
      selectors.slice(at + 1).flatMap((other) => {
        const [a, b] = [boxOf(page, one), boxOf(page, other)];
        if (!a || !b) return [`${one} or ${other} is missing`];
        const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        return isApart ? [] : [`${one} overlaps ${other}`];
      }),
    );
  const sizes = [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const;
  const expectApart = async (isPhoneSheet: boolean, ...selectors: readonly string[]): Promise<void> => {
    for (const dir of ['ltr', 'rtl'])
      for (const [width, height] of sizes) {
        page.document.documentElement.dir = dir;
        page.frame.style.width = `${width}px`;
        page.frame.style.height = `${height}px`;
        // A sheet of a phone covers the dock and the sound.
        const shown =
          isPhoneSheet && width === 390 ? selectors.filter((each) => !/dock|sound/.test(each)) : selectors;
        await expect.poll(() => [dir, width, ...overlaps(...shown)]).toEqual([dir, width]);
      }
  };
  await expectApart(true, '.downloadList_list', '.soundIsland_sound', '.dock_bar', '.preview_preview');
  await button(page, 'Close').click();
  await expectApart(false, '.downloadList_list', '.soundIsland_sound', '.dock_bar', '.dock_viewSwitch');
});

test('WIDGET-07t SHELL-05p of ten thousand entries only the visible ones are rendered; End leads to the last one, and the place stays in a window of another size', async () => {
  const count = 10_000;
  const media = Array.from({ length: count }, (_, at) =>
    medium(`m${at}`, `Paper ${count - at}`, { assets: [{ locale: 'en', assetId: 'picture' }] }),
  );
  const page = await openLibrary({
    server: serverOf([{ id: 'papers', names: texts('Papers'), media }]),
  });
  await expect.poll(() => rows(page)[0]).toBe('m0');
  expect(rows(page).length).toBeLessThan(60);
  expect(boxOf(page, '.libraryPanel_scroller')?.height).toBe(boxOf(page, '.libraryPanel_list')?.height);
  const scroller = page.document.querySelector('.libraryPanel_scroller') as HTMLElement;
  expect(page.window.getComputedStyle(scroller)).toMatchObject({
    maskImage: expect.stringMatching(/^linear-gradient\(0deg, .*24px\)$/),
    paddingBottom: '24px',
  });
  const choice = inside(page).getByRole('checkbox', { name: 'Select all' });
  await search(page).fill('paper 77');
  await expect.element(inside(page).getByText('280 entries found')).toBeInTheDocument();
  await choice.click();
  await expect
    .element(inside(page).getByText(new RegExp(`^At most ${archiveMedia} files can be downloaded`)))
    .toBeVisible();
  await search(page).fill('');
  await inside(page).getByRole('combobox', { name: 'Sort: Default order' }).click();
  await page.getByRole('option', { name: 'By name' }).click();
  await expect.poll(() => rows(page)[0]).toBe(`m${count - 1}`);
  await button(page, 'Covers').click();
  await expect.poll(() => page.document.querySelectorAll('.libraryEntry_cover').length).toBeGreaterThan(10);
  expect(rows(page).length).toBeLessThan(150);

  const entry = (id: string): Locator => inside(page).getByCSS(`[data-entry="${id}"]`);
  const isInView = (id: string): boolean => {
    const [box, list] = [boxOf(page, `[data-entry="${id}"]`), boxOf(page, '.libraryPanel_scroller')];
    return box !== undefined && list !== undefined && box.top >= list.top && box.bottom <= list.bottom;
  };
  const focusedId = (): string | undefined => (page.document.activeElement as HTMLElement).dataset['entry'];
  await page.tabTo(entry(`m${count - 1}`));
  await page.press('{End}');
  await expect.element(entry('m0')).toHaveFocus();
  await expect.poll(() => isInView('m0')).toBe(true);
  await page.press('{Home}');
  await expect.element(entry(`m${count - 1}`)).toHaveFocus();
  await expect.poll(() => isInView(`m${count - 1}`)).toBe(true);
  await page.press('{End}');
  await page.press('{ArrowUp}'.repeat(20));
  const id = focusedId() ?? '';
  const heightOf = (): string | undefined => entry(id).query()?.closest('li')?.style.height;
  for (const width of [390, 360, 1_440]) {
    const before = heightOf();
    page.resize(width, 900);
    await expect.poll(heightOf).not.toBe(before);
    await expect.poll(() => isInView(id)).toBe(true);
    expect(focusedId()).toBe(id);
  }
});

test('WIDGET-07u a library and a folder without entries say so', async () => {
  const page = await openLibrary({ server: serverOf([{ id: 'a', names: texts('A'), media: [] }]) });
  await expect.element(inside(page).getByText('Nothing has been put here yet')).toBeVisible();
  const partly = serverOf([...talks, { id: 'later', names: texts('Later'), media: [] }]);
  const other = await openLibrary({ server: partly });
  await inside(other).getByRole('button', { name: 'Later 0' }).click();
  await expect.element(inside(other).getByText('This folder is empty')).toBeVisible();
  await button(other, 'Show all folders').click();
  await expect.poll(() => rows(other)).toHaveLength(6);
});

test('WIDGET-07v WIDGET-26p a phone shows the library in Arabic, and the text view counts what it has', async () => {
  const page = await openLibrary({ ...phone, language: 'ar' });
  await search(page).fill('مقهي');
  await expect.poll(() => rows(page)).toEqual(['slides']);
  await search(page).fill('');
  await expect.poll(() => rows(page)).toHaveLength(6);
  expect(page.fitsAcross).toBe(true);
  await page.expectAccessible('.widgetPanel_panel');
  await row(page, 'Light rings').click();
  await expect.element(inside(page).getByRole('img')).toBeVisible();
  await page.expectAccessible('.widgetPanel_panel');
  await page.goto(`${lounge}?view=text&lang=en`);
  await expect.element(page.getByText('Library, 6 entries')).toBeVisible();
});

test('WIDGET-07be with text of twice the size a phone shows the row of folders above the list, which has rows', async () => {
  const page = await openLibrary({
    ...phone,
    prepare: ({ document }) => document.documentElement.style.setProperty('font-size', '200%'),
  });
  const folder = inside(page).getByRole('button', { name: 'More 3' });
  await expect.element(row(page, 'Opening slides')).toBeVisible();
  const [folders, list] = [boxOf(page, '.libraryPanel_folders'), boxOf(page, '.libraryPanel_content')];
  expect(page.boxOf(folder).bottom).toBeLessThanOrEqual(folders?.bottom ?? 0);
  expect(folders?.bottom).toBeLessThanOrEqual(list?.top ?? 0);
  const rowHeight = page.boxOf(row(page, 'Opening slides')).height;
  expect(boxOf(page, '.libraryPanel_list')?.height).toBeGreaterThan(2 * rowHeight);
  await folder.click();
  await expect.poll(() => rows(page)).toEqual(['picture', 'models', 'lost']);
});
