import { useEffect, useEffectEvent } from 'react';

/** Retries automatically when the network is back. */
export function useRetryOnline(isLost: boolean, retry: () => void): void {
  const onOnline = useEffectEvent(retry);
  useEffect(() => {
    if (!isLost) return undefined;
    const listening = new AbortController();
    window.addEventListener('online', () => onOnline(), { signal: listening.signal });
    return () => listening.abort();
  }, [isLost]);
}
