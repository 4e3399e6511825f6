/** Shows the user's own camera and microphone before a call. */
import phoneIcon from '@phosphor-icons/core/fill/phone-fill.svg?raw';
import videoSlash from '@phosphor-icons/core/regular/video-camera-slash.svg?raw';
import { useRef } from 'react';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DeviceSettings } from './media/DeviceSettings.tsx';
import { MediaButtons } from './media/MediaButtons.tsx';
import { MediaNotes } from './media/MediaNotes.tsx';
import { Video, useStreamOf } from './media/Video.tsx';
import { targetOf } from './model/ownCallState.ts';
import { useCalls } from './useCalls.ts';
import { useLocalMedia, useOwnCallModel } from './useOwnCall.ts';
import styles from './callPreview.module.css';
import tileStyles from './callTiles.module.css';

function OwnVideo() {
  const { t } = useTranslation('call');
  const video = useLocalMedia((local) => local.video);
  const stream = useStreamOf(video);
  return (
    <div className={`${tileStyles.tile} aspect-video shrink-0`}>
      {video ? (
        <Video stream={stream} mirrored muted />
      ) : (
        <p className="flex flex-col items-center gap-2 text-ink-2">
          <Icon svg={videoSlash} size={26} />
          {t('preview.cameraOff')}
        </p>
      )}
      <div className="absolute inset-x-0 bottom-3 flex justify-center gap-2">
        <MediaButtons />
      </div>
    </div>
  );
}

export function CallPreview() {
  const { t } = useTranslation('call');
  const { start, close } = useOwnCallModel();
  const target = useCalls(({ own }) => targetOf(own));
  const isInProgress = useCalls(
    ({ byRoom }) => target !== undefined && 'roomId' in target && byRoom.has(target.roomId),
  );
  const hasNoDevices = useLocalMedia(({ audio, video, isAsking }) => !audio && !video && !isAsking);
  const startButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      id="call-preview"
      open
      onClose={close}
      title={target?.name === undefined ? t('preview.title') : t('titleWith', { names: target.name })}
      width={520}
      initialFocus={startButton}
      className={`${styles.preview} max-h-(--most)!`}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 pb-1 low:flex-none low:overflow-visible">
        <OwnVideo />
        <MediaNotes />
        {hasNoDevices && <p className="text-caption text-ink-2">{t('preview.noDevices')}</p>}
        <DeviceSettings />
      </div>
      <div className="flex flex-wrap justify-end gap-2 px-6 pt-3 pb-6">
        <Button kind="text" onClick={close}>
          {t('preview.close')}
        </Button>
        <Button
          ref={startButton}
          kind="primary"
          icon={<Icon svg={phoneIcon} size={20} />}
          onClick={() => void start()}
        >
          {t(isInProgress ? 'preview.join' : 'preview.call')}
        </Button>
      </div>
    </Dialog>
  );
}
