import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorsOf, warningsOf } from './configurationIssues.testing.ts';
import { runsInPage, zoomWidget } from './ZoomWidget.ts';

const type = 'ZoomWidget';
const meetingUrl = 'https://zoom.us/j/81234567890';
const configuration = (fields: object) =>
  z.parse(zoomWidget.schema, { id: 'always', name: 'Always', meetingUrl, ...fields });

test.each([
  ['81234567890', true],
  ['812 3456 7890', true],
  ['812-345-678', true],
  ['12345678', false],
  ['123456789012', false],
  ['812 x', false],
  ['', false],
])('WIDGET-19u the meeting number %j is accepted: %s', (meetingNumber, isAccepted) => {
  const reason = 'is not a number of a Zoom meeting, which has 9 to 11 digits';
  expect(errorsOf(type, { meetingUrl, meetingNumber })).toEqual(
    isAccepted ? [] : [['meetingNumber', reason]],
  );
  // Pages open venues that were saved before this check.
  expect(runsInPage(configuration({ meetingNumber }))).toBe(isAccepted);
});

const inPage = { meetingNumber: '812 3456 7890' };
const needless =
  'hides the widget until attendees have consented, although it loads nothing from other servers: leave it out';
test.each([
  ['with a number', true, inPage, ''],
  ['without a number', false, {}, needless],
  [
    'in a tab',
    false,
    { ...inPage, displayMode: 'NEW_TAB' },
    'is not used, because a widget that opens in a tab needs no consent: leave it out',
  ],
  [
    'of Zoom for Government',
    false,
    { ...inPage, meetingUrl: 'https://example.zoomgov.com/j/81234567890' },
    needless,
  ],
])(
  'WIDGET-19v a meeting %s needs an isolated page, and then the consent of attendees: %s',
  (_what, isInPage, fields, reason) => {
    const missing =
      'loads from zoom.us before attendees have consented: name its provider in cookieProviders';
    const withProvider = { meetingUrl, ...fields, cookieProviders: ['zoom'] };
    expect(zoomWidget.needsIsolation?.(configuration(fields))).toBe(isInPage);
    expect(warningsOf(type, { meetingUrl, ...fields })).toEqual(isInPage ? [['', missing]] : []);
    expect(warningsOf(type, withProvider)).toEqual(isInPage ? [] : [['cookieProviders', reason]]);
  },
);

const otherMeeting = 'https://us02web.zoom.us/j/99999999999?pwd=abc';
test.each([
  ['meetingUrl', otherMeeting],
  ['viewerMeetingUrl', 'https://zoom.us/w/99999999999'],
  ['hostMeetingUrl', 'https://zoom.us/s/99999999999'],
  ['hostMeetingUrl', 'https://zoom.us/wc/99999999999/start'],
  ['hostMeetingUrl', 'https://zoom.us/wc/join/99999999999'],
])('MEET-06n a number and a link %s of different meetings are warned of: %s', (field, link) => {
  const consented = { meetingUrl, cookieProviders: ['zoom'], ...inPage, [field]: link };
  expect(warningsOf(type, consented)).toEqual([
    ['meetingNumber', `is 812 3456 7890, but ${field} leads to the meeting 99999999999: correct one of them`],
  ]);
  const ofBoth = { ...consented, meetingNumber: '999-999-99999', meetingUrl: otherMeeting };
  expect(warningsOf(type, ofBoth)).toEqual([]);
  expect(warningsOf(type, { meetingUrl, [field]: link })).toEqual([]);
});

test('MEET-06o a link without a number of a meeting is not compared with it', () => {
  for (const path of ['my/desk', 'j/', 'rec/81234567891', 'webinar/register/WN_1'])
    expect(
      warningsOf(type, { ...inPage, meetingUrl: `https://zoom.us/${path}`, cookieProviders: ['zoom'] }),
    ).toEqual([]);
});
