/**
 * Shows a PDF with our own controls (PDF-01). This part is small: it opens the document while the controls and pdf.js are
 * downloaded.
 */
import { useState } from 'react';
import { lazyOptional } from '../loading/lazyOptional.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import type { PdfContentProps } from './PdfContent.tsx';
import type { PdfSource } from './pdfSource.ts';
import { usePdf } from './usePdf.ts';

const PdfContent = lazyOptional(() => import('./PdfContent.tsx'));

interface PdfViewerProps {
  readonly source: PdfSource;
  /** Of the document. */
  readonly name: string;
  /** The page to begin with, and to go to when it changes. */
  readonly page?: number;
  /** Called when the user has stayed on a page for a moment. */
  readonly onPageChange?: (page: number) => void;
  readonly download?: () => void;
}

/** Fills its container. */
export default function PdfViewer({ page = 1, ...props }: PdfViewerProps) {
  const { source, onPageChange } = props;
  const [attempt, setAttempt] = useState(0);
  /** The last page that was requested or reported. A document that is opened again begins with it. */
  const [current, setCurrent] = useState(page);
  const [requested, setRequested] = useState(page);
  if (requested !== page) {
    setRequested(page);
    setCurrent(page);
  }
  return (
    <Viewer
      key={`${source.key} ${attempt}`}
      {...props}
      page={current}
      onPageChange={(next) => {
        setCurrent(next);
        onPageChange?.(next);
      }}
      retry={() => setAttempt(attempt + 1)}
    />
  );
}

interface ViewerProps extends Omit<PdfContentProps, 'state' | 'loadRest'> {
  readonly source: PdfSource;
}

function Viewer({ source, ...props }: ViewerProps) {
  const { state, loadRest } = usePdf(source);
  return (
    <div className="relative h-full min-h-0 overflow-hidden">
      {/* Until the controls are downloaded. */}
      <PageSkeleton />
      <PdfContent {...props} state={state} loadRest={loadRest} />
    </div>
  );
}
