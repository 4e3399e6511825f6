/** Where in the browser's storage it is kept what was written, and that none of it is any more. */
import { logWarning } from '../log.ts';

/** Messages that wait, each under a key of its own. */
export const waitingPrefix = 'foyer.chat.out.';
/** What is being written, in the storage of the tab. */
export const draftsKey = 'foyer.chat.drafts';

/** Whoever logs out leaves nothing behind that others could read in this browser. */
export function forgetAllWritten(): void {
  try {
    const { localStorage: storage, sessionStorage: ofTab } = window;
    for (const key of Object.keys(storage)) if (key.startsWith(waitingPrefix)) storage.removeItem(key);
    ofTab.removeItem(draftsKey);
  } catch {
    logWarning('GENERAL', 'there is no storage that anything could be left in');
  }
}
