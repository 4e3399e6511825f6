/** What happens when somebody has come or gone, in the order of the specification (SESSION-01 to SESSION-05). */
import type { LoginError } from '@foyer/contract';
import { ApiError } from '../api/apiError.ts';
import type { BackendUser, SignOutScope } from '../backend/backend.ts';

/** What the sequences do; `session.ts` hands in the real ones. */
export interface SessionPorts {
  idToken(): Promise<string | null>;
  storeToken(token: string | null): void;
  /** Throws ApiError where this session may not be here. */
  checkAuthority(): Promise<void>;
  startRefresh(): void;
  stopRefresh(): void;
  loggedIn(): void;
  loggedOut(): void;
  storeRoles(roles: BackendUser['authorities']): void;
  storeUser(user: BackendUser): void;
  rereadConsents(): void;
  /** Counts a login by name. */
  logLogin(user: BackendUser): void;
  /** Connects whoever is here to the others: the attendee service, and what the server tells by itself. */
  connect(): void;
  /** Takes one's presence away with the connection. */
  disconnect(): void;
  /** On the login route on to where one wanted to go; on any other route nothing. */
  leadOn(): void;
  signOut(scope: SignOutScope): Promise<void>;
  tellRefusal(refusal: LoginError): void;
  /** Somebody without rights on the stage may well be somebody in the venue. */
  readonly onStage: boolean;
}

/**
 * Somebody is here. `isCurrent` says whether that is still so after a wait.
 * @throws ApiError where the server could not be asked; nobody is logged in then
 */
export async function enter(user: BackendUser, ports: SessionPorts, isCurrent: () => boolean): Promise<void> {
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
    if (isCurrent()) await turnAway(error, ports);
    return;
  }
  if (!isCurrent()) return;
  ports.startRefresh();
  ports.loggedIn();
  ports.storeRoles(user.authorities);
  ports.storeUser(user);
  ports.rereadConsents();
  ports.logLogin(user);
  ports.connect();
  ports.leadOn();
}

/** The check failed: out again. */
async function turnAway(error: unknown, ports: SessionPorts): Promise<void> {
  const status = error instanceof ApiError ? error.status : 0;
  const refused = status === 401 || status === 403;
  await ports.signOut(refused && !(ports.onStage && status === 403) ? 'browser' : 'tab');
  ports.tellRefusal(status === 403 ? 'unauthorized' : 'unknownError');
  if (!refused) throw error;
}

/** Nobody is here, or nobody any more. */
export function leave(ports: SessionPorts): void {
  ports.disconnect();
  ports.storeRoles([]);
  ports.stopRefresh();
  ports.storeToken(null);
  ports.loggedOut();
}
