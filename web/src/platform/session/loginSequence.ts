/** What happens when somebody has come or gone, in the order of the specification (SESSION-01 to SESSION-05). */
import type { LoginError } from '@foyer/contract';
import { ApiError } from '../api/apiError.ts';
import type { BackendUser, SignOutScope } from '../backend/backend.ts';

/** What the sequences do; `session.ts` hands in the real ones. */
export interface SessionDeps {
  idToken(): Promise<string | null>;
  storeToken(token: string | null): void;
  /** Throws ApiError where this session may not be here. */
  checkAuthority(): Promise<void>;
  startRefresh(): void;
  stopRefresh(): void;
  onLoggedIn(): void;
  onLoggedOut(): void;
  storeRoles(roles: BackendUser['authorities']): void;
  storeUser(user: BackendUser): void;
  reloadConsents(): void;
  /** Counts a login by name. */
  countLogin(user: BackendUser): void;
  /** Connects whoever is here to the others: the attendee service, and what the server tells by itself. */
  connect(): void;
  /** Takes one's presence away with the connection. */
  disconnect(): void;
  /** On the login route on to where one wanted to go; on any other route nothing. */
  continueFromLogin(): void;
  signOut(scope: SignOutScope): Promise<void>;
  reportRejection(refusal: LoginError | 'notReachable'): void;
  /** Somebody without rights on the stage may well be somebody in the venue. */
  readonly onStage: boolean;
}

/** One coming of somebody. */
export interface Login {
  readonly user: BackendUser;
  /** Whether that is still so after a wait. */
  readonly isCurrent: () => boolean;
  /** Signed in just now, with a password, in this tab. */
  readonly isFresh: boolean;
}

/**
 * Somebody is here.
 * @throws ApiError where the server could not be asked; nobody is logged in then
 */
export async function runLogin({ user, isCurrent, isFresh }: Login, ports: SessionDeps): Promise<void> {
  const token = await ports.idToken();
  if (!isCurrent()) return;
  ports.storeToken(token);
  // Guests and venues without a login know no authority to ask.
  if (user.kind === 'guest') {
    ports.startRefresh();
    ports.connect();
    return;
  }
  try {
    await ports.checkAuthority();
  } catch (error) {
    if (isCurrent()) await rejectLogin(error, isFresh, ports);
    return;
  }
  if (!isCurrent()) return;
  ports.startRefresh();
  ports.onLoggedIn();
  ports.storeRoles(user.authorities);
  ports.storeUser(user);
  ports.reloadConsents();
  ports.countLogin(user);
  ports.connect();
  ports.continueFromLogin();
}

/**
 * The check failed: out again. A 403 speaks of the session that this browser has, though on the stage of none in the
 * venue. A 401 is about one that has ended, after which the cookie may be somebody else's. Where nothing is known, a
 * session that was here stays for a better moment; one that was only asked for now lets in nobody who comes later.
 */
async function rejectLogin(error: unknown, isFresh: boolean, ports: SessionDeps): Promise<void> {
  const status = error instanceof ApiError ? error.status : 0;
  const isOver = status === 403 ? !ports.onStage : status !== 401 && isFresh;
  await ports.signOut(isOver ? 'browser' : 'tab');
  ports.reportRejection(status === 403 ? 'unauthorized' : status === 0 ? 'notReachable' : 'unknownError');
  if (status !== 401 && status !== 403) throw error;
}

/** Nobody is here, or nobody any more. */
export function runLogout(ports: SessionDeps): void {
  ports.disconnect();
  ports.storeRoles([]);
  ports.stopRefresh();
  ports.storeToken(null);
  ports.onLoggedOut();
}
