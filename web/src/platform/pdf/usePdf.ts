/** Opens a PDF: loads pdf.js and the beginning of the file at the same time, and asks for its password. */
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { importWithRetry } from '../loading/importWithRetry.ts';
import type * as engineModule from './engine.ts';
import type { OpenPdf } from './openPdf.ts';
import { failureOf, PdfFailure, type PdfFailureKind } from './pdfFailure.ts';
import type { PdfSource } from './pdfSource.ts';
import { partBytes, RangeReader } from './rangeReader.ts';

export type Engine = typeof engineModule;

export interface OpenedPdf {
  readonly engine: Engine;
  readonly pdf: OpenPdf;
}

export interface PasswordRequest {
  /** Counts the requests: each begins with an empty field. */
  readonly number: number;
  readonly isChecking: boolean;
  readonly enter: (password: string) => void;
  readonly cancel: () => void;
}

export type PdfState =
  /** `share`: 0 to 1, while a damaged file is loaded as a whole. */
  | { readonly phase: 'loading'; readonly share: number; readonly password?: PasswordRequest | undefined }
  | { readonly phase: 'failed'; readonly kind: PdfFailureKind }
  /** `isIncomplete`: a part could not be loaded. */
  | { readonly phase: 'open'; readonly opened: OpenedPdf; readonly isIncomplete: boolean };

const loadEngine = (): Promise<Engine> => importWithRetry(() => import('./engine.ts'));

/** Opens the PDF, reports what happens, and closes it on the signal. */
async function open(
  source: PdfSource,
  signal: AbortSignal,
  setState: Dispatch<SetStateAction<PdfState>>,
): Promise<void> {
  let requests = 0;
  const setLoading = (change: Partial<Extract<PdfState, { phase: 'loading' }>>): void =>
    setState((before) => (before.phase === 'loading' ? { ...before, ...change } : before));
  const askPassword = (): Promise<string> =>
    new Promise((resolve, reject) => {
      requests += 1;
      const request: PasswordRequest = {
        number: requests,
        isChecking: false,
        enter: (password) => {
          setLoading({ password: { ...request, isChecking: true } });
          resolve(password);
        },
        cancel: () => reject(new PdfFailure('locked')),
      };
      signal.addEventListener('abort', request.cancel, { once: true });
      setLoading({ password: request });
    });
  try {
    const reader = new RangeReader(source, signal);
    const [engine, first] = await Promise.all([loadEngine(), reader.read(0, partBytes)]);
    signal.throwIfAborted();
    const pdf = await engine.openPdf({
      reader,
      first,
      askPassword,
      onProgress: (share) => setLoading({ share }),
      onLost: () => setState((before) => withIncomplete(before, true)),
      signal,
    });
    if (!signal.aborted) setState({ phase: 'open', opened: { engine, pdf }, isIncomplete: false });
  } catch (error) {
    if (!signal.aborted) setState({ phase: 'failed', kind: failureOf(error).kind });
  }
}

const withIncomplete = (state: PdfState, isIncomplete: boolean): PdfState =>
  state.phase === 'open' ? { ...state, isIncomplete } : state;

/** Opens the PDF when the component is mounted, and closes it with the component. */
export function usePdf(source: PdfSource): { readonly state: PdfState; readonly loadRest: () => void } {
  const [state, setState] = useState<PdfState>({ phase: 'loading', share: 0 });
  const [first] = useState(source);
  useEffect(() => {
    const ending = new AbortController();
    void open(first, ending.signal, setState);
    return () => ending.abort();
  }, [first]);

  const loadRest = (): void => {
    if (state.phase !== 'open') return;
    setState((before) => withIncomplete(before, false));
    state.opened.pdf.retry();
  };
  return { state, loadRest };
}
