import music from '@phosphor-icons/core/regular/music-notes.svg?raw';
import type { Asset } from '@foyer/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fetchStatus } from '../../../platform/assets/assetFailure.ts';
import { attemptUrl, initialAttempt } from '../../../platform/assets/assetUrl.ts';
import { nextAttempt, type AssetAttempt } from '../../../platform/assets/attempts.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { followMediaElements } from '../../../platform/playback/mediaElements.ts';

interface Props {
  readonly asset: Asset;
  readonly name: string;
  readonly onFailure: () => void;
}

/** A sound with the controls of the browser. With a new signature it goes on where it was (ASSET-02). */
export function SoundPreview({ asset, name, onFailure }: Props) {
  const [attempt, setAttempt] = useState<AssetAttempt>(() => initialAttempt({}));
  const [url, setUrl] = useState<string>();
  /** Where the next URL goes on. */
  const stopped = useRef({ seconds: 0, isPlaying: false });
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    let isCurrent = true;
    const find = async (): Promise<void> => {
      const next = await attemptUrl(asset, {}, attempt).catch(() => undefined);
      if (!isCurrent) return;
      if (next === undefined) fail();
      else setUrl(next);
    };
    void find();
    return () => {
      isCurrent = false;
    };
  }, [asset, attempt]);
  useEffect(followMediaElements, []);

  const onError = async ({ currentTime, paused }: HTMLAudioElement): Promise<void> => {
    if (url === undefined) return;
    stopped.current = { seconds: currentTime, isPlaying: !paused };
    const next = nextAttempt(attempt, await fetchStatus(url));
    if (typeof next === 'string') onFailure();
    else setAttempt(next);
  };
  const goOn = (element: HTMLAudioElement): void => {
    const { seconds, isPlaying } = stopped.current;
    if (seconds > 0) element.currentTime = seconds;
    // Browsers may refuse it; then the controls show that the sound is paused.
    if (isPlaying) element.play().catch(() => undefined);
  };
  /** The signature is valid: when it expires, a new one may be requested once more. */
  const onPlaying = (): void => {
    if (attempt.signature === 'fresh') setAttempt({ ...attempt, signature: 'cached' });
  };
  return (
    <div className="library-sound">
      <Icon svg={music} size={64} className="text-ink-2" />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a sound of the venue has none */}
      <audio
        controls
        preload="metadata"
        aria-label={name}
        src={url}
        onError={({ currentTarget }) => void onError(currentTarget)}
        onLoadedMetadata={({ currentTarget }) => goOn(currentTarget)}
        onPlaying={onPlaying}
        className="w-full"
      />
    </div>
  );
}
