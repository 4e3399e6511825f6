/** The session of this page: follows the backend's user and runs the login and logout steps. */
import { countLogin, checkVenueAccess, hasHostRole, type IssuedIdToken } from '@foyer/contract';
import { tokenRefreshMs } from '@foyer/contract/limits';
import { track } from '../analytics/track.ts';
import { call } from '../api/client.ts';
import { abortErrorName, isAbort } from '../api/abort.ts';
import type { Backend, BackendUser } from '../backend/backend.ts';
import { EmbeddedBackend } from '../backend/embedded.ts';
import { forgetCountedLogin, rememberLogin } from './countedLogin.ts';
import { onTabMessage } from '../backend/tabs.ts';
import { operatingMode } from '../base.ts';
import { applyStoredDecision } from '../consent/openConsents.ts';
import { clearChatStorage, clearStoredDrafts } from '../chat/chatStorageKeys.ts';
import { logError } from '../log.ts';
import { clearGlobalError, raiseGlobalError } from '../state/errors.ts';
import { useUi } from '../state/ui.ts';
import { useLogin, useUser } from '../state/user.ts';
import { useVenue } from '../state/venue.ts';
import { reloadVenue } from '../venue/reloadVenue.ts';
import { beginVisit, currentVisit } from '../visit/currentVisit.ts';
import { setAuthHook } from './authHook.ts';
import { endSession } from './endSession.ts';
import { keepTrying, tryLater } from './keepTrying.ts';
import type { UserConnection } from './userConnection.ts';
import { fetchOwnProfile, useOwnProfile } from './ownProfile.ts';
import { runLogin, runLogout, type SessionDeps } from './loginSequence.ts';
import { storeUser } from './storeUser.ts';
import { tokenRefresh } from './tokenRefresh.ts';

/** Navigation after a login and a logout; implemented with the router. */
export interface SessionNavigator {
  /** Navigates from the login page to `redirect` or '/'; on other pages does nothing. */
  continueFromLogin(): void;
  /** Clears a venue that requires a login; its protected pages lead to the login page. */
  leaveVenue(): void;
  /** Whether the current page is the login page, or leads there after a logout. */
  leadsToLogin(): boolean;
  /** Reloads the page for another user, so that nothing of the previous one stays. */
  reloadPage(): void;
}

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
   * Opens a guest session for an anonymous venue and counts it once (ROLE-04, LOGIN-19). Repeated until it succeeds.
   * @returns whether the first attempt has succeeded
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

const guestFailed = 'guest session could not be opened';

const loadVenueAgain = (): void =>
  void keepTrying(reloadVenue, 'venue could not be loaded for the new roles');

const storeToken = (authToken: string | null): void => useUser.setState({ authToken });

/** Resolves when the UI configuration is loaded; it says whether there is presence. */
const uiConfigLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (useUi.getState().uiConfig === null) return;
      end();
      resolve();
    };
    const end = useUi.subscribe(check);
    check();
  });

function reportLogin(kind: 'anonymous' | 'personalized'): void {
  track('login', kind);
  call(countLogin, { report: 'console', waitPlace: 'nowhere', keepsSession: true }).catch((error: unknown) =>
    logError('SESSION', 'login could not be counted', error),
  );
}

