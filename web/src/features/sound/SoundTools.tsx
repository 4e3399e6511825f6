import backIcon from '@phosphor-icons/core/regular/arrow-counter-clockwise.svg?raw';
import forwardIcon from '@phosphor-icons/core/regular/arrow-clockwise.svg?raw';
import nextIcon from '@phosphor-icons/core/regular/skip-forward.svg?raw';
import speakerHigh from '@phosphor-icons/core/regular/speaker-high.svg?raw';
import speakerOff from '@phosphor-icons/core/regular/speaker-slash.svg?raw';
import { useNumberFormat, usePercentFormat } from '../../platform/i18n/useNumberFormat.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { soundPlayer } from '../../platform/sound/pagePlayer.ts';
import { skipSeconds } from '../../platform/sound/skipSeconds.ts';
import { useSound, type CurrentSound } from '../../platform/sound/soundState.ts';
import { IconButton, type IconButtonProps } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './soundIsland.module.css';

const speeds = [0.75, 1, 1.25, 1.5, 2] as const;

export function SoundTools({ current: { playlist, index } }: { readonly current: CurrentSound }) {
  const { t } = useTranslation('sound');
  const isLast = index + 1 >= playlist.sounds.length;
  return (
    // As in other players, time runs from left to right in every language.
    <div dir="ltr" className="flex items-center justify-center gap-1">
      <SkipButton
        svg={backIcon}
        label={t('back', { seconds: skipSeconds })}
        onClick={() => soundPlayer().seekBy(-skipSeconds)}
      />
      <SkipButton
        svg={forwardIcon}
        label={t('forward', { seconds: skipSeconds })}
        onClick={() => soundPlayer().seekBy(skipSeconds)}
      />
      <IconButton
        svg={nextIcon}
        label={t('next')}
        // Not `disabled`: a disabled button would lose the focus when the last sound begins.
        aria-disabled={isLast}
        className="aria-disabled:text-ink-3"
        onClick={() => soundPlayer().next()}
      />
      <Speed />
      <Volume />
    </div>
  );
}

/** A circular arrow around the number of seconds. */
function SkipButton(props: Pick<IconButtonProps, 'svg' | 'label' | 'onClick'>) {
  const format = useNumberFormat();
  return (
    <span className="relative">
      <IconButton {...props} size={32} />
      <span
        aria-hidden="true"
        className="text-smallest font-strong pointer-events-none absolute inset-0 grid place-items-center pt-1"
      >
        {format(skipSeconds)}
      </span>
    </span>
  );
}

function Speed() {
  const { t } = useTranslation('sound');
  const format = useNumberFormat();
  const speed = useSound((state) => state.speed);
  const textOf = (value: number): string => t('speedValue', { speed: format(value) });
  return (
    <Select
      label={t('speed', { speed: textOf(speed) })}
      value={String(speed)}
      options={speeds.map((value) => ({ value: String(value), label: textOf(value) }))}
      onChange={(value) => soundPlayer().setSpeed(Number(value))}
      trigger={
        <button
          type="button"
          className="press target text-small-button font-strong h-10 min-w-12 shrink-0 rounded-full px-2 tabular-nums hover:bg-raised"
        >
          {textOf(speed)}
        </button>
      }
    />
  );
}

function Volume() {
  const { t } = useTranslation('sound');
  const percent = usePercentFormat();
  const isMuted = useSound((state) => state.isMuted);
  const volume = useSound((state) => (state.isMuted ? 0 : state.volume));
  return (
    <>
      <IconButton
        svg={isMuted ? speakerOff : speakerHigh}
        label={t(isMuted ? 'unmute' : 'mute')}
        onClick={() => soundPlayer().setMuted(!isMuted)}
      />
      <input
        type="range"
        className={`${styles.range} w-20 min-w-0`}
        min={0}
        max={1}
        step={0.05}
        value={volume}
        aria-label={t('volume')}
        aria-valuetext={percent(volume)}
        onChange={({ currentTarget }) => soundPlayer().setVolume(Number(currentTarget.value))}
      />
    </>
  );
}
