import { useRef } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import PdfViewer from '../../../platform/pdf/PdfViewer.tsx';
import type { PdfSource } from '../../../platform/pdf/pdfSource.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { type MessageFile } from '../model/viewState.ts';
import { createChatView } from '../model/view.ts';
import { createFileUrls, type GetFileUrl } from '../model/uploads.ts';
import { downloadFile } from './downloadFile.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';

const sourceOf = ({ roomId, seq }: MessageFile, getFileUrl: GetFileUrl): PdfSource => ({
  key: `chat ${roomId}/${seq}`,
  request: (fresh) => getFileUrl(roomId, seq, fresh),
});

/** Shows the PDF of a message. */
export function PdfFileDialog({ file }: { readonly file: MessageFile }) {
  const view = useVisit().get(createChatView);
  const getFileUrl = useVisit().get(createFileUrls);
  const showSnackbar = useShowSnackbar();
  const { t } = useTranslation('chat');
  const { roomId, seq, upload } = file;
  const { name } = upload;
  const place = useRef<HTMLDivElement>(null);
  const download = (): void =>
    void downloadFile(name, () => getFileUrl(roomId, seq)).catch(() =>
      showSnackbar(t('actionFailed'), { tone: 'warning' }),
    );
  return (
    <Dialog
      id="chat-pdf"
      open
      onClose={view.closePdf}
      width={1_104}
      title={<bdi>{name}</bdi>}
      className="h-full"
      // The viewer passes the focus on to its pages.
      initialFocus={place}
    >
      <div ref={place} tabIndex={-1} className="min-h-0 flex-1">
        <PdfViewer source={sourceOf(file, getFileUrl)} name={name} download={download} />
      </div>
    </Dialog>
  );
}
