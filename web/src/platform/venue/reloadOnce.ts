import { isTalking, useAudioSessions } from '../playback/audioSessions.ts';
import { hasUnsavedInput } from '../unsavedInput.ts';

/**
 * Reloads a page for what it lacks. Does nothing during a call or meeting, while a reload would lose input, or while the browser is
 * offline, when the new page could not be loaded; the next change of area tries again.
 * @param key of the session storage: what the last reload was for. If the new page lacks it too, another reload would not
 * help.
 * @param missing undefined if the page has all that it needs
 * @returns whether the page is being reloaded
 */
export function reloadOnce(key: string, missing: string | undefined): boolean {
  if (!navigator.onLine || isTalking(useAudioSessions.getState()) || hasUnsavedInput()) return false;
  try {
    if (missing === undefined) {
      sessionStorage.removeItem(key);
      return false;
    }
    if (sessionStorage.getItem(key) === missing) return false;
    sessionStorage.setItem(key, missing);
  } catch {
    // Without a storage the next page would not know of the reload, and reload again.
    return false;
  }
  location.reload();
  return true;
}
