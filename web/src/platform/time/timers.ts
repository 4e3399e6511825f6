/** Timers. Each function returns a function that cancels it. With an aborted signal nothing runs. */
import { untilAborted } from '../untilAborted.ts';

function cancellable(clear: () => void, signal: AbortSignal | undefined): () => void {
  const cancel = (): void => {
    clear();
    signal?.removeEventListener('abort', cancel);
  };
  if (signal) untilAborted(signal, cancel);
  return cancel;
}

/**
 * Runs once after `ms`.
 * @param signal cancels it as well
 */
export function runAfter(ms: number, run: () => void, signal?: AbortSignal): () => void {
  const timer = setTimeout(() => {
    cancel();
    run();
  }, ms);
  const cancel = cancellable(() => clearTimeout(timer), signal);
  return cancel;
}

/**
 * Runs every `ms`.
 * @param signal cancels it as well
 */
export function runEvery(ms: number, run: () => void, signal?: AbortSignal): () => void {
  const timer = setInterval(run, ms);
  return cancellable(() => clearInterval(timer), signal);
}

export const delay = (ms: number): Promise<void> => new Promise((resolve) => void runAfter(ms, resolve));

/** Runs each time the user returns to this tab. */
export function onVisible(run: () => void, signal?: AbortSignal): void {
  const listener = (): void => {
    if (document.visibilityState === 'visible') run();
  };
  document.addEventListener('visibilitychange', listener, signal && { signal });
}
