/**
 * Whether the only way in may be taken without asking (LOGIN-02): once in a tab, and never when somebody has just left,
 * given up or been refused.
 */
import { safeStorage } from '../../platform/storage/browserStorage.ts';
import { useLogin } from '../../platform/state/user.ts';

const tabStorage = safeStorage(() => window.sessionStorage, new Map());
const key = 'foyer.wasAtTheDoor';

export const isFirstArrival = (): boolean => !useLogin.getState().left && tabStorage.get(key) === null;

/** From now on this tab asks before it leads anywhere. */
export const noteArrival = (): void => tabStorage.set(key, 'yes');
