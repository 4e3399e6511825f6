import { afterEach, beforeEach, vi } from 'vitest';

class FakeStorage implements Storage {
  readonly values = new Map<string, string>();
  /** Every write fails, as in a full storage. */
  isFull = false;

  constructor() {
    // `Object.keys` lists the entries of a storage.
    return new Proxy(this, {
      ownKeys: () => [...this.values.keys()],
      getOwnPropertyDescriptor: (_, key) => ({
        value: key,
        enumerable: true,
        configurable: true,
        writable: true,
      }),
    });
  }

  get length(): number {
    return this.values.size;
  }
  clear(): void {
    this.values.clear();
  }
  key(at: number): string | null {
    return [...this.values.keys()][at] ?? null;
  }
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.values.set(key, value);
  }
  removeItem(key: string): void {
    this.values.delete(key);
  }
}

class SilentChannel extends EventTarget {
  postMessage(): void {}
  close(): void {}
}

/** The parts of a browser that chat uses, for tests without one. The page is visible and has the focus. */
export function stubBrowser() {
  const page = new EventTarget();
  const [localStorage, sessionStorage] = [new FakeStorage(), new FakeStorage()];
  const addEventListener = page.addEventListener.bind(page);
  vi.stubGlobal('window', { addEventListener, localStorage, sessionStorage });
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('sessionStorage', sessionStorage);
  vi.stubGlobal('addEventListener', addEventListener);
  vi.stubGlobal('document', { addEventListener, visibilityState: 'visible', hasFocus: () => true });
  vi.stubGlobal('BroadcastChannel', SilentChannel);
  return { page, localStorage, sessionStorage };
}

/**
 * Stubs the browser and stops the clock for each test of a file.
 * @returns the browser of the current test
 */
export function stubBrowserForTests(): () => ReturnType<typeof stubBrowser> {
  let browser: ReturnType<typeof stubBrowser>;
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
    browser = stubBrowser();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return () => browser;
}
