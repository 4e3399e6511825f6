/** Whether backgrounds move: who pauses one has paused them all, here and on the next visit. */
import { create } from 'zustand';
import { browserStorage } from '../../../platform/storage/browserStorage.ts';

const storageKey = 'foyer.backgroundsPaused';

interface MovingBackground {
  /** The person's own choice; undefined while they made none. */
  readonly choice: 'play' | 'pause' | undefined;
}

export const useMovingBackground = create<MovingBackground>(() => ({
  choice: browserStorage.get(storageKey) === 'true' ? 'pause' : undefined,
}));

export function chooseMovement(choice: 'play' | 'pause'): void {
  if (choice === 'pause') browserStorage.set(storageKey, 'true');
  else browserStorage.remove(storageKey);
  useMovingBackground.setState({ choice });
}
