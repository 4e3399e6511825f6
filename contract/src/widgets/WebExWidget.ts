/** A meeting in Webex. It opens in a tab of its own: the provider refuses frames. */
import { configurationOf, defineWidget } from './define.ts';
import { meetingLinkErrors, meetingLinks, tabMeetingWarnings } from './meetingLinks.ts';

export const webExWidget = defineWidget({
  type: 'WebExWidget',
  scope: 'content',
  built: true,
  schema: configurationOf(meetingLinks),
  verb: 'join',
  happening: 'live',
  hostFields: ['hostMeetingUrl'],
  errors: meetingLinkErrors('WebExWidget'),
  warnings: tabMeetingWarnings('WebExWidget'),
});
