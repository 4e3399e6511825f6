/** The session of this page: the backend's user, and what the app does about them. */
import { captureLogin, headVenue } from '@foyer/contract';
import { tokenRefreshMs } from '@foyer/contract/limits';
import { call } from '../api/client.ts';
import type { Backend, BackendUser } from '../backend/backend.ts';
import { EmbeddedBackend } from '../backend/embedded.ts';
import { operatingMode } from '../base.ts';
import { forgetAllWritten } from '../chat/writtenKeys.ts';
import { logError } from '../log.ts';
import { readStoredConsents } from '../storage/consents.ts';
import { clearGlobalError, raiseGlobalError } from '../state/errors.ts';
import { useUi } from '../state/ui.ts';
import { endSession, useLogin, useUser } from '../state/user.ts';
import { useVenue } from '../state/venue.ts';
import { attachSession } from './attached.ts';
import { derivedName } from './derivedName.ts';
import { keepTrying, noIdentity } from './keepTrying.ts';
import type { Live } from './live.ts';
import { fetchOwnProfile, useOwnProfile } from './ownProfile.ts';
import { enter, leave, type SessionPorts } from './sequence.ts';
import { tokenRefresh } from './tokenRefresh.ts';

/** Where a login and a logout lead; wired with the router. */
export interface SessionNavigator {
  /** From the login route to `redirect` or '/'; on any other route it stays. */
  leadOn(): void;
  /** A protected page of a venue that asks for a login leads to it, and what was shown of the venue goes. */
  leaveVenue(): void;
}

export interface Session {
  readonly backend: Backend;
  /** Logs in whoever was here before. Throws ApiError where the server could not be asked. */
  restore(): Promise<void>;
  /** A visitor of an anonymous venue gets an identity, and is counted once (ROLE-04, LOGIN-19). */
  enterAsGuest(): Promise<void>;
  /** Out of this browser, or of every device of the account; the latter throws ApiError where it was not done. */
  logout(everywhere?: boolean): Promise<void>;
}

/** A person whose own words are not known is called by their email (SESSION-07). */
function storeUser({ userId, email, name, company, title }: BackendUser): void {
  const called = name || derivedName(email);
  useUser.setState({
    isLoggedIn: true,
    user: {
      userId,
      email,
      attributes: { ...(called && { name: called }), ...(company && { company }), ...(title && { title }) },
    },
  });
  useLogin.setState({ phase: 'loggedIn', refusal: null });
}

const storeToken = (authToken: string | null): void => useUser.setState({ authToken });

/** The words for a session that has ended without having been asked to. */
const tellEnd = (status: number): void => raiseGlobalError(status === 403 ? 'FORBIDDEN' : 'UNAUTHORIZED', '');

