/** Retries work that may fail for a passing reason. */
import { systemPause, type Pause } from '#platform/clock';

/** Milliseconds until the next attempt after so many failures; undefined gives up. */
export type DelayAfter = (fault: unknown, failures: number) => number | undefined;

export interface RetryOptions {
  /** Attempts in all, the first one included; default: as many as `delayAfter` grants. */
  readonly maxAttempts?: number;
  /** Decides after each failure whether another attempt can help, and when it begins. */
  readonly delayAfter: DelayAfter;
  /** Receives each failure, the last one too; `delayMs` is undefined when no attempt follows. */
  readonly onFailure?: (fault: unknown, after: { failures: number; delayMs: number | undefined }) => void;
  /** Ends the pauses, and lets no further attempt begin; a running attempt has to obey it itself. */
  readonly signal?: AbortSignal;
  readonly pause?: Pause;
}

/**
 * Calls `work` until it resolves. Rejects with the last fault of `work`, as it was thrown, or with the `AbortError` of a
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
    } catch (fault) {
      const isOver = failures >= maxAttempts || signal?.aborted === true;
      const delayMs = isOver ? undefined : delayAfter(fault, failures);
      onFailure?.(fault, { failures, delayMs });
      if (delayMs === undefined) throw fault;
      if (delayMs > 0) await pause(delayMs, signal);
    }
  }
}

/**
 * A delay that doubles with each failure, times a random factor of 0.5 to 1.5, so that callers that failed together do
 * not come back together.
 */
export const exponentialDelay = (firstMs: number, failures: number, random = Math.random): number =>
  firstMs * 2 ** (failures - 1) * (0.5 + random());
