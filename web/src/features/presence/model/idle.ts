/** Detects that this tab has had no input for a while (PRESENCE-05). The server combines all tabs and devices of a user. */
import { idleAfterMs } from '@foyer/contract/limits';
import { isInMeeting, useAudioSessions } from '../../../platform/playback/audioSessions.ts';
import { onVisible, runAfter } from '../../../platform/time/timers.ts';

/** How often frames are checked: the page does not see the input in a frame. */
export const frameCheckMs = 15_000;
const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const;

/** A frame has the focus, or the user has joined a meeting in one, where people also listen for a long time. */
const isInFrame = (): boolean =>
  isInMeeting(useAudioSessions.getState()) ||
  (document.hasFocus() && document.activeElement?.localName === 'iframe');

/** Calls `onChange` at each change; a tab is not idle at first. */
export function watchIdle(onChange: (idle: boolean) => void, signal: AbortSignal): void {
  let lastInputAt = performance.now();
  let idle = false;

  const setIdle = (next: boolean): void => {
    if (next === idle) return;
    idle = next;
    onChange(idle);
  };
  const onInput = (): void => {
    lastInputAt = performance.now();
    setIdle(false);
  };
  const check = (): void => {
    if (isInFrame()) onInput();
    const remainingMs = lastInputAt + idleAfterMs - performance.now();
    setIdle(remainingMs <= 0);
    runAfter(idle ? frameCheckMs : Math.min(remainingMs, frameCheckMs), check, signal);
  };
  for (const type of inputEvents) addEventListener(type, onInput, { signal, capture: true, passive: true });
  onVisible(onInput, signal);
  check();
}
