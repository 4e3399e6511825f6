import { runEvery } from './timers.ts';

export interface SleepWatch {
  /** Milliseconds between two checks. */
  readonly tickMs: number;
  /** The machine has slept if more than this many milliseconds lie between two checks. */
  readonly longMs: number;
  readonly signal: AbortSignal;
}

/**
 * Detects that the machine has slept.
 * @returns checks now, without waiting for the next tick
 */
export function watchSleep(onSleep: () => void, { tickMs, longMs, signal }: SleepWatch): () => void {
  // `performance.now()` may stand still during sleep.
  let tickedAt = Date.now();
  const check = (): void => {
    const elapsed = Date.now() - tickedAt;
    tickedAt += elapsed;
    if (elapsed >= longMs) onSleep();
  };
  runEvery(tickMs, check, signal);
  return check;
}
