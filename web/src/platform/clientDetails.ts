/** Details about the browser that are attached to captured messages (SHELL-02). */
import { appVersion, type ClientDetails } from '@foyer/contract';
import { useUser } from './state/user.ts';
import { currentVenue } from './state/venue.ts';

/** The `clientUsername` of a user without an address. */
export const unknownUsername = 'ANONYM';

export interface ClientSources {
  readonly userAgent: string;
  readonly browserLanguage: string;
  readonly cookiesEnabled: boolean;
  readonly venueLanguage: string;
  readonly architectureId: string | undefined;
  readonly email: string | undefined;
  /** The full URL; only its path is reported. */
  readonly url: string;
}

/** The first match wins: a browser that is built on another one also contains the other's name. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdgA?(?:iOS)?\/([\d.]+)/],
  ['Opera', /\bOPR\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*\bSafari\//],
];
const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];
const unknown = 'unknown';

export function clientDetailsOf(sources: ClientSources): ClientDetails {
  const { userAgent, architectureId, email, url } = sources;
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent));
  return {
    browser: browser?.[0] ?? unknown,
    browserVersion: browser?.[1].exec(userAgent)?.[1] ?? unknown,
    os: systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? unknown,
    userAgent,
    browserLanguage: sources.browserLanguage,
    cookiesEnabled: sources.cookiesEnabled,
    venueLanguage: sources.venueLanguage,
    ...(architectureId !== undefined && { architectureId }),
    clientUsername: email ?? unknownUsername,
    clientURL: new URL(url).pathname,
    clientVersion: appVersion,
  };
}

/** The details of this browser, page and user. The language is that of the document, which `i18n.ts` sets. */
export const currentClientDetails = (): ClientDetails =>
  clientDetailsOf({
    userAgent: navigator.userAgent,
    browserLanguage: navigator.language,
    cookiesEnabled: navigator.cookieEnabled,
    venueLanguage: document.documentElement.lang,
    architectureId: currentVenue().architecture?.id,
    email: useUser.getState().user?.email || undefined,
    url: location.href,
  });
