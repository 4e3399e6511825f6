import { useEffectEvent, useLayoutEffect } from 'react';

/** Retries automatically when the network is back. */
export function useRetryOnline(isLost: boolean, retry: () => void): void {
  const onOnline = useEffectEvent(retry);
  // As soon as the user sees that it is lost.
  useLayoutEffect(() => {
    if (!isLost) return undefined;
    const listening = new AbortController();
    window.addEventListener('online', () => onOnline(), { signal: listening.signal });
    return () => listening.abort();
  }, [isLost]);
}
