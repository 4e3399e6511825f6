import type { PageWindow } from './fakeServer.ts';

/**
 * For `PageOptions.prepare`: timers of certain delays (milliseconds) never end. What hides by itself stays, however long
 * the test takes until it looks.
 */
export const holdTimers =
  (isHeld: (delayMs: number) => boolean) =>
  (page: PageWindow): void => {
    const setTimeout = page.setTimeout.bind(page);
    page.setTimeout = ((handler: () => void, delayMs = 0) =>
      setTimeout(handler, isHeld(delayMs) ? longestDelayMs : delayMs)) as typeof page.setTimeout;
  };

const longestDelayMs = 2 ** 31 - 1;
