/** Leafing through a picture book: on a desk, on a phone, from right to left, by address, and with pages that fail. */
import { expect, test } from 'vitest';
import type { Asset } from '@foyer/contract';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import { attendee, expectNames, list, openList } from '../../features/people/testing/presencePage.ts';
import { ada, type FakeServer } from '../../testing/fakeServer.ts';
import { interceptFiles } from '../../testing/interceptFiles.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import {
  expectOpen,
  hotspot,
  lounge,
  panel as panelOf,
  serverWith,
  type ContentWidget,
} from '../testing/widgetPage.ts';

const address = `${lounge}?widget=book`;
const panel = (page: AppPage) => panelOf(page, 'Posters');

/** The files of the test venue that are pages of the book; the third one of five does not exist. */
const files = ['poster-light', 'lounge', 'absent', 'library', 'lobby'];

const book = (
  size?: { readonly width: number; readonly height: number },
  names: readonly string[] = files,
): ContentWidget => ({
  id: 'book',
  type: 'ImageBookWidget',
  name: 'Posters',
  configurations: [
    {
      id: 'book',
      name: 'book',
      cookieProviders: [],
      ...(size && { displayMode: 'EMBEDDED' as const }),
      pages: names.map((_, index) => ({ assets: [{ locale: 'en', assetId: `page-${index + 1}` }] })),
    },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 }, ...(size && { size }) }],
});

/** @param names of the files behind the pages, by default with the one that is missing */
const serverWithBook = (widget = book(), names: readonly string[] = files): FakeServer =>
  serverWith(widget).change((_, venue) => {
    names.forEach((file, index) => {
      const size = index === 1 ? { width: 1_600, height: 900 } : { width: 900, height: 1_200 };
      const asset: Asset = {
        id: `page-${index + 1}`,
        uri: `/backend-assets/live/test/${file}/1`,
        mediaType: 'image/webp',
        ...size,
        // The fourth page has no description.
        alts: index === 3 ? [] : [{ locale: 'en', text: `Description ${index + 1}` }],
      };
      venue.assets.push(asset);
    });
  });

const withoutMissing = () => serverWithBook(book(), ['poster-light', 'lounge', 'lobby', 'library', 'lobby']);
const allowedErrors = [/picture page-3 cannot be shown/];

async function openBook(options: PageOptions = {}, path = address): Promise<AppPage> {
  const page = await openPage(path, { server: withoutMissing(), ...options });
  await expectOpen(page, 'Posters');
  return page;
}

const position = (page: AppPage, text: string) => panel(page).getByText(text);
const shownAlts = (page: AppPage) =>
  [...page.document.querySelectorAll<HTMLImageElement>('.openBook_page img')].map(({ alt }) => alt);

async function swipe(page: AppPage, by: number): Promise<void> {
  const { x, y, width, height } = page.boxOf(panel(page).getByCSS('.openBook_frame'));
  const start = { x: x + width / 2 - by / 2, y: y + height / 2 };
  await page.touch('touchStart', [start]);
  for (const share of [0.25, 0.5, 0.75, 1])
    await page.touch('touchMove', [{ x: start.x + share * by, y: start.y }]);
  await page.touch('touchEnd', []);
}

test('WIDGET-06h on a wide screen the cover is alone and then two pages lie side by side; buttons, keys, Home and End turn them', async () => {
  const page = await openBook();
  await expect.element(position(page, 'Page 1 of 5')).toBeVisible();
  await expect.poll(() => shownAlts(page)).toEqual(['Description 1']);
  await panel(page).getByRole('button', { name: 'Next page' }).click();
  await expect.element(position(page, 'Pages 2 and 3 of 5')).toBeVisible();
  await expect.poll(() => shownAlts(page)).toEqual(['Description 2', 'Description 3']);
  const [left, right] = [...page.document.querySelectorAll('.openBook_page')].map((each) =>
    each.getBoundingClientRect(),
  );
  expect(left?.right).toBeCloseTo(right?.left ?? 0, 0);
  await page.press('{ArrowRight}');
  await expect.element(position(page, 'Pages 4 and 5 of 5')).toBeVisible();
  await expect
    .element(panel(page).getByRole('button', { name: 'Next page' }))
    .toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => shownAlts(page)).toEqual(['Page 4, no description', 'Description 5']);
  await page.press('{ArrowRight}{ArrowLeft}');
  await expect.element(position(page, 'Pages 2 and 3 of 5')).toBeVisible();
  await page.press('{End}');
  await expect.element(position(page, 'Pages 4 and 5 of 5')).toBeVisible();
  await page.press('{Home}');
  await expect.element(position(page, 'Page 1 of 5')).toBeVisible();
  await page.expectAccessible();
});

test('WIDGET-06i in Arabic on a phone, a swipe to the right and the left arrow key turn to the next page', async () => {
  const page = await openBook(phone, `${address}&lang=ar`);
  const at = (number: number) => position(page, `الصفحة ${number} من 5`);
  await expect.element(at(1)).toBeVisible();
  await swipe(page, -200);
  await expect.element(at(1)).toBeVisible();
  await swipe(page, 200);
  await expect.element(at(2)).toBeVisible();
  await page.press('{ArrowLeft}');
  await expect.element(at(3)).toBeVisible();
  await page.press('{ArrowRight}');
  await expect.element(at(2)).toBeVisible();
  await swipe(page, -200);
  await expect.element(at(1)).toBeVisible();
  expect(page.fitsAcross).toBe(true);
  await page.expectAccessible();
});

