/** A ripple under the finger, 80 ms after the touch and only if it has not moved (SHELL-04), so that scrolling shows none. */
import { rippleDelayMs } from '@foyer/contract/limits';
import { runAfter } from '../platform/time/timers.ts';

const pressable = 'a[href], button:not(:disabled), [role="button"], [role="menuitem"], [role="option"]';
const strayPx = 10;

function showRipple(target: Element, x: number, y: number): void {
  const box = target.getBoundingClientRect();
  const clip = document.createElement('span');
  const ripple = document.createElement('span');
  const radius = Math.hypot(Math.max(x - box.left, box.right - x), Math.max(y - box.top, box.bottom - y));
  clip.className = 'ripple-clip';
  clip.setAttribute('aria-hidden', 'true');
  Object.assign(clip.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    borderRadius: getComputedStyle(target).borderRadius,
  });
  ripple.className = 'ripple';
  Object.assign(ripple.style, {
    left: `${x - box.left - radius}px`,
    top: `${y - box.top - radius}px`,
    width: `${radius * 2}px`,
    height: `${radius * 2}px`,
  });
  ripple.addEventListener('animationend', () => clip.remove());
  clip.append(ripple);
  document.body.append(clip);
}

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
    cancel = runAfter(rippleDelayMs, () => showRipple(target, start.x, start.y));
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
