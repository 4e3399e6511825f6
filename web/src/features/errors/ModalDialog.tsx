/**
 * A native modal dialog. It needs no additional script, so that errors can be shown without a network. Escape does
 * not close it, because errors have to be dismissed explicitly (ERROR-03).
 */
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';

export interface ModalDialogProps {
  readonly label: string;
  /** Pixels; limited to the screen width minus 16 on each side. */
  readonly width: number;
  readonly initialFocus: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

export function ModalDialog({ label, width, initialFocus, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const previousFocus = document.activeElement;
    const open = () => {
      if (!element.open) element.showModal();
      initialFocus.current?.focus();
    };
    const preventClose = (event: Event) => event.preventDefault();
    element.addEventListener('cancel', preventClose);
    // Browsers close the dialog on a second Escape in any case: it is opened again.
    element.addEventListener('close', open);
    open();
    return () => {
      element.removeEventListener('cancel', preventClose);
      element.removeEventListener('close', open);
      element.close();
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
    };
  }, [initialFocus]);
  // Outside of the app's root element, which open menus and panels hide from assistive technology.
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={label}
      data-dialog="error"
      style={{ maxWidth: width }}
      className="modal-dialog dialog-surface fade-in m-auto max-h-[calc(100dvh-32px)] overflow-y-auto w-[calc(100%-32px)] rounded-panel"
    >
      {children}
    </dialog>,
    document.body,
  );
}
