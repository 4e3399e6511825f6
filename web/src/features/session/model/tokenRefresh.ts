/**
 * Renews the token every 900000 ms (SESSION-06), counted from the last renewal in any tab, and at once if it is overdue when
 * the tab is shown. After a lost response the renewal is tried once more soon (SESSION-10).
 */
import { refreshGraceMs } from '@foyer/contract/limits';
import { onVisible, runAfter } from '../../../platform/time/timers.ts';

/** Well within the server's grace period for the old token. */
const retryMs = refreshGraceMs / 6;

export interface TokenRefresh {
  /** Starts, or restarts the interval. */
  start(): void;
  stop(): void;
}

/**
 * @param everyMs milliseconds from one token to the next
 * @param renew resolves to false if the server did not respond
 */
export function tokenRefresh(everyMs: number, renew: () => Promise<boolean>): TokenRefresh {
  let running: AbortController | undefined;
  let cancel: (() => void) | undefined;
  let dueAt = 0;

  const wait = (ms: number, mayRetry: boolean): void => {
    cancel?.();
    // Not `performance.now()`, which may stand still while the computer sleeps.
    dueAt = Date.now() + ms;
    cancel = runAfter(ms, () => void run(mayRetry), running?.signal);
  };
  async function run(mayRetry: boolean): Promise<void> {
    wait(everyMs, true);
    const next = cancel;
    const responded = await renew();
    // Not a `retryTimer`: there is one retry, and the same timer waits for the regular renewal after it.
    if (!responded && mayRetry && running && cancel === next) wait(retryMs, false);
  }
  const renewIfOverdue = (): void => {
    if (Date.now() >= dueAt) void run(true);
  };

  return {
    start() {
      if (!running) {
        running = new AbortController();
        onVisible(renewIfOverdue, running.signal);
      }
      wait(everyMs, true);
    },
    stop() {
      running?.abort();
      running = undefined;
    },
  };
}
