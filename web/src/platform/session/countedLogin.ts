/** Remembers the login that this tab has counted, so that a reload does not count it again. */
import { safeStorage } from '../storage/browserStorage.ts';

const key = 'foyer.countedLogin';
const storage = safeStorage(() => window.sessionStorage, new Map());

/** Whether the login of this user has not been counted in this tab since the last logout. */
export function isNewLogin(who: string): boolean {
  if (storage.get(key) === who) return false;
  storage.set(key, who);
  return true;
}

export const forgetCountedLogin = (): void => storage.remove(key);
