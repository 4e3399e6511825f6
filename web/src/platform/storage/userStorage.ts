/**
 * Values in localStorage that belong to a user: they are cleared when the user logs out, and when another account logs in. The
 * live venue and the stage have values of their own.
 */
import type { OperatingMode } from '@foyer/contract';
import { operatingMode } from '../base.ts';
import { browserStorage } from './browserStorage.ts';

const prefixes: Record<OperatingMode, string> = { LIVE: 'foyer.user.', STAGE: 'foyer.stageUser.' };
const prefix = prefixes[operatingMode];

/**
 * The key of a value in `browserStorage`.
 * @param userId without it, the value belongs to the guests of this browser
 */
export const userKey = (userId: string | undefined, name: string): string =>
  `${prefix}${userId ?? 'guest'}.${name}`;

/**
 * Removes the values of all users, so that the next user of the browser cannot read them.
 * @param keptFor id of the user who is logged in: theirs stay, and all values of the other mode, whose tabs may have another
 *   user
 */
export function clearUserStorage(keptFor?: string): void {
  const cleared = keptFor === undefined ? Object.values(prefixes) : [prefix];
  const kept = keptFor === undefined ? undefined : userKey(keptFor, '');
  browserStorage.removeAll(
    (key) => cleared.some((each) => key.startsWith(each)) && !(kept !== undefined && key.startsWith(kept)),
  );
}
