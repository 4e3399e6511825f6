import { useMemo } from 'react';
import { assetPdfSource } from '../../../platform/pdf/pdfSource.ts';
import PdfViewer from '../../../platform/pdf/PdfViewer.tsx';
import { useAreaNavigation, useWidgetPart } from '../../../platform/navigation/areaNavigation.ts';
import type { WidgetPart } from '../../../platform/navigation/openedWidget.ts';
import type { FileItem } from '../mediaItem.ts';

interface Props {
  readonly item: FileItem;
  /** Names the item in the URL. */
  readonly part: WidgetPart;
}

/** A PDF, whose page is in the URL. */
export default function PdfPreview({ item: { asset, name }, part }: Props) {
  const source = useMemo(() => assetPdfSource(asset.id), [asset.id]);
  const { page } = useWidgetPart();
  const { replacePart } = useAreaNavigation();
  return (
    <PdfViewer
      source={source}
      name={name}
      {...(page !== undefined && { page })}
      onPageChange={(shown) => void replacePart({ ...part, page: shown })}
    />
  );
}
