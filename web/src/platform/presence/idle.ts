/** Whether anybody touches this tab (PRESENCE-05). The server makes one of all tabs and devices of a person. */
import { idleAfterMs } from '@foyer/contract/limits';
import { onVisible, runAfter } from '../time/timers.ts';

const touches = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const;

/** Tells each change; nobody is idle at first. Returns what ends it. */
export function watchIdle(tell: (idle: boolean) => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  let touchedAt = Date.now();
  let idle = false;

  const look = (): void => {
    const left = touchedAt + idleAfterMs - Date.now();
    idle = left <= 0;
    if (idle) tell(true);
    else runAfter(left, look, signal);
  };
  const touched = (): void => {
    touchedAt = Date.now();
    if (!idle) return;
    tell(false);
    look();
  };
  for (const touch of touches) addEventListener(touch, touched, { signal, capture: true, passive: true });
  onVisible(touched, signal);
  look();
  return () => watching.abort();
}
