/** Meetings that open in a tab of their own: in their time window, before and after it, for hosts, and without a link. */
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import type { FakeServer } from '../../testing/fakeServer.ts';
import { openPage, phone, type AppPage } from '../../testing/page.ts';
import {
  askingForConsent,
  expectOpen,
  hotspot,
  lounge,
  panel,
  passTimeUntilShown,
  poster,
  replaceResponses,
  serverWith,
  type ContentWidget,
} from '../testing/widgetPage.ts';

const now = Date.parse('2030-05-01T18:00:00Z');
const minute = 60_000;
const inMinutes = (minutes: number): string => new Date(now + minutes * minute).toISOString();
/** A time as the English page shows it. */
const clockTime = (minutes: number): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(now + minutes * minute);

const links = {
  TeamsWidget: 'https://teams.microsoft.com/meet/1234567890?p=abc',
  WebExWidget: 'https://nightfall.webex.com/meet/desk',
  GoToMeetingWidget: 'https://meet.goto.com/123456789',
} as const;

/** A meeting named Sync in the middle of the lounge. */
const meeting = (
  type: keyof typeof links,
  configuration: Partial<ContentWidget['configurations'][number]> & { readonly hostMeetingUrl?: string } = {},
  size?: { readonly width: number; readonly height: number },
): ContentWidget => ({
  id: 'sync',
  type,
  name: 'Sync',
  configurations: [
    { id: 'meeting', name: 'meeting', cookieProviders: [], meetingUrl: links[type], ...configuration },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 }, ...(size && { size }) }],
});

const open = (path: string, server: FakeServer): Promise<AppPage> =>
  openPage(path, { server, stopTimeAt: now });
const joinLink = (page: AppPage): Locator =>
  panel(page, 'Sync').getByRole('link', { name: /^(Join|Start) on/ });
const openTab = { name: /^Sync, live now(, new)? \(opens Microsoft Teams in a new tab\)$/i };

/** Follows no link into a tab: the tests need only the click. */
const keepTabsClosed = (page: AppPage): void =>
  page.document.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a[target="_blank"]')) event.preventDefault();
  });

test('WIDGET-15c, MEET-05a a Teams meeting says when it opens and becomes its link at the begin, in picture and panel, without a reload', async () => {
  const times = { begin: inMinutes(6), end: inMinutes(60) };
  const page = await open(lounge, serverWith(meeting('TeamsWidget', { ...times, displayMode: 'NEW_TAB' })));
  const { document } = page;
  await passTimeUntilShown(page, hotspot(page, 'Sync'));
  await expect.element(hotspot(page, 'Sync')).toMatchTextContent(`Opens at ${clockTime(6)}`);
  await expect.element(hotspot(page, 'Sync')).not.toHaveAttribute('target');
  await hotspot(page, 'Sync').click();
  await passTimeUntilShown(page, panel(page, 'Sync').getByText(`Opens at ${clockTime(6)}`));
  await page.advance(2 * minute);
  await expect.element(panel(page, 'Sync').getByText(/^Opens in [34]:\d\d$/)).toBeVisible();
  expect(joinLink(page).query()).toBeNull();
  await page.advance(4 * minute + 1_000);
  await expect.element(joinLink(page)).toHaveAttribute('href', links.TeamsWidget);
  await expect.element(joinLink(page)).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(joinLink(page)).toMatchTextContent('Join on Microsoft Teams');
  await expect.element(page.getByRole('link', openTab)).toHaveAttribute('href', links.TeamsWidget);
  await expect.element(page.getByRole('link', openTab)).toHaveAttribute('rel', 'noopener noreferrer');
  expect(page.document).toBe(document);
});

