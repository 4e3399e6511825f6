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

/** Keeps the focus on the button when its element is replaced, so that keys pressed meanwhile reach it. */
export function useKeptFocus(trigger: ReactElement<OpenerProps>): ReactElement<OpenerProps> {
  const [keepFocus] = useState(focusKeeper);
  return cloneElement(trigger, { ref: keepFocus });
}
