/** Media queries as hooks, without a resize listener. */
import { useSyncExternalStore } from 'react';

const queries = {
  /** Also a phone on its side, and a page at 400 % zoom. The style sheets and the variant `tablet` say the same. */
  phone: '(max-width: 760px), (max-height: 520px)',
  /** Too low for a notice beside the header, the doors and the dock. */
  low: '(max-height: 520px)',
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

/** Returns a function that ends it. */
export const onMediaChange = (name: MediaName, onChange: () => void): (() => void) =>
  listeners[name](onChange);

export const useMedia = (name: MediaName): boolean =>
  useSyncExternalStore(listeners[name], () => matchesMedia(name));
