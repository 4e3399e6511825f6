/** Which venue this page shows: the server writes the prefix into the page, so no address can pretend another one. */
import type { OperatingMode } from '@foyer/contract';

const declared =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="foyer-base"]')?.content ?? '');

/** '' for the live venue, '/stage' for the staged one. */
export const base: '' | '/stage' = declared === '/stage' ? '/stage' : '';
export const operatingMode: OperatingMode = base === '/stage' ? 'STAGE' : 'LIVE';
