/** Remembers the login that this tab has counted, so that a reload does not count it again. */
import { safeStorage } from '../../../platform/storage/browserStorage.ts';

const key = 'foyer.countedLogin';
const storage = safeStorage(() => window.sessionStorage);

/** Remembers the login of a user or `guest`. Returns false if this tab has counted it since the last logout. */
export function rememberLogin(who: string): boolean {
  if (storage.get(key) === who) return false;
  storage.set(key, who);
  return true;
}

export const forgetCountedLogin = (): void => storage.remove(key);
