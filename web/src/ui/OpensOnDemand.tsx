/** A button whose popup is downloaded when the user is about to open it. */
import { cloneElement, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { showNotDownloaded } from '../platform/loading/showNotDownloaded.ts';
import { useVisit } from '../platform/visit/VisitProvider.tsx';
import type { OpenerProps } from './popupProps.ts';

interface OpensOnDemandProps {
  readonly trigger: ReactElement<OpenerProps>;
  readonly haspopup: 'menu' | 'listbox';
  readonly label?: string;
  readonly load: () => Promise<unknown>;
  /** The popup with its own trigger, initially open. */
  readonly children: ReactNode;
}

export function OpensOnDemand({ trigger, haspopup, label, load, children }: OpensOnDemandProps) {
  const [state, setState] = useState<'closed' | 'loading' | 'wanted'>('closed');
  const visit = useVisit();
  const prepare = () => {
    // A failure is reported when the popup is opened.
    load().catch(() => undefined);
  };
  const open = () => {
    setState('loading');
    // After a failed download it stays closed, and the next press tries again.
    load().then(
      () => setState('wanted'),
      () => {
        setState('closed');
        showNotDownloaded(visit);
      },
    );
  };
  const closed = {
    role: haspopup === 'listbox' ? 'combobox' : undefined,
    'aria-haspopup': haspopup,
    'aria-expanded': false,
    ...(label !== undefined && { 'aria-label': label }),
  };
  if (state === 'wanted') {
    return <Suspense fallback={cloneElement(trigger, { ...closed, 'aria-busy': true })}>{children}</Suspense>;
  }
  return cloneElement(trigger, {
    ...closed,
    'aria-busy': state === 'loading' || undefined,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open();
    },
  });
}
