/** The session of this page: the backend's user, and what the app does about them. */
import { captureLogin, headVenue } from '@foyer/contract';
import { tokenRefreshMs } from '@foyer/contract/limits';
import { call } from '../api/client.ts';
import { abortErrorName, isAbort } from '../api/abort.ts';
import type { Backend, BackendUser } from '../backend/backend.ts';
import { EmbeddedBackend } from '../backend/embedded.ts';
import { onTabMessage } from '../backend/tabs.ts';
import { operatingMode } from '../base.ts';
import { clearChatStorage, clearStoredDrafts } from '../chat/chatStorageKeys.ts';
import { logError } from '../log.ts';
import { readStoredConsents } from '../storage/consents.ts';
import { clearGlobalError, raiseGlobalError } from '../state/errors.ts';
import { useUi } from '../state/ui.ts';
import { endSession, useLogin, useUser } from '../state/user.ts';
import { useVenue } from '../state/venue.ts';
import { setAuthHook } from './authHook.ts';
import { keepTrying, tryLater } from './keepTrying.ts';
import type { UserConnection } from './userConnection.ts';
import { fetchOwnProfile, useOwnProfile } from './ownProfile.ts';
import { runLogin, runLogout, type SessionDeps } from './loginSequence.ts';
import { storeUser } from './storeUser.ts';
import { tokenRefresh } from './tokenRefresh.ts';

/** Where a login and a logout lead; wired with the router. */
export interface SessionNavigator {
  /** From the login route to `redirect` or '/'; on any other route it stays. */
  continueFromLogin(): void;
  /** A protected page of a venue that asks for a login leads to it, and what was shown of the venue goes. */
  leaveVenue(): void;
  /** Whether the page that shows is the login, or leads there as soon as nobody is here. */
  leadsToLogin(): boolean;
  /** Somebody else is here: the page begins anew, with nothing of whoever was here before. */
  reloadPage(): void;
}

export interface Session {
  readonly backend: Backend;
  /** Logs in whoever was here before. Throws ApiError where the server could not be asked. */
  restore(): Promise<void>;
  /**
   * Signs in, and resolves when one is let in, or is told why not. Throws ApiError where nobody is signed in. Whoever
   * gives up before is nobody again, here and for the server.
   */
  signIn(email: string, password: string, givenUp: AbortSignal): Promise<void>;
  /** Asks who one is by now, where one's account has changed. Throws ApiError where the server could not be asked. */
  refreshUser(): Promise<void>;
  /** A visitor of an anonymous venue gets an identity, and is counted once (ROLE-04, LOGIN-19). */
  signInGuest(): void;
  /** Out of this browser, or of every device of the account; the latter throws ApiError where it was not done. */
  logout(everywhere?: boolean): Promise<void>;
  /** Leaves once this has ended the account on the server. Throws what that throws where it was not done. */
  logoutAfter(ending: () => Promise<unknown>): Promise<void>;
}

const noIdentity = 'a visitor got no identity yet';

const storeToken = (authToken: string | null): void => useUser.setState({ authToken });

/** Whether there is presence stands in the configuration, which is on its way while a session is restored. */
const uiConfigLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (useUi.getState().uiConfig === null) return;
      end();
      resolve();
    };
    const end = useUi.subscribe(look);
    look();
  });

const countLogin = (): void =>
  void call(captureLogin, { report: 'console', waitPlace: 'nowhere', keepsSession: true }).catch(
    (error: unknown) => logError('SESSION', 'the login was not counted', error),
  );

