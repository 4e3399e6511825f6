/** A task that runs on each new connection, with retries while that connection is open. */
import { ApiError } from '../api/apiError.ts';
import { logError } from '../log.ts';
import { retryTimer, type Backoff } from '../time/retryTimer.ts';
import type { Realtime } from './realtime.ts';

/** For retries of commands. */
export const commandBackoff: Backoff = { firstMs: 2_000, longestMs: 30_000, jitter: [1, 2] };

/** Whether an error may pass by itself: no reply, rate limit or server error. Other rejections (501 too) are final. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.serverCode === undefined || error.status === 429 || (error.status >= 500 && error.status !== 501));

/**
 * Runs a task now, if the connection is open, and on each new connection, until the signal is aborted. Transient errors are
 * retried; other errors wait for the next connection.
 * @returns runs the task now and cancels a pending retry
 */
export function onReconnect(realtime: Realtime, task: () => Promise<void>, signal: AbortSignal): () => void {
  let runs = 0;
  const attempt = async (id: number): Promise<void> => {
    try {
      await task();
    } catch (error) {
      if (id !== runs || signal.aborted) return;
      if (!(error instanceof ApiError)) logError('CONNECTION', 'task on a new connection failed', error);
      if (isTransient(error) && realtime.isOnline) retry.schedule();
    }
  };
  const retry = retryTimer(
    () => {
      // Without a connection, the next one runs the task.
      if (realtime.isOnline) void attempt(runs);
    },
    commandBackoff,
    signal,
  );
  const run = (): void => {
    runs += 1;
    retry.reset();
    void attempt(runs);
  };
  realtime.onOpen(run, signal);
  if (realtime.isOnline) run();
  return run;
}