export function createSession(
  navigator: SessionNavigator,
  backend: Backend = new EmbeddedBackend(),
  onMessage: typeof onTabMessage = onTabMessage,
): Session {
  /** Number of logins. Asynchronous steps of an earlier login stop when it changes. */
  let loginCount = 0;
  let pendingLogin: Promise<void> = Promise.resolve();
  let current: BackendUser | null = null;
  /** The account whose data this page has shown. */
  let shownUserId: string | undefined;
  let guestCounted = false;
  let connection: UserConnection | undefined;
  /** True while the user ends this session on the server: failing calls do not report the end meanwhile. */
  let isEnding = false;

  /** Reports that the session was ended by the server: on the login page, or in a dialog if no login page follows. */
  function reportEnd(status: number): void {
    if (isEnding) return;
    if (useUi.getState().loginEnabled && navigator.leadsToLogin()) useLogin.setState({ error: 'ended' });
    else raiseGlobalError(status === 403 ? 'FORBIDDEN' : 'UNAUTHORIZED', '');
  }

  /** Stores a valid token. A rejection ends the session and is reported; a missing response does not. */
  async function updateToken(options?: { renew: boolean }): Promise<void> {
    const userBefore = current;
    const token = await backend.idToken(options).catch((error: unknown) => {
      if (userBefore && userBefore.kind !== 'guest' && current === null) reportEnd(401);
      throw error;
    });
    // A request of the previous user must not be sent with the token of the next one.
    if (current?.userId !== userBefore?.userId)
      throw new DOMException('The user has changed.', abortErrorName);
    storeToken(token);
  }
  const refresh = tokenRefresh(tokenRefreshMs, async () => {
    try {
      await updateToken({ renew: true });
      return true;
    } catch (error) {
      if (!isAbort(error)) logError('SESSION', 'token could not be renewed', error);
      return current === null;
    }
  });

  const deps: SessionDeps = {
    onStage: operatingMode === 'STAGE',
    idToken: () => backend.idToken(),
    storeToken,
    checkAuthority: () => call(checkVenueAccess, { report: 'console', retry: false, keepsSession: true }),
    startRefresh: () => refresh.start(),
    stopRefresh: () => refresh.stop(),
    onLoggedIn() {
      // Without a login no publications are received (VERSION-04), so the version may be outdated.
      if (useUi.getState().loginEnabled) useUi.setState({ venueVersion: null });
      clearGlobalError();
    },
    onLoggedOut() {
      forgetCountedLogin();
      endSession();
      useOwnProfile.setState({ profile: null });
      if (useUi.getState().loginEnabled) navigator.leaveVenue();
      else {
        loadVenueAgain();
        void signInGuest();
      }
    },
    storeRoles(roles) {
      const hasChanged = hasHostRole(roles) !== hasHostRole(useUser.getState().roles);
      useUser.setState({ roles });
      // A logout leaves the venue, or loads it for a guest.
      if (hasChanged && current) loadVenueAgain();
    },
    storeUser(user) {
      if (user.kind === 'account') shownUserId = user.userId;
      updateUser(user);
    },
    reloadConsents: applyStoredDecision,
    countLogin: (user) => {
      if (user.kind === 'account' && rememberLogin(user.userId)) reportLogin('personalized');
    },
    connect: () => void keepTrying(connect, 'realtime connection could not be started'),
    disconnect,
    continueFromLogin: () => navigator.continueFromLogin(),
    signOut: (scope) => backend.signOut(scope),
    reportError: (error) => useLogin.setState({ phase: 'loggedOut', error }),
  };

  async function connect(): Promise<void> {
    const login = loginCount;
    if (!current) return;
    const visit = currentVisit();
    const [{ connectUser }, attendees] = await Promise.all([
      import('./userConnection.ts'),
      backend.attendees(visit),
      uiConfigLoaded(),
    ]);
    if (login !== loginCount) return;
    disconnect();
    connection = connectUser(visit, attendees);
  }
  function disconnect(): void {
    connection?.end();
    connection = undefined;
  }

  const isSameUser = (user: BackendUser): boolean =>
    user.userId === current?.userId &&
    user.authorities.join() === current.authorities.join() &&
    (user.kind === 'guest' || useUser.getState().isLoggedIn);

  async function handleUser(user: BackendUser, isFresh: boolean): Promise<void> {
    const login = loginCount;
    if (user.kind !== 'guest') useLogin.setState({ phase: 'loggingIn', error: null });
    await runLogin({ user, isFresh, isCurrent: () => login === loginCount }, deps);
  }

  /** The same user with a new token, from this tab or another one. */
  function continueAs(user: BackendUser, before: BackendUser | null): void {
    pendingLogin = updateToken();
    refresh.start();
    if (user.email === before?.email) return;
    current = user;
    updateUser(user);
  }

  /** Another account than the one whose data this page shows. */
  function switchAccount(user: BackendUser): void {
    current = null;
    disconnect();
    refresh.stop();
    endSession();
    // The confirmation of a widget must not keep the page of the previous user open.
    useUi.setState({ widgetsWithNavigationGuards: [] });
    clearChatStorage(user.userId);
    // The login never completes on this page: it reloads.
    pendingLogin = new Promise(() => undefined);
    navigator.reloadPage();
  }

  // A logout in any tab clears the drafts of this one.
  onMessage(({ type }) => {
    if (type === 'signedOut') clearStoredDrafts();
  });

  backend.onUser((user, isFresh) => {
    const before = current;
    if (user && isSameUser(user)) {
      continueAs(user, before);
      return;
    }
    current = user;
    loginCount += 1;
    if (before && before.userId !== user?.userId) beginVisit();
    if (user?.kind === 'account' && (shownUserId ?? user.userId) !== user.userId) switchAccount(user);
    else if (user) {
      pendingLogin = handleUser(user, isFresh);
      pendingLogin.catch((error: unknown) => logError('SESSION', 'login failed', error));
    } else if (before?.kind === 'guest') {
      refresh.stop();
      disconnect();
      storeToken(null);
      if (!useUi.getState().loginEnabled) tryLater(signInAsGuest, guestFailed);
    } else if (before) {
      runLogout(deps);
      useLogin.setState({ phase: 'loggedOut', hasLoggedOut: true });
    }
  });

  setAuthHook({
    async ready() {
      if (!current || useUser.getState().authToken === null) return;
      await updateToken();
    },
    handleRejection(status) {
      const userBefore = current;
      if (!userBefore) return useLogin.getState().error === 'ended';
      // If ending the session fails, the next call reports the 401 or 403 again.
      if (isEnding) return true;
      // After a 401 the session has ended already, and the browser's cookie may belong to another one.
      void backend.signOut(deps.onStage || status === 401 ? 'tab' : 'browser');
      if (userBefore.kind === 'guest') return false;
      reportEnd(status);
      return true;
    },
  });

  /** Stores the user. The profile is loaded once the venue is, which may already be the case (SESSION-09). */
  function updateUser(user: BackendUser): void {
    storeUser(user);
    const { architecture } = useVenue.getState();
    if (architecture) void loadProfile(architecture.id);
  }
  useVenue.subscribe(({ architecture }, before) => {
    if (architecture && architecture.id !== before.architecture?.id) void loadProfile(architecture.id);
  });
  async function loadProfile(architectureId: string): Promise<void> {
    if (current?.kind !== 'account' || !useUser.getState().isLoggedIn) return;
    const { userId } = current;
    const isKnown = await fetchOwnProfile(architectureId, userId);
    // The user has changed meanwhile.
    if (current?.userId !== userId) return;
    if (isKnown) {
      await connection?.updateRecord();
      return;
    }
    reportEnd(401);
    await backend.signOut('browser');
  }

  async function endDeliberately(endSessions: () => Promise<unknown>): Promise<void> {
    isEnding = true;
    try {
      await endSessions();
    } finally {
      isEnding = false;
    }
    clearChatStorage();
  }

  const signInGuest = (): Promise<boolean> => keepTrying(signInAsGuest, guestFailed);
  async function signInAsGuest(): Promise<void> {
    const before = current;
    if (before) return;
    await backend.signInAnonymously();
    await pendingLogin;
    if (guestCounted || current?.kind !== 'guest') return;
    guestCounted = true;
    if (rememberLogin('guest')) reportLogin('anonymous');
  }

  return {
    backend,
    async restore() {
      await backend.restore();
      await pendingLogin;
    },
    async signIn(email, password, cancelled) {
      const signOutAgain = () => {
        if (useLogin.getState().phase === 'loggingIn') void backend.signOut('browser');
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
      await connection?.removeRecord();
      const signedOut = backend.signOut('browser');
      // The local data is cleared at once, without waiting for the server.
      clearChatStorage();
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