export function createSession(
  navigator: SessionNavigator,
  backend: Backend = new EmbeddedBackend(),
  onNews: typeof onTabMessage = onTabMessage,
): Session {
  /** Whoever came last; what is under way for somebody else stops. */
  let arrivals = 0;
  let underWay: Promise<void> = Promise.resolve();
  let here: BackendUser | null = null;
  /** The account that this page has shown things of. */
  let shownTo: string | undefined;
  let guestCounted = false;
  let live: UserConnection | undefined;
  /** The person has asked the server to end this session: what hears of the end before the answer tells nothing new. */
  let isEnding = false;

  /** A session that has ended without having been asked to is told at the login, or in a dialog where none comes. */
  function tellEnd(status: number): void {
    if (isEnding) return;
    if (useUi.getState().loginEnabled && navigator.leadsToLogin()) useLogin.setState({ refusal: 'ended' });
    else raiseGlobalError(status === 403 ? 'FORBIDDEN' : 'UNAUTHORIZED', '');
  }

  /** Stores a token that has not run out. A refusal ends the session and is told; no answer ends nothing. */
  async function keepToken(options?: { renew: boolean }): Promise<void> {
    const who = here;
    const token = await backend.idToken(options).catch((error: unknown) => {
      if (who && who.kind !== 'guest' && here === null) tellEnd(401);
      throw error;
    });
    // What was asked for somebody who has gone meanwhile does not go out in the name of whoever has come.
    if (here?.userId !== who?.userId)
      throw new DOMException('whoever this was asked for has gone', abortErrorName);
    storeToken(token);
  }
  const refresh = tokenRefresh(tokenRefreshMs, async () => {
    try {
      await keepToken({ renew: true });
      return true;
    } catch (error) {
      if (!isAbort(error)) logError('SESSION', 'the token could not be fetched', error);
      return here === null;
    }
  });

  const ports: SessionDeps = {
    onStage: operatingMode === 'STAGE',
    idToken: () => backend.idToken(),
    storeToken,
    checkAuthority: () => call(headVenue, { report: 'console', retry: false, keepsSession: true }),
    startRefresh: () => refresh.start(),
    stopRefresh: () => refresh.stop(),
    onLoggedIn() {
      // Whoever is not logged in hears of no publication (VERSION-04): what is known of the version is old.
      if (useUi.getState().loginEnabled) useUi.setState({ venueVersion: null });
      clearGlobalError();
    },
    onLoggedOut() {
      endSession();
      useOwnProfile.setState({ profile: null });
      navigator.leaveVenue();
      if (!useUi.getState().loginEnabled) signInGuest();
    },
    storeRoles: (roles) => useUser.setState({ roles }),
    storeUser(user) {
      if (user.kind === 'account') shownTo = user.userId;
      keepUser(user);
    },
    reloadConsents: () => useUser.setState(readStoredConsents()),
    countLogin: ({ kind }) => {
      if (kind === 'account') countLogin();
    },
    connect: () => keepTrying(connect, 'the connection could not be made yet'),
    disconnect,
    continueFromLogin: () => navigator.continueFromLogin(),
    signOut: (scope) => backend.signOut(scope),
    reportRejection: (refusal) => useLogin.setState({ phase: 'loggedOut', refusal }),
  };

  async function connect(): Promise<void> {
    const arrival = arrivals;
    if (!here) return;
    const [{ connectUser }, attendees] = await Promise.all([
      import('./userConnection.ts'),
      backend.attendees(),
      uiConfigLoaded(),
    ]);
    if (arrival !== arrivals) return;
    disconnect();
    live = connectUser(attendees);
  }
  function disconnect(): void {
    live?.end();
    live = undefined;
  }

  const sameAsBefore = (user: BackendUser): boolean =>
    user.userId === here?.userId &&
    user.authorities.join() === here.authorities.join() &&
    (user.kind === 'guest' || useUser.getState().isLoggedIn);

  async function arrive(user: BackendUser, isFresh: boolean): Promise<void> {
    const arrival = arrivals;
    if (user.kind !== 'guest') useLogin.setState({ phase: 'loggingIn', refusal: null });
    await runLogin({ user, isFresh, isCurrent: () => arrival === arrivals }, ports);
  }

  /** Only the token is new, of this tab's making or another's, and what it says of the same person. */
  function stayAs(user: BackendUser, before: BackendUser | null): void {
    underWay = keepToken();
    refresh.start();
    if (user.email === before?.email) return;
    here = user;
    keepUser(user);
  }

  /** Another account than the one that this page is full of. */
  function startOver(user: BackendUser): void {
    here = null;
    disconnect();
    refresh.stop();
    endSession();
    // Not even the browser's own question keeps somebody's page open for somebody else.
    useUi.setState({ widgetsWithNavigationGuards: [] });
    clearChatStorage(user.userId);
    // Whoever waits for this arrival waits for the new page.
    underWay = new Promise(() => undefined);
    navigator.reloadPage();
  }

  // Whoever has logged out, in another tab or in this one, leaves nothing here.
  onNews(({ type }) => {
    if (type === 'signedOut') clearStoredDrafts();
  });

  backend.onUser((user, isFresh) => {
    const before = here;
    if (user && sameAsBefore(user)) {
      stayAs(user, before);
      return;
    }
    here = user;
    arrivals += 1;
    if (user?.kind === 'account' && (shownTo ?? user.userId) !== user.userId) startOver(user);
    else if (user) {
      underWay = arrive(user, isFresh);
      underWay.catch((error: unknown) => logError('SESSION', 'the login did not go through', error));
    } else if (before?.kind === 'guest') {
      refresh.stop();
      disconnect();
      storeToken(null);
      if (!useUi.getState().loginEnabled) tryLater(enterAsGuest, noIdentity);
    } else if (before) {
      runLogout(ports);
      useLogin.setState({ phase: 'loggedOut', left: true });
    }
  });

  setAuthHook({
    async ready() {
      if (!here || useUser.getState().authToken === null) return;
      await keepToken();
    },
    refused(status) {
      const who = here;
      if (!who) return useLogin.getState().refusal === 'ended';
      // Where nothing comes of the end that was asked for, the next call hears of this again.
      if (isEnding) return true;
      // A 401 speaks of a session that the server has ended: the browser's cookie may be somebody else's by now.
      void backend.signOut(ports.onStage || status === 401 ? 'tab' : 'browser');
      if (who.kind === 'guest') return false;
      tellEnd(status);
      return true;
    },
  });

  /** The profile comes once the venue is there, which it may have been before the person (SESSION-09). */
  function keepUser(user: BackendUser): void {
    storeUser(user);
    const { architecture } = useVenue.getState();
    if (architecture) void readProfile(architecture.id);
  }
  useVenue.subscribe(({ architecture }, before) => {
    if (architecture && architecture.id !== before.architecture?.id) void readProfile(architecture.id);
  });
  async function readProfile(architectureId: string): Promise<void> {
    if (here?.kind !== 'account' || !useUser.getState().isLoggedIn) return;
    const { userId } = here;
    const isKnown = await fetchOwnProfile(architectureId, userId);
    // It speaks of somebody who has left.
    if (here?.userId !== userId) return;
    if (isKnown) {
      await live?.updateRecord();
      return;
    }
    tellEnd(401);
    await backend.signOut('browser');
  }

  async function endAsAsked(ending: () => Promise<unknown>): Promise<void> {
    isEnding = true;
    try {
      await ending();
    } finally {
      isEnding = false;
    }
    clearChatStorage();
  }

  const signInGuest = (): void => keepTrying(enterAsGuest, noIdentity);
  async function enterAsGuest(): Promise<void> {
    const before = here;
    if (before) return;
    await backend.signInAnonymously();
    await underWay;
    if (guestCounted || here?.kind !== 'guest') return;
    guestCounted = true;
    countLogin();
  }

  return {
    backend,
    async restore() {
      await backend.restore();
      await underWay;
    },
    async signIn(email, password, givenUp) {
      const leaveAgain = () => {
        if (useLogin.getState().phase === 'loggingIn') void backend.signOut('browser');
      };
      try {
        await backend.signInWithPassword(email, password, givenUp);
        givenUp.addEventListener('abort', leaveAgain);
        // Why somebody is not let in is told by what keeps them out.
        await underWay.catch(() => undefined);
      } finally {
        givenUp.removeEventListener('abort', leaveAgain);
      }
    },
    async refreshUser() {
      await backend.idToken({ renew: true });
      await underWay;
    },
    signInGuest,
    async logout(everywhere = false) {
      // From every device the server takes the record away itself, once it has ended the sessions.
      if (everywhere) {
        await endAsAsked(() => backend.signOut('everywhere'));
        return;
      }
      await live?.removeRecord();
      const signedOut = backend.signOut('browser');
      // Out of this browser one is at once, whenever the server answers.
      clearChatStorage();
      await signedOut;
    },
    logoutAfter: (ending) =>
      endAsAsked(async () => {
        await ending();
        // Out of this browser one is at once; the server has no session of this account any more.
        void backend.signOut('browser');
      }),
  };
}