test('WIDGET-06j the address opens a page and follows the user, without history entries of its own', async () => {
  const page = await openPage(lounge, { server: withoutMissing(), width: 820, height: 900 });
  await hotspot(page, 'Posters').click();
  await expectOpen(page, 'Posters');
  await page.press('{ArrowRight}{ArrowRight}');
  await expect.element(position(page, 'Page 3 of 5')).toBeVisible();
  await expect.poll(() => page.path).toBe(`${address}&page=3`);
  page.back();
  await expect.element(panel(page)).not.toBeInTheDocument();
  expect(page.path).toBe(lounge);
  await page.goto(`${address}&page=4`);
  await expect.element(position(page, 'Page 4 of 5')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.path).toBe(lounge);
});

test('WIDGET-06q GUARD-01j turning a page leaves an open side panel as it is', async () => {
  const server = withoutMissing().signIn(ada);
  server.setAttendees([attendee('Bo')]);
  const page = await openBook({ server });
  await openList(page);
  await panel(page).getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => page.path).toMatch(/page=2$/);
  await expectNames(page, 'Bo');
  page.back();
  await expect.element(list(page)).not.toBeInTheDocument();
  await expect.element(panel(page)).toBeVisible();
  expect(page.path).toMatch(/page=2$/);
});

test('WIDGET-06k of 500 pages a missing one and one that fails are named, can be tried again, and do not stop the book', async () => {
  const names = [...files, ...Array.from({ length: 495 }, () => 'lobby')];
  let isBroken = true;
  await interceptFiles('*/test/library/*', () => (isBroken ? { status: 500 } : 'real'));
  const page = await openBook(
    {
      server: serverWithBook(book(undefined, names), names),
      width: 820,
      height: 900,
      allowedErrors: [...allowedErrors, /picture page-4 cannot be shown/],
    },
    `${address}&page=3`,
  );
  await expect.element(panel(page).getByRole('alert')).toMatchTextContent('Page 3 isn’t available');
  await page.press('{ArrowRight}');
  await expect.element(panel(page).getByRole('alert')).toMatchTextContent('Page 4 could not be loaded');
  isBroken = false;
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => shownAlts(page)).toEqual(['Page 4, no description']);
  await page.press('{ArrowRight}');
  await expect.poll(() => shownAlts(page)).toEqual(['Description 5']);
  await page.press('{End}');
  await expect.poll(() => shownAlts(page)).toEqual(['Description 500']);
});

test('WIDGET-06l a zoomed page is moved and not turned; a turn shows the whole next page', async () => {
  const page = await openBook(phone);
  const zoom = () => panel(page).getByRole('group', { name: 'Zoom' }).getByRole('status');
  await expect.element(position(page, 'Page 1 of 5')).toBeVisible();
  await page.press('+');
  await expect.element(zoom()).toHaveTextContent('150%');
  await swipe(page, -200);
  await page.press('{ArrowRight}');
  await expect.element(position(page, 'Page 1 of 5')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Next page' }).click();
  await expect.element(position(page, 'Page 2 of 5')).toBeVisible();
  await expect.element(zoom()).toHaveTextContent('100%');
  await swipe(page, -200);
  await expect.element(position(page, 'Page 3 of 5')).toBeVisible();
});

test('WIDGET-06m a book without pages says so', async () => {
  const empty = serverWith({
    ...book(),
    configurations: [{ id: 'book', name: 'book', cookieProviders: [], pages: [] }],
  } as ContentWidget);
  const page = await openPage(address, { server: empty });
  await expect.element(panel(page).getByText('Nothing has been put here yet')).toBeVisible();
});

test('WIDGET-06n each page counts once as an access, and the next pages are fetched before they are shown', async () => {
  const server = withoutMissing();
  const page = await openBook({ server, width: 820, height: 900 });
  const fetched = () =>
    page.window.performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/test/library/'));
  await expect.poll(() => fetched().length).toBeGreaterThan(0);
  await expect.element(position(page, 'Page 1 of 5')).toBeVisible();
  await page.press('{ArrowRight}');
  await expect.element(position(page, 'Page 2 of 5')).toBeVisible();
  await page.press('{ArrowLeft}');
  await expect.element(position(page, 'Page 1 of 5')).toBeVisible();
  const subject = 'area=lounge widget=book type=ImageBookWidget';
  await expectEvents(
    server,
    ['widget', 'asset'],
    [
      `widget open ${subject}`,
      `asset access ${subject} asset=page-1`,
      `asset access ${subject} asset=page-2`,
    ],
  );
});

test('WIDGET-06o embedded in the picture, the cover opens the book, also one that fails; the text view has the descriptions of its pages', async () => {
  await interceptFiles('*/test/poster-light/*', () => ({ status: 500 }));
  const page = await openPage(`${lounge}?view=text`, {
    server: serverWithBook(book({ width: 0.2, height: 0.3 })),
    allowedErrors: [/picture page-1 cannot be shown/],
  });
  await page.getByText('Posters: the pages as text').click();
  await expect.element(page.getByText('Page 1: Description 1')).toBeVisible();
  await expect.element(page.getByText('Page 4, no description')).toBeVisible();
  await page.expectAccessible();
  await page.goto(lounge);
  const cover = page.getByRole('button', { name: 'Open Posters, 5 pages' });
  await expect.element(cover.getByCSS('svg')).toBeVisible();
  await cover.click();
  await expectOpen(page, 'Posters');
});
