import type Player from '@vimeo/player';
import { useEffect, useEffectEvent } from 'react';
import { endPlayback, startPlayback } from '../../platform/playback/playback.ts';

/**
 * A film that plays pauses the sound of this tab, and is paused when a sound starts.
 * @param onStart called when it plays for the first time, not each time it continues after a pause
 */
export function useFilmPlayback(player: Player | undefined, onStart: () => void): void {
  const start = useEffectEvent(onStart);
  useEffect(() => {
    if (!player) return undefined;
    let isCurrent = true;
    let hasStarted = false;
    const playback = { pause: () => void player.pause().catch(() => undefined) };
    const onPlay = (): void => {
      startPlayback(playback);
      if (!hasStarted) start();
      hasStarted = true;
    };
    const onStop = (): void => endPlayback(playback);
    player.on('play', onPlay);
    player.on('pause', onStop);
    player.on('ended', onStop);
    // A film that starts automatically may have done so before the library listens.
    player.getPaused().then(
      (isPaused) => isCurrent && !isPaused && onPlay(),
      () => undefined,
    );
    return () => {
      isCurrent = false;
      player.off('play', onPlay);
      player.off('pause', onStop);
      player.off('ended', onStop);
      onStop();
    };
  }, [player]);
}
