/** The door to the session: everything behind it is fetched when there is somebody, or about to be. */
import { onTabMessage } from '../backend/tabs.ts';
import { base } from '../base.ts';
import { logError, logWarning } from '../log.ts';
import { runAfter } from '../time/timers.ts';
import { toPageError } from '../venue/loadVenue.ts';
import type { PageError } from '../venue/pageError.ts';
import { whenIdle } from '../time/whenIdle.ts';
import type { Session, SessionNavigator } from './session.ts';
import { hasSessionMark } from './sessionMark.ts';

let leads: SessionNavigator;
let opened: Promise<Session> | undefined;
let made = false;

/** The session of this page, made the first time it is asked for. */
export function loadSession(): Promise<Session> {
  opened ??= import('./session.ts')
    .then(({ createSession }) => {
      made = true;
      return createSession(leads);
    })
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
export async function restoreSession(navigator: SessionNavigator): Promise<PageError | undefined> {
  leads = navigator;
  if (!hasSessionMark()) return undefined;
  try {
    await (await loadSession()).restore();
    return undefined;
  } catch (error) {
    logError('SESSION', 'the session could not be restored', error);
    return toPageError(error);
  }
}

/** Long enough for the first picture to have come. */
const quietMs = 3_000;
let received = false;

/** A visitor of an anonymous venue gets an identity while nothing else happens (ROLE-04). */
export function signInGuestLater(): void {
  if (received) return;
  received = true;
  const receive = async (): Promise<void> => {
    try {
      (await loadSession()).signInGuest();
    } catch {
      logWarning('SESSION', 'the session code could not be fetched yet');
      window.addEventListener('online', () => void receive(), { once: true });
    }
  };
  runAfter(quietMs, () => whenIdle(() => void receive()));
}

/**
 * Whoever signs in in another tab is let in here too, though this tab has no session yet that would hear of it.
 * @returns what ends that
 */
export function followOtherTabs(): () => void {
  const join = (): void => {
    if (made) return;
    loadSession()
      .then((session) => session.restore())
      .catch((error: unknown) => logError('SESSION', 'the session of another tab did not come', error));
  };
  const end = onTabMessage((news) => {
    if (news.type === 'token' && news.base === base) join();
  });
  // Nobody listened between this page's first look and now.
  if (hasSessionMark()) join();
  return end;
}
