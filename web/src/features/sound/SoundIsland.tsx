import caretUp from '@phosphor-icons/core/bold/caret-up-bold.svg?raw';
import pauseIcon from '@phosphor-icons/core/fill/pause-fill.svg?raw';
import playIcon from '@phosphor-icons/core/fill/play-fill.svg?raw';
import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { useEffect, useId, useRef, useState } from 'react';
import type { PageContext } from '../../extensions/page.ts';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useCoversPicture } from '../../platform/pictureCover.ts';
import { soundPlayer } from '../../platform/sound/pagePlayer.ts';
import { isActive, soundOf, useSound, type CurrentSound } from '../../platform/sound/soundState.ts';
import { useElementSize } from '../../platform/useElementSize.ts';
import { useHeightProperty } from '../../platform/useHeightProperty.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { moveFocusOutOf } from '../../widgets/host/moveFocusOutOf.ts';
import { PositionBar } from './PositionBar.tsx';
import styles from './soundIsland.module.css';
import { SoundTools } from './SoundTools.tsx';
import { useSoundStatus } from './useSoundStatus.ts';

/** Below this width the island is one line, which opens the other controls. */
const wideFrom = 640;

/** The controls of the sound that plays, above the dock of every area. */
export default function SoundIsland({ hasHeader }: PageContext) {
  const current = useSound((state) => state.current);
  useEffect(() => {
    // Without its controls a sound could not be paused. Pages such as the login page do not show them.
    if (!hasHeader) soundPlayer().pause('user');
  }, [hasHeader]);
  return current && hasHeader && <Island current={current} />;
}

function Island({ current }: { readonly current: CurrentSound }) {
  const { t } = useTranslation('sound');
  const { ref, size } = useElementSize();
  const island = useRef<HTMLElement>(null);
  useCoversPicture(island);
  useHeightProperty(island, '--sound-height');
  const [isExpanded, setIsExpanded] = useState(false);
  const toolsId = useId();
  const close = (): void => {
    moveFocusOutOf(island.current);
    soundPlayer().close();
  };
  const isWide = (size?.width ?? 0) >= wideFrom;
  return (
    <div ref={ref} className={`${styles.place} fade-in`}>
      <section ref={island} aria-label={t('title')} className={`${styles.sound} island`}>
        <div className="flex items-center gap-3">
          <PlayButton isActive={isActive(current)} />
          <SoundText current={current} />
          {isWide ? (
            <>
              <PositionBar current={current} />
              <SoundTools current={current} />
            </>
          ) : (
            <IconButton
              svg={caretUp}
              size={16}
              label={t('more')}
              aria-expanded={isExpanded}
              aria-controls={toolsId}
              className={isExpanded ? 'rotate-180' : ''}
              onClick={() => setIsExpanded(!isExpanded)}
            />
          )}
          <IconButton svg={xIcon} label={t('close')} onClick={close} className="shrink-0" />
        </div>
        {!isWide && isExpanded && (
          <div id={toolsId} className="grid grid-cols-1 gap-1 pt-2">
            <PositionBar current={current} />
            <SoundTools current={current} />
          </div>
        )}
      </section>
    </div>
  );
}

function PlayButton({ isActive: isPlaying }: { readonly isActive: boolean }) {
  const { t } = useTranslation('sound');
  return (
    <button
      type="button"
      aria-label={t(isPlaying ? 'pause' : 'play')}
      onClick={() => soundPlayer().toggle()}
      className="press bg-secondary text-on-secondary grid size-11 shrink-0 place-items-center rounded-full hover:brightness-110"
    >
      <Icon svg={isPlaying ? pauseIcon : playIcon} size={20} />
    </button>
  );
}

/** The name of the sound, and below it the playlist, or why the sound does not play with an offer to go on. */
function SoundText({ current }: { readonly current: CurrentSound }) {
  const localized = useLocalized();
  const status = useSoundStatus(current);
  const { playlist } = current;
  const name = localized(soundOf(current)?.names);
  return (
    <>
      <div className="sound-text min-w-0 flex-1">
        <p title={name} className="text-name font-strong truncate">
          <bdi>{name}</bdi>
        </p>
        <p role="status" className="text-caption text-ink-2 flex min-w-0 items-center gap-1.5">
          {status?.isProblem && <Icon svg={warning} size={14} className="text-danger" />}
          <span className="truncate">
            {status?.text ?? <bdi>{localized(playlist.names) || playlist.name}</bdi>}
          </span>
        </p>
      </div>
      {status?.offer && (
        <Button size="small" className="shrink-0" onClick={status.offer.run}>
          {status.offer.label}
        </Button>
      )}
    </>
  );
}
