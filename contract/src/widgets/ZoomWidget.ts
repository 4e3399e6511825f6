/** A Zoom meeting or webinar. */
import * as z from 'zod/mini';
import { text } from '../values.ts';
import { configurationOf, defineWidget, onOff } from './define.ts';
import { meetingLinks, meetingWarnings } from './meetingLinks.ts';

export const zoomWidget = defineWidget({
  type: 'ZoomWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({
    ...meetingLinks('ZoomWidget'),
    webinarOn: onOff,
    meetingNumber: z.optional(text),
    passcode: z.optional(text),
  }),
  verb: 'join',
  happening: 'live',
  hostFields: ['hostMeetingUrl'],
  serverFields: ['passcode'],
  // Without a number Zoom's SDK has nothing to join; then the meeting opens in a tab.
  needsIsolation: ({ meetingNumber, displayMode }) =>
    meetingNumber !== undefined && displayMode !== 'NEW_TAB',
  warnings: meetingWarnings,
});
