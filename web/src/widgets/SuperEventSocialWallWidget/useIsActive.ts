import { useEffect, useState } from 'react';
import { runAfter } from '../../platform/time/timers.ts';

/** How long after the last movement or key the user counts as active, in milliseconds. */
const activeMs = 3_000;

/** Whether the user has just moved the pointer, touched the screen or pressed a key. */
export function useIsActive(): boolean {
  const [isActive, setIsActive] = useState(true);
  useEffect(() => {
    const mounted = new AbortController();
    const { signal } = mounted;
    let cancel = runAfter(activeMs, () => setIsActive(false), signal);
    const follow = (): void => {
      cancel();
      setIsActive(true);
      cancel = runAfter(activeMs, () => setIsActive(false), signal);
    };
    for (const type of ['pointermove', 'pointerdown', 'keydown'])
      window.addEventListener(type, follow, { signal, passive: true });
    return () => mounted.abort();
  }, []);
  return isActive;
}
