import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Stops the clock at 0 and stubs the window for each test of a file, and restores all mocks after it.
 * @returns the window, for events such as `online`
 */
export function stubWindowForTests(): EventTarget {
  const window = new EventTarget();
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    vi.stubGlobal('window', window);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  return window;
}
