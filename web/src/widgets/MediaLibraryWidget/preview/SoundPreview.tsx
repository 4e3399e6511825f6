import music from '@phosphor-icons/core/regular/music-notes.svg?raw';
import type { Asset } from '@foyer/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAssetAttempts } from '../../../platform/assets/useAssetAttempts.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { followMediaElements } from '../../../platform/playback/mediaElements.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';

/** A request for a signature is repeated for minutes. A sound without a URL for this long has failed. */
const urlMs = 8_000;

interface Props {
  readonly asset: Asset;
  readonly name: string;
  readonly onFailure: () => void;
}

/** A sound with the controls of the browser. With another URL it goes on where it was (ASSET-02). */
export function SoundPreview({ asset, name, onFailure }: Props) {
  const audio = useRef<HTMLAudioElement>(null);
  /** Where the next URL goes on. */
  const stopped = useRef({ seconds: 0, isPlaying: false });
  const remember = (): void => {
    const element = audio.current;
    // An element that has loaded nothing is at its beginning.
    if (element && element.readyState > 0)
      stopped.current = { seconds: element.currentTime, isPlaying: !element.paused };
  };
  const { url, onError, onLoaded } = useAssetAttempts(asset, { onChange: remember, onFailure });
  useEffect(followMediaElements, []);
  const fail = useEffectEvent(onFailure);
  const hasUrl = url !== undefined;
  useEffect(() => (hasUrl ? undefined : runAfter(navigator.onLine ? urlMs : 0, () => fail())), [hasUrl]);

  const goOn = (element: HTMLAudioElement): void => {
    const { seconds, isPlaying } = stopped.current;
    if (seconds > 0) element.currentTime = seconds;
    // Browsers may refuse it; then the controls show that the sound is paused.
    if (isPlaying) element.play().catch(() => undefined);
  };
  return (
    <div className="library-sound">
      <Icon svg={music} size={64} className="text-ink-2" />
      {hasUrl ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a sound of the venue has none
        <audio
          ref={audio}
          controls
          preload="metadata"
          aria-label={name}
          src={url}
          onError={() => void onError()}
          onLoadedMetadata={({ currentTarget }) => goOn(currentTarget)}
          onPlaying={onLoaded}
          className="h-13.5 w-full"
        />
      ) : (
        <Skeleton className="h-13.5 w-full rounded-full!" />
      )}
    </div>
  );
}
