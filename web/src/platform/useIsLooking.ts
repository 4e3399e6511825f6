import { useSyncExternalStore } from 'react';
import { isLooking } from './alerts.ts';

function listen(tell: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('visibilitychange', tell, { signal });
  window.addEventListener('focus', tell, { signal });
  window.addEventListener('blur', tell, { signal });
  return () => listening.abort();
}

/** Whether this tab is in front of somebody. */
export const useIsLooking = (): boolean => useSyncExternalStore(listen, isLooking);
