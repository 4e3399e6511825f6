/** Remembers that the user has looked around once; then the hint is not shown again. */
import { create } from 'zustand';
import { browserStorage } from '../../../platform/storage/browserStorage.ts';

const storageKey = 'foyer.lookedAround';

export const useLookedAround = create<{ readonly done: boolean }>(() => ({
  done: browserStorage.get(storageKey) === 'true',
}));

export function markLookedAround(): void {
  if (useLookedAround.getState().done) return;
  browserStorage.set(storageKey, 'true');
  useLookedAround.setState({ done: true });
}
