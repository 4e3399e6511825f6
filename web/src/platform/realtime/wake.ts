/** When a tab may have slept, or the network may have changed. */
import { onVisible } from '../time/timers.ts';
import { watchSleep } from '../time/watchSleep.ts';

const checkEveryMs = 5_000;
const sleepMs = 10_000;

export function onWake(wake: () => void, signal: AbortSignal): void {
  signal.addEventListener('abort', watchSleep(checkEveryMs, sleepMs, wake).end);
  onVisible(wake, signal);
  window.addEventListener('online', wake, { signal });
  window.addEventListener('pageshow', wake, { signal });
}
