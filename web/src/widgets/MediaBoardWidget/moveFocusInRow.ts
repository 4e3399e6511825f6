import type { KeyboardEvent } from 'react';

/** Moves the focus between the buttons of a row with the arrow keys, and to the first and last with Home and End. */
export function moveFocusInRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const row = event.currentTarget;
  const buttons = [...row.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === event.target);
  const forward = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + forward,
    ArrowLeft: at - forward,
    Home: 0,
    End: buttons.length - 1,
  };
  const to = steps[event.key];
  if (to === undefined || at === -1) return;
  event.preventDefault();
  buttons[Math.min(Math.max(0, to), buttons.length - 1)]?.focus();
}
