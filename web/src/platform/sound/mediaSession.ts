/** The sound in the controls of the device: keys of the keyboard and headphones, lock screen, notification. */
import { isTalking, useAudioSessions } from '../playback/audioSessions.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { usePlayback } from '../playback/playback.ts';
import { localizedNow } from './localizedNow.ts';
import type { SoundPlayer } from './player.ts';
import { skipSeconds } from './skipSeconds.ts';
import { isActive, soundOf, useSound, type CurrentSound } from './soundState.ts';

const metadataOf = (current: CurrentSound): MediaMetadata =>
  new MediaMetadata({
    title: localizedNow(soundOf(current)?.names ?? [])?.text ?? '',
    artist: localizedNow(current.playlist.names ?? [])?.text ?? current.playlist.name,
  });

type Controls = Pick<SoundPlayer, 'resume' | 'pause' | 'close' | 'seekBy' | 'seekTo' | 'previous' | 'next'>;

function handlersOf(player: Controls): Partial<Record<MediaSessionAction, MediaSessionActionHandler>> {
  return {
    play: () => player.resume(),
    pause: () => player.pause('user'),
    stop: () => player.close(),
    seekbackward: ({ seekOffset }) => player.seekBy(-(seekOffset ?? skipSeconds)),
    seekforward: ({ seekOffset }) => player.seekBy(seekOffset ?? skipSeconds),
    seekto: ({ seekTime }) => seekTime !== undefined && player.seekTo(seekTime),
    previoustrack: () => player.previous(),
    nexttrack: () => player.next(),
  };
}

/** The sound that the keys act on: not one that is paused while a film plays or in a call, which then have the keys. */
function controlledSound(): CurrentSound | undefined {
  const { current } = useSound.getState();
  if (!current) return undefined;
  const isInterrupted = usePlayback.getState().playing !== null || isTalking(useAudioSessions.getState());
  return isActive(current) || !isInterrupted ? current : undefined;
}

/** Keeps the device's controls up to date while a sound is open. Browsers without them are left alone. */
export function connectMediaSession(player: Controls): void {
  if (!('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  const handlers = Object.entries(handlersOf(player)) as [MediaSessionAction, MediaSessionActionHandler][];
  const handle = (isOn: boolean): void => {
    for (const [action, handler] of handlers) {
      try {
        mediaSession.setActionHandler(action, isOn ? handler : null);
      } catch {
        // The browser does not know this action.
      }
    }
  };
  let shown: string | undefined;
  const update = (): void => {
    const current = controlledSound();
    const now = current ? `${current.playlist.id} ${soundOf(current)?.id} ${currentLanguage()}` : undefined;
    if (now !== shown) {
      if ((now === undefined) !== (shown === undefined)) handle(now !== undefined);
      shown = now;
      mediaSession.metadata = current ? metadataOf(current) : null;
    }
    if (!current) {
      mediaSession.playbackState = 'none';
      return;
    }
    mediaSession.playbackState = isActive(current) ? 'playing' : 'paused';
    const { duration, seconds } = current;
    if (duration !== undefined && duration > 0)
      mediaSession.setPositionState({
        duration,
        position: Math.min(seconds, duration),
        playbackRate: useSound.getState().speed,
      });
  };
  useSound.subscribe(update);
  usePlayback.subscribe(update);
  useAudioSessions.subscribe(update);
}
