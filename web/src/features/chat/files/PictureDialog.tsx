import downloadIcon from '@phosphor-icons/core/regular/download-simple.svg?raw';
import { useRef, type RefObject } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ZoomFrame } from '../../../ui/zoomablePicture/ZoomFrame.tsx';
import { createChatView } from '../model/view.ts';
import type { PictureFile } from '../model/viewState.ts';
import { downloadFile } from './downloadFile.ts';
import { MissingFile, usePicture } from './Picture.tsx';

/** Shows the picture of a message or of a held post, with zoom. */
export function PictureDialog({ picture }: { readonly picture: PictureFile }) {
  const view = useVisit().get(createChatView);
  const showSnackbar = useShowSnackbar();
  const { t } = useTranslation('chat');
  const { name, getUrl } = picture;
  const frame = useRef<HTMLDivElement>(null);
  const download = (): void =>
    void downloadFile(name, getUrl).catch(() => showSnackbar(t('actionFailed'), { tone: 'warning' }));
  return (
    <Dialog
      id="chat-picture"
      open
      onClose={view.closePicture}
      title={<bdi>{name}</bdi>}
      className="h-full"
      initialFocus={frame}
      actions={
        <IconButton svg={downloadIcon} label={t('file.downloadPicture', { name })} onClick={download} />
      }
    >
      <div className="min-h-0 flex-1 px-3 pb-3">
        <Content picture={picture} frame={frame} />
      </div>
    </Dialog>
  );
}

interface ContentProps {
  readonly picture: PictureFile;
  readonly frame: RefObject<HTMLDivElement | null>;
}

function Content({ picture, frame }: ContentProps) {
  const { t } = useTranslation('chat');
  const { name, getUrl } = picture;
  const { shown, isGone, isBroken, onError } = usePicture(getUrl);
  if (isBroken || (isGone && !shown)) return <MissingFile name={name} />;
  const alt = t('file.picture', { name });
  return (
    <ZoomFrame picture={picture} alt={alt} isZoomable size="container" ref={frame}>
      {() =>
        shown && <img src={shown.url} alt={alt} draggable={false} onError={onError} className="size-full" />
      }
    </ZoomFrame>
  );
}
