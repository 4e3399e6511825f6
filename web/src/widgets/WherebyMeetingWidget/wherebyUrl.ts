/** The address of a Whereby room with its options (MEET-02). Source: Whereby's documentation of URL parameters. */
import { requestUrl } from '@foyer/contract/embeds';
import type { ConfigurationOf } from '../registry/widgetProps.ts';

type Configuration = ConfigurationOf<'WherebyMeetingWidget'>;

/** Sent as `name=on` or `name=off`. */
const switches = [
  'audio',
  'background',
  'breakout',
  'chat',
  'leaveButton',
  'locking',
  'logo',
  'lowData',
  'moreButton',
  'participantCount',
  'people',
  'pipButton',
  'preCallReview',
  'roomIntegrations',
  'screenshare',
  'settingsButton',
  'subgridLabels',
  'timer',
  'video',
] as const satisfies readonly (keyof Configuration)[];

/** Sent when on, and left out when off. */
const flags = [
  'autoSpotlight',
  'floatSelf',
  'skipMediaPermissionPrompt',
] as const satisfies readonly (keyof Configuration)[];

/** Whereby's spelling, where it differs from the venue file. */
const parameterNames: Readonly<Partial<Record<(typeof switches)[number], string>>> = {
  preCallReview: 'precallReview',
};

/** The languages of Whereby's interface, by ours. */
const languages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['cs', 'da', 'de', 'el', 'en', 'es', 'fr', 'hi', 'hu', 'it', 'nb', 'nl', 'pl', 'pt', 'sv', 'uk'].map(
      (language) => [language, language],
    ),
  ),
  ja: 'jp',
  no: 'nb',
  zh: 'zh-hant',
};

export interface WherebyGuest {
  /** As `useDisplayName` returns it; Whereby asks for a name if it is ''. */
  readonly displayName: string;
  /** A language of the venue, such as `de` or `de-CH`. */
  readonly language: string;
}

/** @param link the room, with its `roomKey` for hosts and viewers */
export function wherebyUrl(link: string, configuration: Configuration, guest: WherebyGuest): string {
  const url = requestUrl(link);
  const { searchParams } = url;
  for (const name of switches) {
    const value = configuration[name];
    if (value !== undefined) searchParams.set(parameterNames[name] ?? name, value ? 'on' : 'off');
  }
  for (const name of flags) if (configuration[name] === true) searchParams.set(name, 'on');
  const language = languages[guest.language.split('-')[0] ?? ''];
  if (language !== undefined) searchParams.set('lang', language);
  if (guest.displayName !== '') searchParams.set('displayName', guest.displayName);
  // Whereby then tells the page when people join and leave.
  searchParams.set('jsApi', 'true');
  return url.href;
}
