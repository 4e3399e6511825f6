/** Which venue this page shows, live or stage. The server writes it into the page, so a URL cannot forge it. */
import type { OperatingMode } from '@foyer/contract';
import { maxReturnToLength } from '@foyer/contract/limits';

const declaredBase =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="foyer-base"]')?.content ?? '');

/** '' for the live venue, '/stage' for the stage. */
export const base: '' | '/stage' = declaredBase === '/stage' ? '/stage' : '';
export const operatingMode: OperatingMode = base === '/stage' ? 'STAGE' : 'LIVE';

/** The page to return to after a link in an email. A path that exceeds the limit is dropped, so that the email is still sent. */
export function returnToOf(path: string): { readonly returnTo?: string } {
  const returnTo = `${base}${path}`;
  return returnTo.length > maxReturnToLength ? {} : { returnTo };
}
