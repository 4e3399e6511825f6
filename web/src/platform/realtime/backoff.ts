/** Delays between attempts to reconnect: they grow, and are random so that tabs do not reconnect at once. Pure. */
import type { CloseReason } from '@foyer/contract';
import { backoffDelay, type Backoff, type DelayOptions } from '../time/retryTimer.ts';

export const maxReconnectDelayMs = 15_000;

const lost: Backoff = { firstMs: 1_000, longestMs: maxReconnectDelayMs, jitter: [0, 1] };
/** A server that restarts is back soon, and all its tabs reconnect at the same time. */
const restart: Backoff = { firstMs: 2_000, jitter: [0, 1] };
const rateLimited: Backoff = { firstMs: 10_000, jitter: [1, 1.5] };

/**
 * Milliseconds until the next attempt.
 * @param failedAttempts since the connection was last open
 */
export function reconnectDelay(
  failedAttempts: number,
  reason: CloseReason | undefined,
  options?: DelayOptions,
): number {
  if (reason === 'rateLimitExceeded') return backoffDelay(rateLimited, failedAttempts, options);
  if (reason === 'restart' && failedAttempts === 0) return backoffDelay(restart, failedAttempts, options);
  return backoffDelay(lost, failedAttempts, options);
}
