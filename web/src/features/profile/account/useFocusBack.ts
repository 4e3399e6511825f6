import { useEffect, useRef, type RefObject } from 'react';

/** The button that opens a form in its place has the focus again when the form has gone, sent or given up. */
export function useFocusBack(open: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current && !open) opener.current?.focus();
    before.current = open;
  }, [open]);
  return opener;
}
