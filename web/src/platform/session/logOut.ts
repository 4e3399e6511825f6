import { logError } from '../log.ts';
import { loadSession } from './sessionLoader.ts';

/** Out of this browser, in all of its tabs. */
export async function logOut(): Promise<void> {
  try {
    await (await loadSession()).logout();
  } catch (error) {
    logError('SESSION', 'the logout did not go through', error);
  }
}
