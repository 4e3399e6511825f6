/** The entry of `loginHandover.ts` in the storage of the tab. */
import { safeStorage } from '../../platform/storage/browserStorage.ts';

const tabStorage = safeStorage(() => window.sessionStorage);
const key = 'foyer.loginHandover';

export const readEntry = (): string | null => tabStorage.get(key);
export const writeEntry = (value: string): void => void tabStorage.set(key, value);
export const removeEntry = (): void => tabStorage.remove(key);
