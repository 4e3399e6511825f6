/** Moments when the machine may have slept or the network may have changed. */
import { onVisible } from '../time/timers.ts';
import { watchSleep } from '../time/watchSleep.ts';

const checkEveryMs = 5_000;
const sleptMs = 10_000;

export function onWake(onWakeUp: () => void, signal: AbortSignal): void {
  watchSleep(onWakeUp, { tickMs: checkEveryMs, longMs: sleptMs, signal });
  onVisible(onWakeUp, signal);
  window.addEventListener('online', onWakeUp, { signal });
  window.addEventListener('pageshow', onWakeUp, { signal });
}
