/** A Whereby meeting inside the venue. */
import { configurationOf, defineWidget, onOff } from './define.ts';
import {
  meetingLinkErrors,
  meetingLinks,
  meetingOrigins,
  meetingPermissions,
  meetingWarnings,
} from './meetingLinks.ts';

/** Options in the address of the meeting; an option that is not configured is not sent. */
const meetingOptions = {
  audio: onOff,
  background: onOff,
  logo: onOff,
  locking: onOff,
  participantCount: onOff,
  settingsButton: onOff,
  pipButton: onOff,
  breakout: onOff,
  chat: onOff,
  leaveButton: onOff,
  lowData: onOff,
  moreButton: onOff,
  people: onOff,
  preCallReview: onOff,
  roomIntegrations: onOff,
  screenshare: onOff,
  subgridLabels: onOff,
  timer: onOff,
  video: onOff,
  autoSpotlight: onOff,
  skipMediaPermissionPrompt: onOff,
  floatSelf: onOff,
};

export const wherebyMeetingWidget = defineWidget({
  type: 'WherebyMeetingWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ ...meetingLinks, webinarOn: onOff, ...meetingOptions }),
  verb: 'join',
  happening: 'live',
  hostFields: ['hostMeetingUrl'],
  errors: meetingLinkErrors('WherebyMeetingWidget'),
  warnings: meetingWarnings,
  origins: meetingOrigins,
  permissions: () => meetingPermissions,
});
