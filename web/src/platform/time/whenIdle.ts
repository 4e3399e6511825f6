import { runAfter } from './timers.ts';

/**
 * Runs when the browser is idle, or after `atMostMs` in any case.
 * @returns cancels it
 */
export function whenIdle(run: () => void, atMostMs = 10_000): () => void {
  // Safari does not report idle time.
  if (!('requestIdleCallback' in window)) return runAfter(1_000, run);
  const handle = requestIdleCallback(run, { timeout: atMostMs });
  return () => cancelIdleCallback(handle);
}
