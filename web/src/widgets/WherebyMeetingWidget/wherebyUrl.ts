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

/** Whereby asks for the name again if it has one of these characters, or more than 100 (of UTF-16). */
const forbidden = /[$!<>:;]/g;
const nameLength = 100;
/** Control characters, characters without a width, and marks that turn the direction of the text around the name. */
const invisible = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** A name as Whereby accepts it; '' if nothing is left of it. */
export function wherebyDisplayName(name: string): string {
  const readable = name.replaceAll(/\s+/g, ' ').replaceAll(invisible, '').replaceAll(forbidden, '');
  const visible = readable.replaceAll(/ +/g, ' ').trim();
  // Not between the two halves of a character.
  const length = /[\ud800-\udbff]/.test(visible.charAt(nameLength - 1)) ? nameLength - 1 : nameLength;
  return visible.slice(0, length).trimEnd();
}

export interface WherebyGuest {
  /** As `wherebyDisplayName` returns it; Whereby asks for a name if it is ''. */
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
