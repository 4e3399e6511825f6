/**
 * The browser's own modal dialog. It needs no script that might not have come: an error must be tellable when the
 * network is gone. Escape does not close it, for what it says has to be answered (ERROR-03).
 */
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';

export interface ModalDialogProps {
  readonly label: string;
  /** Pixels, at most the screen with an edge of 16. */
  readonly width: number;
  readonly initialFocus: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

export function ModalDialog({ label, width, initialFocus, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const before = document.activeElement;
    const open = () => {
      if (!element.open) element.showModal();
      initialFocus.current?.focus();
    };
    const stay = (event: Event) => event.preventDefault();
    element.addEventListener('cancel', stay);
    // A second Escape closes it whatever we say: then it comes back.
    element.addEventListener('close', open);
    open();
    return () => {
      element.removeEventListener('cancel', stay);
      element.removeEventListener('close', open);
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [initialFocus]);
  // Outside of the app's root, which an open menu or panel hides from assistive technology.
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={label}
      data-dialog="error"
      style={{ maxWidth: width }}
      className="modal-dialog dialog-surface fade-in m-auto max-h-[calc(100dvh-32px)] w-[calc(100%-32px)] rounded-panel"
    >
      {children}
    </dialog>,
    document.body,
  );
}
