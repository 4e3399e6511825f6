/** Keys of the browser storage under which chat keeps drafts and unsent messages, and functions that clear them. */
import { logWarning } from '../log.ts';

/** localStorage: unsent messages, each under its own key. */
export const outboxPrefix = 'foyer.chat.out.';
/** sessionStorage: drafts. */
export const draftsKey = 'foyer.chat.drafts';

function withStorage(clear: () => void): void {
  try {
    clear();
  } catch {
    logWarning('GENERAL', 'could not access the browser storage to clear chat data');
  }
}

/** Clears the drafts of this tab. Unsent messages stay: they may belong to the user who has signed in since. */
export const clearStoredDrafts = (): void => withStorage(() => window.sessionStorage.removeItem(draftsKey));

/**
 * Clears all drafts and unsent messages at logout, so that the next user of the browser cannot read them.
 * @param keptFor id of a user whose unsent messages stay
 */
export function clearChatStorage(keptFor?: string): void {
  clearStoredDrafts();
  withStorage(() => {
    const { localStorage: storage } = window;
    const isKept = (key: string) => keptFor !== undefined && key.startsWith(`${outboxPrefix}${keptFor}.`);
    for (const key of Object.keys(storage))
      if (key.startsWith(outboxPrefix) && !isKept(key)) storage.removeItem(key);
  });
}
