/** Zoom meetings: in the page with the SDK of the stand-in, and in a tab. */
import { createZoomSignature, openGuestSession } from '@foyer/contract';
import { expect, test } from 'vitest';
import { findArea } from '../../features/area/testing/areaPage.ts';
import { openCallPage, ringing } from '../../features/call/testing/callPage.ts';
import { FakeCalls } from '../../features/call/testing/fakeCalls.ts';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import { type FakeServer, type PageWindow } from '../../testing/fakeServer.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';
import {
  askingForConsent,
  inLounge,
  lounge,
  panel,
  replaceResponses,
  serverWith,
} from '../testing/widgetPage.ts';
import { addZoomMeta, helpDesk, isolate, signZoomMeeting, zoomLink } from '../testing/zoomMeeting.ts';

const path = `${lounge}?coi=1&widget=help-desk`;

interface Setting {
  readonly configuration?: Partial<ConfigurationOf<'ZoomWidget'>>;
  readonly options?: PageOptions;
  /** Before the page opens. */
  readonly prepare?: (page: PageWindow) => void;
  readonly change?: (server: FakeServer) => void;
  /** Accepts all providers. */
  readonly consents?: boolean;
}

/** Opens the panel of a meeting in an isolated page of a server that has the SDK. */
async function open({
  configuration,
  options,
  prepare = isolate,
  change,
  consents = false,
}: Setting = {}): Promise<AppPage> {
  const server = serverWith(helpDesk(configuration));
  server.respondTo(createZoomSignature, () => signZoomMeeting());
  change?.(server);
  const page = await openPage(path, {
    server,
    ...options,
    prepare: (window) => {
      addZoomMeta(window);
      prepare(window);
    },
  });
  if (consents) await page.getByRole('button', { name: 'Accept all' }).click();
  await expect.element(panel(page, 'Help desk')).toBeVisible();
  return page;
}

const button = (page: AppPage, name: string) => panel(page, 'Help desk').getByRole('button', { name });
const tabLink = (page: AppPage, name: string | RegExp) =>
  panel(page, 'Help desk').getByRole('link', { name });
/** The page of the meeting, which is of the same origin. */
const inside = (page: AppPage): string =>
  page.document.querySelector('iframe')?.contentDocument?.body.textContent ?? '';
const press = (page: AppPage, text: string): void => {
  const buttons = page.document.querySelector('iframe')?.contentDocument?.querySelectorAll('button') ?? [];
  [...buttons].find(({ textContent }) => textContent === text)?.click();
};

test('WIDGET-19e a meeting runs in the page: the user joins, leaves and joins again', async () => {
  const page = await open({ change: (server) => server.signIn() });
  expect(page.getByCSS('iframe').query()).toBeNull();
  await button(page, 'Join here').click();
  await expect.poll(() => inside(page)).toContain('Ada Lind  is in the meeting as attendee');
  const frame = page.document.querySelector('iframe');
  expect(frame?.allow).toBe(
    'cross-origin-isolated; autoplay; camera; display-capture; fullscreen; microphone',
  );
  expect(page.server.calls(createZoomSignature).map(({ body }) => body)).toEqual([
    { areaId: 'lounge', widgetId: 'help-desk', configId: 'always' },
  ]);
  const subject = 'area=lounge widget=help-desk type=ZoomWidget';
  const opened = `widget open ${subject}`;
  const accessed = `url access ${subject}`;
  // The venue's page has seen that the user has joined.
  await expectEvents(page.server, ['widget', 'url'], [opened, accessed]);
  press(page, 'Leave');
  await expect.element(panel(page, 'Help desk').getByText('You left the meeting')).toBeVisible();
  expect(page.getByCSS('iframe').query()).toBeNull();
  await button(page, 'Rejoin').click();
  await expect.poll(() => inside(page)).toContain('is in the meeting');
  await expectEvents(page.server, ['widget', 'url'], [opened, accessed, accessed]);
});

test('WIDGET-19f a host who ends the meeting ends it for the page', async () => {
  const page = await open({
    change: (server) => server.respondTo(createZoomSignature, () => signZoomMeeting({ role: 1 })),
  });
  await button(page, 'Join here').click();
  await expect.poll(() => inside(page)).toContain('as host');
  press(page, 'End meeting for all');
  await expect.element(panel(page, 'Help desk').getByText('The meeting was ended')).toBeVisible();
});

