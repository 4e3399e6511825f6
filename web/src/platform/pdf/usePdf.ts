import { useEffect, useState } from 'react';
import { openAttempt, withIncomplete, type PdfState } from './openAttempt.ts';
import type { PdfSource } from './pdfSource.ts';

/** Opens the PDF when the component is mounted, and closes it with the component. */
export function usePdf(source: PdfSource): { readonly state: PdfState; readonly loadRest: () => void } {
  const [state, setState] = useState<PdfState>({ phase: 'loading', share: 0 });
  const [first] = useState(source);
  useEffect(() => {
    const ending = new AbortController();
    void openAttempt({ source: first, signal: ending.signal, setState });
    return () => ending.abort();
  }, [first]);

  const loadRest = (): void => {
    if (state.phase !== 'open') return;
    setState((before) => withIncomplete(before, false));
    state.opened.pdf.retry();
  };
  return { state, loadRest };
}