/** Whether there is presence stands in the configuration, which is on its way while a session is restored. */
const configured = (): Promise<void> =>
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
): Session {
  /** Whoever came last; what is under way for somebody else stops. */
  let arrivals = 0;
  let underWay: Promise<void> = Promise.resolve();
  let here: BackendUser | null = null;
  let guestCounted = false;
  let live: Live | undefined;

  /** Stores a token that has not run out. A refusal ends the session and is told; no answer ends nothing. */
  async function keepToken(options?: { renew: boolean }): Promise<void> {
    const who = here;
    try {
      storeToken(await backend.idToken(options));
    } catch (error) {
      if (who && who.kind !== 'guest' && here === null) tellEnd(401);
      throw error;
    }
  }
  const refresh = tokenRefresh(tokenRefreshMs, async () => {
    try {
      await keepToken({ renew: true });
      return true;
    } catch (error) {
      logError('SESSION', 'the token could not be fetched', error);
      return here === null;
    }
  });

  const ports: SessionPorts = {
    onStage: operatingMode === 'STAGE',
    idToken: () => backend.idToken(),
    storeToken,
    checkAuthority: () => call(headVenue, { report: 'console', retry: false, keepsSession: true }),
    startRefresh: () => refresh.start(),
    stopRefresh: () => refresh.stop(),
    loggedIn() {
      // Whoever is not logged in hears of no publication (VERSION-04): what is known of the version is old.
      if (useUi.getState().loginEnabled) useUi.setState({ venueVersion: null });
      clearGlobalError();
    },
    loggedOut() {
      endSession();
      useOwnProfile.setState({ profile: null });
      navigator.leaveVenue();
      if (!useUi.getState().loginEnabled) keepTrying(enterAsGuest, noIdentity);
    },
    storeRoles: (roles) => useUser.setState({ roles }),
    storeUser,
    rereadConsents: () => useUser.setState(readStoredConsents()),
    logLogin: ({ kind }) => {
      if (kind === 'account') countLogin();
    },
    connect: () => keepTrying(connect, 'the connection could not be made yet'),
    disconnect,
    leadOn: () => navigator.leadOn(),
    signOut: (scope) => backend.signOut(scope),
    tellRefusal: (refusal) => useLogin.setState({ phase: 'loggedOut', refusal }),
  };

  async function connect(): Promise<void> {
    const who = here;
    if (!who) return;
    const [{ goLive }, attendees] = await Promise.all([
      import('./live.ts'),
      backend.attendees(),
      configured(),
    ]);
    if (here !== who) return;
    disconnect();
    live = goLive(attendees);
  }
  function disconnect(): void {
    live?.end();
    live = undefined;
  }

  const sameAsBefore = (user: BackendUser | null): boolean =>
    user !== null &&
    user.userId === here?.userId &&
    user.authorities.join() === here.authorities.join() &&
    (user.kind === 'guest' || useUser.getState().isLoggedIn);

  async function arrive(user: BackendUser, arrival: number): Promise<void> {
    if (user.kind !== 'guest') useLogin.setState({ phase: 'loggingIn', refusal: null });
    await enter(user, ports, () => arrival === arrivals);
  }

  backend.onUser((user) => {
    if (sameAsBefore(user)) {
      // Only the token is new, of this tab's making or another's.
      underWay = keepToken();
      refresh.start();
      return;
    }
    const before = here;
    here = user;
    arrivals += 1;
    if (user) {
      underWay = arrive(user, arrivals);
      underWay.catch((error: unknown) => logError('SESSION', 'the login did not go through', error));
    } else if (before?.kind === 'guest') {
      refresh.stop();
      disconnect();
      storeToken(null);
    } else if (before) {
      leave(ports);
      useLogin.setState({ phase: 'loggedOut', left: true });
    }
  });

  attachSession({
    async ready() {
      if (!here || useUser.getState().authToken === null) return;
      await keepToken();
    },
    refused(status) {
      const who = here;
      if (!who) return;
      void backend.signOut(ports.onStage && status === 403 ? 'tab' : 'browser');
      if (who.kind !== 'guest') tellEnd(status);
    },
  });

  useVenue.subscribe(({ architecture }, before) => {
    if (architecture && architecture.id !== before.architecture?.id) void readProfile(architecture.id);
  });
  async function readProfile(architectureId: string): Promise<void> {
    if (here?.kind !== 'account' || !useUser.getState().isLoggedIn) return;
    if (await fetchOwnProfile(architectureId, here.userId)) {
      await live?.updateRecord();
      return;
    }
    tellEnd(401);
    await backend.signOut('browser');
  }

  async function enterAsGuest(): Promise<void> {
    if (here) return;
    await backend.signInAnonymously();
    await underWay;
    if (guestCounted) return;
    guestCounted = true;
    countLogin();
  }

  return {
    backend,
    async restore() {
      await backend.restore();
      await underWay;
    },
    enterAsGuest,
    async logout(everywhere = false) {
      // From every device the server takes it away itself, once it has ended the sessions.
      if (!everywhere) await live?.removeRecord();
      await backend.signOut(everywhere ? 'everywhere' : 'browser');
      forgetAllWritten();
    },
  };
}
