/** Media queries as hooks, without a resize listener. */
import { useSyncExternalStore } from 'react';

const queries = {
  phone: '(max-width: 760px)',
  small: '(max-width: 1180px)',
  /** The footer has room for the areas. */
  wideFooter: '(min-width: 1280px)',
  phonePortrait: '(max-width: 480px) and (orientation: portrait)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
  coarsePointer: '(pointer: coarse)',
} as const;
export type MediaName = keyof typeof queries;

export const matchesMedia = (name: MediaName): boolean => window.matchMedia(queries[name]).matches;

const listeners = Object.fromEntries(
  Object.entries(queries).map(([name, query]) => [
    name,
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
  ]),
) as Record<MediaName, (onChange: () => void) => () => void>;

export const useMedia = (name: MediaName): boolean =>
  useSyncExternalStore(listeners[name], () => matchesMedia(name));
