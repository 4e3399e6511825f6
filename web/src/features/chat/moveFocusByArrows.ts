/** Moves the focus between rows with the arrow keys, and to the first and last with Home and End. */
import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** @param selector of the rows, within the element of the key handler */
export function moveFocusByArrows(event: KeyboardEvent<HTMLElement>, selector = '[data-row]'): void {
  const step = steps[event.key];
  const { target } = event;
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  if (target instanceof HTMLInputElement && event.key !== 'ArrowDown') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = rows.findIndex((row) => row === target);
  const last = rows.length - 1;
  if (last < 0) return;
  event.preventDefault();
  rows[Math.min(Math.max(0, step(at, last)), last)]?.focus();
}
