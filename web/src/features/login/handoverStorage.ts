import { safeStorage } from '../../platform/storage/browserStorage.ts';

const tabStorage = safeStorage(() => window.sessionStorage);
const key = 'foyer.loginHandover';

/** The entry of `loginHandover.ts` in the storage of the tab. */
export const handoverStorage = {
  get: (): string | null => tabStorage.get(key),
  set: (value: string): void => void tabStorage.set(key, value),
  remove: (): void => tabStorage.remove(key),
} as const;
