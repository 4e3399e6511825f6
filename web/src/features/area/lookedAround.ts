/** Whether a person has found out that one can look around: then nobody tells them again. */
import { create } from 'zustand';
import { browserStorage } from '../../platform/storage/browserStorage.ts';

const storageKey = 'foyer.lookedAround';

export const useLookedAround = create<{ readonly done: boolean }>(() => ({
  done: browserStorage.get(storageKey) === 'true',
}));

export function noteLookingAround(): void {
  if (useLookedAround.getState().done) return;
  browserStorage.set(storageKey, 'true');
  useLookedAround.setState({ done: true });
}
