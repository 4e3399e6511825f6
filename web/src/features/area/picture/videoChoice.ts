/** The user's choice to pause or play background videos, for all areas and later visits. */
import { create } from 'zustand';
import { browserStorage } from '../../../platform/storage/browserStorage.ts';

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
