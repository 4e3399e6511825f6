/**
 * Every screen on a page at 400 % zoom and on a phone on its side, in each language of the interface: nothing is outside,
 * cut or covered, and its most important control can be used.
 */
import { getVenueVersion, subscribeToCalls, type Architecture } from '@foyer/contract';
import { expect, test } from 'vitest';
import { FakeCalls } from '../features/call/testing/fakeCalls.ts';
import { FakeMedia } from '../features/call/testing/fakeMedia.ts';
import { FakeChat } from '../features/chat/testing/fakeChat.ts';
import { chooseMessageAction, dialog, openChat, openLounge } from '../features/chat/testing/chatPage.ts';
import { bo, cy, hugo } from '../features/chat/testing/users.ts';
import { figuresServer } from '../features/analytics/testing/figuresPage.ts';
import { allOptions } from '../features/login/testing/loginPage.ts';
import { attendee } from '../features/people/testing/presencePage.ts';
import { lea, profileServer } from '../features/profile/testing/profilePage.ts';
import { FakeServer } from '../testing/fakeServer.ts';
import { findLayoutFaults } from '../testing/layoutFaults.ts';
import { openPage, type AppPage, type PageOptions } from '../testing/page.ts';
import { inLounge, lounge, notice, poster } from '../widgets/testing/widgetPage.ts';

/** Width and height in pixels: a page of 1280 x 1024 at 400 % zoom; a phone on its side, below the bars of its browser. */
const sizes = { zoomed: [320, 256], phone: [844, 340] } as const;
type Size = keyof typeof sizes;
const languages = ['en', 'de', 'ar'] as const;

interface Screen {
  /** The address without the language. */
  readonly path?: string;
  readonly options?: () => PageOptions;
  /** Clicked one after the other. */
  readonly clicks?: readonly string[];
  /** The most important control of the screen. */
  readonly primary: string;
  /** The sizes at which the primary control is in view without scrolling. Default: both. */
  readonly inView?: readonly Size[];
}

const withServer = (server: FakeServer): PageOptions => ({ server });

/** A conversation with short and long messages in the lounge, an unread private one, and a group. */
function chatting(): PageOptions {
  const chat = new FakeChat();
  chat.lounge.postAll(bo, ['Evening', 'Has anyone seen the programme of the large stage after the break?']);
  chat.lounge.post(chat.own, 'It is on the wall behind the bar');
  chat.greetedRoom(bo);
  chat.group('Preparations for the closing evening', [chat.own, bo, cy]);
  return { server: chat.server, prepare: chat.attach };
}

function calling(edit: (calls: FakeCalls) => void = () => undefined): PageOptions {
  const calls = new FakeCalls();
  const media = new FakeMedia();
  edit(calls);
  return {
    server: calls.chat.server,
    prepare: (page) => {
      calls.chat.attach(page);
      media.attach(page);
    },
  };
}

/** Adds a notice to the widgets of the lounge. */
function addNotice(architecture: Architecture): void {
  const widgets = architecture.areas.find(({ id }) => id === 'lounge')?.contentWidgets;
  widgets?.push(notice('<p>Doors open at six</p>'));
}

/** The lounge has a picture of a provider that needs consent. */
function addBanner(architecture: Architecture): void {
  const area = architecture.areas.find(({ id }) => id === 'lounge');
  if (area) area.contentWidgets = [poster([{ cookieProviders: ['vimeo'] }])];
  architecture.cookieBannerConfig = { type: 'DETAILED', text: [] };
  architecture.cookieProviders = [{ id: 'vimeo', name: 'Vimeo', type: 'EXTERNAL_MEDIA', attributes: [] }];
  architecture.personalizedTrackingEnabled = true;
}

/** Bo is calling when the page opens. */
function ringAtOnce(calls: FakeCalls): void {
  calls.ring(bo);
  calls.chat.server.onCommand(subscribeToCalls, () => ({
    calls: [calls.call],
    ringing: [{ call: calls.call, from: bo }],
  }));
}

