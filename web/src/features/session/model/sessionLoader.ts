/** Loads the session's code when there is a session, or when the user is about to open one. */
import { onTabMessage } from '../../../platform/backend/tabs.ts';
import { base } from '../../../platform/base.ts';
import { importOnline } from '../../../platform/loading/importWithRetry.ts';
import { logError, logWarning } from '../../../platform/log.ts';
import { hasSession, useUser } from '../../../platform/state/user.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { toPageError } from '../../../platform/venue/loadVenue.ts';
import type { PageError } from '../../../platform/venue/pageError.ts';
import { whenIdle } from '../../../platform/time/whenIdle.ts';
import type { Session, SessionNavigator } from './session.ts';
import { hasSessionMark } from '../../../platform/backend/sessionMark.ts';

const importSession = () => import('./session.ts');

let navigator: SessionNavigator;
let loading: Promise<Session> | undefined;
let isCreated = false;

/** The session of this page, created by the first call. */
export function loadSession(): Promise<Session> {
  loading ??= importOnline(importSession)
    .then(({ createSession }) => {
      isCreated = true;
      return createSession(navigator);
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/**
 * Restores the session of this browser before the route guards run (GUARD-06).
 * @returns an error if the request fails
 */
export async function restoreSession(sessionNavigator: SessionNavigator): Promise<PageError | undefined> {
  navigator = sessionNavigator;
  if (!hasSessionMark()) return undefined;
  try {
    await (await loadSession()).restore();
    return undefined;
  } catch (error) {
    logError('SESSION', 'session could not be restored', error);
    return toPageError(error);
  }
}

/** Long enough for the first picture to load. */
const guestDelayMs = 3_000;

const requestGuest = (): void => void signInGuest();

/**
 * Opens a guest session for an anonymous venue, unless there is a session. Repeated until it succeeds.
 * @returns whether there is a session, or the attempt of this call has succeeded
 */
export function signInGuest(): Promise<boolean> {
  if (hasSession(useUser.getState())) return Promise.resolve(true);
  return loadSession().then(
    (session) => session.signInGuest(),
    () => {
      logWarning('SESSION', 'session code could not be downloaded');
      // The same listener is added once, however often a guest session was requested.
      window.addEventListener('online', requestGuest, { once: true });
      return false;
    },
  );
}

/** Opens the guest session while the browser is idle (ROLE-04). */
export const signInGuestLater = (): void => void runAfter(guestDelayMs, () => whenIdle(requestGuest));

/**
 * Logs in when another tab logs in, while this tab has not loaded the session's code yet.
 * @returns stops it
 */
export function followOtherTabs(): () => void {
  const join = (): void => {
    if (isCreated) return;
    loadSession()
      .then((session) => session.restore())
      .catch((error: unknown) => logError('SESSION', 'session of another tab could not be restored', error));
  };
  const end = onTabMessage((message) => {
    if (message.type === 'token' && message.base === base) join();
  });
  // Another tab may have logged in between the start of this page and now.
  if (hasSessionMark()) join();
  return end;
}
