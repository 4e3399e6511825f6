import music from '@phosphor-icons/core/regular/music-notes.svg?raw';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAssetAttempts } from '../../../platform/assets/useAssetAttempts.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { followMediaElements } from '../../../platform/playback/mediaElements.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Cover } from '../Cover.tsx';
import type { FileItem } from '../mediaItem.ts';
import styles from './preview.module.css';

/**
 * Requests for signatures are repeated for minutes, and browsers wait for a file as long. A sound of which nothing arrives
 * for this long has failed.
 */
const quietMs = 8_000;
/** Without a network: long enough for what the browser has cached. */
const offlineQuietMs = 1_000;

/** CSS pixels. */
const coverWidth = 512;

interface Props {
  readonly item: FileItem;
  /** Then it is hidden. */
  readonly hasFailed: boolean;
  /** Called with false when something arrives after all. */
  readonly onFailed: (hasFailed: boolean) => void;
}

/** A sound with the controls of the browser. With another URL it goes on where it was (ASSET-02). */
export function SoundPreview({ item, hasFailed, onFailed }: Props) {
  const { asset, name } = item;
  const audio = useRef<HTMLAudioElement>(null);
  /** Where the next URL goes on. */
  const stopped = useRef({ seconds: 0, isPlaying: false });
  const remember = (): void => {
    const element = audio.current;
    // An element that has loaded nothing is at its beginning.
    if (element && element.readyState > 0)
      stopped.current = { seconds: element.currentTime, isPlaying: !element.paused };
  };
  const onFailure = (): void => onFailed(true);
  const { url, onError, onLoaded } = useAssetAttempts(asset, { onChange: remember, onFailure });
  useEffect(followMediaElements, []);
  const fail = useEffectEvent(onFailure);
  /** When the last sign of the file has arrived, by `Date.now()`; undefined once the player has the beginning of the file. */
  const [quietSince, setQuietSince] = useState<number | undefined>(() => Date.now());
  useEffect(() => {
    if (quietSince === undefined) return undefined;
    return runAfter(navigator.onLine ? quietMs : offlineQuietMs, () => fail());
  }, [quietSince]);
  const onArrival = (isBeginningComplete: boolean): void => {
    setQuietSince(isBeginningComplete ? undefined : Date.now());
    onFailed(false);
  };

  const goOn = (element: HTMLAudioElement): void => {
    const { seconds, isPlaying } = stopped.current;
    if (seconds > 0) element.currentTime = seconds;
    // Browsers may refuse it; then the controls show that the sound is paused.
    if (isPlaying) element.play().catch(() => undefined);
  };
  const icon = <Icon svg={music} size={64} className="text-ink-2" />;
  return (
    <div hidden={hasFailed} className={styles.sound}>
      {item.coverAssetId === undefined ? (
        icon
      ) : (
        <span className={styles.soundCover}>
          <Cover item={item} width={coverWidth} fallback={icon} />
        </span>
      )}
      {url !== undefined ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a sound of the venue has none
        <audio
          ref={audio}
          controls
          preload="metadata"
          aria-label={name}
          src={url}
          onError={() => void onError()}
          onLoadStart={() => onArrival(false)}
          onProgress={() => quietSince !== undefined && onArrival(false)}
          // The browser loads the rest when the user plays the sound.
          onSuspend={() => onArrival(true)}
          onLoadedMetadata={({ currentTarget }) => {
            onArrival(true);
            goOn(currentTarget);
          }}
          onPlaying={onLoaded}
          className="h-13.5 w-full"
        />
      ) : (
        <Skeleton className="h-13.5 w-full rounded-full!" />
      )}
    </div>
  );
}
