import type { PageWindow } from './fakeServer.ts';

/**
 * For `PageOptions.prepare`: timers with certain delays never fire. A snackbar, for example, stays however long the test
 * takes until it looks.
 * @param isHeld is called with the delay in milliseconds
 */
export const holdTimers =
  (isHeld: (delayMs: number) => boolean) =>
  (page: PageWindow): void => {
    const setTimeout = page.setTimeout.bind(page);
    page.setTimeout = ((handler: TimerHandler, delayMs = 0, ...parameters: unknown[]) =>
      setTimeout(
        handler,
        isHeld(delayMs) ? longestDelayMs : delayMs,
        ...parameters,
      )) as typeof page.setTimeout;
  };

const longestDelayMs = 2 ** 31 - 1;
