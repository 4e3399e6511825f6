/** Choose, crop, upload or remove the user's own picture. */
import imageIcon from '@phosphor-icons/core/regular/image.svg?raw';
import trash from '@phosphor-icons/core/regular/trash.svg?raw';
import type { ProfileData } from '@foyer/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { clampView, type PanZoomView } from '../../../platform/panZoom/view.ts';
import { useProfilePicture } from '../../../ui/useProfilePicture.ts';
import { fetchOwnProfile } from '../../session/index.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FormMessage } from '../form/FormMessage.tsx';
import { nameOf } from '../profileTexts.ts';
import { CropArea, type CropAreaProps } from './CropArea.tsx';
import { cropViewport, initialCrop, maxZoom } from './crop.ts';
import { maxFileBytes, openPicture, removePicture, sendPicture } from './sendPicture.ts';

export interface PictureViewProps {
  readonly profile: ProfileData;
  readonly architectureId: string;
  readonly onDone: (done: 'picture.saved' | 'picture.removed') => void;
}

interface Chosen {
  readonly bitmap: ImageBitmap;
  readonly crop: PanZoomView;
}
type PictureError = 'unreadable' | 'tooLarge' | 'failed';

/** A button that opens the browser's file dialog. */
function ChooseButton(props: { readonly label: string; readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) props.onFile(file);
        }}
      />
      <Button icon={<Icon svg={imageIcon} />} onClick={() => input.current?.click()} className="w-full">
        {props.label}
      </Button>
    </>
  );
}

function Zoom({
  chosen,
  onChange,
}: {
  readonly chosen: Chosen;
  readonly onChange: CropAreaProps['onChange'];
}) {
  const { t } = useTranslation('profile');
  const { bitmap, crop } = chosen;
  return (
    <label className="flex items-center gap-3 text-caption font-strong text-ink-2">
      {t('picture.zoom')}
      <input
        type="range"
        min={1}
        max={maxZoom}
        step={0.05}
        value={crop.zoom}
        onChange={({ target }) =>
          onChange((now) => clampView({ ...now, zoom: Number(target.value) }, cropViewport(bitmap)))
        }
        className="h-11 flex-1 accent-ink"
      />
    </label>
  );
}

export function PictureView({ profile, architectureId, onDone }: PictureViewProps) {
  const { t } = useTranslation('profile');
  const visit = useVisit();
  const { userId, pictureGeneration: generation } = profile;
  const picture = useProfilePicture({ userId, generation, size: '512' });
  const [chosen, setChosen] = useState<Chosen>();
  const [busy, setBusy] = useState<'sending' | 'removing'>();
  const [error, setError] = useState<PictureError>();
  useEffect(() => () => chosen?.bitmap.close(), [chosen?.bitmap]);
  // Decoding takes time: only the file that was chosen last is shown, unless the view is closed meanwhile.
  const lastChoice = useRef<File>(null);
  useEffect(
    () => () => {
      lastChoice.current = null;
    },
    [],
  );

  const open = async (file: File) => {
    lastChoice.current = file;
    setError(undefined);
    const bitmap = file.size > maxFileBytes ? undefined : await openPicture(file);
    if (lastChoice.current !== file) {
      bitmap?.close();
      return;
    }
    if (bitmap) setChosen({ bitmap, crop: initialCrop(bitmap) });
    else setError(file.size > maxFileBytes ? 'tooLarge' : 'unreadable');
  };
  const change = async (action: 'sending' | 'removing', request: () => Promise<void>) => {
    setError(undefined);
    setBusy(action);
    try {
      await request();
      await fetchOwnProfile(visit, architectureId, userId);
      onDone(action === 'sending' ? 'picture.saved' : 'picture.removed');
    } catch {
      setError('failed');
    }
    setBusy(undefined);
  };
  const changeCrop: CropAreaProps['onChange'] = (next) =>
    setChosen((before) => before && { ...before, crop: next(before.crop) });

  return (
    <div className="flex flex-col gap-4">
      {error && <FormMessage tone="danger" text={t(`picture.${error}`)} />}
      {chosen ? (
        <>
          <CropArea bitmap={chosen.bitmap} crop={chosen.crop} onChange={changeCrop} />
          <p className="text-caption text-ink-2">{t('picture.help')}</p>
          <Zoom chosen={chosen} onChange={changeCrop} />
          <Button
            kind="primary"
            busy={busy === 'sending'}
            onClick={() =>
              void change('sending', () => sendPicture(chosen.bitmap, chosen.crop, visit.signal))
            }
          >
            {t(busy === 'sending' ? 'picture.using' : 'picture.use')}
          </Button>
        </>
      ) : (
        <div className="flex flex-col items-center gap-4 py-4">
          <Avatar userId={userId} name={nameOf(profile)} size={176} picture={picture} />
          <p className="text-center text-caption text-ink-2">{t('picture.drop')}</p>
        </div>
      )}
      <ChooseButton
        label={t(chosen ? 'picture.another' : 'picture.choose')}
        onFile={(file) => void open(file)}
      />
      {!chosen && generation !== undefined && (
        <Button
          kind="quiet"
          icon={<Icon svg={trash} />}
          busy={busy === 'removing'}
          onClick={() => void change('removing', removePicture)}
        >
          {t('picture.remove')}
        </Button>
      )}
    </div>
  );
}
