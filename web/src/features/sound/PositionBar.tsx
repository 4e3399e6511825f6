import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { soundPlayer } from '../../platform/sound/pagePlayer.ts';
import type { CurrentSound } from '../../platform/sound/soundState.ts';
import { timeText } from '../../platform/sound/timeText.ts';
import styles from './soundIsland.module.css';

/** Where the sound is. As in other players, time runs from left to right in every language. */
export function PositionBar({ current: { seconds, duration } }: { readonly current: CurrentSound }) {
  const { t } = useTranslation('sound');
  const time = timeText(seconds);
  const length = duration === undefined ? undefined : timeText(duration);
  return (
    <div
      dir="ltr"
      className="text-caption text-ink-2 flex min-w-0 flex-[1.4] items-center gap-2 tabular-nums"
    >
      <span aria-hidden>{time}</span>
      <input
        type="range"
        className={`${styles.range} min-w-0 flex-1`}
        min={0}
        max={Math.ceil(duration ?? 1)}
        step={1}
        value={Math.floor(seconds)}
        disabled={duration === undefined}
        aria-label={t('position')}
        aria-valuetext={length === undefined ? time : t('positionText', { time, length })}
        onChange={({ currentTarget }) => soundPlayer().seekTo(Number(currentTarget.value))}
      />
      <span aria-hidden>{length ?? '–'}</span>
    </div>
  );
}
