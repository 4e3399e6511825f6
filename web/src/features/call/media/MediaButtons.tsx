/** The buttons that turn the microphone and the camera on and off. */
import microphone from '@phosphor-icons/core/fill/microphone-fill.svg?raw';
import microphoneSlash from '@phosphor-icons/core/fill/microphone-slash-fill.svg?raw';
import video from '@phosphor-icons/core/fill/video-camera-fill.svg?raw';
import videoSlash from '@phosphor-icons/core/fill/video-camera-slash-fill.svg?raw';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { toCallMedia } from '../model/media/localMedia.ts';
import { useLocalMedia, useOwnCallModel } from '../useOwnCall.ts';
import styles from './roundButton.module.css';

export interface RoundButtonProps {
  readonly svg: string;
  readonly label: string;
  readonly tone?: 'plain' | 'off' | 'danger';
  readonly onClick: () => void;
}

/** A round button of 44 pixels; the label is its accessible name and its tooltip. */
export function RoundButton({ svg, label, tone = 'plain', onClick }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-tone={tone}
      onClick={onClick}
      className={`${styles.button} press`}
    >
      <Icon svg={svg} size={22} />
    </button>
  );
}

export function MediaButtons() {
  const { t } = useTranslation('call');
  const { media } = useOwnCallModel();
  const on = toCallMedia(useLocalMedia((local) => local));
  return (
    <>
      <RoundButton
        svg={on.microphone ? microphone : microphoneSlash}
        label={t(on.microphone ? 'controls.mute' : 'controls.unmute')}
        tone={on.microphone ? 'plain' : 'off'}
        onClick={() => void media.switchMicrophone(!on.microphone)}
      />
      <RoundButton
        svg={on.camera ? video : videoSlash}
        label={t(on.camera ? 'controls.cameraOff' : 'controls.cameraOn')}
        tone={on.camera ? 'plain' : 'off'}
        onClick={() => void media.switchCamera(!on.camera)}
      />
    </>
  );
}
