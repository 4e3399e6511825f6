/** The session of this page: follows the backend's user, and performs the effects of `sessionReducer`. */
import {
  countLogin,
  checkVenueAccess,
  hasHostRole,
  type IssuedIdToken,
  type LoginError,
} from '@foyer/contract';
import { tokenRefreshMs } from '@foyer/contract/limits';
import { track } from '../../../platform/analytics/track.ts';
import { ApiError, call } from '../../../platform/api/client.ts';
import { abortErrorName } from '../../../platform/api/abort.ts';
import type { Backend, BackendUser, SignOutScope } from '../../../platform/backend/backend.ts';
import { EmbeddedBackend } from '../../../platform/backend/embedded.ts';
import { clearCountedLogin, markLoginCounted } from './countedLogin.ts';
import { operatingMode } from '../../../platform/base.ts';
import { applyStoredDecision } from '../../../platform/consent/openConsents.ts';
import { clearChatStorage, clearStoredDrafts } from '../../../platform/storage/chatStorage.ts';
import { clearUserStorage } from '../../../platform/storage/userStorage.ts';
import { importWithRetry } from '../../../platform/loading/importWithRetry.ts';
import { logError } from '../../../platform/log.ts';
import type { RouteTraits } from '../../../platform/navigation/routeNames.ts';
import { cancelWaiting } from '../../../platform/navigation/widgetGuards.ts';
import { clearGlobalError, raiseGlobalError } from '../../../platform/state/errors.ts';
import { waitForUiConfig, useUi } from '../../../platform/state/ui.ts';
import { useUser } from '../../../platform/state/user.ts';
import { useLogin } from './loginState.ts';
import { currentVenue, followVenue } from '../../../platform/state/venue.ts';
import { createVenueLoader } from '../../../platform/venue/loadVenue.ts';
import { beginVisit, currentVisit } from '../../../platform/visit/currentVisit.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { setAuthHook } from '../../../platform/api/authHook.ts';
import { clearUser } from './clearUser.ts';
import { createAttempts, keepTrying, type Attempts } from './keepTrying.ts';
import type { UserConnection } from './userConnection.ts';
import { fetchOwnProfile } from './ownProfile.ts';
import {
  initialSession,
  sessionReducer,
  userOf,
  type SessionEffect,
  type SessionEvent,
} from './sessionReducer.ts';
import { storeUser } from './storeUser.ts';
import { tokenRefresh } from './tokenRefresh.ts';

/** The page as the session needs it; implemented with the router. */
export interface SessionNavigator {
  /** Whether the current page is the login page. */
  isAtLogin(): boolean;
  /** The traits of the current page. */
  traits(): RouteTraits;
  /** Leaves the login page for `redirect` or '/'. */
  continueFromLogin(): void;
}

const importConnection = () => import('./userConnection.ts');

export interface Session {
  readonly backend: Backend;
  /**
   * Restores the session of this browser.
   * @throws ApiError if the request fails
   */
  restore(): Promise<void>;
  /**
   * Signs in, and resolves when the login is complete or has been rejected with a message.
   * @param cancelled ends the sign-in here and on the server
   * @throws ApiError if the sign-in fails
   */
  signIn(email: string, password: string, cancelled: AbortSignal): Promise<void>;
  /** Logs in with a session that a link of an email has opened; resolves like `signIn`. */
  open(session: IssuedIdToken): Promise<void>;
  /**
   * Reloads the user after a change of the account.
   * @throws ApiError if the request fails
   */
  refreshUser(): Promise<void>;
  /**
   * Opens a guest session for an anonymous venue and counts it once (ROLE-04, LOGIN-19). Attempts at once, unless an attempt
   * is running, and again until it succeeds.
   * @returns whether the attempt has succeeded
   */
  signInGuest(): Promise<boolean>;
  /**
   * Logs out of this browser, or of every device of the account.
   * @throws ApiError if logging out of every device fails
   */
  logout(everywhere?: boolean): Promise<void>;
  /**
   * Runs a function that ends all sessions of the account on the server, and then logs out.
   * @throws the function's error; then the user stays logged in
   */
  logoutAfter(endSessions: () => Promise<unknown>): Promise<void>;
}

function loadVenueAgain(): void {
  const visit = currentVisit();
  const { reloadVenue } = visit.get(createVenueLoader);
  void keepTrying(reloadVenue, 'venue could not be loaded for the new roles', visit.signal);
}

/** @param keptFor id of the user whose values stay */
function clearStorage(keptFor?: string): void {
  clearChatStorage(keptFor);
  clearUserStorage(keptFor);
}

const storeToken = (authToken: string | null): void => useUser.setState({ authToken });

/** Counts a login, unless this tab has counted it before a reload. */
function countLoginOnce({ kind, userId }: BackendUser): void {
  if (kind === 'stage' || !markLoginCounted(kind === 'guest' ? 'guest' : userId)) return;
  track('login', kind === 'guest' ? 'anonymous' : 'personalized');
  call(countLogin, { report: 'console', waitPlace: 'nowhere', keepsSession: true }).catch((error: unknown) =>
    logError('SESSION', 'login could not be counted', error),
  );
}

