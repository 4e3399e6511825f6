/** Which venue this page shows: the server writes the prefix into the page, so no address can pretend another one. */
import type { OperatingMode } from '@foyer/contract';
import { maxReturnToLength } from '@foyer/contract/limits';

const declared =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="foyer-base"]')?.content ?? '');

/** '' for the live venue, '/stage' for the staged one. */
export const base: '' | '/stage' = declared === '/stage' ? '/stage' : '';
export const operatingMode: OperatingMode = base === '/stage' ? 'STAGE' : 'LIVE';

/** Where a link in a mail leads in the end. A path that is too long to be kept is better lost than the mail. */
export function returnToOf(path: string): { readonly returnTo?: string } {
  const returnTo = `${base}${path}`;
  return returnTo.length > maxReturnToLength ? {} : { returnTo };
}
