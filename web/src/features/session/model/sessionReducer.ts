/**
 * The session of a page: a table of states and events, in which the steps of a login and a logout are effects in the order
 * of the specification (SESSION-01 to SESSION-05). `session.ts` performs the effects.
 *
 *     signedOut ──user──▶ checking ──checked──▶ signedIn
 *         ▲                  │ checkFailed          │ no user
 *         ├──────────────────┴──────────────────────┤
 *         └──user──▶ …    expired ◀──rejected, refused
 */
import type { LoginError } from '@foyer/contract';
import type { BackendUser, SignOutScope, UserCause } from '../../../platform/backend/backend.ts';

/** What the page remembers of its sessions. */
interface PageHistory {
  /** Number of logins. An answer for an earlier one is ignored. */
  readonly logins: number;
  /** A guest is counted once for the page (LOGIN-19). */
  readonly isGuestCounted: boolean;
}

export type SessionState = PageHistory &
  (
    | { readonly name: 'signedOut' }
    /** The token is fetched, and the server asked whether the user has access. */
    | { readonly name: 'checking'; readonly user: BackendUser; readonly isFresh: boolean }
    | {
        readonly name: 'signedIn';
        readonly user: BackendUser;
        /** The user ends the session on the server: calls that fail meanwhile do not report its end. */
        readonly isEnding: boolean;
      }
    /** The server has ended the session. */
    | { readonly name: 'expired' }
  );

export const initialSession: SessionState = { name: 'signedOut', logins: 0, isGuestCounted: false };

export const userOf = (state: SessionState): BackendUser | null =>
  state.name === 'checking' || state.name === 'signedIn' ? state.user : null;

/** What is configured for the page. */
export interface SessionRules {
  /** A user without access to the stage may still have access to the live venue. */
  readonly onStage: boolean;
}

export type SessionEvent =
  /** The backend reports a user, or null. */
  | { readonly type: 'user'; readonly user: BackendUser | null; readonly cause: UserCause }
  /** The server has answered that the user has access; for a guest the token is enough. */
  | { readonly type: 'checked'; readonly login: number }
  /** @param status 0 without an answer */
  | { readonly type: 'checkFailed'; readonly login: number; readonly status: number }
  /** A call was answered with 401 or 403. */
  | { readonly type: 'rejected'; readonly status: number }
  /** The server does not know the user whose profile was requested. */
  | { readonly type: 'userUnknown'; readonly userId: string }
  /** The user begins, or fails, to end the session on the server. */
  | { readonly type: 'ending'; readonly isEnding: boolean };

export type SessionEffect =
  | { readonly type: 'check'; readonly user: BackendUser; readonly login: number }
  /** Stores the backend's token, which is new. */
  | { readonly type: 'updateToken' }
  | { readonly type: 'startRefresh' }
  | { readonly type: 'stopRefresh' }
  | { readonly type: 'onLoggedIn' }
  | { readonly type: 'storeRoles'; readonly roles: BackendUser['authorities'] }
  | { readonly type: 'storeUser'; readonly user: BackendUser }
  | { readonly type: 'reloadConsents' }
  | { readonly type: 'countLogin'; readonly user: BackendUser }
  /** Opens the realtime connection, with presence and publications. */
  | { readonly type: 'connect'; readonly login: number }
  /** On the login page, navigates to the page that was requested; elsewhere does nothing. */
  | { readonly type: 'continueFromLogin' }
  /** Ends the visit, and clears token, user and roles. */
  | { readonly type: 'endVisit'; readonly user: BackendUser }
  /** Clears what other users have left in the storage of the browser: their session may have expired, also before a reload. */
  | { readonly type: 'clearStorage'; readonly except: BackendUser }
  /** Opens a guest session if the venue has guests. */
  | { readonly type: 'openGuest'; readonly isLater: boolean }
  | { readonly type: 'signOut'; readonly scope: SignOutScope }
  /** Signs out after a failed check, and then says why. */
  | {
      readonly type: 'rejectLogin';
      readonly scope: SignOutScope;
      readonly error: LoginError | 'notReachable';
    }
  /** Says that the server has ended the session. */
  | { readonly type: 'reportEnd'; readonly status: number };

export interface SessionStep {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
}

const historyOf = ({ logins, isGuestCounted }: PageHistory): PageHistory => ({ logins, isGuestCounted });

/** Without a user: their visit ends. */
function leave(state: SessionState, user: BackendUser, name: 'signedOut' | 'expired'): SessionStep {
  return {
    // Answers for the user are late from now on.
    state: { ...historyOf(state), logins: state.logins + 1, name },
    effects: [{ type: 'stopRefresh' }, { type: 'endVisit', user }],
  };
}

/** The server has ended the session. A guest is not notified and gets another one. */
function expire(state: SessionState, user: BackendUser, status: number, scope?: SignOutScope): SessionStep {
  const isGuest = user.kind === 'guest';
  const { state: next, effects } = leave(state, user, isGuest ? 'signedOut' : 'expired');
  return {
    state: next,
    effects: [
      ...effects,
      ...(scope ? [{ type: 'signOut', scope } as const] : []),
      { type: 'openGuest', isLater: isGuest },
      ...(isGuest ? [] : [{ type: 'reportEnd', status } as const]),
    ],
  };
}

