import { useSyncExternalStore } from 'react';
import { isPageFocused, onPageFocusChange } from './alerts.ts';

function listen(listener: () => void): () => void {
  const listening = new AbortController();
  onPageFocusChange(listener, listening.signal);
  return () => listening.abort();
}

/** Whether this tab is in front of somebody. */
export const useIsPageFocused = (): boolean => useSyncExternalStore(listen, isPageFocused);