function profile(): FakeServer {
  const server = profileServer();
  server.setAttendees([
    attendee('Bo Nilsson', { title: 'Rigger', company: 'Orbit Rigging of the Northern Harbours' }),
    attendee('Maximiliane von Hohenstaufen-Württemberg'),
  ]);
  server.profiles.set('u-Bo Nilsson', { name: 'Bo Nilsson', title: 'Rigger' });
  return server;
}

const login = (nth: number): Pick<Screen, 'options' | 'clicks'> => ({
  options: () => withServer(allOptions()),
  clicks: [`.login_panel li:nth-child(${nth}) button`],
});
const chat = '[data-dialog="chat"]';
const menu = '[data-opens="profile"]';
const submit = '.login_panel form [type="submit"]';
const field = '.login_panel form input';

const screens: Readonly<Record<string, Screen>> = {
  'the login options': {
    path: '/login',
    options: () => withServer(allOptions()),
    primary: '.login_panel li button',
    inView: [],
  },
  'the login with a password': { path: '/login', ...login(1), primary: submit, inView: ['phone'] },
  'the login with a company account or ticket': {
    path: '/login',
    ...login(2),
    primary: field,
    inView: ['phone'],
  },
  'the login with another ticket': { path: '/login', ...login(4), primary: field, inView: ['phone'] },
  'an area': { primary: '.dock_bar [data-dock="chat"]', options: chatting },
  'an area with every entry of the dock': {
    options: () => withServer(new FakeServer().signIn().change(addNotice)),
    primary: '[data-dock="notices"]',
  },
  'an opened notice': {
    path: `${lounge}?widget=news`,
    options: () =>
      withServer(new FakeServer().change(inLounge(notice('<p>Doors open at six</p>'.repeat(12))))),
    primary: '[role="dialog"] button',
  },
  'an opened picture': {
    path: `${lounge}?widget=poster`,
    options: () => withServer(new FakeServer().change(inLounge(poster()))),
    primary: '[role="dialog"] button',
  },
  'the text view': { path: `${lounge}?view=text`, primary: '.textView_action', inView: [] },
  'the floorplan': { clicks: ['[data-dock="floorplan"]'], primary: '[role="dialog"] a' },
  'the list of conversations': { options: chatting, clicks: ['[data-dock="chat"]'], primary: '[data-room]' },
  'a conversation': {
    options: chatting,
    clicks: ['[data-dock="chat"]', '[data-room]'],
    primary: `${chat} textarea`,
  },
  'the people': {
    options: () => withServer(profile()),
    clicks: ['[data-opens="presence"]'],
    primary: '.personRow_button',
    inView: ['phone'],
  },
  "an attendee's card": {
    options: () => withServer(profile()),
    clicks: ['[data-opens="presence"]', '.personRow_row .personRow_button'],
    primary: '[data-dialog="attendee-card"] button',
  },
  "an attendee's profile": {
    path: `${lounge}?profile=${lea.userId}`,
    options: () => withServer(profile()),
    primary: '[data-slot=panel] button',
  },
  'the menu': {
    options: () => withServer(profile()),
    clicks: [menu],
    primary: '[role="dialog"] .p-1\\.5 button',
  },
  'the own profile': {
    path: `${lounge}?profile=u-ada`,
    options: () => withServer(profile()),
    primary: '[data-slot=panel] button',
  },
  'the preview of a call': {
    path: `${lounge}?profile=${bo.uid}`,
    options: calling,
    clicks: ['[data-slot=panel] .bg-secondary'],
    primary: '[data-dialog="call-preview"] .bg-primary',
    // Below the picture of the camera.
    inView: [],
  },
  'a ringing call': {
    options: () => calling(ringAtOnce),
    primary: '[role="alertdialog"] button',
  },
  'the imprint': { path: '/v/nightfall/imprint', primary: 'article h1' },
  'the privacy policy': { path: '/v/nightfall/privacy-policy', primary: 'article h1' },
  'the figures': {
    path: '/v/nightfall/figures',
    options: () => withServer(figuresServer()),
    primary: '.figuresPage_page [aria-pressed]',
    inView: [],
  },
  'the cookie banner': {
    options: () => withServer(new FakeServer().change(addBanner)),
    primary: '[data-dialog="consent"] button.bg-secondary',
    inView: [],
  },
  'a notice about blocked content': {
    options: () => withServer(new FakeServer().change(addBanner)),
    clicks: ['[data-dialog="consent"] button.bg-secondary'],
    primary: '[data-snackbars] li button',
  },
  'a page before its venue opens': {
    path: '/work-in-progress',
    options: () => {
      const server = new FakeServer();
      server.publishedVersion = -1;
      return withServer(server);
    },
    primary: '[role="status"]',
    inView: ['phone'],
  },
  'a page without a server': {
    path: '/v/nightfall/imprint',
    options: () => ({ server: new FakeServer().lose(getVenueVersion), allowedErrors: [/.*/] }),
    primary: 'button.bg-primary',
    inView: ['phone'],
  },
  'a snackbar': { path: `${lounge}?widget=unknown`, primary: '[role="status"] li button' },
};

