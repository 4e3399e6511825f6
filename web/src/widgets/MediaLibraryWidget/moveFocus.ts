import type { KeyboardEvent } from 'react';

/** Moves the focus between entries with the arrow keys, and to the first and last with Home and End. */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  { columns, count }: { readonly columns: number; readonly count: number },
): void {
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
  const rendered = [...list.querySelectorAll<HTMLElement>('[data-index]')];
  const target = rendered.find(({ dataset }) => Number(dataset['index']) === to);
  // Of a long list only a part is rendered: Home and End scroll there, where the next key continues.
  (target ?? (step < 0 ? rendered.at(0) : rendered.at(-1)))?.focus();
}
