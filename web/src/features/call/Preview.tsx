/** Oneself before a call: what the others will see and hear. */
import phoneIcon from '@phosphor-icons/core/fill/phone-fill.svg?raw';
import videoSlash from '@phosphor-icons/core/regular/video-camera-slash.svg?raw';
import { useRef } from 'react';
import { useCalls } from '../../platform/call/calls.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { dismiss, startOrJoin } from './actions.ts';
import { Devices } from './Devices.tsx';
import { MediaButtons } from './MediaButtons.tsx';
import { MediaNotes } from './MediaNotes.tsx';
import { useLocalMedia } from './media/localMedia.ts';
import { Picture, useStreamOf } from './Picture.tsx';
import { useSession } from './session.ts';

function OwnPicture() {
  const { t } = useTranslation('call');
  const video = useLocalMedia((local) => local.video);
  const stream = useStreamOf(video);
  return (
    <div className="call-tile call-preview-picture">
      {video ? (
        <Picture stream={stream} mirrored muted />
      ) : (
        <p className="call-off">
          <Icon svg={videoSlash} size={26} />
          {t('preview.hidden')}
        </p>
      )}
      <div className="call-preview-buttons">
        <MediaButtons />
      </div>
    </div>
  );
}

export function Preview() {
  const { t } = useTranslation('call');
  const wish = useSession((session) => session.wish);
  const isThere = useCalls(({ byRoom }) => wish !== null && 'roomId' in wish && byRoom.has(wish.roomId));
  const isSilent = useLocalMedia(({ audio, video, isAsking }) => !audio && !video && !isAsking);
  const go = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      id="call-preview"
      open
      onClose={dismiss}
      title={wish?.name === undefined ? t('preview.title') : t('titleWith', { names: wish.name })}
      width={520}
      initialFocus={go}
      className="call-preview max-h-(--most)!"
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 pb-1">
        <OwnPicture />
        <MediaNotes />
        {isSilent && <p className="text-caption text-ink-2">{t('preview.alone')}</p>}
        <Devices />
      </div>
      <div className="flex flex-wrap justify-end gap-2 px-6 pt-3 pb-6">
        <Button kind="text" onClick={dismiss}>
          {t('preview.close')}
        </Button>
        <Button
          ref={go}
          kind="primary"
          icon={<Icon svg={phoneIcon} size={20} />}
          onClick={() => void startOrJoin()}
        >
          {t(isThere ? 'preview.join' : 'preview.call')}
        </Button>
      </div>
    </Dialog>
  );
}
