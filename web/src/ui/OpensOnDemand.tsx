/** A button whose popup is fetched when somebody is about to open it: what nobody opens, nobody waits for. */
import { cloneElement, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import type { OpenerProps } from './popupProps.ts';

interface OpensOnDemandProps {
  readonly trigger: ReactElement<OpenerProps>;
  readonly haspopup: 'menu' | 'listbox';
  readonly label?: string;
  readonly load: () => Promise<unknown>;
  /** The popup with its own trigger, open from the start. */
  readonly children: ReactNode;
}

export function OpensOnDemand({ trigger, haspopup, label, load, children }: OpensOnDemandProps) {
  const [wanted, setWanted] = useState(false);
  const prepare = () => {
    // A failure shows when it is opened; here it is only early.
    load().catch(() => undefined);
  };
  const closed = {
    role: haspopup === 'listbox' ? 'combobox' : undefined,
    'aria-haspopup': haspopup,
    'aria-expanded': false,
    ...(label !== undefined && { 'aria-label': label }),
  };
  if (wanted) {
    return <Suspense fallback={cloneElement(trigger, { ...closed, 'aria-busy': true })}>{children}</Suspense>;
  }
  return cloneElement(trigger, {
    ...closed,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setWanted(true),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      setWanted(true);
    },
  });
}
