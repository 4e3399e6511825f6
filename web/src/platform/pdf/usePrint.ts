/** Prints a document, a bounded number of pages at once: each becomes a picture that the browser keeps in memory. */
import { useEffect, useRef, useState } from 'react';
import type { OpenedPdf } from './openAttempt.ts';

const maxPrintedPages = 100;

interface PrintRange {
  readonly from: number;
  readonly to: number;
  /** Not the whole document. */
  readonly isPart: boolean;
}

/** All pages, or of a longer document those from the current one on. */
export function printRangeOf(page: number, pages: number): PrintRange {
  if (pages <= maxPrintedPages) return { from: 1, to: pages, isPart: false };
  return { from: page, to: Math.min(pages, page + maxPrintedPages - 1), isPart: true };
}

export type Printing =
  /** The page that is being prepared. */
  | { readonly phase: 'preparing'; readonly page: number; readonly range: PrintRange }
  | { readonly phase: 'failed' };

/** @param opened undefined while the document is loading: nothing can be printed */
export function usePrint(opened: OpenedPdf | undefined): {
  readonly printing: Printing | undefined;
  readonly print: (range: PrintRange) => void;
  /** Cancels the preparation, or closes the message about a failure. */
  readonly end: () => void;
} {
  const [printing, setPrinting] = useState<Printing>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const end = (): void => {
    running.current?.abort();
    setPrinting(undefined);
  };
  const print = (range: PrintRange): void => {
    if (!opened) return;
    const { engine, pdf } = opened;
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const show = (next: Printing | undefined): void => {
      if (!signal.aborted) setPrinting(next);
    };
    engine
      .printPages({
        document: pdf.document,
        from: range.from,
        to: range.to,
        onPage: (page) => show({ phase: 'preparing', page, range }),
        signal,
      })
      .then(
        () => show(undefined),
        () => show({ phase: 'failed' }),
      );
  };
  return { printing, print, end };
}
