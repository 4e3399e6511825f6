/** Detects that this tab has had no input for a while (PRESENCE-05). The server combines all tabs and devices of a user. */
import { idleAfterMs } from '@foyer/contract/limits';
import { onVisible, runAfter } from '../time/timers.ts';

const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const;

/**
 * Calls `onChange` at each change; a tab is not idle at first.
 * @returns stops it
 */
export function watchIdle(onChange: (idle: boolean) => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  let lastInputAt = performance.now();
  let idle = false;

  const check = (): void => {
    const remainingMs = lastInputAt + idleAfterMs - performance.now();
    idle = remainingMs <= 0;
    if (idle) onChange(true);
    else runAfter(remainingMs, check, signal);
  };
  const onInput = (): void => {
    lastInputAt = performance.now();
    if (!idle) return;
    onChange(false);
    check();
  };
  for (const type of inputEvents) addEventListener(type, onInput, { signal, capture: true, passive: true });
  onVisible(onInput, signal);
  check();
  return () => watching.abort();
}
