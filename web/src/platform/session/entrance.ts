/** The door to the session: everything behind it is fetched when there is somebody, or about to be. */
import type { Session, SessionNavigator } from './session.ts';
import { hasSessionMark } from './sessionMark.ts';

let navigator: SessionNavigator;
let opened: Promise<Session> | undefined;

/** The session of this page, made the first time it is asked for. */
export function openSession(): Promise<Session> {
  opened ??= import('./session.ts')
    .then(({ createSession }) => createSession(navigator))
    .catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
  return opened;
}

/**
 * Logs in again whoever was logged in here before, so that the guards know them (GUARD-06).
 * @throws ApiError where the server could not be asked
 */
export async function restoreSession(leads: SessionNavigator): Promise<void> {
  navigator = leads;
  if (hasSessionMark()) await (await openSession()).restore();
}
