/** Meetings of Webex in a frame, which the operator has switched on; without that: `tabMeeting.component.test.ts`. */
import { expect, test } from 'vitest';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import { findArea, hotspot } from '../../features/area/testing/areaPage.ts';
import { FakeServer } from '../../testing/fakeServer.ts';
import { openPage, type AppPage } from '../../testing/page.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';
import {
  askingForConsent,
  expectOpen,
  inLounge,
  lounge,
  panel,
  passTimeUntilShown,
  replaceResponses,
  serverWith,
  type ContentWidget,
} from '../testing/widgetPage.ts';

const meetingUrl = 'https://nightfall.webex.com/meet/desk';
const hostMeetingUrl = 'https://nightfall.webex.com/meet/desk-host';
const opened = `${lounge}?widget=desk`;
const now = Date.parse('2030-05-01T18:00:00Z');
const minute = 60_000;

/** A meeting named Desk. */
const desk = (configuration: Partial<ConfigurationOf<'WebExWidget'>> = {}): ContentWidget => ({
  id: 'desk',
  type: 'WebExWidget',
  name: 'Desk',
  configurations: [{ id: 'meeting', name: 'meeting', cookieProviders: [], meetingUrl, ...configuration }],
  placements: [
    { viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 }, size: { width: 0.3, height: 0.3 } },
  ],
});

/** A server with the setting and a meeting in the lounge. */
function serverWithDesk(configuration: Partial<ConfigurationOf<'WebExWidget'>> = {}): FakeServer {
  const server = serverWith(desk(configuration));
  server.widgetSettings = { ...server.widgetSettings, webexEmbedded: true };
  return server;
}

const frame = (page: AppPage) => page.getByCSS('iframe[title="Desk"]');
const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true });
const question = (page: AppPage) => page.getByRole('alertdialog', { name: 'Leave the meeting?' });
const tabLink = (page: AppPage) => panel(page, 'Desk').getByRole('link', { name: 'Open in new tab' });

test('WIDGET-17l a meeting is framed once its provider is allowed and the user joins; the page asks before the user leaves it, as in any meeting', async () => {
  await replaceResponses('https://nightfall.webex.com/*', { html: '<!doctype html><button>Join</button>' });
  const server = serverWithDesk({ cookieProviders: ['webex'] })
    .signIn()
    .change(askingForConsent('webex', 'Webex'));
  const page = await openPage(opened, { server });
  await button(page, 'Reject all').click();
  await button(page, 'Allow Webex').click();
  // Webex asks for the name itself.
  await expect.element(page.getByText('The meeting takes place on Webex.', { exact: true })).toBeVisible();
  expect(frame(page).query()).toBeNull();
  await button(page, 'Join here').click();
  await expect.element(frame(page)).toBeVisible();
  const { src, allow, sandbox, referrerPolicy } = frame(page).element() as HTMLIFrameElement;
  expect(src).toBe(meetingUrl);
  expect(allow).toBe('autoplay; camera; display-capture; fullscreen; microphone');
  expect(sandbox.contains('allow-top-navigation')).toBe(false);
  expect(referrerPolicy).toBe('strict-origin-when-cross-origin');
  await expect.element(tabLink(page)).toHaveAttribute('href', meetingUrl);
  const subject = 'area=lounge widget=desk type=WebExWidget';
  await expectEvents(server, ['widget', 'url'], [`widget open ${subject}`, `url access ${subject}`]);
  await button(page, 'Close').click();
  await expect.element(question(page)).toBeVisible();
  await button(page, 'Leave meeting').click();
  await expect.element(panel(page, 'Desk')).not.toBeInTheDocument();
});

test('WIDGET-17m EMBEDDED opens the panel from the picture, where a host joins from the begin on by the link for hosts, which is beside the frame if Webex refuses it', async () => {
  const server = serverWithDesk({
    displayMode: 'EMBEDDED',
    begin: new Date(now + minute).toISOString(),
    hostMeetingUrl,
  }).signIn();
  const page = await openPage(lounge, { server, stopTimeAt: now });
  const box = page.getByRole('group', { name: 'Desk' });
  await passTimeUntilShown(page, box.getByText(/^Opens in (1:00|0:\d\d)$/));
  await box.getByRole('button').click();
  await passTimeUntilShown(page, panel(page, 'Desk').getByText(/^Opens in (1:00|0:\d\d)$/));
  expect(button(page, 'Join here').query()).toBeNull();
  await page.advance(minute + 1_000);
  await button(page, 'Join here').click();
  await passTimeUntilShown(page, frame(page));
  await expect.element(frame(page)).toHaveAttribute('src', hostMeetingUrl);
  await expect.element(tabLink(page)).toHaveAttribute('href', hostMeetingUrl);
  // The page does not know of the refusal.
  await expect
    .poll(() => page.window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    .toBe(false);
});

test('WIDGET-17n NEW_TAB has the join link in its panel, and no frame', async () => {
  const page = await openPage(opened, { server: serverWithDesk({ displayMode: 'NEW_TAB' }) });
  await expectOpen(page, 'Desk');
  const join = panel(page, 'Desk').getByRole('link', { name: 'Join on Webex' });
  await expect.element(join).toHaveAttribute('href', meetingUrl);
  expect(frame(page).query()).toBeNull();
});

test.each([
  ['reloads a page that was loaded before it', true],
  ['needs no reload where the operator has not switched the frame on', false],
])(
  'VERSION-09n the publication of a Webex meeting %s, at the next change of area',
  async (_, webexEmbedded) => {
    const server = new FakeServer();
    server.widgetSettings = { ...server.widgetSettings, webexEmbedded };
    const page = await openPage(`${lounge}?lang=en`, { server });
    const { document } = page;
    server.publish((architecture, venue) => {
      inLounge(desk())(architecture, venue);
      findArea(architecture, 'lounge').names = [{ locale: 'en', text: 'Winter garden' }];
    });
    // The app then polls the version at once.
    page.setOnline(true);
    await expect.element(page.heading('Winter garden')).toBeInTheDocument();
    await hotspot(page, 'Library').click();
    await expect.poll(() => page.path).toMatch(/area\/library/);
    await expect.element(page.heading('Library')).toBeInTheDocument();
    expect(page.document !== document).toBe(webexEmbedded);
  },
);
