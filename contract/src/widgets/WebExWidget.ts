/** A meeting in Webex. It opens in a tab of its own: the provider refuses frames. */
import { configurationOf, defineWidget } from './define.ts';
import { meetingLinks, tabMeetingWarnings } from './meetingLinks.ts';

export const webExWidget = defineWidget({
  type: 'WebExWidget',
  scope: 'content',
  built: true,
  schema: configurationOf(meetingLinks('WebExWidget')),
  verb: 'join',
  happening: 'live',
  hostFields: ['hostMeetingUrl'],
  warnings: tabMeetingWarnings('WebExWidget'),
});
