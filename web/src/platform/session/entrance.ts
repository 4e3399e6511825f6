/** The door to the session: everything behind it is fetched when there is somebody, or about to be. */
import { logError } from '../log.ts';
import { faultOf } from '../venue/loadVenue.ts';
import type { PageFault } from '../venue/pageFault.ts';
import { keepTrying, noIdentity } from './keepTrying.ts';
import type { Session, SessionNavigator } from './session.ts';
import { hasSessionMark } from './sessionMark.ts';

let leads: SessionNavigator;
let opened: Promise<Session> | undefined;

/** The session of this page, made the first time it is asked for. */
export function openSession(): Promise<Session> {
  opened ??= import('./session.ts')
    .then(({ createSession }) => createSession(leads))
    .catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
  return opened;
}

/**
 * Logs in again whoever was logged in here before, so that the guards know them (GUARD-06). Answers with a fault where
 * the server could not be asked.
 */
export async function restoreSession(navigator: SessionNavigator): Promise<PageFault | undefined> {
  leads = navigator;
  if (!hasSessionMark()) return undefined;
  try {
    await (await openSession()).restore();
    return undefined;
  } catch (error) {
    logError('SESSION', 'the session could not be restored', error);
    return faultOf(error);
  }
}

/** Long enough for the first picture to have come. */
const quietMs = 3_000;
let received = false;

/** A visitor of an anonymous venue gets an identity while nothing else happens (ROLE-04). */
export function receiveVisitor(): void {
  if (received) return;
  received = true;
  const receive = () => keepTrying(async () => (await openSession()).enterAsGuest(), noIdentity);
  setTimeout(() => {
    // Safari knows no idle time.
    if ('requestIdleCallback' in window) requestIdleCallback(receive, { timeout: 10_000 });
    else receive();
  }, quietMs);
}
