/** A ripple under the finger, 80 ms after the touch and only if it has not moved (SHELL-04), so that scrolling shows none. */
import { rippleDelayMs } from '@foyer/contract/limits';
import { runAfter } from '../platform/time/timers.ts';
import { showRipple } from './ripple.ts';

const pressable = 'a[href], button:not(:disabled), [role="button"], [role="menuitem"], [role="option"]';
const strayPx = 10;

/** Listens on the whole page, as long as it is open. */
export function startTouchFeedback(): void {
  let cancel: (() => void) | undefined;
  let start = { x: 0, y: 0 };
  const forget = () => cancel?.();
  const down = (event: PointerEvent) => {
    forget();
    if (event.pointerType !== 'touch' || !(event.target instanceof Element)) return;
    const target = event.target.closest(pressable);
    if (!target) return;
    start = { x: event.clientX, y: event.clientY };
    cancel = runAfter(rippleDelayMs, () => showRipple(target, start.x, start.y));
  };
  const move = (event: PointerEvent) => {
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > strayPx) forget();
  };
  const options = { passive: true };
  document.addEventListener('pointerdown', down, options);
  document.addEventListener('pointermove', move, options);
  document.addEventListener('pointercancel', forget, options);
}
