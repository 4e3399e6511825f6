import { useEffect, useRef, type RefObject } from 'react';

/** Returns a ref for the button that opens a form: it receives the focus again when the form closes. */
export function useRestoreFocus(open: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current && !open) opener.current?.focus();
    before.current = open;
  }, [open]);
  return opener;
}
