import { logError } from '../../../platform/log.ts';
import { loadSession } from './sessionLoader.ts';

/** Logs out in all tabs of this browser. */
export async function logOut(): Promise<void> {
  try {
    await (await loadSession()).logout();
  } catch (error) {
    logError('SESSION', 'logout failed', error);
  }
}
