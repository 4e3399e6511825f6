/** Retries with back-off: how long to wait before the next attempt, and the timer that waits. */
import { runAfter } from './timers.ts';

export interface Backoff {
  /** Milliseconds before the first retry; each following delay is twice as long. */
  readonly firstMs: number;
  /** Default: `firstMs`, so that all delays are equal. */
  readonly longestMs?: number;
  /** Each delay is multiplied by a random number between these two. Default: no jitter. */
  readonly jitter?: readonly [least: number, most: number];
}

/** For what a page cannot be shown without: the server's return is noticed within ten seconds, by all clients at random times. */
export const firstLoadBackoff: Backoff = { firstMs: 10_000, jitter: [0.5, 1] };

/** For what the page works without, such as the chat. */
export const optionalBackoff: Backoff = { firstMs: 5_000, longestMs: 60_000, jitter: [0.5, 1] };

export interface DelayOptions {
  /** A delay that the server asked for: the result is never shorter. */
  readonly atLeastMs?: number | undefined;
  /** 0 to 1. */
  readonly random?: number;
}

/**
 * Milliseconds before the next attempt.
 * @param retries how many were made before
 */
export function backoffDelay(
  { firstMs, longestMs = firstMs, jitter: [least, most] = [1, 1] }: Backoff,
  retries: number,
  { atLeastMs = 0, random = Math.random() }: DelayOptions = {},
): number {
  const ms = Math.max(atLeastMs, Math.min(longestMs, firstMs * 2 ** retries));
  return Math.max(atLeastMs, ms * (least + random * (most - least)));
}

export interface RetryWait extends DelayOptions {
  /** Ends the wait as soon as the browser is online again. */
  readonly untilOnline?: boolean;
}

export interface RetryTimer {
  readonly isPending: boolean;
  /** Attempts again after the next delay. Replaces a wait that is pending. */
  readonly schedule: (wait?: RetryWait) => void;
  /** After a success, or to end it: cancels the pending wait and starts with the first delay again. */
  readonly reset: () => void;
}

/**
 * The caller decides after each attempt: `schedule` to go on, `reset` to stop.
 * @param ended cancels the pending wait, and no further one begins
 */
export function retryTimer(attempt: () => void, backoff: Backoff, ended?: AbortSignal): RetryTimer {
  let retries = 0;
  let pending: AbortController | undefined;
  const cancel = (): void => {
    pending?.abort();
    pending = undefined;
  };
  const run = (): void => {
    cancel();
    attempt();
  };
  return {
    get isPending() {
      return pending !== undefined;
    },
    schedule({ untilOnline = false, ...options } = {}) {
      cancel();
      pending = new AbortController();
      const signal = ended ? AbortSignal.any([ended, pending.signal]) : pending.signal;
      runAfter(backoffDelay(backoff, retries, options), run, signal);
      if (untilOnline) window.addEventListener('online', run, { signal });
      retries += 1;
    },
    reset() {
      cancel();
      retries = 0;
    },
  };
}
