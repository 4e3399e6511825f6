import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { zoomWidget } from './ZoomWidget.ts';

const meetingUrl = 'https://zoom.us/j/81234567890';
const parse = (fields: object) =>
  z.safeParse(zoomWidget.schema, { id: 'always', name: 'Always', meetingUrl, ...fields });
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
  const { success, error } = parse({ meetingNumber });
  expect([success, error?.issues[0]?.message]).toEqual(
    isAccepted ? [true, undefined] : [false, 'is not a number of a Zoom meeting, which has 9 to 11 digits'],
  );
});

const inPage = { meetingNumber: '812 3456 7890' };
test.each([
  ['with a number', inPage, true],
  ['without a number', {}, false],
  ['in a tab', { ...inPage, displayMode: 'NEW_TAB' }, false],
  ['of Zoom for Government', { ...inPage, meetingUrl: 'https://example.zoomgov.com/j/81234567890' }, false],
])(
  'WIDGET-19v a meeting %s needs an isolated page, and then the consent of attendees: %s',
  (_what, fields, isInPage) => {
    const warning = {
      reason: 'loads from zoom.us before attendees have consented: name its provider in cookieProviders',
    };
    expect(zoomWidget.needsIsolation?.(configuration(fields))).toBe(isInPage);
    expect(zoomWidget.warnings?.(configuration(fields))).toEqual(isInPage ? [warning] : []);
    expect(zoomWidget.warnings?.(configuration({ ...fields, cookieProviders: ['zoom'] }))).toEqual([]);
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
  const warningsOf = (fields: object) =>
    zoomWidget.warnings?.(configuration({ cookieProviders: ['zoom'], ...fields }));
  expect(warningsOf({ ...inPage, [field]: link })).toEqual([
    {
      field: 'meetingNumber',
      reason: `is 812 3456 7890, but ${field} leads to the meeting 99999999999: correct one of them`,
    },
  ]);
  expect(warningsOf({ meetingNumber: '999-999-99999', meetingUrl: otherMeeting, [field]: link })).toEqual([]);
  expect(warningsOf({ [field]: link })).toEqual([]);
});

test('MEET-06o a link without a number of a meeting is not compared with it', () => {
  for (const path of ['my/desk', 'j/', 'rec/81234567891', 'webinar/register/WN_1'])
    expect(
      zoomWidget.warnings?.(
        configuration({ ...inPage, meetingUrl: `https://zoom.us/${path}`, cookieProviders: ['zoom'] }),
      ),
    ).toEqual([]);
});
