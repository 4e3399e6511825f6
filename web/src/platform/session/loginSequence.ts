/** The steps of a login and a logout, in the order of the specification (SESSION-01 to SESSION-05). */
import type { LoginError } from '@foyer/contract';
import { ApiError } from '../api/apiError.ts';
import type { BackendUser, SignOutScope } from '../backend/backend.ts';

/** The steps themselves, implemented in `session.ts`. */
export interface SessionDeps {
  idToken(): Promise<string | null>;
  storeToken(token: string | null): void;
  /** @throws ApiError if the user has no access here */
  checkAuthority(): Promise<void>;
  startRefresh(): void;
  stopRefresh(): void;
  onLoggedIn(): void;
  onLoggedOut(): void;
  storeRoles(roles: BackendUser['authorities']): void;
  storeUser(user: BackendUser): void;
  reloadConsents(): void;
  /** Counts the login of an account. */
  countLogin(user: BackendUser): void;
  /** Opens the realtime connection, with presence and publications. */
  connect(): void;
  /** Closes the realtime connection; the user's presence ends with it. */
  disconnect(): void;
  /** On the login page, navigates to the page that was requested; elsewhere does nothing. */
  continueFromLogin(): void;
  signOut(scope: SignOutScope): Promise<void>;
  reportError(error: LoginError | 'notReachable'): void;
  /** A user without access to the stage may still have access to the live venue. */
  readonly onStage: boolean;
}

/** A user who has just been identified. */
export interface Login {
  readonly user: BackendUser;
  /** Whether this is still the current user after an asynchronous step. */
  readonly isCurrent: () => boolean;
  /** Whether the user has just signed in with a password in this tab. */
  readonly isFresh: boolean;
}

/**
 * Runs the login steps.
 * @throws ApiError if the request fails; then the user is not logged in
 */
export async function runLogin({ user, isCurrent, isFresh }: Login, deps: SessionDeps): Promise<void> {
  const token = await deps.idToken();
  if (!isCurrent()) return;
  deps.storeToken(token);
  // Guests have no roles to check.
  if (user.kind === 'guest') {
    deps.startRefresh();
    deps.connect();
    return;
  }
  try {
    await deps.checkAuthority();
  } catch (error) {
    if (isCurrent()) await rejectLogin(error, isFresh, deps);
    return;
  }
  if (!isCurrent()) return;
  deps.startRefresh();
  deps.onLoggedIn();
  deps.storeRoles(user.authorities);
  deps.storeUser(user);
  deps.reloadConsents();
  deps.countLogin(user);
  deps.connect();
  deps.continueFromLogin();
}

/**
 * Signs out after a failed check. A 403 ends the browser's session, except on the stage, where the session may be valid for
 * the live venue. A 401 means that the session has ended already and the cookie may belong to another one. After any other
 * error a restored session is kept for a later attempt, and a fresh sign-in is ended.
 */
async function rejectLogin(error: unknown, isFresh: boolean, deps: SessionDeps): Promise<void> {
  const status = error instanceof ApiError ? error.status : 0;
  const endsSession = status === 403 ? !deps.onStage : status !== 401 && isFresh;
  await deps.signOut(endsSession ? 'browser' : 'tab');
  deps.reportError(status === 403 ? 'unauthorized' : status === 0 ? 'notReachable' : 'unknownError');
  if (status !== 401 && status !== 403) throw error;
}

/** Runs the logout steps. */
export function runLogout(deps: SessionDeps): void {
  deps.disconnect();
  deps.storeRoles([]);
  deps.stopRefresh();
  deps.storeToken(null);
  deps.onLoggedOut();
}
