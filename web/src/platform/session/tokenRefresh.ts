/**
 * Renews the token every 900000 ms (SESSION-06), counted from the last one, whichever tab got it; at once where a tab
 * wakes up late. An answer that was lost is asked for once more, soon (SESSION-10).
 */
import { refreshGraceMs } from '@foyer/contract/limits';

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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = 0;

  const wait = (ms: number, mayAskAgain: boolean): void => {
    clearTimeout(timer);
    dueAt = Date.now() + ms;
    timer = setTimeout(() => void run(mayAskAgain), ms);
  };
  async function run(mayAskAgain: boolean): Promise<void> {
    wait(everyMs, true);
    const due = timer;
    const answered = await renew();
    if (!answered && mayAskAgain && timer === due) wait(askAgainMs, false);
  }
  const wake = (): void => {
    if (document.visibilityState === 'visible' && Date.now() >= dueAt) void run(true);
  };

  return {
    start() {
      if (timer === undefined) document.addEventListener('visibilitychange', wake);
      wait(everyMs, true);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      document.removeEventListener('visibilitychange', wake);
    },
  };
}
