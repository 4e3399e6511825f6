import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defaultWidgetSettings } from './define.ts';
import { webExWidget } from './WebExWidget.ts';

const meetingUrl = 'https://example.webex.com/meet/room';
const inFrame = { ...defaultWidgetSettings, webexEmbedded: true };
const configuration = (fields: object = {}) =>
  z.parse(webExWidget.schema, { id: 'always', name: 'Always', meetingUrl, ...fields });

test('WIDGET-17g the page may frame the hosts of all links of a meeting if the operator allows frames, otherwise none', () => {
  const meeting = configuration({ hostMeetingUrl: 'https://HOSTS.webex.com./meet/room' });
  expect(webExWidget.origins?.(meeting, inFrame)).toEqual({
    frame: ['https://hosts.webex.com', 'https://example.webex.com'],
  });
  expect(webExWidget.origins?.(meeting, defaultWidgetSettings)).toEqual({});
});

test.each([undefined, 'EMBEDDED', 'EMBEDDED_DIALOG', 'OVERLAY_DIALOG', 'NEW_TAB'])(
  'WIDGET-17h if the operator allows frames, only a meeting in a tab is warned of a needless consent; the display mode is %s',
  (displayMode) => {
    const warningsOf = (fields: object) =>
      webExWidget
        .warnings?.(configuration({ displayMode, ...fields }), inFrame)
        .map(({ path }) => path?.join('.'));
    const withProvider = { cookieProviders: ['webex'] };
    expect(warningsOf(withProvider)).toEqual(displayMode === 'NEW_TAB' ? ['cookieProviders'] : []);
    expect(warningsOf({ hostMeetingUrl: meetingUrl })).toEqual(['hostMeetingUrl']);
  },
);
