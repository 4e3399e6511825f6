/**
 * Ends something when the signal is aborted, or at once if it already is.
 * @param end for example the function that a store's `subscribe` returns
 */
export function untilAborted(signal: AbortSignal, end: () => void): void {
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
}
