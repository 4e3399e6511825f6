import { useEffect } from 'react';
import { onVisible } from '../../platform/time/timers.ts';

/** Keeps the screen on while the component is mounted, in browsers that can. */
export function useWakeLock(): void {
  useEffect(() => {
    // Browsers that cannot, and pages without https, do not have it.
    const { wakeLock } = navigator as Partial<Pick<Navigator, 'wakeLock'>>;
    if (!wakeLock) return undefined;
    const mounted = new AbortController();
    let lock: WakeLockSentinel | undefined;
    const request = async (): Promise<void> => {
      try {
        lock = await wakeLock.request('screen');
        if (mounted.signal.aborted) await lock.release();
      } catch {
        // Refused, for example because the battery is low: the next return to the tab asks again.
      }
    };
    void request();
    // The browser ends it when the tab is hidden.
    onVisible(() => void request(), mounted.signal);
    return () => {
      mounted.abort();
      lock?.release().catch(() => undefined);
    };
  }, []);
}
