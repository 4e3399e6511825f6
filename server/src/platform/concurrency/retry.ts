/** Retries work that may fail temporarily. */
import { systemPause, type Pause } from '#platform/clock';

/** Returns the milliseconds until the next attempt, or undefined if there is none. */
export type DelayAfter = (error: unknown, failures: number) => number | undefined;

export interface RetryOptions {
  /** Maximum number of attempts, including the first; default: `delayAfter` decides alone. */
  readonly maxAttempts?: number;
  /** Called after each failure: decides whether there is another attempt, and when. */
  readonly delayAfter: DelayAfter;
  /** Called with each failure, including the last; `delayMs` is undefined if no attempt follows. */
  readonly onFailure?: (error: unknown, after: { failures: number; delayMs: number | undefined }) => void;
  /** Ends the pauses and prevents further attempts. A running attempt is not interrupted. */
  readonly signal?: AbortSignal;
  readonly pause?: Pause;
}

/**
 * Calls `work` until it resolves. Rejects with the last error of `work`, unchanged, or with the `AbortError` of a
 * pause that `signal` ended. Attempts never overlap; a delay of 0 does not pause.
 */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const {
    maxAttempts = Number.POSITIVE_INFINITY,
    delayAfter,
    onFailure,
    signal,
    pause = systemPause,
  } = options;
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      const isOver = failures >= maxAttempts || signal?.aborted === true;
      const delayMs = isOver ? undefined : delayAfter(error, failures);
      onFailure?.(error, { failures, delayMs });
      if (delayMs === undefined) throw error;
      if (delayMs > 0) await pause(delayMs, signal);
    }
  }
}

/**
 * A delay that doubles with each failure, times a random factor of 0.5 to 1.5, so that callers that failed together do
 * not retry at the same time.
 */
export const exponentialDelay = (firstMs: number, failures: number, random = Math.random): number =>
  firstMs * 2 ** (failures - 1) * (0.5 + random());
