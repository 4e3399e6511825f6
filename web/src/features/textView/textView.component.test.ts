/** The text view: the same area as text. */
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { FakeServer } from '../../testing/fakeServer.ts';
import {
  desktop,
  emulateMedia,
  openPage,
  phone,
  type AppPage,
  type PageOptions,
} from '../../testing/page.ts';
import { requestedUrls } from '../area/testing/areaPage.ts';
import {
  lounge,
  notice,
  passTimeUntilShown,
  poster,
  serverWith,
  type ContentWidget,
} from '../../widgets/testing/widgetPage.ts';

const loungeText = `${lounge}?view=text`;
const text = (page: AppPage): Locator => page.getByRole('article');

async function openText(
  server = new FakeServer(),
  { path = loungeText, ...options }: PageOptions & { path?: string } = {},
): Promise<AppPage> {
  const page = await openPage(path, { server, ...options });
  await expect.element(text(page)).toBeVisible();
  return page;
}

const withWidgets = (): FakeServer => serverWith(poster(), notice('<p>Doors open at six</p>'));

test('AREA-02u the text view has name, description, doors and widgets, each with its action', async () => {
  const page = await openText(withWidgets());
  await expect.element(text(page).getByRole('heading', { level: 1, name: 'Lounge' })).toBeVisible();
  await expect.element(text(page).getByText('A round sofa under a ring of light')).toBeVisible();
  const headings = text(page)
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);
  expect(headings.filter((name) => name !== 'Good to know')).toEqual([
    'Doors',
    'To see and do',
    'Available everywhere',
  ]);
  const items = text(page).getByRole('region', { name: 'To see and do' });
  await expect.element(items.getByRole('button', { name: 'View, Poster' })).toBeVisible();
  await expect.element(items.getByRole('button', { name: 'Read, News' })).toBeVisible();
});

