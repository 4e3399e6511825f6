/**
 * Whether an identity provider that is the only login option starts automatically (LOGIN-02): once per tab, and never after
 * logging out, cancelling or an error.
 */
import { safeStorage } from '../../platform/storage/browserStorage.ts';
import { useLogin } from '../session/index.ts';

const tabStorage = safeStorage(() => window.sessionStorage);
const key = 'foyer.automaticLoginUsed';

export const mayStartAutomatically = (): boolean =>
  !useLogin.getState().hasLoggedOut && tabStorage.get(key) === null;

export function disableAutomaticStart(): void {
  tabStorage.set(key, 'yes');
}
