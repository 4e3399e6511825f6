import { parseRetryAfter } from '@foyer/contract/retryAfter';
import { ApiError } from '../../../platform/api/apiError.ts';
import { logWarning } from '../../../platform/log.ts';
import { retryTimer, type Backoff } from '../../../platform/time/retryTimer.ts';

/** Jitter, so that clients that were rejected at the same moment do not all retry at the same moment. */
const backoff: Backoff = { firstMs: 30_000, longestMs: 300_000, jitter: [1, 1.25] };

function retrying(attempt: () => Promise<void>, failure: string, ended?: AbortSignal) {
  const run = async (): Promise<boolean> => {
    try {
      await attempt();
      return true;
    } catch (error) {
      if (ended?.aborted) return false;
      logWarning('SESSION', failure);
      schedule(error);
      return false;
    }
  };
  const timer = retryTimer(() => void run(), backoff, ended);
  const schedule = (error?: unknown): void => {
    const response = error instanceof ApiError && error.status !== 0 ? error : undefined;
    timer.schedule({
      atLeastMs: parseRetryAfter(response?.retryAfter, Date.now()),
      untilOnline: response === undefined,
    });
  };
  return { run, schedule };
}

/**
 * Attempts now, and again until it succeeds.
 * @param ended ends it
 * @returns whether the first attempt has succeeded
 */
export const keepTrying = (
  attempt: () => Promise<void>,
  failure: string,
  ended?: AbortSignal,
): Promise<boolean> => retrying(attempt, failure, ended).run();

/** The first attempt is made after the first delay, or at once when the network is back. */
export const tryLater = (attempt: () => Promise<void>, failure: string): void =>
  retrying(attempt, failure).schedule();
