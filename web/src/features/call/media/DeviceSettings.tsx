/** Selects the microphone and the camera, and shows the microphone's level. */
import caretDown from '@phosphor-icons/core/bold/caret-down-bold.svg?raw';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Select } from '../../../ui/Select.tsx';
import type { DeviceKind } from '../model/media/localMedia.ts';
import { useCallStreams, useLocalMedia, useOwnCallModel } from '../useOwnCall.ts';
import styles from './levelMeter.module.css';

/** The level at which the meter is full: a loud voice. */
const fullScale = 0.25;

export function LevelMeter() {
  const { t } = useTranslation('call');
  const level = useCallStreams((streams) => streams.ownLevel);
  const isOn = useLocalMedia(({ audio, isMuted }) => audio !== undefined && !isMuted);
  const shown = isOn ? Math.min(1, Math.sqrt(level / fullScale)) : 0;
  return (
    <div
      role="meter"
      aria-label={t('preview.meter')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown * 100)}
      className={styles.meter}
    >
      <div className={styles.level} style={{ width: `${Math.round(shown * 100)}%` }} />
    </div>
  );
}

function DeviceSelect({ kind }: { readonly kind: DeviceKind }) {
  const { t } = useTranslation('call');
  const { media } = useOwnCallModel();
  const wanted: MediaDeviceKind = kind === 'microphone' ? 'audioinput' : 'videoinput';
  const devices = useLocalMedia((local) => local.devices).filter((device) => device.kind === wanted);
  const track = useLocalMedia((local) => (kind === 'microphone' ? local.audio : local.video));
  if (devices.length === 0) return null;
  const label = t(`devices.${kind}`);
  const options = devices.map((device, index) => ({
    value: device.deviceId,
    label: device.label || t('devices.numbered', { kind: label, number: index + 1 }),
  }));
  const value = track?.getSettings().deviceId ?? options[0]?.value ?? '';
  const chosen = options.find((option) => option.value === value)?.label ?? t('devices.systemDefault');
  return (
    <Select
      label={`${label}: ${chosen}`}
      value={value}
      options={options}
      onChange={(deviceId) => void media.choose(kind, deviceId)}
      trigger={
        <button
          type="button"
          className="press flex min-h-11 w-full items-center gap-3 rounded-tile border border-field-line px-4"
        >
          <span className="text-caption text-ink-2">{label}</span>
          <span className="min-w-0 flex-1 truncate text-start">
            <bdi>{chosen}</bdi>
          </span>
          <Icon svg={caretDown} size={14} />
        </button>
      }
    />
  );
}

export function DeviceSettings() {
  return (
    <div className="flex flex-col gap-2">
      <DeviceSelect kind="microphone" />
      <LevelMeter />
      <DeviceSelect kind="camera" />
    </div>
  );
}
