/** Whereby meetings in a panel and on their page, with the stand-in for Whereby's rooms. */
import { openGuestSession } from '@foyer/contract';
import { expect, test } from 'vitest';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import { findArea } from '../../features/area/testing/areaPage.ts';
import {
  bosProfilePath,
  callButton,
  callPanel,
  openCallPage,
  preview,
  ringing,
  startFromPreview,
} from '../../features/call/testing/callPage.ts';
import { FakeCalls } from '../../features/call/testing/fakeCalls.ts';
import { dockButton } from '../../features/chat/testing/chatPage.ts';
import type { FakeServer, FakeUser } from '../../testing/fakeServer.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';
import {
  askingForConsent,
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

const origin = 'https://nightfall.whereby.com';
const opened = `${lounge}?widget=meeting`;
const pageOf = (widgetId: string, configId: string): string =>
  `/v/nightfall/area-whereby-meeting/lounge/${widgetId}/${configId}`;
const meetingPage = pageOf('meeting', 'talk');

type Configuration = Partial<ConfigurationOf<'WherebyMeetingWidget'>>;

/** A meeting in the lounge, named Workshop. */
const meeting = (configuration: Configuration = {}): ContentWidget => ({
  id: 'meeting',
  type: 'WherebyMeetingWidget',
  name: 'Workshop',
  configurations: [
    {
      id: 'talk',
      name: 'talk',
      cookieProviders: [],
      meetingUrl: `${origin}/workshop?roomKey=guest`,
      ...configuration,
    },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 } }],
});

const withProvider = (server: FakeServer): FakeServer =>
  server.change(askingForConsent('whereby', 'Whereby'));

const frame = (page: AppPage) => page.getByCSS('iframe[title="Workshop"]');
const frameElement = (page: AppPage) => frame(page).element() as HTMLIFrameElement;
const room = (page: AppPage): URL => new URL(frameElement(page).src);
const question = (page: AppPage) => page.getByRole('alertdialog', { name: 'Leave the meeting?' });
const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true });

/** Sends a message to the page as its room does, by default from the room's own window and origin. */
function send(page: AppPage, data: unknown, from: { source?: Window; origin?: string } = {}): void {
  const event = { data, origin, source: frameElement(page).contentWindow, ...from };
  page.window.dispatchEvent(new page.window.MessageEvent('message', event));
}

async function openLobby(configuration: Configuration = {}, options: PageOptions = {}): Promise<AppPage> {
  const page = await openPage(opened, { server: serverWith(meeting(configuration)), ...options });
  await expectOpen(page, 'Workshop');
  await expect.element(button(page, 'Join here')).toBeVisible();
  return page;
}

/** Publishes another configuration of the meeting, and waits until the page shows the new version. */
async function publish(page: AppPage, configuration: Configuration): Promise<void> {
  page.server.publish((architecture, venue) => {
    inLounge(meeting(configuration))(architecture, venue);
    findArea(architecture, 'lounge').names = [{ locale: 'en', text: 'Winter garden' }];
  });
  await expect.element(page.heading('Winter garden')).toBeInTheDocument();
}

async function join(page: AppPage): Promise<void> {
  await button(page, 'Join here').click();
  await expect.element(frame(page)).toBeVisible();
  await joined(page);
}