export function createSession(
  navigator: SessionNavigator,
  backend: Backend = new EmbeddedBackend(),
): Session {
  let state = initialSession;
  /** Settles when the login that runs is complete, or has been rejected. */
  let pendingLogin: Promise<void> = Promise.resolve();
  /** Settles when the user of the last rejected login is signed out. */
  let rejection: Promise<void> = Promise.resolve();
  let connection: UserConnection | undefined;
  const rules = { onStage: operatingMode === 'STAGE' };

  function dispatch(event: SessionEvent): void {
    const step = sessionReducer(state, event, rules);
    state = step.state;
    for (const effect of step.effects) perform(effect);
  }

  function perform(effect: SessionEffect): void {
    switch (effect.type) {
      case 'check':
        pendingLogin = check(effect.user, effect.login);
        pendingLogin.catch((error: unknown) => logError('SESSION', 'login failed', error));
        break;
      case 'updateToken':
        pendingLogin = updateToken();
        pendingLogin.catch((error: unknown) => logError('SESSION', 'token could not be fetched', error));
        break;
      case 'startRefresh':
        refresh.start();
        break;
      case 'stopRefresh':
        refresh.stop();
        break;
      case 'onLoggedIn':
        // Without a login no publications are received (VERSION-04), so the version may be outdated.
        if (useUi.getState().loginEnabled) useUi.setState({ venueVersion: null });
        clearGlobalError();
        break;
      case 'storeRoles':
        storeRoles(effect.roles);
        break;
      case 'storeUser':
        updateUser(effect.user);
        break;
      case 'reloadConsents':
        applyStoredDecision();
        break;
      case 'countLogin':
        countLoginOnce(effect.user);
        break;
      case 'connect':
        void keepTrying(
          () => connect(effect.login),
          'realtime connection could not be started',
          currentVisit().signal,
        );
        break;
      case 'continueFromLogin':
        if (navigator.isAtLogin()) navigator.continueFromLogin();
        break;
      case 'endVisit':
        endVisit(effect.user);
        break;
      case 'clearStorage':
        clearStorage(effect.except.userId);
        break;
      case 'openGuest':
        if (useUi.getState().loginEnabled) break;
        if (effect.isLater) currentVisit().get(createGuestSignIn).runLater();
        else void signInGuest();
        break;
      case 'signOut':
        void backend.signOut(effect.scope);
        break;
      case 'rejectLogin':
        rejection = rejectLogin(effect.scope, effect.error);
        break;
      case 'reportEnd':
        reportEnd(effect.status);
    }
  }

  /** Fetches and stores the token, and asks the server whether the user has access. */
  async function check(user: BackendUser, login: number): Promise<void> {
    if (user.kind !== 'guest') useLogin.setState({ phase: 'loggingIn', error: null });
    try {
      const token = await backend.idToken();
      if (login !== state.logins) return;
      storeToken(token);
      // Guests have no roles to check.
      if (user.kind !== 'guest')
        await call(checkVenueAccess, { report: 'console', retry: false, keepsSession: true });
    } catch (error) {
      if (login !== state.logins) return;
      const status = error instanceof ApiError ? error.status : 0;
      dispatch({ type: 'checkFailed', login, status });
      await rejection;
      if (status !== 401 && status !== 403) throw error;
      return;
    }
    dispatch({ type: 'checked', login });
  }

  async function rejectLogin(scope: SignOutScope, error: LoginError | 'notReachable'): Promise<void> {
    await backend.signOut(scope);
    // Another account may have logged in meanwhile.
    const user = userOf(state);
    if (!user || user.kind === 'guest') useLogin.setState({ phase: 'loggedOut', error });
  }

  /** Reports that the session was ended by the server: on the login page, or in a dialog if no login page follows. */
  function reportEnd(status: number): void {
    const { open = false, login = false } = navigator.traits();
    if (useUi.getState().loginEnabled && (!open || login)) useLogin.setState({ error: 'ended' });
    else raiseGlobalError(status === 403 ? 'FORBIDDEN' : 'UNAUTHORIZED', '');
  }

  /** Ends the visit, and with it what belongs to its user. Consents belong to the browser and stay. */
  function endVisit({ kind }: BackendUser): void {
    connection = undefined;
    // The login page shows nothing of the user, and keeps what was entered into its form.
    beginVisit(navigator.isAtLogin() ? 'samePage' : 'newPage');
    clearGlobalError();
    // A navigation that waits for an answer of the previous user must not happen for the next one.
    cancelWaiting();
    if (kind === 'guest') storeToken(null);
    else {
      clearCountedLogin();
      // Drafts end with the visit, also if the chat is not loaded yet. A session whose check has failed may be restored later.
      if (useUser.getState().isLoggedIn) clearStoredDrafts();
      clearUser();
      useLogin.setState({ phase: 'loggedOut', hasLoggedOut: true });
    }
  }

  /** Stores a valid token. A missing response does not end the session; a rejection does, and the backend reports it. */
  async function updateToken(options?: { renew: boolean }): Promise<void> {
    const userBefore = userOf(state);
    const token = await backend.idToken(options);
    // A request of the previous user must not be sent with the token of the next one.
    if (userOf(state)?.userId !== userBefore?.userId)
      throw new DOMException('The user has changed.', abortErrorName);
    storeToken(token);
  }
  const refresh = tokenRefresh(tokenRefreshMs, async () => {
    try {
      await updateToken({ renew: true });
      return true;
    } catch (error) {
      logError('SESSION', 'token could not be renewed', error);
      return userOf(state) === null;
    }
  });

  function storeRoles(roles: BackendUser['authorities']): void {
    const hasChanged = hasHostRole(roles) !== hasHostRole(useUser.getState().roles);
    useUser.setState({ roles });
    if (hasChanged) loadVenueAgain();
  }

  /** Does nothing for a login that another one has followed, such as with new roles: that one connects. */
  async function connect(login: number): Promise<void> {
    if (login !== state.logins) return;
    const visit = currentVisit();
    const [{ connectUser }, attendees] = await Promise.all([
      importWithRetry(importConnection),
      backend.attendees(visit),
      // It says whether there is presence, which would otherwise miss the first snapshot.
      waitForUiConfig(),
    ]);
    if (login !== state.logins) return;
    connection?.end();
    connection = connectUser(visit, attendees);
  }

  backend.onUser((user, cause) => dispatch({ type: 'user', user, cause }));

  setAuthHook({
    async ready() {
      if (!userOf(state) || useUser.getState().authToken === null) return;
      await updateToken();
    },
    handleRejection(status, token) {
      if (token !== null && token === useUser.getState().authToken) dispatch({ type: 'rejected', status });
      return state.name === 'expired' || (state.name === 'signedIn' && state.isEnding);
    },
  });

  /** Stores the user. The profile is loaded once the venue is, which may already be the case (SESSION-09). */
  function updateUser(user: BackendUser): void {
    storeUser(user);
    const { architecture } = currentVenue();
    if (architecture) void loadProfile(architecture.id);
  }
  followVenue(({ architecture }, before) => {
    if (architecture && architecture.id !== before.architecture?.id) void loadProfile(architecture.id);
  });
  async function loadProfile(architectureId: string): Promise<void> {
    const user = userOf(state);
    if (user?.kind !== 'account' || !useUser.getState().isLoggedIn) return;
    const { userId } = user;
    const isKnown = await fetchOwnProfile(currentVisit(), architectureId, userId);
    if (!isKnown) dispatch({ type: 'userUnknown', userId });
    else if (userOf(state)?.userId === userId) await connection?.updateRecord();
  }

  async function endDeliberately(endSessions: () => Promise<unknown>): Promise<void> {
    dispatch({ type: 'ending', isEnding: true });
    try {
      await endSessions();
    } finally {
      dispatch({ type: 'ending', isEnding: false });
    }
    // Another user may have logged in meanwhile.
    clearStorage(userOf(state)?.userId);
  }

  /** A part of the visit: another one has another guest. */
  const createGuestSignIn = ({ signal }: Visit): Attempts =>
    createAttempts(signInAsGuest, 'guest session could not be opened', signal);
  const signInGuest = (): Promise<boolean> => currentVisit().get(createGuestSignIn).run();
  async function signInAsGuest(): Promise<void> {
    if (userOf(state)) return;
    await backend.signInAnonymously();
    await pendingLogin;
  }

  return {
    backend,
    async restore() {
      await backend.restore();
      await pendingLogin;
    },
    async signIn(email, password, cancelled) {
      const signOutAgain = () => {
        if (state.name === 'checking' && state.user.kind !== 'guest') void backend.signOut('browser');
      };
      try {
        await backend.signInWithPassword(email, password, cancelled);
        cancelled.addEventListener('abort', signOutAgain);
        // A rejected login is reported by the login steps.
        await pendingLogin.catch(() => undefined);
      } finally {
        cancelled.removeEventListener('abort', signOutAgain);
      }
    },
    async open(session) {
      backend.openSession(session);
      // A rejected login is reported by the login steps.
      await pendingLogin.catch(() => undefined);
    },
    async refreshUser() {
      await backend.idToken({ renew: true });
      await pendingLogin;
    },
    signInGuest,
    async logout(everywhere = false) {
      // The server removes the attendee's record itself when it ends all sessions.
      if (everywhere) {
        await endDeliberately(() => backend.signOut('everywhere'));
        return;
      }
      const user = userOf(state);
      await connection?.removeRecord();
      // Another account that has logged in meanwhile stays logged in.
      const now = userOf(state);
      if (now && now.userId !== user?.userId) return;
      const signedOut = backend.signOut('browser');
      // The local data is cleared at once, without waiting for the server.
      clearStorage();
      await signedOut;
    },
    logoutAfter: (endSessions) =>
      endDeliberately(async () => {
        await endSessions();
        // Not awaited: the server has no session of this account any more.
        void backend.signOut('browser');
      }),
  };
}
