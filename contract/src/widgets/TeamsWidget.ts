/** A meeting in Microsoft Teams. It opens in a tab of its own: the provider refuses frames. */
import { configurationOf, defineWidget } from './define.ts';
import { meetingLinkErrors, meetingLinks, tabMeetingWarnings } from './meetingLinks.ts';

export const teamsWidget = defineWidget({
  type: 'TeamsWidget',
  scope: 'content',
  built: true,
  schema: configurationOf(meetingLinks),
  verb: 'join',
  happening: 'live',
  hostFields: ['hostMeetingUrl'],
  errors: meetingLinkErrors('TeamsWidget'),
  warnings: tabMeetingWarnings('TeamsWidget'),
});
