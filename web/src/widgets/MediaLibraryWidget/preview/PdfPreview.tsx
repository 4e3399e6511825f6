import { useEffect, useMemo, useRef } from 'react';
import { assetPdfSource } from '../../../platform/pdf/pdfSource.ts';
import PdfViewer from '../../../platform/pdf/PdfViewer.tsx';
import { useAreaNavigation, useWidgetPart } from '../../../platform/navigation/areaNavigation.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import type { FileEntry } from '../library.ts';

/** The URL follows the page when scrolling has paused: browsers limit how often it may change. */
const addressDelayMs = 400;

/** A PDF, whose page is in the URL. */
export default function PdfPreview({
  entry: { id, asset, name },
  download,
}: {
  readonly entry: FileEntry;
  readonly download?: () => void;
}) {
  const source = useMemo(() => assetPdfSource(asset.id), [asset.id]);
  const { page } = useWidgetPart();
  const { replacePart } = useAreaNavigation();
  const cancel = useRef<() => void>(() => undefined);
  useEffect(() => () => cancel.current(), []);
  const onPageChange = (shown: number): void => {
    cancel.current();
    if (shown === (page ?? 1)) return;
    cancel.current = runAfter(addressDelayMs, () => void replacePart({ medium: id, page: shown }));
  };
  return (
    <PdfViewer
      source={source}
      name={name}
      {...(page !== undefined && { page })}
      onPageChange={onPageChange}
      {...(download && { download })}
    />
  );
}
