import { readEntry } from '../../features/login/handoverStorage.ts';
import { importWithRetry } from '../../platform/loading/importWithRetry.ts';
import { retryUntilLoaded } from '../../platform/loading/retryUntilLoaded.ts';
import { useUser } from '../../platform/state/user.ts';

const importResult = () => import('./linkResult.ts');

/** Shows a logged-in user the result of the link in an email, if the page before has saved one. Few pages need that code. */
export function showSavedLinkResult(): void {
  if (readEntry() === null || !useUser.getState().isLoggedIn) return;
  retryUntilLoaded(
    () => importWithRetry(importResult),
    ({ showSavedResult }) => showSavedResult(),
  );
}
