/** Where in the browser's storage it is kept what was written, and that none of it is any more. */
import { logWarning } from '../log.ts';

/** Messages that wait, each under a key of its own. */
export const waitingPrefix = 'foyer.chat.out.';
/** What is being written, in the storage of the tab. */
export const draftsKey = 'foyer.chat.drafts';

function attempt(forget: () => void): void {
  try {
    forget();
  } catch {
    logWarning('GENERAL', 'there is no storage that anything could be left in');
  }
}

/** Of this tab alone: the messages that wait are those of whoever is here by now. */
export const forgetDrafts = (): void => attempt(() => window.sessionStorage.removeItem(draftsKey));

/**
 * Whoever logs out leaves nothing behind that others could read in this browser.
 * @param keptFor whose own messages stay
 */
export function forgetAllWritten(keptFor?: string): void {
  forgetDrafts();
  attempt(() => {
    const { localStorage: storage } = window;
    const isKept = (key: string) => keptFor !== undefined && key.startsWith(`${waitingPrefix}${keptFor}.`);
    for (const key of Object.keys(storage))
      if (key.startsWith(waitingPrefix) && !isKept(key)) storage.removeItem(key);
  });
}
