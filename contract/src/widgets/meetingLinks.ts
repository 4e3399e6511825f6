/** What widgets for online meetings share: their providers, their links, and who joins by which one. */
import * as z from 'zod/mini';
import { address } from '../address.ts';
import { isOnSite, requestUrl, type FramePermission } from '../embeds.ts';
import { needlessConsentWarnings } from './consentWarnings.ts';
import type { ConfigurationIssue, MediaDisplayMode, Origins } from './define.ts';

export interface MeetingProvider {
  /** The name that people know. */
  readonly name: string;
  /** Host names, with their subdomains. */
  readonly sites: readonly string[];
  /** An address, for messages about a wrong one. */
  readonly example: string;
}

/** The providers of meetings, by widget type. Comments name the provider's page that lists the hosts. */
export const meetingProviders = {
  GoToMeetingWidget: {
    name: 'GoTo Meeting',
    // support.goto.com: "Minimal Firewall Settings for the GoTo App"; for gotomeet.me "How do I create a personal
    // meeting page?"
    sites: ['gotomeeting.com', 'goto.com', 'gotomeet.me'],
    example: 'https://meet.goto.com/123456789',
  },
  TeamsWidget: {
    name: 'Microsoft Teams',
    // learn.microsoft.com: "Microsoft 365 URLs and IP address ranges", and its editions for the U.S. government (GCC High
    // and DoD) and for 21Vianet in China. No page was found that lists teams.live.com, to which links of personal
    // accounts lead: "Create a meeting in Microsoft Teams Free" on support.microsoft.com only says how to copy one.
    sites: [
      'teams.microsoft.com',
      'teams.live.com',
      'teams.cloud.microsoft',
      'teams.microsoft.us',
      'teams.microsoftonline.cn',
    ],
    example: 'https://teams.microsoft.com/meet/1234567890?p=abc',
  },
  WebExWidget: {
    name: 'Webex',
    // help.webex.com: "Network Requirements for Webex Services"
    sites: ['webex.com'],
    example: 'https://example.webex.com/meet/room',
  },
  WherebyMeetingWidget: {
    name: 'Whereby',
    // docs.whereby.com: "Using URL parameters"
    sites: ['whereby.com'],
    example: 'https://example.whereby.com/room',
  },
  ZoomWidget: {
    name: 'Zoom',
    // support.zoom.com: "Zoom network firewall or proxy server settings"; zoomgov.com is Zoom for Government
    sites: ['zoom.us', 'zoomgov.com'],
    example: 'https://us02web.zoom.us/j/1234567890',
  },
} as const satisfies Readonly<Record<string, MeetingProvider>>;
export type MeetingWidgetType = keyof typeof meetingProviders;

const link = z.optional(address);
/** The schemas of the links of a meeting. */
export const meetingLinks = { hostMeetingUrl: link, viewerMeetingUrl: link, meetingUrl: link };

export interface MeetingLinks {
  readonly hostMeetingUrl?: string | undefined;
  readonly viewerMeetingUrl?: string | undefined;
  readonly meetingUrl?: string | undefined;
  readonly webinarOn?: boolean | undefined;
}

/**
 * The link by which someone joins (MEET-07); undefined if none is configured. Browsers of others than hosts have no
 * `hostMeetingUrl`.
 */
export function meetingLinkOf({ hostMeetingUrl, viewerMeetingUrl, meetingUrl, webinarOn }: MeetingLinks) {
  return hostMeetingUrl ?? (webinarOn ? (viewerMeetingUrl ?? meetingUrl) : (meetingUrl ?? viewerMeetingUrl));
}

/** Refuses links to other websites, because the page names the provider. */
export const meetingLinkErrors =
  (type: MeetingWidgetType) =>
  (links: MeetingLinks): ConfigurationIssue[] => {
    const { name, sites, example } = meetingProviders[type];
    const reason = `is not an address of ${name}, such as ${example}`;
    return (['hostMeetingUrl', 'viewerMeetingUrl', 'meetingUrl'] as const)
      .filter((field) => {
        const url = links[field];
        return url !== undefined && !isOnSite(requestUrl(url), sites);
      })
      .map((field) => ({ path: [field], reason }));
  };

/** The origins of a meeting that is shown in a frame, by whichever link. */
export const meetingOrigins = ({ hostMeetingUrl, viewerMeetingUrl, meetingUrl }: MeetingLinks): Origins => ({
  frame: [hostMeetingUrl, viewerMeetingUrl, meetingUrl]
    .filter((url) => url !== undefined)
    .map((url) => requestUrl(url).origin),
});

/** What a meeting in a frame may use. */
export const meetingPermissions: readonly FramePermission[] = [
  'autoplay',
  'camera',
  'display-capture',
  'fullscreen',
  'microphone',
];

/** Warnings about the links of a meeting. */
export function meetingWarnings({ hostMeetingUrl, ...forOthers }: MeetingLinks): ConfigurationIssue[] {
  const warnings: ConfigurationIssue[] = [];
  if (meetingLinkOf(forOthers) === undefined) {
    const missing =
      hostMeetingUrl === undefined ? 'has no link' : 'has a link for hosts only, so nobody else can join';
    warnings.push({ reason: `${missing}: set meetingUrl` });
  }
  for (const field of ['meetingUrl', 'viewerMeetingUrl'] as const) {
    const url = forOthers[field];
    if (hostMeetingUrl === undefined || url === undefined || !isSameLink(url, hostMeetingUrl)) continue;
    const reason = `is the same link as ${field}, which everyone receives: set the link for the host, or leave it out`;
    warnings.push({ path: ['hostMeetingUrl'], reason });
  }
  return warnings;
}

const isSameLink = (one: string, other: string): boolean => requestUrl(one).href === requestUrl(other).href;

interface TabMeeting extends MeetingLinks {
  readonly displayMode?: MediaDisplayMode | undefined;
  readonly cookieProviders: readonly string[];
}

/**
 * Warnings about a meeting that opens in a tab, because its provider's pages refuse frames.
 * @param advice how to show it in the venue, if that is possible
 */
export const tabMeetingWarnings =
  (type: MeetingWidgetType, advice = '') =>
  (configuration: TabMeeting): ConfigurationIssue[] => {
    const warnings = [...meetingWarnings(configuration), ...needlessConsentWarnings(configuration)];
    if (configuration.displayMode !== 'EMBEDDED') return warnings;
    const reason = `is EMBEDDED, but ${meetingProviders[type].name} refuses frames: the picture shows a button that opens the meeting in a tab${advice}`;
    return [...warnings, { path: ['displayMode'], reason }];
  };
