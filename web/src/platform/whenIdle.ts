/** Runs it while nothing else happens, and in any case within ten seconds. */
export function whenIdle(work: () => void): void {
  // Safari knows no idle time.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 10_000 });
  else work();
}