/** Whether it is the same user with a new token, from this tab or another one. */
const isSameUser = (a: BackendUser, b: BackendUser): boolean =>
  a.userId === b.userId && a.authorities.join() === b.authorities.join();

function handleUser(state: SessionState, user: BackendUser, cause: UserCause): SessionStep {
  const before = userOf(state);
  const hasUser = state.name === 'signedIn' || (state.name === 'checking' && user.kind === 'guest');
  if (hasUser && isSameUser(user, state.user))
    return {
      state: { ...state, user },
      effects: [
        { type: 'updateToken' },
        { type: 'startRefresh' },
        ...(user.email === state.user.email ? [] : [{ type: 'storeUser', user } as const]),
      ],
    };
  const login = state.logins + 1;
  const isOther = before !== null && before.userId !== user.userId;
  return {
    state: { ...historyOf(state), logins: login, name: 'checking', user, isFresh: cause === 'signIn' },
    effects: [
      ...(isOther ? ([{ type: 'stopRefresh' }, { type: 'endVisit', user: before }] as const) : []),
      { type: 'check', user, login },
    ],
  };
}

function handleNoUser(state: SessionState, cause: UserCause): SessionStep {
  const user = userOf(state);
  if (!user) return { state, effects: [] };
  const isRequested = state.name === 'signedIn' && state.isEnding;
  if (cause === 'refused' && !isRequested) return expire(state, user, 401);
  const { state: next, effects } = leave(state, user, 'signedOut');
  return { state: next, effects: [...effects, { type: 'openGuest', isLater: user.kind === 'guest' }] };
}

function completeLogin(state: SessionState & { readonly name: 'checking' }): SessionStep {
  const { user } = state;
  const signedIn = { ...historyOf(state), name: 'signedIn', user, isEnding: false } as const;
  // Guests have no roles, no name and no history.
  if (user.kind === 'guest')
    return {
      state: { ...signedIn, isGuestCounted: true },
      effects: [
        { type: 'startRefresh' },
        { type: 'connect', login: state.logins },
        ...(state.isGuestCounted ? [] : [{ type: 'countLogin', user } as const]),
      ],
    };
  return {
    state: signedIn,
    effects: [
      // Users of a stage link keep it, as guests do: the account whose session has expired may log in again.
      ...(user.kind === 'account' ? [{ type: 'clearStorage', except: user } as const] : []),
      { type: 'startRefresh' },
      { type: 'onLoggedIn' },
      { type: 'storeRoles', roles: user.authorities },
      { type: 'storeUser', user },
      { type: 'reloadConsents' },
      { type: 'countLogin', user },
      { type: 'connect', login: state.logins },
      { type: 'continueFromLogin' },
    ],
  };
}

/**
 * A 403 ends the browser's session, except on the stage, where the session may be valid for the live venue. A 401 means that
 * the session has ended already and the cookie may belong to another one. After any other error a restored session is kept
 * for a later attempt, and a fresh sign-in is ended.
 */
function rejectLogin(
  state: SessionState & { readonly name: 'checking' },
  status: number,
  { onStage }: SessionRules,
): SessionStep {
  const endsSession = status === 403 ? !onStage : status !== 401 && state.isFresh;
  const { state: next, effects } = leave(state, state.user, 'signedOut');
  const isGuest = state.user.kind === 'guest';
  const scope = endsSession ? 'browser' : 'tab';
  const error = status === 403 ? 'unauthorized' : status === 0 ? 'notReachable' : 'unknownError';
  return {
    state: next,
    effects: [
      ...effects,
      isGuest ? { type: 'signOut', scope } : { type: 'rejectLogin', scope, error },
      { type: 'openGuest', isLater: isGuest },
    ],
  };
}

/** A call was rejected, so the session is invalid or not allowed here. */
function handleRejection(state: SessionState, status: number, { onStage }: SessionRules): SessionStep {
  const user = userOf(state);
  // If ending the session fails, the next call is rejected again.
  if (!user || (state.name === 'signedIn' && state.isEnding)) return { state, effects: [] };
  // After a 401 the session has ended already, and the browser's cookie may belong to another one.
  return expire(state, user, status, onStage || status === 401 ? 'tab' : 'browser');
}

export function sessionReducer(state: SessionState, event: SessionEvent, rules: SessionRules): SessionStep {
  const unchanged = { state, effects: [] };
  switch (event.type) {
    case 'user':
      return event.user ? handleUser(state, event.user, event.cause) : handleNoUser(state, event.cause);
    case 'checked':
      return state.name === 'checking' && state.logins === event.login ? completeLogin(state) : unchanged;
    case 'checkFailed':
      return state.name === 'checking' && state.logins === event.login
        ? rejectLogin(state, event.status, rules)
        : unchanged;
    case 'rejected':
      return handleRejection(state, event.status, rules);
    case 'userUnknown':
      return state.name === 'signedIn' && state.user.userId === event.userId
        ? expire(state, state.user, 401, 'browser')
        : unchanged;
    // 'ending'
    default:
      return state.name === 'signedIn'
        ? { state: { ...state, isEnding: event.isEnding }, effects: [] }
        : unchanged;
  }
}
