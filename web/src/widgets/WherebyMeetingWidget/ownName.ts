/** Under which name the user appears at Whereby. */
import type { ConsentSettings } from '@foyer/contract';
import { wherebyDisplayName } from './wherebyUrl.ts';

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

/** The first name of which Whereby leaves something (MEET-03, MEET-07). */
export const firstDisplayName = (names: readonly (string | undefined)[]): string =>
  names.map((name) => wherebyDisplayName(name ?? '')).find((name) => name !== '') ?? '';
