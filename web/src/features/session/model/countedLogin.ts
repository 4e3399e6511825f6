/** Stores which login this tab has counted, so that a reload does not count it again. */
import { safeStorage } from '../../../platform/storage/browserStorage.ts';

const key = 'foyer.countedLogin';
const storage = safeStorage(() => window.sessionStorage);

/**
 * Stores that the login of a user, or of a `guest`, is counted.
 * @returns whether it is to be counted: false if this tab has counted it since the last logout
 */
export function markLoginCounted(who: string): boolean {
  if (storage.get(key) === who) return false;
  storage.set(key, who);
  return true;
}

export const clearCountedLogin = (): void => storage.remove(key);
