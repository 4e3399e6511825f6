/**
 * A meeting in Webex. It opens in a tab of its own, because Webex refuses frames, unless the operator has switched its
 * frame on.
 */
import { configurationOf, defineWidget } from './define.ts';
import {
  meetingLinkErrors,
  meetingLinks,
  meetingOrigins,
  meetingPermissions,
  meetingWarnings,
  tabMeetingWarnings,
} from './meetingLinks.ts';

const inTab = tabMeetingWarnings(
  'WebExWidget',
  '; if its Webex site allows frames, the operator can set WEBEX_EMBEDDED',
);

export const webExWidget = defineWidget({
  type: 'WebExWidget',
  scope: 'content',
  built: true,
  schema: configurationOf(meetingLinks),
  verb: 'join',
  happening: 'live',
  hostFields: ['hostMeetingUrl'],
  errors: meetingLinkErrors('WebExWidget'),
  origins: (links, { webexEmbedded }) => (webexEmbedded ? meetingOrigins(links) : {}),
  permissions: () => meetingPermissions,
  warnings: (configuration, { webexEmbedded }) =>
    webexEmbedded && configuration.displayMode !== 'NEW_TAB'
      ? meetingWarnings(configuration)
      : inTab(configuration),
});
