/** A meeting in Microsoft Teams. It opens in a tab of its own: the provider refuses frames. */
import { configurationOf, defineWidget } from './define.ts';
import { meetingLinks, tabMeetingWarnings } from './meetingLinks.ts';

export const teamsWidget = defineWidget({
  type: 'TeamsWidget',
  scope: 'content',
  built: true,
  schema: configurationOf(meetingLinks('TeamsWidget')),
  verb: 'join',
  happening: 'live',
  hostFields: ['hostMeetingUrl'],
  warnings: tabMeetingWarnings('TeamsWidget'),
});
