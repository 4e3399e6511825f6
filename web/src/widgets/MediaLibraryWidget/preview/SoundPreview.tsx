import music from '@phosphor-icons/core/regular/music-notes.svg?raw';
import type { Asset } from '@foyer/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { attemptUrl, initialAttempt } from '../../../platform/assets/assetUrl.ts';
import type { AssetAttempt } from '../../../platform/assets/attempts.ts';
import { isTalking, useCallStatus } from '../../../platform/call/callStatus.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { followMediaElements } from '../../../platform/playback/mediaElements.ts';

interface Props {
  readonly asset: Asset;
  readonly name: string;
  readonly onFailure: () => void;
}

/** A sound with the controls of the browser. */
export function SoundPreview({ asset, name, onFailure }: Props) {
  const [attempt, setAttempt] = useState<AssetAttempt>(() => initialAttempt({}));
  const [url, setUrl] = useState<string>();
  const audio = useRef<HTMLAudioElement>(null);
  const isSilent = useCallStatus(isTalking);
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
  useEffect(() => {
    if (isSilent) audio.current?.pause();
  }, [isSilent]);
  return (
    <div className="library-sound">
      <Icon svg={music} size={64} className="text-ink-2" />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a sound of the venue has none */}
      <audio
        ref={audio}
        controls
        preload="metadata"
        aria-label={name}
        src={url}
        // A signature may have expired.
        onError={() =>
          attempt.signature === 'fresh' ? onFailure() : setAttempt({ ...attempt, signature: 'fresh' })
        }
        className="w-full"
      />
    </div>
  );
}
