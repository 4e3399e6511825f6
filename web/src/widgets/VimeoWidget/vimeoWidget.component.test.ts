/** Films of Vimeo, in panels and in the picture: consent, address, captions, and films that cannot be shown. */
import { expect, test } from 'vitest';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { askFilm, filmFrame, filmRequests } from '../../testing/vimeoFilm.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';
import {
  askingForConsent,
  expectOpen,
  hotspot,
  lounge,
  panel,
  serverWith,
  type ContentWidget,
} from '../testing/widgetPage.ts';

const opened = `${lounge}?widget=film`;
const english = (uri: string) => [{ locale: 'en' as const, uri }];

/** A film in the middle of the lounge, named Opening. */
const film = (
  uri: string,
  configuration: Partial<ConfigurationOf<'VimeoWidget'>> = {},
  size?: { readonly width: number; readonly height: number },
): ContentWidget => ({
  id: 'film',
  type: 'VimeoWidget',
  name: 'Opening',
  configurations: [{ id: 'film', name: 'film', cookieProviders: [], uris: english(uri), ...configuration }],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 }, ...(size && { size }) }],
});

async function openFilm(widget: ContentWidget, options: PageOptions = {}): Promise<AppPage> {
  const page = await openPage(opened, { server: serverWith(widget), ...options });
  await expectOpen(page, 'Opening');
  return page;
}

const pathsOf = async (id: string) => (await filmRequests(id)).map(({ path }) => path);

/** The languages of the captions that the film shows. */
const shownCaptions = (tracks: unknown) =>
  (tracks as { language: string; mode: string }[] | undefined)
    ?.filter(({ mode }) => mode === 'showing')
    .map(({ language }) => language);

test('CONSENT-10c WIDGET-16d nothing is requested from Vimeo before consent; withdrawal removes the film at once from the open panel', async () => {
  const id = '300001';
  const server = serverWith(film(`https://vimeo.com/${id}`, { cookieProviders: ['vimeo'] })).change(
    askingForConsent('vimeo', 'Vimeo'),
  );
  const page = await openPage(opened, { server });
  const rejectAll = page.getByRole('button', { name: 'Reject all' });
  await rejectAll.click();
  const allow = panel(page, 'Opening').getByRole('button', { name: 'Allow Vimeo' });
  await expect.element(allow).toBeVisible();
  expect(await pathsOf(id)).toEqual([]);
  await allow.click();
  await expect.poll(() => pathsOf(id)).toEqual([`/video/${id}?dnt=1`]);
  await page.getByCSS('footer a[href$="#privacy-preferences"]').click();
  await rejectAll.click();
  await expect.element(allow).toBeVisible();
  expect(filmFrame(page)).toBeNull();
  expect(await pathsOf(id)).toHaveLength(1);
});

test('WIDGET-16e MEET-04d the player gets the hash of the film and the language, and no path of the page', async () => {
  const page = await openFilm(film('https://vimeo.com/100003/8272103f6e', { captions: true }));
  await expect.poll(() => pathsOf('100003')).toEqual(['/video/100003?h=8272103f6e&dnt=1&texttrack=en']);
  expect((await filmRequests('100003')).map(({ referrer }) => referrer)).toEqual([
    `${page.window.location.origin}/`,
  ]);
  const frame = filmFrame(page) as HTMLIFrameElement;
  expect(frame.title).toBe('Opening');
  expect(frame.allow).toBe('autoplay; fullscreen; picture-in-picture');
  await page.expectAccessible();
});

test('WIDGET-16f captions follow the language of the interface without loading the film again', async () => {
  const page = await openFilm(film('https://vimeo.com/300002', { captions: true }));
  const ask = askFilm(page);
  await expect.poll(() => shownCaptions(ask('getTextTracks'))).toEqual(['en']);
  await page.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect.poll(() => shownCaptions(ask('getTextTracks'))).toEqual(['de']);
  expect(await pathsOf('300002')).toHaveLength(1);
});

test('WIDGET-16g without captions none are shown', async () => {
  const page = await openFilm(film('https://vimeo.com/300003'));
  const ask = askFilm(page);
  await expect.poll(() => shownCaptions(ask('getTextTracks'))).toEqual([]);
  expect(await pathsOf('300003')).toEqual(['/video/300003?dnt=1']);
});

test('WIDGET-16h each language may have its own film', async () => {
  const uris = [
    ...english('https://vimeo.com/300004'),
    { locale: 'de' as const, uri: 'https://vimeo.com/300005' },
  ];
  const page = await openFilm(film('', { uris }));
  await page.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect.poll(() => pathsOf('300005')).toHaveLength(1);
  expect(filmFrame(page)?.src).toBe('https://player.vimeo.com/video/300005?dnt=1');
});

