/** Under which name the user appears in a meeting. */
import type { ConsentSettings } from '@foyer/contract';

/** Whereby asks for the name again if it has one of these characters, or more than 100 (of UTF-16). */
const forbidden = /[$!<>:;]/g;
const nameLength = 100;
/** Control characters, characters without a width, and marks that turn the direction of the text around the name. */
const invisible = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** A name as Whereby accepts it; '' if nothing is left of it. */
export function toDisplayName(name: string): string {
  const readable = name.replaceAll(/\s+/g, ' ').replaceAll(invisible, '').replaceAll(forbidden, '');
  const visible = readable.replaceAll(/ +/g, ' ').trim();
  // Not between the two halves of a character.
  const length = /[\ud800-\udbff]/.test(visible.charAt(nameLength - 1)) ? nameLength - 1 : nameLength;
  return visible.slice(0, length).trimEnd();
}

/**
 * Whether the user has agreed to what a configuration loads: to each of its providers, and it has one. A banner that
 * accepts everything without asking, and a provider that is always on, are no consent.
 * @param isAllowed whether a provider may load its content now
 */
export function hasAgreed(
  providers: readonly string[],
  { cookieBannerConfig, cookieProviders }: ConsentSettings,
  isAllowed: (provider: string) => boolean,
): boolean {
  const isDecidable = (wanted: string): boolean =>
    cookieProviders.some(({ id, type }) => id === wanted && type === 'EXTERNAL_MEDIA');
  return (
    cookieBannerConfig.type !== 'NONE' &&
    providers.length > 0 &&
    providers.every((provider) => isDecidable(provider) && isAllowed(provider))
  );
}

/** The first name of which something is left (MEET-03, MEET-07). */
export const firstDisplayName = (names: readonly (string | undefined)[]): string =>
  names.map((name) => toDisplayName(name ?? '')).find((name) => name !== '') ?? '';
