import { expect, test } from 'vitest';
import { errorsOf, urisOf, warningsOf } from './configurationIssues.testing.ts';
import {
  meetingLinkOf,
  meetingProviders,
  type MeetingLinks,
  type MeetingWidgetType,
} from './meetingLinks.ts';

const [host, viewer, everyone] = ['https://zoom.us/s/1', 'https://zoom.us/w/1', 'https://zoom.us/j/1'];

/** The link of each person, without and with `webinarOn`. */
test.each<[MeetingLinks, string | undefined, string | undefined]>([
  [{}, undefined, undefined],
  [{ meetingUrl: everyone }, everyone, everyone],
  [{ viewerMeetingUrl: viewer }, viewer, viewer],
  [{ viewerMeetingUrl: viewer, meetingUrl: everyone }, everyone, viewer],
  // Only hosts and administrators receive `hostMeetingUrl`.
  [{ hostMeetingUrl: host }, host, host],
  [{ hostMeetingUrl: host, meetingUrl: everyone }, host, host],
  [{ hostMeetingUrl: host, viewerMeetingUrl: viewer }, host, host],
  [{ hostMeetingUrl: host, viewerMeetingUrl: viewer, meetingUrl: everyone }, host, host],
])(
  'MEET-07a with the links %j people join a meeting by %s, and a webinar by %s',
  (links, meeting, webinar) => {
    expect(meetingLinkOf(links)).toBe(meeting);
    expect(meetingLinkOf({ ...links, webinarOn: false })).toBe(meeting);
    expect(meetingLinkOf({ ...links, webinarOn: true })).toBe(webinar);
  },
);

const types = Object.keys(meetingProviders) as MeetingWidgetType[];
const isValid = (type: MeetingWidgetType, link: string): boolean =>
  errorsOf(type, { meetingUrl: link }).length === 0;

test.each<[MeetingWidgetType, string]>([
  ['GoToMeetingWidget', 'https://meet.goto.com/123456789'],
  ['GoToMeetingWidget', 'https://global.gotomeeting.com/join/123456789'],
  ['GoToMeetingWidget', 'https://www.gotomeet.me/room'],
  ['TeamsWidget', 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0?context=%7b%7d'],
  ['TeamsWidget', 'https://teams.live.com/meet/9312345678901?p=abc'],
  ['TeamsWidget', 'https://teams.cloud.microsoft/meet/1'],
  ['WebExWidget', 'https://example.webex.com/meet/room'],
  ['WherebyMeetingWidget', 'https://example.whereby.com/room?roomKey=eyJ'],
  ['ZoomWidget', 'https://us02web.zoom.us/j/1234567890?pwd=abc'],
  ['ZoomWidget', 'https://example.zoomgov.com/j/1'],
  ['ZoomWidget', 'https://ZOOM.US./j/1'],
])('bad input 63: %s accepts %s, and no other provider does', (type, link) => {
  expect(types.filter((other) => isValid(other, link))).toEqual([type]);
});

test.each(
  types.flatMap((type) =>
    meetingProviders[type].sites.flatMap((site): [MeetingWidgetType, string][] => [
      [type, `http://${site}/1`],
      [type, `https://${site}.evil.com/1`],
      [type, `https://evil${site}/1`],
      [type, `https://evil.com/${site}/1`],
      [type, `https://evil.com?${site}`],
      [type, `https://evil.com#.${site}`],
      [type, `https://${site}@evil.com/1`],
      [type, `https://user:password@${site}/1`],
      [type, `https://${site}\n.evil.com/1`],
      [type, `https://${site.replace('o', '\u043E')}/1`],
    ]),
  ),
)('bad input 63: a link of %s must not be %j', (type, link) => {
  expect(isValid(type, link)).toBe(false);
});

test.each([
  ['javascript:alert(1)', 'is not an https URL (javascript:)'],
  ['zoommtg://zoom.us/join?confno=1', 'is not an https URL (zoommtg:)'],
  ['https://intranet/1', 'points to a private network'],
  ['https://192.168.0.4/call', 'points to a private network'],
  ['https://[::1]/call', 'points to a private network'],
  ['', 'is not a URL'],
  ['https://example.com/', 'is not an address of Zoom, such as https://us02web.zoom.us/j/1234567890'],
])('bad input 63: each link says why it must not be %j', (link, reason) => {
  for (const field of ['hostMeetingUrl', 'viewerMeetingUrl', 'meetingUrl'])
    expect(errorsOf('ZoomWidget', { [field]: link })).toEqual([[field, reason]]);
});

test.each(types)('MEET-07b %s warns of a meeting that people cannot join', (type) => {
  const links = { viewerMeetingUrl: viewer };
  expect(warningsOf(type, {})).toEqual([['', 'has no link: set meetingUrl']]);
  expect(warningsOf(type, { hostMeetingUrl: host })).toEqual([
    ['', 'has a link for hosts only, so nobody else can join: set meetingUrl'],
  ]);
  expect(warningsOf(type, { ...links, hostMeetingUrl: host })).toEqual([]);
});

test.each(types)('MEET-06h %s warns of a link for hosts that everyone receives', (type) => {
  const reason = (field: string) =>
    `is the same link as ${field}, which everyone receives: set the link for the host, or leave it out`;
  expect(warningsOf(type, { hostMeetingUrl: host, meetingUrl: 'https://ZOOM.us/s/1' })).toEqual([
    ['hostMeetingUrl', reason('meetingUrl')],
  ]);
  expect(warningsOf(type, { hostMeetingUrl: host, viewerMeetingUrl: host })).toEqual([
    ['hostMeetingUrl', reason('viewerMeetingUrl')],
  ]);
  expect(warningsOf(type, { hostMeetingUrl: host, meetingUrl: everyone })).toEqual([]);
});

test.each([
  'GoToMeetingWidget',
  'MentimeterQrCodeWidget',
  'SuperEventQrEntryPointWidget',
  'TeamsWidget',
  'WebExWidget',
])('CONSENT-14v %s, which loads nothing, warns of a consent that it would ask for', (type) => {
  const links = { meetingUrl: everyone, ...urisOf(everyone) };
  const withProvider = { ...links, cookieProviders: ['company'] };
  expect(warningsOf(type, withProvider)).toEqual([
    [
      'cookieProviders',
      'hides the widget until attendees have consented, although it loads nothing from other servers: leave it out',
    ],
  ]);
  expect(warningsOf(type, { ...withProvider, displayMode: 'NEW_TAB' })).toEqual([
    ['cookieProviders', 'is not used, because a widget that opens in a tab needs no consent: leave it out'],
  ]);
  expect(warningsOf(type, links)).toEqual([]);
});

test.each([
  ['TeamsWidget', 'Microsoft Teams', ''],
  ['WebExWidget', 'Webex', '; if its Webex site allows frames, the operator can set WEBEX_EMBEDDED'],
  ['GoToMeetingWidget', 'GoTo Meeting', ''],
])('MEET-07c %s warns that a meeting in the picture opens in a tab', (type, name, advice) => {
  const links = { meetingUrl: everyone };
  expect(warningsOf(type, { ...links, displayMode: 'EMBEDDED' })).toEqual([
    [
      'displayMode',
      `is EMBEDDED, but ${name} refuses frames: the picture shows a button that opens the meeting in a tab${advice}`,
    ],
  ]);
  for (const displayMode of ['EMBEDDED_DIALOG', 'OVERLAY_DIALOG', 'NEW_TAB', undefined])
    expect(warningsOf(type, { ...links, displayMode })).toEqual([]);
});