test('WIDGET-17d a Webex meeting that ends while its panel is open says so five minutes before, and the panel stays', async () => {
  const server = serverWith(meeting('WebExWidget', { begin: inMinutes(-30), end: inMinutes(6) }));
  const page = await open(`${lounge}?widget=sync`, server);
  await passTimeUntilShown(page, joinLink(page));
  const until = panel(page, 'Sync').getByText(`until ${clockTime(6)}`);
  const notice = panel(page, 'Sync')
    .getByRole('status')
    .getByText(`This meeting ends at ${clockTime(6)}.`);
  await page.advance(minute / 2);
  expect(notice.query()).toBeNull();
  await expect.element(until).toBeVisible();
  await page.advance(minute / 2 + 1_000);
  await expect.element(notice).toBeVisible();
  expect(until.query()).toBeNull();
  await page.advance(5 * minute);
  await expect.element(panel(page, 'Sync').getByText('This meeting is over')).toBeVisible();
  expect(joinLink(page).query()).toBeNull();
  await expect.element(hotspot(page, 'Sync')).not.toBeInTheDocument();
});

test('WIDGET-03d a host starts a GoTo meeting by the link for hosts, by the server’s clock, and each press is counted once', async () => {
  const hostMeetingUrl = 'https://meet.goto.com/987654321';
  const times = { begin: inMinutes(110), end: inMinutes(130) };
  const server = serverWith(meeting('GoToMeetingWidget', { ...times, hostMeetingUrl })).signIn();
  server.clockOffsetMs = 120 * minute;
  const page = await openPage(lounge, { server, stopTimeAt: now });
  keepTabsClosed(page);
  await passTimeUntilShown(page, hotspot(page, 'Sync'));
  await hotspot(page, 'Sync').click();
  await passTimeUntilShown(page, joinLink(page));
  await expect.element(panel(page, 'Sync').getByText('You can start this meeting')).toBeVisible();
  await expect.element(joinLink(page)).toMatchTextContent('Start on GoTo Meeting');
  await expect.element(joinLink(page)).toHaveAttribute('href', hostMeetingUrl);
  await joinLink(page).click();
  await page.advance(minute);
  const subject = 'area=lounge widget=sync type=GoToMeetingWidget';
  await expectEvents(server, ['widget', 'url'], [`widget open ${subject}`, `url access ${subject}`]);
});

test('WIDGET-15d, MEET-05b a press on the hotspot of NEW_TAB is counted as opening and access, and the ring disappears', async () => {
  const times = { begin: inMinutes(-5), end: inMinutes(30) };
  const server = serverWith(meeting('TeamsWidget', { ...times, displayMode: 'NEW_TAB' }));
  const page = await open(lounge, server);
  keepTabsClosed(page);
  await passTimeUntilShown(page, page.getByRole('link', openTab));
  const ring = page.getByRole('link', openTab).getByCSS('[data-new]');
  await expect.element(ring).toHaveAttribute('data-new', 'true');
  await page.getByRole('link', openTab).click();
  await page.advance(minute);
  const subject = 'area=lounge widget=sync type=TeamsWidget';
  await expectEvents(server, ['widget', 'url'], [`widget open ${subject}`, `url access ${subject}`]);
  await expect.element(ring).toHaveAttribute('data-new', 'false');
  expect(page.path).toBe(lounge);
});

test.each(['EMBEDDED_DIALOG', 'OVERLAY_DIALOG'] as const)(
  'MEET-05c %s has the join link in its panel, and no frame',
  async (displayMode) => {
    const page = await openPage(lounge, { server: serverWith(meeting('WebExWidget', { displayMode })) });
    await hotspot(page, 'Sync').click();
    await expect.element(joinLink(page)).toHaveAttribute('href', links.WebExWidget);
    expect(page.document.querySelector('iframe')).toBeNull();
  },
);

test('MEET-05d EMBEDDED has the join link in the picture, from the begin on', async () => {
  const size = { width: 0.3, height: 0.3 };
  const server = serverWith(meeting('WebExWidget', { displayMode: 'EMBEDDED', begin: inMinutes(1) }, size));
  const page = await open(lounge, server);
  const box = page.getByRole('group', { name: 'Sync' });
  await passTimeUntilShown(page, box.getByText(/^Opens in (1:00|0:\d\d)$/));
  expect(box.getByRole('link').query()).toBeNull();
  await page.advance(minute + 1_000);
  await expect.element(box.getByRole('link', { name: 'Join on Webex' })).toBeVisible();
  expect(page.document.querySelector('iframe')).toBeNull();
});

