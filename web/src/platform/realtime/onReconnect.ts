/** What is asked over each new connection: asked again, with patience, as long as that one stands and has not answered. */
import { ApiError } from '../api/apiError.ts';
import { logError } from '../log.ts';
import { useConnection } from '../state/connection.ts';
import { retryTimer, type Backoff } from '../time/retryTimer.ts';
import { realtime } from './realtime.ts';

/** For what is asked over a connection. */
export const commandBackoff: Backoff = { firstMs: 2_000, longestMs: 30_000, jitter: [1, 2] };

/** A busy server, and an answer that did not come: that passes by itself. What is refused for good (501 as well) does not. */
export const isTransient = (fault: unknown): boolean =>
  fault instanceof ApiError &&
  (fault.serverCode === undefined || fault.status === 429 || (fault.status >= 500 && fault.status !== 501));

export const isOnline = (): boolean => useConnection.getState().status === 'online';

export interface ReconnectTask {
  /** Asks now, whatever is planned. */
  run(): void;
  end(): void;
}

/** @param ask rejects where it is to be asked again; what does not pass is logged, and asked over the next connection */
export function onReconnect(ask: () => Promise<void>): ReconnectTask {
  let turn = 0;
  const attempt = async (mine: number): Promise<void> => {
    try {
      await ask();
    } catch (fault) {
      if (mine !== turn) return;
      if (!(fault instanceof ApiError))
        logError('CONNECTION', 'what a new connection asks did not go well', fault);
      if (isTransient(fault) && isOnline()) retry.schedule();
    }
  };
  const retry = retryTimer(() => {
    // The next connection asks by itself.
    if (isOnline()) void attempt(turn);
  }, commandBackoff);
  const run = (): void => {
    turn += 1;
    retry.reset();
    void attempt(turn);
  };
  const unhear = realtime.onOpen(run);
  if (isOnline()) run();
  return {
    run,
    end() {
      turn += 1;
      retry.reset();
      unhear();
    },
  };
}
