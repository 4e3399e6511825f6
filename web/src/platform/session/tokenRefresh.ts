/**
 * Renews the token every 900000 ms (SESSION-06), counted from the last one, whichever tab got it; at once where a tab
 * wakes up late. An answer that was lost is asked for once more, soon (SESSION-10).
 */
import { refreshGraceMs } from '@foyer/contract/limits';
import { onVisible, runAfter } from '../time/timers.ts';

/** Well within the grace. */
const askAgainMs = refreshGraceMs / 6;

export interface TokenRefresh {
  /** From now on, or again from now on. */
  start(): void;
  stop(): void;
}

/**
 * @param everyMs milliseconds from one token to the next
 * @param renew false where the server did not answer
 */
export function tokenRefresh(everyMs: number, renew: () => Promise<boolean>): TokenRefresh {
  let running: AbortController | undefined;
  let cancel: (() => void) | undefined;
  let dueAt = 0;

  const wait = (ms: number, mayAskAgain: boolean): void => {
    cancel?.();
    dueAt = Date.now() + ms;
    cancel = runAfter(ms, () => void run(mayAskAgain), running?.signal);
  };
  async function run(mayAskAgain: boolean): Promise<void> {
    wait(everyMs, true);
    const next = cancel;
    const answered = await renew();
    if (!answered && mayAskAgain && running && cancel === next) wait(askAgainMs, false);
  }
  const wake = (): void => {
    if (Date.now() >= dueAt) void run(true);
  };

  return {
    start() {
      if (!running) {
        running = new AbortController();
        onVisible(wake, running.signal);
      }
      wait(everyMs, true);
    },
    stop() {
      running?.abort();
      running = undefined;
    },
  };
}
