/** Local storage with a fallback: if it is blocked, full or broken, values are kept until the page is closed. */

const memory = new Map<string, string>();

export interface BrowserStorage {
  get(key: string): string | null;
  /** @returns whether the value outlives this page */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  /** Removes the values of these keys. */
  removeAll(isRemoved: (key: string) => boolean): void;
}

/** @param area returns the storage; throws if the browser forbids access to it */
export function safeStorage(area: () => Storage, fallback: Map<string, string> = memory): BrowserStorage {
  const attempt = <T>(action: (storage: Storage) => T): T | undefined => {
    try {
      return action(area());
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => fallback.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    set(key, value) {
      const stored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      // A value that could not be stored still takes precedence over an older stored one.
      if (stored) fallback.delete(key);
      else fallback.set(key, value);
      return stored === true;
    },
    remove(key) {
      fallback.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    removeAll(isRemoved) {
      for (const key of [...fallback.keys()].filter(isRemoved)) fallback.delete(key);
      attempt((storage) => {
        for (const key of Object.keys(storage).filter(isRemoved)) storage.removeItem(key);
      });
    },
  };
}

export const browserStorage = safeStorage(() => window.localStorage);
