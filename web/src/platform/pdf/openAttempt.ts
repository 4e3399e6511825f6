/** One attempt to open a PDF: loads pdf.js, its worker and the beginning of the file at the same time. */
// oxlint-disable-next-line import/default -- the default export is the address, which Vite adds
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { Dispatch, SetStateAction } from 'react';
import { importWithRetry } from '../loading/importWithRetry.ts';
import type * as engineModule from './engine.ts';
import type { OpenPdf } from './openPdf.ts';
import { failureOf, failureWithoutResponse, PdfFailure, type PdfFailureKind } from './pdfFailure.ts';
import type { PdfSource } from './pdfSource.ts';
import { partBytes, RangeReader } from './rangeReader.ts';

type Engine = Pick<typeof engineModule, 'openPdf' | 'printPages' | 'showPages'>;

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

interface Attempt {
  readonly source: PdfSource;
  /** Closes the document. */
  readonly signal: AbortSignal;
  readonly setState: Dispatch<SetStateAction<PdfState>>;
}

const importEngine = () => import('./engine.ts');
const downloadEngine = (): Promise<Engine> => importWithRetry(importEngine);

export const withIncomplete = (state: PdfState, isIncomplete: boolean): PdfState =>
  state.phase === 'open' ? { ...state, isIncomplete } : state;

/** Opens the PDF and reports its states. A failure ends all requests and the worker, as the signal does. */
export async function openAttempt(
  { source, signal, setState }: Attempt,
  loadEngine = downloadEngine,
): Promise<void> {
  const failing = new AbortController();
  const ending = AbortSignal.any([signal, failing.signal]);
  const fail = (error: unknown): void => {
    if (ending.aborted) return;
    failing.abort();
    setState({ phase: 'failed', kind: failureOf(error).kind });
  };
  const setLoading = (change: Partial<Extract<PdfState, { phase: 'loading' }>>): void =>
    setState((before) => (before.phase === 'loading' ? { ...before, ...change } : before));
  let passwordRequests = 0;
  const askPassword = (): Promise<string> =>
    new Promise((resolve) => {
      passwordRequests += 1;
      const request: PasswordRequest = {
        number: passwordRequests,
        isChecking: false,
        enter(password) {
          setLoading({ password: { ...request, isChecking: true } });
          resolve(password);
        },
        cancel: () => fail(new PdfFailure('locked')),
      };
      setLoading({ password: request });
    });

  let isOpen = false;
  // Not created by pdf.js, which would read the file on the page's own thread if its worker does not start.
  const worker = new Worker(workerUrl, { type: 'module' });
  const endWorker = (): void => worker.terminate();
  ending.addEventListener('abort', endWorker);
  worker.addEventListener(
    'error',
    () => fail(isOpen ? new PdfFailure('stopped') : failureWithoutResponse()),
    {
      signal: ending,
    },
  );
  try {
    const reader = new RangeReader(source, ending);
    const [engine, first] = await Promise.all([loadEngine(), reader.read(0, partBytes)]);
    ending.throwIfAborted();
    // pdf.js frees its memory before it ends the worker.
    ending.removeEventListener('abort', endWorker);
    const pdf = await engine.openPdf({
      reader,
      first,
      worker,
      askPassword,
      onProgress: (share) => setLoading({ share }),
      onLost: (error) => (isOpen ? setState((before) => withIncomplete(before, true)) : fail(error)),
      signal: ending,
    });
    if (ending.aborted) return;
    isOpen = true;
    setState({ phase: 'open', opened: { engine, pdf }, isIncomplete: false });
  } catch (error) {
    fail(error);
  }
}
