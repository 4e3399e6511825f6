import { parseRetryAfter } from '@foyer/contract/retryAfter';
import { ApiError } from '../../../platform/api/apiError.ts';
import { logWarning } from '../../../platform/log.ts';
import { retryTimer, type Backoff } from '../../../platform/time/retryTimer.ts';

/** Jitter, so that clients that were rejected at the same moment do not all retry at the same moment. */
const backoff: Backoff = { firstMs: 30_000, longestMs: 300_000, jitter: [1, 1.25] };

export interface Attempts {
  /**
   * Attempts now, instead of waiting, and again until it succeeds. A call during an attempt gets the result of that one.
   * @returns whether the attempt has succeeded
   */
  readonly run: () => Promise<boolean>;
  /** The first attempt is made after the first delay, or at once when the network is back. */
  readonly runLater: () => void;
}

/** @param ended ends the attempts */
export function createAttempts(attempt: () => Promise<void>, failure: string, ended?: AbortSignal): Attempts {
  let running: Promise<boolean> | undefined;
  const attemptOnce = async (): Promise<boolean> => {
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
  const share = (): Promise<boolean> => {
    running ??= attemptOnce().finally(() => {
      running = undefined;
    });
    return running;
  };
  const timer = retryTimer(() => void share(), backoff, ended);
  const schedule = (error?: unknown): void => {
    const response = error instanceof ApiError && error.status !== 0 ? error : undefined;
    timer.schedule({
      atLeastMs: parseRetryAfter(response?.retryAfter, Date.now()),
      untilOnline: response === undefined,
    });
  };
  return {
    run() {
      timer.reset();
      return share();
    },
    runLater: schedule,
  };
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
): Promise<boolean> => createAttempts(attempt, failure, ended).run();
