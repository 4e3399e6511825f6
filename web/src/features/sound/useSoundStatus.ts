import { isTalking, useAudioSessions } from '../../platform/playback/audioSessions.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { usePlayback } from '../../platform/playback/playback.ts';
import { soundPlayer } from '../../platform/sound/pagePlayer.ts';
import type { CurrentSound } from '../../platform/sound/soundState.ts';

export interface SoundStatus {
  readonly text: string;
  readonly isProblem?: true;
  /** What the user can do about it. */
  readonly offer?: { readonly label: string; readonly run: () => void };
}

/** Why the sound does not play, and the offer to go on; undefined if it plays or the user has paused it. */
export function useSoundStatus({ phase, playlist, index }: CurrentSound): SoundStatus | undefined {
  const { t } = useTranslation('sound');
  const isInCall = useAudioSessions(isTalking);
  const isSomethingPlaying = usePlayback(({ playing }) => playing !== null);
  const resume = (): void => soundPlayer().resume();
  const goOn = { text: t('interrupted'), offer: { label: t('goOn'), run: resume } };
  switch (phase.kind) {
    case 'blocked':
      return { text: t('blocked'), offer: { label: t('start'), run: resume } };
    case 'failed': {
      const { reason } = phase;
      const isOffline = reason === 'unreachable' && !navigator.onLine;
      const hasNext = index + 1 < playlist.sounds.length;
      return {
        text: t(isOffline ? 'offline' : reason === 'gone' ? 'gone' : 'failed'),
        isProblem: true,
        offer:
          reason === 'gone' && hasNext
            ? { label: t('next'), run: () => soundPlayer().next() }
            : { label: t('again'), run: resume },
      };
    }
    case 'paused':
      if (phase.by === 'user') return undefined;
      if (phase.by === 'otherTab')
        return { text: t('paused.otherTab'), offer: { label: t('playHere'), run: resume } };
      if (isInCall) return { text: t('paused.call') };
      return isSomethingPlaying ? { text: t('paused.media') } : goOn;
    default:
      return undefined;
  }
}
