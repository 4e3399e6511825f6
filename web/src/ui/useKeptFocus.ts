import { cloneElement, useState, type ReactElement } from 'react';
import type { OpenerProps } from './popupProps.ts';

function focusKeeper() {
  let had = false;
  return (element: HTMLElement | null) => {
    if (had) element?.focus({ preventScroll: true });
    return () => {
      had = element === document.activeElement;
    };
  };
}

/** The button keeps the focus when another element comes in its place: what is typed meanwhile is meant for it. */
export function useKeptFocus(trigger: ReactElement<OpenerProps>): ReactElement<OpenerProps> {
  const [keepFocus] = useState(focusKeeper);
  return cloneElement(trigger, { ref: keepFocus });
}
