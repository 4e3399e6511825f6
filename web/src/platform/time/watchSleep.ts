import { runEvery } from './timers.ts';

export interface SleepWatch {
  /** Checks now, without waiting for the next tick. */
  readonly check: () => void;
  readonly end: () => void;
}

/** Detects that the machine has slept: more than `longMs` lie between two ticks. */
export function watchSleep(tickMs: number, longMs: number, onSleep: () => void): SleepWatch {
  // `performance.now()` may stand still during sleep.
  let tickedAt = Date.now();
  const check = (): void => {
    const elapsed = Date.now() - tickedAt;
    tickedAt += elapsed;
    if (elapsed >= longMs) onSleep();
  };
  return { check, end: runEvery(tickMs, check) };
}
