import { useSyncExternalStore } from 'react';
import { isLooking, onLookingChange } from './alerts.ts';

function listen(listener: () => void): () => void {
  const listening = new AbortController();
  onLookingChange(listener, listening.signal);
  return () => listening.abort();
}

/** Whether this tab is in front of somebody. */
export const useIsLooking = (): boolean => useSyncExternalStore(listen, isLooking);
