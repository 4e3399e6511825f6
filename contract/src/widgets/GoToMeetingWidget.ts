/** A meeting in GoTo Meeting. It opens in a tab of its own: the provider refuses frames. */
import { configurationOf, defineWidget } from './define.ts';
import { meetingLinkErrors, meetingLinks, tabMeetingWarnings } from './meetingLinks.ts';

export const goToMeetingWidget = defineWidget({
  type: 'GoToMeetingWidget',
  scope: 'content',
  built: true,
  schema: configurationOf(meetingLinks),
  verb: 'join',
  happening: 'live',
  hostFields: ['hostMeetingUrl'],
  errors: meetingLinkErrors('GoToMeetingWidget'),
  warnings: tabMeetingWarnings('GoToMeetingWidget'),
});
