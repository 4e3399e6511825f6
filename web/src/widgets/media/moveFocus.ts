import type { KeyboardEvent } from 'react';

interface EntryGrid {
  readonly columns: number;
  readonly count: number;
  /** Renders an entry that is not rendered, because it is not visible. */
  readonly render: (index: number) => void;
}

/** Moves the focus between entries with the arrow keys, and to the first and last with Home and End. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, { columns, count, render }: EntryGrid): void {
  const entry = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
  if (!entry || event.altKey || event.ctrlKey || event.metaKey) return;
  const list = event.currentTarget;
  const forward = getComputedStyle(list).direction === 'rtl' ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -count,
    End: count,
    ...(columns > 1 && { ArrowRight: forward, ArrowLeft: -forward }),
  };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const to = Math.min(Math.max(0, Number(entry.dataset['index']) + step), count - 1);
  const target = (): HTMLElement | null => list.querySelector(`[data-index="${to}"]`);
  if (!target()) render(to);
  target()?.focus();
}