test('AREA-02v doors in the text view lead to the text view of the next area', async () => {
  const page = await openText();
  await text(page).getByRole('link', { name: 'Go in, Library' }).click();
  await expect.poll(() => page.path).toMatch(/\/area\/library\?view=text$/);
  await expect.element(text(page).getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await expect.poll(() => page.window.scrollY).toBe(0);
});

test('AREA-02w the text view opens the same widgets and restores the focus', async () => {
  const page = await openText(serverWith(poster()));
  const opener = text(page).getByRole('button', { name: 'View, Poster' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Poster' });
  await expect.element(dialog).toHaveFocus();
  await expect.element(dialog.getByRole('img')).toBeVisible();
  await page.press('{Escape}');
  await expect.element(opener).toHaveFocus();
  await text(page).getByRole('button', { name: 'Open, Floorplan' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Floorplan' })).toBeVisible();
});

/** The target of a link: the path of its URL, or of the page, and the widget that it opens. */
const targetOf = (page: AppPage, link: Element): string => {
  const { href = page.window.location.href } = link as Partial<HTMLAnchorElement>;
  return new URL(href).pathname + (link.getAttribute('data-opens') ?? '');
};

test.for(['en', 'ar'])(
  'AREA-02x the text view has the keyboard order of the picture, %s',
  async (language) => {
    const page = await openPage(`${lounge}?lang=${language}`, { server: withWidgets() });
    await expect.element(page.getByCSS('[data-kind="door"] a').first()).toBeInTheDocument();
    const inPicture = page
      .getByCSS('[data-kind] a')
      .elements()
      .map((link) => targetOf(page, link));
    expect(inPicture.length).toBe(4);
    await page.goto(`${loungeText}&lang=${language}`);
    await expect.element(text(page)).toBeVisible();
    const inText = text(page)
      .getByCSS('section:not([data-notice]) .textView_row :is(a, button)')
      .elements()
      .map((link) => targetOf(page, link))
      .filter((target) => !target.endsWith('floorplan'));
    expect(inText).toEqual(inPicture);
  },
);

test('AREA-02y the view is stored in the browser and in the URL', async () => {
  const page = await openPage(lounge);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect.poll(() => page.path).toMatch(/\?view=text$/);
  await expect.element(text(page)).toBeVisible();
  await page.goto(lounge);
  await expect.element(text(page)).toBeVisible();
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await expect.element(text(page)).not.toBeInTheDocument();
  await page.goto(lounge);
  await expect.element(page.getByCSS('[data-kind="door"] a').first()).toBeInTheDocument();
  await expect.element(text(page)).not.toBeInTheDocument();
});

const lobby = { path: '/v/nightfall/area/lobby?view=text' };

test('AREA-02z hotspots of several viewpoints are listed once, and each viewpoint links to its picture', async () => {
  const page = await openText(new FakeServer('demo'), lobby);
  for (const name of ['Entrance', 'Reception'])
    await expect.element(text(page).getByRole('heading', { level: 2, name })).toBeVisible();
  expect(text(page).getByRole('link', { name: 'Go in, Plenary' }).elements().length).toBe(1);
  await expect
    .element(text(page).getByText('You can reach the same doors and items as above from here.'))
    .toBeVisible();
  await expect
    .element(text(page).getByRole('link', { name: 'View from here, Reception' }))
    .toHaveAttribute('href', expect.stringMatching(/viewpoint=reception/));
});

test('AREA-02aa on a slow connection only a small picture is loaded', async () => {
  const page = await openText(new FakeServer('demo'), {
    ...lobby,
    prepare: ({ navigator }) => {
      const connection = { saveData: true, effectiveType: '2g' };
      Object.defineProperty(navigator, 'connection', { value: connection });
    },
  });
  await expect
    .element(text(page).getByCSS('.textView_banner img'))
    .toHaveAttribute('src', expect.stringMatching(/suffix=w640/));
  await expect.element(text(page).getByRole('link', { name: 'Go in, Plenary' })).toBeVisible();
  const pictures = () =>
    requestedUrls(page).filter((url) => url.includes('/backend-assets/') && url.includes('/lobby/'));
  await expect.poll(() => pictures().length).toBeGreaterThan(0);
  expect(pictures().filter((url) => !url.includes('suffix=w640'))).toEqual([]);
});

test('AREA-02l at 400 % zoom nothing is cut off or scrolls horizontally', async () => {
  const page = await openText(withWidgets());
  for (const [width, height] of [
    [360, 225],
    [320, 256],
  ] as const) {
    page.resize(width, height);
    await expect.poll(() => page.window.innerWidth).toBe(width);
    await expect.poll(() => page.fitsAcross).toBe(true);
    const action = text(page).getByRole('button', { name: 'View, Poster' });
    action.element().scrollIntoView({ block: 'nearest' });
    const { left, right } = page.boxOf(action);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
  }
});

test('AREA-02m the table of contents marks the current section, and its links move the focus', async () => {
  const page = await openText(new FakeServer('demo'), { ...lobby, width: 1440, height: 700 });
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const entry = (name: string) => contents.getByRole('link', { name });
  await expect.element(entry('Welcome')).toHaveAttribute('aria-current', 'true');
  await entry('Reception').click();
  await expect.element(text(page).getByRole('heading', { name: 'Reception' })).toHaveFocus();
  expect(page.path).toMatch(/view=text$/);
  await page.mouse('mouseWheel', { x: 700, y: 400, deltaY: 4_000 });
  await expect.element(entry('Available everywhere')).toHaveAttribute('aria-current', 'true');
});

test('AREA-02n only the text is printed', async () => {
  const page = await openText();
  const chrome = [
    '.dock_bar',
    '.dock_viewSwitch',
    '.textView_banner',
    '.textView_action',
    '.textView_tableOfContents',
  ];
  const shown = () =>
    chrome.filter((selector) => page.document.querySelector(selector)?.checkVisibility() === true);
  await expect.poll(shown).toEqual(chrome);
  await emulateMedia({}, 'print');
  await expect.poll(shown).toEqual([]);
  await expect.element(text(page).getByText('Library').first()).toBeVisible();
});

test('AREA-02o Tab reaches every door and widget once, in order', async () => {
  const page = await openText(serverWith(poster()));
  // Two doors, the poster and the floorplan.
  const actions = () => [...page.document.querySelectorAll('.textView_row .textView_action')];
  await expect.poll(() => actions().length).toBe(4);
  const heading = text(page).getByRole('heading', { level: 1 }).element();
  (heading as HTMLElement).focus();
  const reached: (Element | null)[] = [];
  for (const _ of actions()) {
    await page.press('{Tab}');
    reached.push(page.focused);
  }
  expect(reached).toEqual(actions());
});

test.for([
  ['desktop', desktop, 'en'],
  ['phone', phone, 'en'],
  ['Arabic', desktop, 'ar'],
] as const)('AREA-02ab axe finds no violations in the text view, %s', async ([, size, language]) => {
  const page = await openText(withWidgets(), { path: `${loungeText}&lang=${language}`, ...size });
  await page.expectAccessible();
});

const now = Date.parse('2030-05-01T18:00:00Z');
const minute = 60_000;
const instant = (time: number): string => new Date(time).toISOString();
/** A time as the English text view shows it. */
const clockTime = (time: number): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(time);

test('WIDGET-26b the row of a widget says what it is, from whom, until when, and that it needs consent', async () => {
  const end = now + 5 * minute;
  const server = serverWith(poster([{ cookieProviders: ['vimeo'], end: instant(end) }])).change(
    (architecture) => {
      architecture.cookieProviders = [{ id: 'vimeo', name: 'Vimeo', type: 'EXTERNAL_MEDIA', attributes: [] }];
      architecture.cookieBannerConfig = { type: 'SIMPLE', text: [] };
    },
  );
  const page = await openPage(loungeText, { server, stopTimeAt: now });
  const line = `Picture · From Vimeo · Until ${clockTime(end)}`;
  await passTimeUntilShown(page, page.getByText(`${line} · Needs your consent`, { exact: true }));
  const accept = page.getByRole('button', { name: 'Accept all' });
  await passTimeUntilShown(page, accept);
  await accept.click();
  await passTimeUntilShown(page, page.getByText(line, { exact: true }));
});

test('WIDGET-26c a widget that opens later says when, and is listed with its button from then on', async () => {
  const [begin, end, nextMonth] = [now + 2 * minute, now + 4 * minute, now + 31 * 24 * 60 * minute];
  const server = serverWith(poster([{ begin: instant(begin), end: instant(end) }]), {
    ...poster([{ begin: instant(nextMonth) }]),
    id: 'later',
    name: 'Next poster',
  });
  const page = await openPage(loungeText, { server, stopTimeAt: now });
  const later = text(page).getByRole('region', { name: 'Opens later' });
  await passTimeUntilShown(page, later.getByText(`Picture · Opens at ${clockTime(begin)}`, { exact: true }));
  await expect
    .element(later.getByText(`Picture · Opens on 1 June at ${clockTime(nextMonth)}`, { exact: true }))
    .toBeVisible();
  expect(later.getByRole('button').elements()).toEqual([]);
  await page.advance(2 * minute + 1_000);
  const range = page.getByText(`Picture · ${clockTime(begin)}–${clockTime(end)}`, { exact: true });
  await passTimeUntilShown(page, range);
  await expect.element(text(page).getByRole('button', { name: 'View, Poster' })).toBeVisible();
  await expect.element(later.getByText('Next poster')).toBeVisible();
  expect(later.getByText('Poster', { exact: true }).elements()).toEqual([]);
});

test('WIDGET-26d a widget of all areas that opens later is listed until it is available everywhere', async () => {
  const begin = now + 2 * minute;
  const server = new FakeServer().change((architecture) => {
    for (const widget of architecture.globalWidgets)
      for (const configuration of widget.configurations) configuration.begin = instant(begin);
  });
  const page = await openPage(loungeText, { server, stopTimeAt: now });
  const later = text(page).getByRole('region', { name: 'Opens later' });
  const everywhere = text(page).getByRole('region', { name: 'Available everywhere' });
  await passTimeUntilShown(page, later.getByText(`Opens at ${clockTime(begin)}`));
  await expect.element(everywhere).not.toBeInTheDocument();
  await page.advance(2 * minute + 1_000);
  await passTimeUntilShown(page, everywhere.getByRole('button'));
  await expect.element(later).not.toBeInTheDocument();
});

test('WIDGET-10e, WIDGET-26 the rows of meetings, boards, results and codes say from whom they are and until when, and what the button does', async () => {
  const place = { viewpointId: 'main', position: { kind: '2D' as const, x: 0.5, y: 0.5 } };
  const widget = (type: ContentWidget['type'], name: string, configuration: object): ContentWidget =>
    ({
      id: type,
      type,
      name,
      configurations: [{ id: type, name, cookieProviders: [], ...configuration }],
      placements: [place],
    }) as unknown as ContentWidget;
  const address = (uri: string) => ({ uris: [{ locale: 'en', uri }] });
  const until = { end: instant(now + 60 * minute) };
  const soon = { begin: instant(now + 20 * minute), end: instant(now + 60 * minute) };
  const server = serverWith(
    widget('TeamsWidget', 'Sync', { meetingUrl: 'https://teams.microsoft.com/meet/1', ...until }),
    widget('WebExWidget', 'Desk', { meetingUrl: 'https://nightfall.webex.com/meet/desk', ...soon }),
    widget('GoToMeetingWidget', 'Next week', { begin: instant(now + 7 * 24 * 60 * minute) }),
    widget('MiroWidget', 'Ideas', { ...address('https://miro.com/app/board/uXjVOq_1=/'), ...until }),
    widget(
      'MentimeterTagCloudWidget',
      'One word',
      address('https://www.mentimeter.com/app/presentation/al3q9'),
    ),
    widget('MentimeterQrCodeWidget', 'Your vote', address('https://www.menti.com/al5x8gq2k9')),
    widget('SuperEventQrEntryPointWidget', 'Entry', address('https://example.org/')),
  );
  const page = await openPage(loungeText, { server, stopTimeAt: now });
  const end = clockTime(now + 60 * minute);
  const items = text(page).getByRole('region', { name: 'To see and do' });
  for (const line of [
    `Meeting · From Microsoft Teams · Until ${end}`,
    `Meeting · From Webex · Opens at ${clockTime(now + 20 * minute)}`,
    `Miro board · Until ${end}`,
    'Poll results · From Mentimeter',
    'Vote · From Mentimeter',
    'QR code',
  ])
    await passTimeUntilShown(page, items.getByText(line, { exact: true }));
  const actions = items
    .getByRole('button')
    .elements()
    .map((button) => button.getAttribute('aria-label'));
  expect(new Set(actions)).toEqual(
    new Set(['Join, Sync', 'Open, Desk', 'Open, Entry', 'Open, Ideas', 'Open, One word', 'Open, Your vote']),
  );
  const later = text(page).getByRole('region', { name: 'Opens later' });
  await expect.element(later.getByText(/^Meeting · From GoTo Meeting · Opens on 8 May at/)).toBeVisible();
  expect(later.getByRole('button').elements()).toEqual([]);
});
