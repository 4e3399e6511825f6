/** A Zoom meeting or webinar. */
import * as z from 'zod/mini';
import { isOnSite, requestUrl } from '../embeds.ts';
import { text } from '../values.ts';
import { needlessConsentWarnings } from './consentWarnings.ts';
import { configurationOf, defineWidget, onOff, type ConfigurationIssue } from './define.ts';
import { meetingLinkErrors, meetingLinkOf, meetingLinks, meetingWarnings } from './meetingLinks.ts';

const digitsOf = (number: string): string => number.replaceAll(/[ -]/g, '');

/** @param number as Zoom shows it, for example `812 3456 7890` */
const isMeetingNumber = (number: string): boolean => /^\d{9,11}$/.test(digitsOf(number));

const schema = configurationOf({
  ...meetingLinks,
  webinarOn: onOff,
  meetingNumber: z.optional(text),
  passcode: z.optional(text),
});
type Configuration = z.output<typeof schema>;

/** Meetings of Zoom for Government, which the SDK reaches on hosts of its own. */
const isForGovernment = (configuration: Configuration): boolean => {
  const link = meetingLinkOf(configuration);
  return link !== undefined && isOnSite(requestUrl(link), ['zoomgov.com']);
};

/** Whether a configuration can run in the page with Zoom's SDK. Others open in a tab. */
export const runsInPage = (configuration: Configuration): boolean =>
  configuration.meetingNumber !== undefined &&
  isMeetingNumber(configuration.meetingNumber) &&
  configuration.displayMode !== 'NEW_TAB' &&
  !isForGovernment(configuration);

/** The number in the path of a link, for example `/j/81234567890` or `/wc/join/81234567890`. */
const linkedNumber = /^\/(?:[jsw]|wc(?:\/join)?)\/(\d+)(?:\/|$)/;

const numberErrors = ({ meetingNumber: number }: Configuration): ConfigurationIssue[] =>
  number === undefined || isMeetingNumber(number)
    ? []
    : [{ path: ['meetingNumber'], reason: 'is not a number of a Zoom meeting, which has 9 to 11 digits' }];

/** Warns of links to other meetings than that of the number. Attendees who join in a tab would be in another meeting. */
function numberWarnings({ meetingNumber: number, ...links }: Configuration): ConfigurationIssue[] {
  if (number === undefined) return [];
  return (['meetingUrl', 'viewerMeetingUrl', 'hostMeetingUrl'] as const).flatMap((field) => {
    const link = links[field];
    const [, linked] = link === undefined ? [] : (linkedNumber.exec(new URL(link).pathname) ?? []);
    if (linked === undefined || linked === digitsOf(number)) return [];
    const reason = `is ${number}, but ${field} leads to the meeting ${linked}: correct one of them`;
    return [{ path: ['meetingNumber'], reason }];
  });
}

const noProvider: ConfigurationIssue = {
  reason: 'loads from zoom.us before attendees have consented: name its provider in cookieProviders',
};

function consentWarnings(configuration: Configuration): ConfigurationIssue[] {
  if (!runsInPage(configuration)) return needlessConsentWarnings(configuration);
  return configuration.cookieProviders.length === 0 ? [noProvider] : [];
}

export const zoomWidget = defineWidget({
  type: 'ZoomWidget',
  scope: 'content',
  built: true,
  schema,
  verb: 'join',
  happening: 'live',
  hostFields: ['hostMeetingUrl'],
  serverFields: ['passcode'],
  needsIsolation: runsInPage,
  errors: (configuration) => [
    ...meetingLinkErrors('ZoomWidget')(configuration),
    ...numberErrors(configuration),
  ],
  // Its frame is of this server, so it has no origins of which the venue check could warn.
  warnings: (configuration) => [
    ...meetingWarnings(configuration),
    ...numberWarnings(configuration),
    ...consentWarnings(configuration),
  ],
});