test.each([
  ['needs a password', '100402', 'This film needs a password'],
  ['its owner does not allow on the page', '100403', 'This film can’t be shown here'],
  ['the player does not find', '100405', 'This film isn’t available'],
])('WIDGET-16i a film that %s says so, and can be opened on Vimeo', async (_, id, title) => {
  const uri = `https://vimeo.com/${id}`;
  const page = await openFilm(film(uri));
  await expect.element(panel(page, 'Opening').getByRole('alert')).toMatchTextContent(title);
  expect(filmFrame(page)).toBeNull();
  await expect.element(page.getByRole('link', { name: 'Open in new tab' })).toHaveAttribute('href', uri);
  await page.expectAccessible();
});

test('WIDGET-16p a film that Vimeo does not find shows Vimeo’s message, and can be opened on Vimeo', async () => {
  const id = '100404';
  const uri = `https://vimeo.com/${id}`;
  const page = await openFilm(film(uri));
  await expect.poll(() => pathsOf(id)).toEqual([`/video/${id}?dnt=1`]);
  await expect.element(page.getByCSS('.embedFrame_frame .shimmer')).not.toBeInTheDocument();
  expect(filmFrame(page)).not.toBeNull();
  await expect.element(page.getByRole('link', { name: 'Open in new tab' })).toHaveAttribute('href', uri);
});

test('WIDGET-16j in the picture a film with a password says so briefly', async () => {
  const widget = film('https://vimeo.com/100402', { displayMode: 'EMBEDDED' }, { width: 0.4, height: 0.4 });
  const page = await openPage(lounge, { server: serverWith(widget) });
  const box = page.getByRole('group', { name: 'Opening' });
  await expect.element(box.getByText('Needs a password')).toBeVisible();
  await expect.element(box.getByRole('link', { name: 'Open in new tab' })).toBeVisible();
});

test('WIDGET-16k messages of other windows do not concern the film', async () => {
  const page = await openFilm(film('https://vimeo.com/300006'));
  const ask = askFilm(page);
  await expect.poll(() => ask('getPaused')).toBe(true);
  const error = { event: 'error', data: { method: 'play', name: 'PrivacyError', message: 'forged' } };
  const received = new Promise((resolve) => page.window.addEventListener('message', resolve, { once: true }));
  page.window.postMessage(JSON.stringify(error), '*');
  await received;
  await page.nextFrame();
  expect(filmFrame(page)).not.toBeNull();
});

test('WIDGET-16l TRACK-06c with autoplay a film starts when its panel opens, but not in the picture, and counts as watched once', async () => {
  const widget = film(
    'https://vimeo.com/300007',
    { autoplay: true, displayMode: 'EMBEDDED' },
    { width: 0.4, height: 0.4 },
  );
  const page = await openPage(lounge, { server: serverWith(widget) });
  const ask = askFilm(page);
  await expect.poll(() => ask('getPaused')).toBe(true);
  await page.getByRole('button', { name: 'Open Opening large' }).click();
  await expectOpen(page, 'Opening');
  const inPanel = panel(page, 'Opening').getByCSS('iframe');
  await expect
    .element(inPanel)
    .toHaveAttribute('src', 'https://player.vimeo.com/video/300007?dnt=1&autoplay=1');
  await expect.element(inPanel).toHaveAttribute('data-ready', 'true');
  const watched = 'video access area=lounge widget=film type=VimeoWidget';
  await expectEvents(page.server, ['video'], [watched]);
});

test.each([
  ['an event', 'https://vimeo.com/event/300008', 'https://vimeo.com/event/300008/embed?dnt=1'],
  ['a showcase', 'https://vimeo.com/album/300009', 'https://vimeo.com/showcase/300009/embed?dnt=1'],
  [
    'a film of a showcase',
    'https://vimeo.com/showcase/300011/video/77',
    'https://vimeo.com/showcase/300011/video/77/embed?dnt=1',
  ],
])('WIDGET-16m %s is shown in its own frame', async (_, uri, src) => {
  const page = await openPage(lounge, { server: serverWith(film(uri)) });
  await hotspot(page, 'Opening').click();
  await expect.poll(() => filmFrame(page)?.src).toBe(src);
  await expect.poll(() => pathsOf(new URL(src).pathname)).toHaveLength(1);
});

test.each([
  ['a desktop', {}],
  ['a phone', phone],
])('WIDGET-16n on %s the frame has the shape of a film and fits into its panel', async (_, size) => {
  const page = await openFilm(film('https://vimeo.com/300010'), size);
  await expect.poll(() => filmFrame(page)).not.toBeNull();
  await page.atRest();
  const { width, height, bottom } = (filmFrame(page) as HTMLIFrameElement).getBoundingClientRect();
  expect(width / height).toBeCloseTo(16 / 9, 1);
  const outer = page.boxOf(panel(page, 'Opening'));
  expect(width).toBeGreaterThan(outer.width * 0.9);
  expect(bottom).toBeLessThanOrEqual(outer.bottom);
});
