/**
 * What a tab knows of the session of its browser: a table of states and events, without requests and messages of its own.
 * `embedded.ts` performs the effects.
 */
import type { IssuedIdToken } from '@foyer/contract';
import type { SignOutScope, UserCause } from './backend.ts';
import type { SessionToken } from './idToken.ts';

export interface TokenState {
  /** Undefined without a session. */
  readonly current: SessionToken | undefined;
  /** The ids of sessions that were ended in this browser. Messages of tabs may overtake each other. */
  readonly ended: ReadonlySet<string>;
}

export const initialTokens: TokenState = { current: undefined, ended: new Set() };

/** `before` is the token that was current when the request was sent. */
export type TokenEvent =
  /** A sign-in of this tab, or a link of an email, has opened a session. */
  | { readonly type: 'answer'; readonly token: SessionToken; readonly isFresh: boolean }
  /** A guest session was opened, or a session restored or renewed. */
  | { readonly type: 'refresh'; readonly before: SessionToken | undefined; readonly token: SessionToken }
  /** The server has rejected a renewal. */
  | { readonly type: 'refused'; readonly before: SessionToken | undefined }
  /** Another tab has opened or renewed a session, on a page of the same mode (venue or stage) or not. */
  | { readonly type: 'otherTab'; readonly token: SessionToken; readonly isSameMode: boolean }
  /** Another tab has ended a session; the id is missing in messages of the version before. */
  | { readonly type: 'otherTabEnded'; readonly sessionId: string | undefined }
  | { readonly type: 'signOut'; readonly scope: SignOutScope };

export type TokenEffect =
  | { readonly type: 'report'; readonly user: SessionToken['user'] | null; readonly cause: UserCause }
  | { readonly type: 'broadcastToken'; readonly session: IssuedIdToken }
  | { readonly type: 'broadcastEnd'; readonly sessionId: string | undefined }
  /** Deletes the session marker. */
  | { readonly type: 'clearMark' }
  /** Renews once more: the cookie says which of two sign-ins was the last. */
  | { readonly type: 'followCookie' };

export interface TokenStep {
  readonly state: TokenState;
  readonly effects: readonly TokenEffect[];
}

const hasEnded = ({ ended }: TokenState, { sessionId }: SessionToken): boolean =>
  sessionId !== undefined && ended.has(sessionId);

const addEnded = ({ ended }: TokenState, sessionId: string | undefined): ReadonlySet<string> =>
  sessionId === undefined ? ended : new Set([...ended, sessionId]);

/** Stores a session that this tab has opened or renewed. Other tabs receive it before anything here reacts to it. */
function accept(state: TokenState, token: SessionToken, cause: UserCause): TokenStep {
  const { idToken, expiresAt, user } = token;
  return {
    state: { ...state, current: token },
    effects: [
      ...(user.kind === 'account'
        ? [{ type: 'broadcastToken', session: { idToken, expiresAt } } as const]
        : []),
      { type: 'report', user, cause },
    ],
  };
}

function signOut(state: TokenState, scope: SignOutScope): TokenStep {
  if (!state.current) return { state, effects: [] };
  const { user, sessionId } = state.current;
  const report = { type: 'report', user: null, cause: 'signOut' } as const;
  if (scope === 'tab' || user.kind === 'guest')
    return { state: { ...state, current: undefined }, effects: [report] };
  return {
    state: { current: undefined, ended: addEnded(state, sessionId) },
    effects: [
      { type: 'clearMark' },
      ...(user.kind === 'account' ? [{ type: 'broadcastEnd', sessionId } as const] : []),
      report,
    ],
  };
}

function followTab(state: TokenState, token: SessionToken, isSameMode: boolean): TokenStep {
  const user = state.current?.user;
  const isSameUser = token.user.userId === user?.userId;
  // A sign-in to the venue does not change the user of a stage that is open in another tab.
  const isIgnored = hasEnded(state, token) || (!isSameUser && (user?.kind === 'stage' || !isSameMode));
  if (isIgnored) return { state, effects: [] };
  return {
    state: { ...state, current: token },
    effects: [
      { type: 'report', user: token.user, cause: 'otherTab' },
      // The messages of two sign-ins may cross.
      ...(!isSameUser && user?.kind === 'account' ? [{ type: 'followCookie' } as const] : []),
    ],
  };
}

function followEnd(state: TokenState, sessionId: string | undefined): TokenStep {
  const ended = addEnded(state, sessionId);
  const { current } = state;
  if (current?.user.kind !== 'account') return { state: { ...state, ended }, effects: [] };
  // Of a session that a later sign-in has replaced: the cookie says whether that one was ended too.
  const isOther =
    sessionId !== undefined && current.sessionId !== undefined && current.sessionId !== sessionId;
  if (isOther) return { state: { ...state, ended }, effects: [{ type: 'followCookie' }] };
  return {
    state: { current: undefined, ended },
    effects: [{ type: 'report', user: null, cause: 'otherTab' }],
  };
}

function followRefresh(state: TokenState, before: TokenState['current'], token: SessionToken): TokenStep {
  // Another user has signed in meanwhile.
  if (state.current !== before) return { state, effects: [] };
  if (!hasEnded(state, token)) return accept(state, token, 'refresh');
  // The message of the tab that has ended it was faster. If there is a user, the cookie is not theirs any more.
  if (!before) return { state, effects: [] };
  return {
    state: { ...state, current: undefined },
    effects: [{ type: 'report', user: null, cause: 'otherTab' }],
  };
}

export function tokenReducer(state: TokenState, event: TokenEvent): TokenStep {
  const unchanged = { state, effects: [] };
  switch (event.type) {
    case 'answer':
      return accept(state, event.token, event.isFresh ? 'signIn' : 'refresh');
    case 'refresh':
      return followRefresh(state, event.before, event.token);
    case 'refused':
      // The rejection concerns a session that has been replaced meanwhile.
      if (state.current === undefined || state.current !== event.before) return unchanged;
      return {
        state: { ...state, current: undefined },
        effects: [{ type: 'report', user: null, cause: 'refused' }],
      };
    case 'otherTab':
      return followTab(state, event.token, event.isSameMode);
    case 'otherTabEnded':
      return followEnd(state, event.sessionId);
    // 'signOut'
    default:
      return signOut(state, event.scope);
  }
}