/** The room reports that the user has joined. */
async function joined(page: AppPage): Promise<void> {
  send(page, { type: 'join' });
  // The guard is registered, which the page shows by nothing else.
  await expect
    .poll(() => page.window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    .toBe(false);
}

test('WIDGET-18a MEET-01h a room is shown once the user has joined, with what it may use, and counted; rejoining loads it again', async () => {
  const page = await openLobby({ chat: false }, { server: serverWith(meeting({ chat: false })).signIn() });
  expect(frame(page).query()).toBeNull();
  await page.expectAccessible();
  await button(page, 'Join here').click();
  await expect.element(frame(page)).toBeVisible();
  expect(room(page).origin + room(page).pathname).toBe(`${origin}/workshop`);
  expect(Object.fromEntries(room(page).searchParams)).toEqual({
    roomKey: 'guest',
    chat: 'off',
    lang: 'en',
    displayName: 'Ada Lind',
    jsApi: 'true',
  });
  const { allow, sandbox } = frameElement(page);
  expect(allow).toBe('autoplay; camera; display-capture; fullscreen; microphone; speaker');
  expect(sandbox.contains('allow-same-origin')).toBe(true);
  expect(sandbox.contains('allow-top-navigation')).toBe(false);
  await expectEvents(
    page.server,
    ['widget', 'url'],
    [
      'widget open area=lounge widget=meeting type=WherebyMeetingWidget',
      'url access area=lounge widget=meeting type=WherebyMeetingWidget',
    ],
  );
  const before = frameElement(page);
  await button(page, 'Rejoin').click();
  await expect.poll(() => frameElement(page) !== before).toBe(true);
  await page.expectAccessible();
});

test('GUARD-07g a navigation asks whether to leave a joined meeting: it goes on only if the user leaves', async () => {
  const page = await openLobby();
  await join(page);
  const before = frameElement(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(question(page)).toBeVisible();
  await page.expectAccessible('[data-dialog="meeting-leave"]');
  await button(page, 'Stay').click();
  await expect.element(question(page)).not.toBeInTheDocument();
  expect(frameElement(page)).toBe(before);
  expect(page.path).toBe(opened);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await button(page, 'Leave meeting').click();
  await expect.element(panel(page, 'Workshop')).not.toBeInTheDocument();
  expect(page.window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
});

/** Presses Back or Forward, and expects the question at the address of the meeting, which the page keeps until the answer. */
async function expectAsked(
  page: AppPage,
  path: string,
  navigate: () => void,
  answer: 'Stay' | 'Leave meeting',
) {
  navigate();
  await expect.element(question(page)).toBeVisible();
  await expect.poll(() => page.path).toBe(path);
  await button(page, answer).click();
  await expect.element(question(page)).not.toBeInTheDocument();
  if (answer === 'Stay') expect(page.path).toBe(path);
}

test('GUARD-07q Back asks each time whether to leave the meeting of a panel, at whose address the user stays', async () => {
  const page = await openPage(lounge, { server: serverWith(meeting()) });
  await hotspot(page, 'Workshop').click();
  await expectOpen(page, 'Workshop');
  await join(page);
  expect(page.path).toBe(opened);
  const before = frameElement(page);
  const back = () => page.back();
  for (const answer of ['Stay', 'Stay', 'Stay'] as const) await expectAsked(page, opened, back, answer);
  expect(frameElement(page)).toBe(before);
  // A second press while the question is open leads through the address of the area, and asks the same.
  back();
  await expect.element(question(page)).toBeVisible();
  await expect.poll(() => page.path).toBe(opened);
  const { history } = page.window;
  const returns: unknown[] = [];
  history.go = (by) => {
    returns.push(by);
    History.prototype.go.call(history, by);
  };
  back();
  await expect.poll(() => returns).toEqual([1]);
  await expect.poll(() => page.path).toBe(opened);
  await expect.element(question(page)).toBeVisible();
  await button(page, 'Leave meeting').click();
  await expect.poll(() => page.path).toBe(lounge);
  await expect.element(panel(page, 'Workshop')).not.toBeInTheDocument();
});

test('ROUTE-06n Back and Forward ask each time whether to leave the meeting, on its page and in its panel', async () => {
  const page = await openPage(opened, { server: serverWith(meeting()) });
  await page.getByRole('link', { name: 'Join on its own page' }).click();
  await expect.element(frame(page)).toBeVisible();
  await joined(page);
  expect(page.path).toBe(meetingPage);
  const before = frameElement(page);
  const back = () => page.back();
  for (const answer of ['Stay', 'Stay', 'Stay'] as const) await expectAsked(page, meetingPage, back, answer);
  expect(frameElement(page)).toBe(before);
  await expectAsked(page, meetingPage, back, 'Leave meeting');
  await expectOpen(page, 'Workshop');
  expect(page.path).toBe(opened);
  await join(page);
  const forward = () => page.forward();
  for (const answer of ['Stay', 'Stay', 'Leave meeting'] as const)
    await expectAsked(page, opened, forward, answer);
  await expect.poll(() => page.path).toBe(meetingPage);
});

test('GUARD-07r a new hash leaves a meeting alone, and Back from it too', async () => {
  const page = await openPage(opened, { server: serverWith(meeting()) });
  await expectOpen(page, 'Workshop');
  await join(page);
  const before = frameElement(page);
  page.window.location.hash = '#programme';
  await expect.poll(() => page.path).toBe(`${opened}#programme`);
  page.back();
  await expect.poll(() => page.path).toBe(opened);
  await page.nextFrame();
  expect(question(page).query()).toBeNull();
  expect(frameElement(page)).toBe(before);
});

test('GUARD-07s a meeting goes on in the text view and back in the picture, and messages of its room still count', async () => {
  const page = await openLobby();
  await join(page);
  const before = frameElement(page);
  // By selector: the panel hides what is beside it from roles, and leaves it clickable.
  const view = (name: string) => page.getByCSS(`button[aria-pressed]:not([data-dock]):has-text("${name}")`);
  await view('Text').click();
  await expect.poll(() => page.path).toMatch(/view=text/);
  await expect.element(page.getByCSS('[data-opens="meeting"]')).toBeInTheDocument();
  expect(frameElement(page)).toBe(before);
  await view('Picture').click();
  await expect.poll(() => page.path).toBe(opened);
  expect(question(page).query()).toBeNull();
  expect(frameElement(page)).toBe(before);
  send(page, { type: 'leave' });
  await expect.element(page.getByText('You left the meeting')).toBeVisible();
});

test('GUARD-07u Back past the entry of a dialog from before a reload asks whether to leave the meeting', async () => {
  const calls = new FakeCalls();
  // At the side, where the panel of the notice does not cover it.
  const placements = [{ viewpointId: 'main', position: { kind: '2D' as const, x: 0.1, y: 0.42 } }];
  calls.chat.server.change(inLounge({ ...meeting(), placements }, notice('Doors close at ten.')));
  const { page } = await openCallPage({ calls, path: `${lounge}?widget=news` });
  await expectOpen(page, 'Good to know');
  await page.getByCSS('[data-opens="presence"]').click();
  await expect.element(page.getByCSS('[data-dialog="presence"]')).toBeVisible();
  await expect.poll(() => (page.window.history.state as { foyerDialogs?: boolean }).foyerDialogs).toBe(true);
  await page.reload();
  await expectOpen(page, 'Good to know');
  await page.getByCSS('a[data-opens="meeting"]').click();
  await expectOpen(page, 'Workshop');
  await join(page);
  const before = frameElement(page);
  const back = () => page.back();
  for (const answer of ['Stay', 'Stay'] as const) await expectAsked(page, opened, back, answer);
  expect(frameElement(page)).toBe(before);
  await expectAsked(page, opened, back, 'Leave meeting');
  await expect.poll(() => page.path).toBe(`${lounge}?widget=news`);
});

test('WIDGET-18b a meeting that is left or ended offers to rejoin and a way back; problems are lines above the room; other windows and origins have no say', async () => {
  const page = await openLobby();
  await join(page);
  const before = frameElement(page);
  const leave = { type: 'leave', payload: { removed: false } };
  send(page, leave, { source: page.window });
  send(page, leave, { origin: 'https://evil.whereby.com' });
  send(page, { type: 'connection_status_change', payload: { status: 'unstable' } });
  await expect.element(page.getByText('Your connection is unstable.')).toBeVisible();
  send(page, { type: 'deny_device_permission', payload: { denied: true } });
  await expect.element(page.getByText('Allow both in the address bar')).toBeVisible();
  expect(frameElement(page)).toBe(before);
  await page.expectAccessible();
  send(page, leave);
  await expect.element(page.getByText('You left the meeting')).toBeVisible();
  expect(frame(page).query()).toBeNull();
  await page.expectAccessible();
  await button(page, 'Rejoin').click();
  await expect.element(frame(page)).toBeVisible();
  send(page, { type: 'meeting_end' });
  await expect.element(page.getByText('The meeting was ended')).toBeVisible();
  await button(page, 'Back to the area').click();
  await expect.element(panel(page, 'Workshop')).not.toBeInTheDocument();
});

test('WIDGET-18n a room that sends no message for ten seconds after its page was loaded is said not to answer, until it sends one, and has a link into a tab', async () => {
  await replaceResponses('*nightfall.whereby.com/*', { html: '' });
  const page = await openPage(opened, { server: serverWith(meeting()), stopTimeAt: begin });
  const hint = page.getByText('nightfall.whereby.com hasn’t answered yet.');
  const skeleton = panel(page, 'Workshop').getByCSS('.shimmer');
  await passTimeUntilShown(page, button(page, 'Join here'));
  await button(page, 'Join here').click();
  await passTimeUntilShown(page, frame(page));
  send(page, { type: 'ready' });
  await expect.poll(() => skeleton.query()).toBeNull();
  await page.advance(15_000);
  expect(hint.query()).toBeNull();
  const link = panel(page, 'Workshop').getByRole('link', { name: 'Open in new tab' });
  await expect.element(link).toHaveAttribute('href', `${origin}/workshop?roomKey=guest`);
  const before = frameElement(page);
  await button(page, 'Rejoin').click();
  await expect.poll(() => frameElement(page) !== before).toBe(true);
  await expect.poll(() => skeleton.query()).toBeNull();
  await page.advance(9_000);
  expect(hint.query()).toBeNull();
  await passTimeUntilShown(page, hint);
  send(page, { type: 'ready' });
  await expect.element(hint).not.toBeInTheDocument();
});

test('WIDGET-18m the element that says why a meeting is over is there before, so that screen readers announce it', async () => {
  const page = await openLobby();
  const announced = (text: string) => page.getByText(text).element().closest('[role="status"]');
  const lobby = announced('Ready to join?');
  await publish(page, { end: new Date(Date.now() - minute).toISOString() });
  await expect.element(page.getByText('This meeting is over')).toBeVisible();
  expect(announced('This meeting is over')).toBe(lobby);
  await publish(page, {});
  await join(page);
  const regions = [...page.document.querySelectorAll('[role="status"]')];
  send(page, { type: 'leave' });
  await expect.element(page.getByText('You left the meeting')).toBeVisible();
  expect(regions).toContain(announced('You left the meeting'));
});

test('MEET-03e the email of a user without a name is sent only with consent to the meeting’s provider', async () => {
  // Foyer makes a name of any letters in an email.
  const nameless: FakeUser = {
    userId: 'u-1',
    email: '--@example.com',
    password: 'x',
    roles: ['ROLE_ATTENDEE'],
  };
  const widget = meeting({ cookieProviders: ['whereby'] });
  const page = await openPage(opened, { server: withProvider(serverWith(widget)).signIn(nameless) });
  await button(page, 'Reject all').click();
  expect(frame(page).query()).toBeNull();
  await button(page, 'Allow Whereby').click();
  await button(page, 'Join here').click();
  await expect.poll(() => room(page).searchParams.get('displayName')).toBe('--@example.com');
  await publish(page, {});
  await button(page, 'Rejoin').click();
  await expect.poll(() => room(page).searchParams.get('displayName')).toBe('Guest');
});

test('MEET-03f a guest appears under the label of guests, for which joining opens the session', async () => {
  const server = serverWith(meeting());
  const session = server.hold(openGuestSession);
  const page = await openLobby({}, { server });
  expect(page.getByText('Others see you there').query()).toBeNull();
  await button(page, 'Join here').click();
  await session.reached;
  await expect.element(button(page, 'Join here')).toHaveAttribute('aria-busy', 'true');
  expect(frame(page).query()).toBeNull();
  session.release();
  await expect.element(frame(page)).toBeVisible();
  expect(room(page).searchParams.get('displayName')).toMatch(/^Guest \d{4}$/);
});

test('WIDGET-18c a publication during the meeting leaves the room alone; the next visit uses the new link', async () => {
  const page = await openLobby({ hostMeetingUrl: `${origin}/workshop?roomKey=host` });
  await join(page);
  const before = frameElement(page);
  expect(room(page).searchParams.get('roomKey')).toBe('host');
  await publish(page, { chat: false });
  expect(frameElement(page)).toBe(before);
  expect(room(page).searchParams.get('roomKey')).toBe('host');
  await button(page, 'Rejoin').click();
  await expect.poll(() => room(page).searchParams.get('roomKey')).toBe('guest');
  expect(room(page).searchParams.get('chat')).toBe('off');
});

test('WIDGET-18k a publication that opens the meeting in a tab leaves a running one alone', async () => {
  const page = await openLobby();
  await join(page);
  const before = frameElement(page);
  await publish(page, { displayMode: 'NEW_TAB' });
  expect(frame(page).query()).toBe(before);
});

test('WIDGET-18l CONSENT-10x a publication that needs another consent leaves a running meeting alone, which a withdrawal of its own ends', async () => {
  const server = withProvider(serverWith(meeting({ cookieProviders: ['whereby'] })));
  server.change(({ cookieProviders }) => {
    cookieProviders.push({ id: 'other', name: 'Other', type: 'EXTERNAL_MEDIA', attributes: [] });
  });
  const page = await openPage(opened, { server });
  await button(page, 'Reject all').click();
  await expect.element(button(page, 'Allow Whereby')).toBeVisible();
  const decision = 'foyer.consents.nightfall';
  const rejected = page.window.localStorage.getItem(decision) ?? '';
  await button(page, 'Allow Whereby').click();
  await join(page);
  const before = frameElement(page);
  await publish(page, { cookieProviders: ['other'] });
  expect(frame(page).query()).toBe(before);
  // In another tab.
  page.window.localStorage.setItem(decision, rejected);
  page.window.dispatchEvent(new page.window.StorageEvent('storage', { key: decision }));
  await expect.element(frame(page)).not.toBeInTheDocument();
  await expect.element(button(page, 'Allow Other')).toBeVisible();
});

const begin = Date.parse('2026-11-20T14:00:00Z');
const minute = 60_000;
const times = { begin: new Date(begin).toISOString(), end: new Date(begin + 6 * minute).toISOString() };

test('WIDGET-18d by the server’s clock a meeting opens, says five minutes before its end that it ends, and lets nobody out at the end', async () => {
  const server = serverWith(meeting(times));
  server.clockOffsetMs = 120 * minute;
  const page = await openPage(opened, { server, stopTimeAt: begin - 121 * minute });
  await passTimeUntilShown(page, page.getByText(/^Opens in [01]:/));
  await page.advance(minute);
  await passTimeUntilShown(page, button(page, 'Join here'));
  await button(page, 'Join here').click();
  await passTimeUntilShown(page, frame(page));
  send(page, { type: 'join' });
  await page.advance(minute / 2);
  expect(page.getByText('This meeting ends at').query()).toBeNull();
  await page.advance(minute / 2);
  await passTimeUntilShown(page, page.getByText('This meeting ends at'));
  await page.advance(5 * minute);
  await passTimeUntilShown(page, page.getByText('The planned time is over.'));
  expect(frame(page).query()).not.toBeNull();
  expect(button(page, 'Rejoin').query()).toBeNull();
  send(page, { type: 'leave' });
  await passTimeUntilShown(page, page.getByText('You left the meeting'));
  expect(button(page, 'Rejoin').query()).toBeNull();
});

test('WIDGET-18t the panel of a meeting that opens in a tab announces its begin, has its link while it is open, and says until when', async () => {
  const configuration = { ...times, displayMode: 'NEW_TAB' as const };
  const page = await openPage(opened, {
    server: serverWith(meeting(configuration)),
    stopTimeAt: begin - minute,
  });
  const region = (text: string) =>
    panel(page, 'Workshop').getByText(text).element().closest('[role="status"]');
  await passTimeUntilShown(page, page.getByText('Opens in'));
  const before = region('Opens in');
  await page.advance(minute);
  const link = panel(page, 'Workshop').getByRole('link', { name: 'Join on Whereby' });
  await passTimeUntilShown(page, link);
  expect(link.element().getAttribute('href')).toBe(`${origin}/workshop?roomKey=guest`);
  expect(region('It takes place on Whereby until')).toBe(before);
  await page.advance(6 * minute);
  await passTimeUntilShown(page, page.getByText('This meeting is over'));
  expect(region('This meeting is over')).toBe(before);
});

test.each([
  ['no link', { meetingUrl: undefined }, 'This meeting has no link yet'],
  ['a begin after its end', { begin: times.end, end: times.begin }, 'This meeting is over'],
])('WIDGET-18e a meeting with %s says so', async (_, configuration, text) => {
  const page = await openPage(opened, {
    server: serverWith(meeting(configuration)),
    stopTimeAt: begin + 3 * minute,
  });
  await passTimeUntilShown(page, page.getByText(text));
  expect(button(page, 'Join here').query()).toBeNull();
});

test('ROUTE-06a the page of a meeting has neither header nor footer, shows the room under the user’s name at once, again after a reload, and leads back', async () => {
  const server = serverWith(meeting()).signIn();
  const page = await openPage(`${meetingPage}?lang=en`, { server });
  await expect.element(frame(page)).toBeVisible();
  expect(room(page).searchParams.get('displayName')).toBe('Ada Lind');
  await expect.element(page.heading('Workshop')).toBeVisible();
  expect(page.getByRole('banner').query()).toBeNull();
  expect(page.getByRole('contentinfo').query()).toBeNull();
  await page.expectAccessible();
  await page.reload();
  await expect.poll(() => room(page).searchParams.get('displayName')).toBe('Ada Lind');
  await page.getByRole('link', { name: 'Back to Lounge' }).click();
  await expect.poll(() => page.path).toBe(`${lounge}?lang=en`);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
});

test('ROUTE-06e the page of a meeting shows the room to a guest under the label with the number', async () => {
  const page = await openPage(meetingPage, { server: serverWith(meeting()) });
  await expect.element(frame(page)).toBeVisible();
  expect(room(page).searchParams.get('displayName')).toMatch(/^Guest \d{4}$/);
});

test('ROUTE-06f on the page of a meeting a visitor whose session has not opened after ten seconds joins as a guest; it is requested once', async () => {
  const server = serverWith(meeting());
  const session = server.hold(openGuestSession);
  const page = await openPage(meetingPage, { server, stopTimeAt: begin });
  await passTimeUntilShown(page, button(page, 'Join'));
  await session.reached;
  await page.advance(9_000);
  expect(frame(page).query()).toBeNull();
  await page.advance(1_000);
  await passTimeUntilShown(page, frame(page));
  expect(room(page).searchParams.get('displayName')).toBe('Guest');
  expect(server.calls(openGuestSession)).toHaveLength(1);
  session.release();
});

test('ROUTE-06u on the page of a meeting a visitor who gets no session joins at once as a guest', async () => {
  const server = serverWith(meeting());
  server.reject(openGuestSession, { code: 'internal' });
  const session = server.hold(openGuestSession);
  const page = await openPage(meetingPage, { server, allowedErrors: [/session/i], stopTimeAt: begin });
  await passTimeUntilShown(page, button(page, 'Join'));
  await session.reached;
  const rejectedAt = page.window.Date.now();
  session.release();
  await passTimeUntilShown(page, frame(page));
  expect(page.window.Date.now() - rejectedAt).toBeLessThan(5_000);
  expect(room(page).searchParams.get('displayName')).toBe('Guest');
});

test('ROUTE-06g joining and rejoining move the focus from their button, which disappears, to the panel, and on the page of a meeting to its heading', async () => {
  const page = await openLobby();
  await button(page, 'Join here').click();
  await expect.element(frame(page)).toBeVisible();
  await expect.element(panel(page, 'Workshop')).toHaveFocus();
  const before = frameElement(page);
  await button(page, 'Rejoin').click();
  await expect.poll(() => frameElement(page) !== before).toBe(true);
  await expect.element(panel(page, 'Workshop')).toHaveFocus();
  const own = await openPage(meetingPage, { server: serverWith(meeting()) });
  await expect.element(frame(own)).toBeVisible();
  const first = frameElement(own);
  await button(own, 'Rejoin').click();
  await expect.poll(() => frameElement(own) !== first).toBe(true);
  await expect.element(own.heading('Workshop')).toHaveFocus();
});

test.each([
  ['an unknown widget', pageOf('cellar', 'talk'), 'This meeting isn’t here'],
  ['a widget of another type', pageOf('poster', 'picture'), 'This meeting isn’t here'],
  ['an unknown configuration', pageOf('meeting', 'picture'), 'This meeting isn’t here'],
  ['a configuration that has ended', pageOf('meeting', 'past'), 'This meeting is over'],
  ['a configuration that has not begun', pageOf('meeting', 'future'), 'Opens on'],
])('ROUTE-06b the page of %s says so and leads back', async (_, path, text) => {
  const server = serverWith(meeting(), {
    ...meeting(),
    id: 'poster',
    type: 'IframePopupWidget',
    configurations: [
      {
        id: 'picture',
        name: 'picture',
        cookieProviders: [],
        uris: [{ locale: 'en', uri: 'https://programme.example.org/' }],
      },
    ],
  }).change((architecture) => {
    const widget = architecture.areas.find(({ id }) => id === 'lounge')?.contentWidgets[0];
    const configurations = widget?.configurations as ConfigurationOf<'WherebyMeetingWidget'>[];
    const [talk] = configurations;
    if (!talk) throw new Error('There is no meeting.');
    configurations.push({ ...talk, id: 'past', end: '2020-01-01T00:00:00Z' });
    configurations.push({ ...talk, id: 'future', begin: '2090-01-01T00:00:00Z' });
  });
  const page = await openPage(path, { server });
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByCSS('iframe').query()).toBeNull();
  await page.getByRole('link', { name: 'Back to Lounge' }).click();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
});

test('ROUTE-06s the page of a meeting that opens in a tab has its link, and neither a room nor its tools', async () => {
  const page = await openPage(meetingPage, { server: serverWith(meeting({ displayMode: 'NEW_TAB' })) });
  const link = page.getByRole('link', { name: 'Join on Whereby' });
  await expect.element(link).toHaveAttribute('href', `${origin}/workshop?roomKey=guest`);
  expect(page.getByCSS('iframe').query()).toBeNull();
  expect(button(page, 'Rejoin').query()).toBeNull();
  expect(button(page, 'Full screen').query()).toBeNull();
  await page.expectAccessible();
});

test('ROUTE-06t the page of a meeting has no notice about blocked content, which its area has', async () => {
  const blocked = [{ cookieProviders: ['whereby'] }];
  const server = withProvider(serverWith(meeting(), { ...poster(blocked), placements: [] }));
  const page = await openPage(meetingPage, { server });
  await button(page, 'Reject all').click();
  await expect.element(frame(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Lounge' }).click();
  const blockedNotice = page.getByText('Some content can’t be shown');
  await expect.element(blockedNotice).toBeVisible();
  page.back();
  await expect.element(frame(page)).toBeVisible();
  await expect.element(blockedNotice).not.toBeInTheDocument();
});

test('ROUTE-06d the page of a meeting needs the login that its venue requires, which leads to it', async () => {
  const page = await openPage(meetingPage, { server: serverWith(meeting()).requireLogin() });
  await expect.poll(() => page.window.location.pathname).toBe('/login');
  expect(new URLSearchParams(page.window.location.search).get('redirect')).toBe(meetingPage);
});

test('ROUTE-06c CONSENT-10w “Only this time” in the panel holds on the page of the meeting, and withdrawal removes its room', async () => {
  const server = withProvider(serverWith(meeting({ cookieProviders: ['whereby'] })));
  const page = await openPage(meetingPage, { server });
  await button(page, 'Reject all').click();
  await expect.element(button(page, 'Allow Whereby')).toBeVisible();
  expect(frame(page).query()).toBeNull();
  await page.getByRole('link', { name: 'Back to Lounge' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Workshop/ })
    .click();
  await button(page, 'Only this time').click();
  await page.getByRole('link', { name: 'Join on its own page' }).click();
  await expect.element(frame(page)).toBeVisible();
  expect(page.window.location.pathname).toBe(meetingPage);
  page.window.location.hash = '#privacy-preferences';
  await button(page, 'Reject all').click();
  await expect.element(button(page, 'Allow Whereby')).toBeVisible();
  expect(frame(page).query()).toBeNull();
});

test('WIDGET-18i during a meeting a call rings without sound, and accepting or starting one leaves the meeting first', async () => {
  const calls = new FakeCalls();
  calls.chat.server.change(inLounge(meeting()));
  const { page } = await openCallPage({ calls, path: `${bosProfilePath}&widget=meeting` });
  await join(page);
  await callButton(page).click();
  const ask = page.getByRole('dialog', { name: 'Leave the meeting to call?' });
  await expect.element(ask).toBeVisible();
  await ask.getByRole('button', { name: 'Stay' }).click();
  await expect.element(ask).not.toBeInTheDocument();
  expect(preview(page).query()).toBeNull();
  expect(frame(page).query()).not.toBeNull();
  calls.ring();
  await expect.element(ringing(page)).toMatchTextContent('You’re in a meeting. If you accept, you leave it.');
  await ringing(page).getByRole('button', { name: 'Accept with audio only' }).click();
  await expect.element(callPanel(page)).toBeVisible();
  expect(frame(page).query()).toBeNull();
  await expect.element(page.getByText('You left the meeting for the call')).toBeVisible();
  await expect.element(page.getByText('You can rejoin it after the call.')).toBeVisible();
  expect(button(page, 'Rejoin').query()).toBeNull();
  calls.end();
  await button(page, 'Rejoin').click();
  await expect.element(frame(page)).toBeVisible();
  send(page, { type: 'meeting_end' });
  await expect.element(page.getByText('A host ended it for everyone.')).toBeVisible();
  calls.ring();
  await ringing(page).getByRole('button', { name: 'Accept with audio only' }).click();
  await expect.element(page.getByText('You can rejoin it after the call.')).toBeVisible();
  await expect.element(page.getByText('The meeting was ended')).toBeVisible();
  expect(button(page, 'Rejoin').query()).toBeNull();
});

test('WIDGET-18o the panel of a meeting is beside an open profile, which would cover its controls', async () => {
  const calls = new FakeCalls();
  calls.chat.server.change(inLounge(meeting()));
  const { page } = await openCallPage({ calls, path: `${bosProfilePath}&widget=meeting` });
  await join(page);
  await page.atRest();
  const { right } = page.boxOf(panel(page, 'Workshop'));
  expect(right).toBeLessThan(page.boxOf(page.getByCSS('[data-slot=panel]')).left);
  expect(page.boxOf(frame(page)).right).toBeLessThan(right);
});

test('WIDGET-18q beside the chat the tools of a meeting are icons, which keep their names', async () => {
  const calls = new FakeCalls();
  calls.chat.server.change(inLounge(meeting()));
  const { page } = await openCallPage({ calls, path: opened });
  page.resize(1190, 800);
  await join(page);
  const tools = [
    page.getByRole('link', { name: 'Open in new tab' }),
    button(page, 'Rejoin'),
    button(page, 'Full screen'),
  ];
  const widestWord = () => Math.max(...tools.map((tool) => page.boxOf(tool.getByCSS('span')).width));
  expect(widestWord()).toBeGreaterThan(40);
  await dockButton(page).click();
  const chat = page.getByRole('dialog', { name: 'Chat' });
  await expect.element(chat).toBeVisible();
  await page.atRest();
  expect(page.boxOf(panel(page, 'Workshop')).right).toBeLessThan(page.boxOf(chat).left);
  expect(widestWord()).toBe(1);
});

test('WIDGET-18r what stands in place of a meeting is in the middle of its panel, which a long title does not widen', async () => {
  const page = await openPage(opened, {
    server: serverWith({ ...meeting({ meetingUrl: undefined }), name: 'Workshop for everyone '.repeat(6) }),
  });
  const statement = page.getByText('This meeting has no link yet');
  await expect.element(statement).toBeVisible();
  await page.atRest();
  const { left, right, width } = page.boxOf(panel(page, 'Workshop for everyone'));
  expect(width).toBe(680);
  const text = page.boxOf(statement);
  expect(text.left - left).toBeCloseTo(right - text.right, 0);
});

test('WIDGET-18j a call that starts from its preview leaves a meeting that was joined meanwhile', async () => {
  const calls = new FakeCalls();
  calls.chat.server.change(inLounge(meeting()));
  const { page } = await openCallPage({ calls, path: `${bosProfilePath}&widget=meeting` });
  await button(page, 'Join here').click();
  await expect.element(frame(page)).toBeVisible();
  await callButton(page).click();
  await expect.element(preview(page)).toBeVisible();
  send(page, { type: 'join' });
  await startFromPreview(page);
  await expect.element(callPanel(page)).toBeVisible();
  await expect.element(frame(page)).not.toBeInTheDocument();
});

test.each([
  ['a desktop', {}, 68],
  ['a phone', phone, 60],
])('WIDGET-18f on %s the room fills the page below its bar', async (_, size, bar) => {
  const page = await openPage(meetingPage, { server: serverWith(meeting()), ...size });
  await expect.element(frame(page)).toBeVisible();
  const { innerWidth: width, innerHeight: height } = page.window;
  const { left, top, right, bottom } = page.boxOf(frame(page));
  expect([left, top, width - right, height - bottom]).toEqual([16, bar, 16, 16]);
  expect(page.fitsAcross).toBe(true);
});

test('WIDGET-18g on a phone the panel of a meeting reaches from below the header to the bottom', async () => {
  const page = await openLobby({}, phone);
  await button(page, 'Join here').click();
  await expect.element(frame(page)).toBeVisible();
  await page.atRest();
  const { top, height } = page.boxOf(panel(page, 'Workshop'));
  expect(top).toBeLessThanOrEqual(80);
  expect(top + height).toBe(page.window.innerHeight);
  expect(page.boxOf(frame(page)).height).toBeGreaterThan(height - 100);
});
