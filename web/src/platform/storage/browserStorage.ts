/** Local storage that may be blocked, full or broken: then the value lives as long as the page. */

const memory = new Map<string, string>();

export interface BrowserStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** @param area the storage, or a function that may throw where the browser forbids even to look at it */
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
      // What could not be stored must still win over an older stored value.
      if (stored) fallback.delete(key);
      else fallback.set(key, value);
    },
    remove(key) {
      fallback.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

export const browserStorage = safeStorage(() => window.localStorage);
