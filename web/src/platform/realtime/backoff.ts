/** How long a lost connection waits before it is tried again: longer each time, and never all tabs at once. Pure. */
import type { CloseReason } from '@foyer/contract';
import { backoffDelay, type Backoff, type DelayOptions } from '../time/retryTimer.ts';

export const maxReconnectDelayMs = 15_000;

const lost: Backoff = { firstMs: 1_000, longestMs: maxReconnectDelayMs, jitter: [0, 1] };
/** A server that restarts is back in a moment, and all its tabs are on their way. */
const restart: Backoff = { firstMs: 2_000, jitter: [0, 1] };
const flood: Backoff = { firstMs: 10_000, jitter: [1, 1.5] };

/**
 * Milliseconds until the next attempt.
 * @param tries how many have failed since the connection was last open
 */
export function reconnectDelay(
  tries: number,
  reason: CloseReason | undefined,
  options?: DelayOptions,
): number {
  if (reason === 'flood') return backoffDelay(flood, tries, options);
  if (reason === 'restart' && tries === 0) return backoffDelay(restart, tries, options);
  return backoffDelay(lost, tries, options);
}
