import { useMemo } from 'react';
import { assetPdfSource } from '../../../platform/pdf/pdfSource.ts';
import PdfViewer from '../../../platform/pdf/PdfViewer.tsx';
import { useAreaNavigation, useWidgetPart } from '../../../platform/navigation/areaNavigation.ts';
import type { FileEntry } from '../library.ts';

/** A PDF, whose page is in the URL. The download is above it. */
export default function PdfPreview({ entry: { id, asset, name } }: { readonly entry: FileEntry }) {
  const source = useMemo(() => assetPdfSource(asset.id), [asset.id]);
  const { page } = useWidgetPart();
  const { replacePart } = useAreaNavigation();
  return (
    <PdfViewer
      source={source}
      name={name}
      {...(page !== undefined && { page })}
      onPageChange={(shown) => void replacePart({ medium: id, page: shown })}
    />
  );
}
