/** When a tab may have slept, or the network has changed under it. */

const lookMs = 5_000;
/** A timer that is this late has slept with its machine. */
const lateMs = 5_000;

export function onWake(wake: () => void, signal: AbortSignal): void {
  let lookedAt = Date.now();
  const looking = setInterval(() => {
    const late = Date.now() - lookedAt - lookMs;
    lookedAt = Date.now();
    if (late >= lateMs) wake();
  }, lookMs);
  signal.addEventListener('abort', () => clearInterval(looking));
  const whenVisible = () => {
    if (document.visibilityState === 'visible') wake();
  };
  document.addEventListener('visibilitychange', whenVisible, { signal });
  window.addEventListener('online', wake, { signal });
  window.addEventListener('pageshow', wake, { signal });
}
