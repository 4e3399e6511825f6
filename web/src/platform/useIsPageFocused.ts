import { useSyncExternalStore } from 'react';
import { isPageFocused, onPageFocusChange } from './alerts.ts';

function subscribe(listener: () => void): () => void {
  const controller = new AbortController();
  onPageFocusChange(listener, controller.signal);
  return () => controller.abort();
}

/** Whether this page is visible and has the focus. */
export const useIsPageFocused = (): boolean => useSyncExternalStore(subscribe, isPageFocused);
