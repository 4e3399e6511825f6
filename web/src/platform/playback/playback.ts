/**
 * What the user has started in this tab: films and sounds, of which one plays at a time. A player that is no element of the
 * page reports when it starts and stops; for elements `mediaElements.ts` does. It is paused when another one starts, and when
 * a call or meeting begins, in which the user may start it again.
 */
import { create } from 'zustand';
import { isTalking, useAudioSessions } from './audioSessions.ts';

/** Why a player is paused: another one has started, or a call or meeting. */
export type PlaybackInterruption = 'media' | 'call';

export interface Player {
  readonly pause: (by: PlaybackInterruption) => void;
}

export const usePlayback = create<{ readonly playing: Player | null }>(() => ({ playing: null }));

/** A player has started: pauses the one that played before. Called again by the same player, it does nothing. */
export function startPlayback(player: Player): void {
  const { playing } = usePlayback.getState();
  if (playing === player) return;
  usePlayback.setState({ playing: player });
  playing?.pause('media');
}

/** A player has paused, ended or been removed. */
export function endPlayback(player: Player): void {
  if (usePlayback.getState().playing === player) usePlayback.setState({ playing: null });
}

useAudioSessions.subscribe((status, before) => {
  if (isTalking(status) && !isTalking(before)) usePlayback.getState().playing?.pause('call');
});
