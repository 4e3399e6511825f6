/** How long a lost connection waits before it is tried again: longer each time, and never all tabs at once. Pure. */
import type { CloseReason } from '@foyer/contract';

const firstMs = 1_000;
export const longestMs = 15_000;
/** A server that restarts is back in a moment, and all its tabs are on their way. */
const restartMs = 2_000;
const floodMs = 10_000;
const floodSpreadMs = 5_000;

/**
 * Milliseconds until the next try.
 * @param tries how many have failed since the connection last stood
 * @param random 0 to 1
 */
export function reconnectDelay(tries: number, reason: CloseReason | undefined, random: number): number {
  if (reason === 'flood') return floodMs + random * floodSpreadMs;
  if (reason === 'restart' && tries === 0) return random * restartMs;
  return random * Math.min(longestMs, firstMs * 2 ** tries);
}