test('MEET-05e in a small box EMBEDDED cuts a long name, so that the button stays inside', async () => {
  const size = { width: 0.14, height: 0.18 };
  const widget: ContentWidget = {
    ...meeting('TeamsWidget', { displayMode: 'EMBEDDED' }, size),
    names: [
      {
        locale: 'de',
        text: 'Gesprächsrunde der Veranstaltungsleiterinnenvereinigung Norddeutschland e. V. 26',
      },
    ],
  };
  const page = await openPage(`${lounge}?lang=de`, { server: serverWith(widget) });
  const link = page.getByRole('link', { name: 'Über Microsoft Teams teilnehmen' });
  await expect.element(link).toBeVisible();
  await page.atRest();
  const box = page.boxOf(page.getByCSS('.embeddedMeeting_box'));
  const { top, bottom } = page.boxOf(link);
  expect(top).toBeGreaterThan(box.top);
  expect(bottom).toBeLessThan(box.bottom);
  expect(page.boxOf(page.getByCSS('.embeddedMeeting_name')).top).toBeGreaterThan(box.top);
});

test('WIDGET-03e a meeting without a link says so in its panel and in the text view', async () => {
  const { meetingUrl: _, ...configuration } = meeting('GoToMeetingWidget').configurations[0] as {
    readonly meetingUrl: string;
  };
  const widget = { ...meeting('GoToMeetingWidget'), configurations: [configuration] } as ContentWidget;
  const page = await openPage(`${lounge}?view=text`, { server: serverWith(widget) });
  await expect.element(page.getByText('Meeting · From GoTo Meeting · No link yet')).toBeVisible();
  await page.getByRole('button', { name: 'Open, Sync' }).click();
  await expect.element(panel(page, 'Sync').getByText('This meeting has no link yet')).toBeVisible();
});

test('WIDGET-15e a provider that was declined does not show the link before the begin', async () => {
  const server = serverWith(
    meeting('TeamsWidget', { begin: inMinutes(10), cookieProviders: ['teams'], displayMode: 'NEW_TAB' }),
  ).change(askingForConsent('teams', 'Teams'));
  const page = await open(`${lounge}?widget=sync`, server);
  const reject = page.getByRole('button', { name: 'Reject all' });
  await passTimeUntilShown(page, reject);
  await reject.click();
  await passTimeUntilShown(page, panel(page, 'Sync').getByRole('button', { name: 'Allow Teams' }));
  expect(page.document.querySelector(`a[href="${links.TeamsWidget}"]`)).toBeNull();
});

test('WIDGET-17e a meeting that throws shows an error, and other widgets work', async () => {
  await replaceResponses('*/assets/WebExWidget-*.js', {
    script: 'export default function Broken() { throw new Error("broken on purpose"); }',
  });
  const server = serverWith(meeting('WebExWidget'), {
    ...poster(),
    placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.2, y: 0.42 } }],
  });
  const page = await openPage(lounge, { server, allowedErrors: [/broken on purpose/] });
  await hotspot(page, 'Sync').click();
  await expect.element(panel(page, 'Sync').getByRole('alert')).toBeVisible();
  await panel(page, 'Sync').getByRole('button', { name: 'Close' }).click();
  await hotspot(page, 'Poster').click();
  await expect.element(panel(page, 'Poster').getByRole('img')).toBeVisible();
});

test('WIDGET-17f axe finds no violations in the panel on an Arabic phone, and the keyboard reaches the link', async () => {
  const end = new Date(Date.now() + 4 * minute).toISOString();
  const server = serverWith(meeting('WebExWidget', { end }));
  const page = await openPage(`${lounge}?widget=sync&lang=ar`, { server, ...phone });
  const join = panel(page, 'Sync').getByRole('link', { name: /Webex/ });
  await expectOpen(page, 'Sync');
  await page.tabTo(join);
  expect(page.fitsAcross).toBe(true);
  await page.expectAccessible();
});
