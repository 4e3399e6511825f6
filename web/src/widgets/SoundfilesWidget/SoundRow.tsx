import pauseIcon from '@phosphor-icons/core/fill/pause-fill.svg?raw';
import playIcon from '@phosphor-icons/core/fill/play-fill.svg?raw';
import speaker from '@phosphor-icons/core/fill/speaker-high-fill.svg?raw';
import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import { signInGuest } from '../../features/session/index.ts';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { soundPlayer } from '../../platform/sound/pagePlayer.ts';
import { soundOf, useSound, type Phase, type Playlist } from '../../platform/sound/soundState.ts';
import { timeText } from '../../platform/sound/timeText.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { useLength } from './useLengths.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly playlist: Playlist;
  readonly index: number;
  /** Of its file. */
  readonly uri: string | undefined;
  readonly rowRef: (row: HTMLElement | null) => (() => void) | undefined;
}

const phaseName = (phase: Phase) =>
  phase.kind === 'failed' && phase.reason === 'gone' ? 'gone' : phase.kind;

/** A sound of the playlist: a press plays it, another one pauses it. */
export function SoundRow({ playlist, index, uri, rowRef }: Props) {
  const { t } = useTexts();
  const localized = useLocalized();
  const sound = playlist.sounds[index];
  const phase = useSound(({ current }) =>
    current?.playlist.id === playlist.id && soundOf(current)?.id === sound?.id
      ? phaseName(current.phase)
      : undefined,
  );
  const length = useLength(uri);
  const isActive = phase === 'playing' || phase === 'loading';
  const name = localized(sound?.names);
  const press = (): void => {
    soundPlayer().press(playlist, index);
    // The controls are part of the session, which guests otherwise get some seconds later.
    void signInGuest();
  };
  return (
    <button
      ref={rowRef}
      type="button"
      data-row={index}
      aria-current={phase !== undefined ? 'true' : undefined}
      onClick={press}
      className={`press flex min-h-17 w-full items-center gap-3 rounded-field px-3 py-1 text-start ${
        phase === undefined ? 'hover:bg-raised' : 'bg-secondary text-on-secondary'
      }`}
    >
      <span className="bg-raised text-ink rounded-tile grid size-11 shrink-0 place-items-center">
        {phase === 'loading' ? (
          <Spinner size={20} />
        ) : (
          <Icon svg={isActive ? pauseIcon : playIcon} size={20} />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="sr-only">{t(isActive ? 'pause' : 'play')} </span>
        <span title={name} className="text-name font-strong line-clamp-2 [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </span>
        {phase !== undefined && (
          <span className="text-caption flex items-center gap-1.5">
            {phase === 'playing' && <Icon svg={speaker} size={14} />}
            {(phase === 'failed' || phase === 'gone') && <Icon svg={warning} size={14} />}
            {t(phase)}
          </span>
        )}
      </span>
      {length !== undefined && (
        <span className="text-caption shrink-0 tabular-nums">
          <span className="sr-only">{t('length')} </span>
          {timeText(length)}
        </span>
      )}
    </button>
  );
}
