/** Whether the person asks for less motion, live. */
import { useSyncExternalStore } from 'react';

const query = '(prefers-reduced-motion: reduce)';

export const isCalm = (): boolean => matchMedia(query).matches;

const subscribe = (changed: () => void): (() => void) => {
  const media = matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};

export const useCalm = (): boolean => useSyncExternalStore(subscribe, isCalm);
