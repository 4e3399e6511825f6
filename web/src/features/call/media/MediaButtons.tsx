/** The buttons that turn the microphone and the camera on and off. */
import microphone from '@phosphor-icons/core/fill/microphone-fill.svg?raw';
import microphoneSlash from '@phosphor-icons/core/fill/microphone-slash-fill.svg?raw';
import video from '@phosphor-icons/core/fill/video-camera-fill.svg?raw';
import videoSlash from '@phosphor-icons/core/fill/video-camera-slash-fill.svg?raw';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { toCallMedia, switchCamera, switchMicrophone, useLocalMedia } from './localMedia.ts';

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
      className="call-button press"
    >
      <Icon svg={svg} size={22} />
    </button>
  );
}

export function MediaButtons() {
  const { t } = useTranslation('call');
  const local = useLocalMedia();
  const on = toCallMedia(local);
  return (
    <>
      <RoundButton
        svg={on.microphone ? microphone : microphoneSlash}
        label={t(on.microphone ? 'controls.mute' : 'controls.unmute')}
        tone={on.microphone ? 'plain' : 'off'}
        onClick={() => void switchMicrophone(!on.microphone)}
      />
      <RoundButton
        svg={on.camera ? video : videoSlash}
        label={t(on.camera ? 'controls.cameraOff' : 'controls.cameraOn')}
        tone={on.camera ? 'plain' : 'off'}
        onClick={() => void switchCamera(!on.camera)}
      />
    </>
  );
}
