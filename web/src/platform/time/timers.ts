/** Timers. Each function returns a function that cancels it. */

/**
 * Runs once after `ms`.
 * @param signal cancels it as well
 */
export function runAfter(ms: number, run: () => void, signal?: AbortSignal): () => void {
  const cancel = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  };
  const timer = setTimeout(() => {
    cancel();
    run();
  }, ms);
  signal?.addEventListener('abort', cancel);
  return cancel;
}

export function runEvery(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}

export const delay = (ms: number): Promise<void> => new Promise((resolve) => void runAfter(ms, resolve));

/** Runs each time the user returns to this tab. */
export function onVisible(run: () => void, signal?: AbortSignal): void {
  const listener = (): void => {
    if (document.visibilityState === 'visible') run();
  };
  document.addEventListener('visibilitychange', listener, signal && { signal });
}