/** Opens a screen in a language. */
async function openScreen(
  { path = lounge, options, clicks = [], primary }: Screen,
  language: string,
): Promise<AppPage> {
  const [width, height] = sizes.zoomed;
  const page = await openPage(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`, {
    width,
    height,
    ...options?.(),
  });
  for (const selector of clicks) {
    const target = page.getByCSS(selector).first();
    await expect.element(target).toBeInTheDocument();
    target.element().scrollIntoView({ block: 'center' });
    (target.element() as HTMLElement).click();
  }
  await expect.element(page.getByCSS(primary).first()).toBeInTheDocument();
  return page;
}

function expectInView(page: AppPage, selector: string): void {
  const box = page.boxOf(page.getByCSS(selector).first());
  const { innerWidth, innerHeight } = page.window;
  expect.soft(box.left, `left of ${selector}`).toBeGreaterThanOrEqual(0);
  expect.soft(box.right, `right of ${selector}`).toBeLessThanOrEqual(innerWidth);
  expect.soft(box.top, `top of ${selector}`).toBeGreaterThanOrEqual(0);
  expect.soft(box.bottom, `bottom of ${selector}`).toBeLessThanOrEqual(innerHeight);
}

/** The check for faults scrolls. */
function scrollToTop({ document }: AppPage): void {
  for (const element of document.querySelectorAll('*')) element.scrollTop = 0;
}

for (const [name, screen] of Object.entries(screens)) {
  test.each(languages)(`AREA-07 ${name} fits a low screen (%s)`, async (language) => {
    const page = await openScreen(screen, language);
    for (const [size, [width, height]] of Object.entries(sizes)) {
      page.resize(width, height);
      await expect.poll(() => page.window.innerWidth).toBe(width);
      await page.atRest();
      if (screen.inView?.includes(size as Size) !== false) expectInView(page, screen.primary);
      await expect
        .poll(() => findLayoutFaults(page.document), { message: `${width} x ${height}`, timeout: 3_000 })
        .toEqual([]);
      scrollToTop(page);
    }
  });
}

test('a dialog that is taller than the screen scrolls inside, and its last button is reached with the keyboard', async () => {
  const chat = new FakeChat(hugo);
  chat.lounge.post(bo, 'Shouting');
  const page = await openLounge(chat, { width: 390, height: 844 });
  // The only unread conversation.
  await openChat(page);
  await chooseMessageAction(page, 'Shouting', `Mute ${bo.name}`);
  const last = dialog(page).getByRole('button', { name: 'Until a host lifts it' });
  await expect.element(last).toBeVisible();
  const [width, height] = sizes.zoomed;
  page.resize(width, height);
  await expect.poll(() => page.window.innerHeight).toBe(height);
  await page.atRest();
  const box = page.boxOf(dialog(page));
  expect(box.top).toBeGreaterThanOrEqual(0);
  expect(box.bottom).toBeLessThanOrEqual(height);
  await page.tabTo(last);
  const { top, bottom } = page.boxOf(last);
  expect(top).toBeGreaterThanOrEqual(box.top);
  expect(bottom).toBeLessThanOrEqual(box.bottom);
});