test('MEET-03n WIDGET-19g a guest joins under the label of guests; Zoom loads its page again after a meeting, which counts as leaving', async () => {
  const page = await open();
  await expect.poll(() => page.server.calls(openGuestSession)).toHaveLength(1);
  await button(page, 'Join here').click();
  await expect.poll(() => inside(page)).toMatch(/Guest \d{4}  is in the meeting/);
  page.document.querySelector('iframe')?.contentWindow?.location.reload();
  await expect.element(panel(page, 'Help desk').getByText('You left the meeting')).toBeVisible();
});

test('WIDGET-19m a change of area asks before it ends a meeting', async () => {
  const page = await open();
  await button(page, 'Join here').click();
  await expect.poll(() => inside(page)).toContain('is in the meeting');
  await page.getByCSS('footer').getByRole('link', { name: 'Library' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(inside(page)).toContain('is in the meeting');
  await page.getByCSS('footer').getByRole('link', { name: 'Library' }).click();
  await question.getByRole('button', { name: 'Leave meeting' }).click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
});

test('WIDGET-19h messages of another window and of another origin do not count', async () => {
  const page = await open();
  await button(page, 'Join here').click();
  await expect.poll(() => inside(page)).toContain('is in the meeting');
  const source = page.document.querySelector('iframe')?.contentWindow ?? null;
  const send = (event: MessageEventInit): void =>
    void page.window.dispatchEvent(new page.window.MessageEvent('message', event));
  const data = { zoom: 'failed', problem: 'other' };
  send({ data, source: page.window, origin: page.window.location.origin });
  send({ data, source, origin: 'https://evil.example.org' });
  await page.nextFrame();
  await expect.element(panel(page, 'Help desk').getByText('Zoom could not join')).not.toBeInTheDocument();
  send({ data, source, origin: page.window.location.origin });
  await expect.element(panel(page, 'Help desk').getByText('Zoom could not join')).toBeVisible();
});

const reject = (status: number) => (server: FakeServer) =>
  void server.reject(createZoomSignature, { code: 'notFound', status });
const meetingOf = (meeting: Parameters<typeof signZoomMeeting>[0]) => (server: FakeServer) =>
  void server.respondTo(createZoomSignature, () => signZoomMeeting(meeting));

test('WIDGET-19p a publication after which the meeting would open in a tab leaves it running until the user leaves', async () => {
  const page = await open();
  await button(page, 'Join here').click();
  await expect.poll(() => inside(page)).toContain('is in the meeting');
  page.server.publish((architecture, venue) => {
    inLounge(helpDesk({ meetingNumber: undefined }))(architecture, venue);
    findArea(architecture, 'lounge').names = [{ locale: 'en', text: 'Winter garden' }];
  });
  await expect.element(page.heading('Winter garden')).toBeInTheDocument();
  expect(inside(page)).toContain('is in the meeting');
  press(page, 'Leave');
  await expect.element(tabLink(page, /Zoom/)).toBeVisible();
});

test('WIDGET-19q a call that begins and ends while Zoom loads does not count as leaving the meeting', async () => {
  const calls = new FakeCalls();
  const { server } = calls.chat;
  server.change(inLounge(helpDesk()));
  server.respondTo(createZoomSignature, () => signZoomMeeting());
  const load = await replaceResponses('*/zoom-sdk/*', 'held');
  const { page } = await openCallPage({
    calls,
    path,
    prepare: (window) => {
      addZoomMeta(window);
      isolate(window);
    },
  });
  await button(page, 'Join here').click();
  await expect
    .poll(() => page.document.querySelector('iframe')?.contentDocument?.scripts.length)
    .toBeGreaterThan(1);
  calls.ring();
  await ringing(page).getByRole('button', { name: 'Accept with audio only' }).click();
  await expect.element(page.getByText('You’re in a call')).toBeVisible();
  expect(page.getByCSS('iframe').query()).toBeNull();
  await load();
  calls.end();
  await expect.poll(() => inside(page)).toContain('is in the meeting');
});

test('WIDGET-19r a meeting that could not be joined ends its full screen', async () => {
  const page = await open({
    change: reject(404),
    options: { allowedErrors: [/zoom-signature|createZoomSignature/] },
  });
  let exits = 0;
  Object.defineProperty(page.document, 'fullscreenElement', { get: () => page.document.documentElement });
  page.document.exitFullscreen = async () => void (exits += 1);
  await button(page, 'Join here').click();
  await expect.element(panel(page, 'Help desk').getByRole('alert')).toBeVisible();
  await expect.poll(() => exits).toBe(1);
});

test.each([
  ['the server knows no such meeting', 'This meeting isn’t open here', reject(404)],
  ['the server gives no signature', 'The meeting could not be opened here', reject(501)],
  [
    'the host has not started it',
    'The meeting hasn’t started yet',
    meetingOf({ meetingNumber: '80000000001' }),
  ],
  ['the passcode is wrong', 'Zoom did not accept the passcode', meetingOf({ passcode: 'wrong' })],
])('WIDGET-19i if %s, the page says so and offers the link and another try', async (_why, text, change) => {
  const page = await open({ change, options: { allowedErrors: [/zoom-signature|createZoomSignature/] } });
  await button(page, 'Join here').click();
  const alert = panel(page, 'Help desk').getByRole('alert');
  await expect.element(alert).toMatchTextContent(text);
  await expect.element(tabLink(page, 'Open in new tab')).toHaveAttribute('href', zoomLink);
  expect(page.getByCSS('iframe').query()).toBeNull();
  await button(page, 'Try again').click();
  await expect.poll(() => page.server.calls(createZoomSignature).length).toBe(2);
  await expect.element(alert).toMatchTextContent(text);
});

test('WIDGET-19w a meeting of another account offers its link only: another try cannot help', async () => {
  const page = await open({ change: meetingOf({ meetingNumber: '80000000002' }) });
  await button(page, 'Join here').click();
  const alert = panel(page, 'Help desk').getByRole('alert');
  await expect.element(alert).toMatchTextContent('This meeting can’t be joined here');
  await expect.element(tabLink(page, 'Open in new tab')).toHaveAttribute('href', zoomLink);
  expect(button(page, 'Try again').query()).toBeNull();
});

test('WIDGET-19y a user whom a host has removed is offered neither the link nor another try', async () => {
  const page = await open();
  await button(page, 'Join here').click();
  await expect.poll(() => inside(page)).toContain('is in the meeting');
  const source = page.document.querySelector('iframe')?.contentWindow ?? null;
  const data = { zoom: 'failed', problem: 'removed' };
  page.window.dispatchEvent(
    new page.window.MessageEvent('message', { data, source, origin: page.window.location.origin }),
  );
  const alert = panel(page, 'Help desk').getByRole('alert');
  await expect.element(alert).toMatchTextContent('You can’t join it again.');
  expect(tabLink(page, 'Open in new tab').query()).toBeNull();
  expect(button(page, 'Try again').query()).toBeNull();
});

test('WIDGET-19j if the SDK does not load, the page says so', async () => {
  await replaceResponses('*/zoom-sdk/*', { status: 404 });
  const page = await open();
  await button(page, 'Join here').click();
  await expect.element(panel(page, 'Help desk').getByText('Zoom did not load')).toBeVisible();
});

test('WIDGET-19l a webinar gets the email of the user who has allowed Zoom', async () => {
  const page = await open({
    configuration: { webinarOn: true, cookieProviders: ['zoom'] },
    change: (server) => {
      server.signIn();
      server.change(askingForConsent('zoom', 'Zoom'));
    },
    consents: true,
  });
  await button(page, 'Join here').click();
  await expect.poll(() => inside(page)).toContain('Ada Lind ada@example.com is in the meeting');
});

test.each([
  ['on a phone', {}, phone, isolate],
  ['in a page that is not isolated', {}, {}, () => undefined],
  ['without a number', { meetingNumber: undefined }, {}, isolate],
  ['that should open in a tab', { displayMode: 'NEW_TAB' as const }, {}, isolate],
  ['for a webinar that may not have the email', { webinarOn: true }, {}, isolate],
])('WIDGET-19k %s the meeting opens in a tab', async (_where, configuration, options, prepare) => {
  const page = await open({ configuration, options, prepare, change: (server) => server.signIn() });
  await expect.element(tabLink(page, /Zoom/)).toHaveAttribute('href', zoomLink);
  await expect.element(tabLink(page, /Zoom/)).toHaveAttribute('rel', 'noopener noreferrer');
});

test('WIDGET-19x a meeting with a number and no link can be joined where it runs in the page, and elsewhere has no link', async () => {
  const server = serverWith(helpDesk({ meetingUrl: undefined }));
  const openText = (prepare: (page: PageWindow) => void) =>
    openPage(`${lounge}?coi=1&view=text`, {
      server,
      prepare: (window) => {
        addZoomMeta(window);
        prepare(window);
      },
    });
  const inPage = await openText(isolate);
  await expect.element(inPage.getByRole('button', { name: 'Join, Help desk' })).toBeVisible();
  expect(inPage.getByText('No link yet').query()).toBeNull();
  const elsewhere = await openText(() => undefined);
  await expect.element(elsewhere.getByRole('button', { name: 'Open, Help desk' })).toBeVisible();
  await expect.element(elsewhere.getByText('No link yet')).toBeVisible();
});
