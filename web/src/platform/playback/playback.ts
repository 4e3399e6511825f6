/**
 * What the user has started in this tab: films and sounds, of which one plays at a time. A player that is no element of the
 * page reports when it starts and stops; for elements `mediaElements.ts` does. It is paused when another one starts.
 */
import { create } from 'zustand';

export interface Player {
  /** Called when another player starts. */
  readonly pause: () => void;
}

export const usePlayback = create<{ readonly playing: Player | null }>(() => ({ playing: null }));

/** A player has started: pauses the one that played before. Called again by the same player, it does nothing. */
export function startPlayback(player: Player): void {
  const { playing } = usePlayback.getState();
  if (playing === player) return;
  usePlayback.setState({ playing: player });
  playing?.pause();
}

/** A player has paused, ended or been removed. */
export function endPlayback(player: Player): void {
  if (usePlayback.getState().playing === player) usePlayback.setState({ playing: null });
}
