/** Whether a guest can log in although the venue does not require it (ROLE-03). */
import type { LoginConfiguration } from '@foyer/contract';
import { useUi } from '../../platform/state/ui.ts';
import { useUser } from '../../platform/state/user.ts';

export const offersLogin = (configurations: readonly LoginConfiguration[]): boolean =>
  configurations.some(({ loginProvider }) => loginProvider !== 'ANONYMOUS');

export function useLoginOffered(): boolean {
  const isLoggedIn = useUser((state) => state.isLoggedIn);
  return useUi(
    ({ loginEnabled, loginConfigurations }) =>
      !isLoggedIn && !loginEnabled && offersLogin(loginConfigurations),
  );
}
