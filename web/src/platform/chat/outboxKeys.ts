/** Where in the browser's storage messages wait, and that none of them does any more. */
import { logWarning } from '../log.ts';

export const waitingPrefix = 'foyer.chat.out.';

/** Whoever logs out leaves nothing behind that others could read in this browser. */
export function forgetAllWaiting(): void {
  try {
    const { localStorage: storage } = window;
    for (const key of Object.keys(storage)) if (key.startsWith(waitingPrefix)) storage.removeItem(key);
  } catch {
    logWarning('GENERAL', 'there is no storage that anything could be left in');
  }
}
