/** A ripple under the finger, 80 ms after the touch and only if it has not moved (SHELL-04), so that scrolling shows none. */
import { rippleDelayMs } from '@foyer/contract/limits';
import { runAfter } from '../platform/time/timers.ts';

const pressable = 'a[href], button:not(:disabled), [role="button"], [role="menuitem"], [role="option"]';
const strayPx = 10;

/** Downloaded with the first touch; without it there is no feedback. */
const loadRipple = () => import('./ripple.ts');

/** Listens on the whole page; returns a function that stops it. */
export function startTouchFeedback(page: Document = document): () => void {
  let cancel: (() => void) | undefined;
  let start = { x: 0, y: 0 };
  const forget = () => cancel?.();
  const down = (event: PointerEvent) => {
    forget();
    if (event.pointerType !== 'touch' || !(event.target instanceof Element)) return;
    const target = event.target.closest(pressable);
    if (!target) return;
    start = { x: event.clientX, y: event.clientY };
    const loading = loadRipple().catch(() => undefined);
    cancel = runAfter(rippleDelayMs, () => {
      const { x, y } = start;
      void loading.then((ripple) => ripple?.showRipple(target, x, y));
    });
  };
  const move = (event: PointerEvent) => {
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > strayPx) forget();
  };
  const events = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointercancel', forget],
  ] as const;
  for (const [name, listener] of events)
    page.addEventListener(name, listener as EventListener, { passive: true });
  return () => {
    forget();
    for (const [name, listener] of events) page.removeEventListener(name, listener as EventListener);
  };
}
