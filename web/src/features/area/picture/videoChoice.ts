/** The user's choice to pause or play background videos, for all areas and later visits. */
import { create } from 'zustand';
import { useMedia } from '../../../platform/media.ts';
import { browserStorage } from '../../../platform/storage/browserStorage.ts';
import { savesData } from './pixels.ts';

const storageKey = 'foyer.backgroundsPaused';

interface VideoChoice {
  /** Undefined while the user has made no choice. */
  readonly choice: 'play' | 'pause' | undefined;
}

export const useVideoChoice = create<VideoChoice>(() => ({
  choice: browserStorage.get(storageKey) === 'true' ? 'pause' : undefined,
}));

export function setVideoChoice(choice: 'play' | 'pause'): void {
  if (choice === 'pause') browserStorage.set(storageKey, 'true');
  else browserStorage.remove(storageKey);
  useVideoChoice.setState({ choice });
}

/** The user's choice, else the settings of their device. */
export function useShouldPlay(): boolean {
  const choice = useVideoChoice((state) => state.choice);
  const reducedMotion = useMedia('reducedMotion');
  if (choice) return choice === 'play';
  return !reducedMotion && !savesData();
}
