import { expect, test } from 'vitest';
import type { BackendUser, UserCause } from '../../../platform/backend/backend.ts';
import {
  initialSession,
  sessionReducer,
  type SessionEffect,
  type SessionEvent,
  type SessionRules,
  type SessionState,
} from './sessionReducer.ts';

const ada: BackendUser = {
  userId: 'ada',
  kind: 'account',
  email: 'ada@example.com',
  authorities: ['ROLE_ATTENDEE', 'ROLE_HOST'],
};
const bo: BackendUser = { ...ada, userId: 'bo', email: 'bo@example.com', authorities: ['ROLE_ATTENDEE'] };
const guest: BackendUser = { userId: 'anon-1', kind: 'guest', email: '', authorities: [] };

const reported = (user: BackendUser | null, cause: UserCause = 'refresh'): SessionEvent => ({
  type: 'user',
  user,
  cause,
});
const checked = (login: number): SessionEvent => ({ type: 'checked', login });
const failed = (login: number, status: number): SessionEvent => ({ type: 'checkFailed', login, status });
const rejected = (status: number): SessionEvent => ({ type: 'rejected', status });

/** An effect in one line, such as `check ada 1`. */
function textOf({ type, ...values }: SessionEffect): string {
  const texts = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'object' && 'userId' in value) return value.userId;
    return typeof value === 'boolean' ? `${value ? '' : 'not '}${name}` : JSON.stringify(value);
  });
  return [type, ...texts].join(' ');
}

const venue: SessionRules = { onStage: false };
const stage: SessionRules = { onStage: true };

/** The state after some events, and the effects of the last one. */
function run(events: readonly SessionEvent[], rules = venue) {
  let state: SessionState = initialSession;
  let effects: readonly SessionEffect[] = [];
  for (const event of events) ({ state, effects } = sessionReducer(state, event, rules));
  return { state, effects: effects.map(textOf) };
}

const places = {
  signedOut: [],
  checking: [reported(ada, 'signIn')],
  signedIn: [reported(ada), checked(1)],
  ending: [reported(ada), checked(1), { type: 'ending', isEnding: true }],
  expired: [reported(ada), checked(1), rejected(401)],
  guestChecking: [reported(guest)],
  guest: [reported(guest), checked(1)],
} as const satisfies Record<string, readonly SessionEvent[]>;

const leaving = (user: string) => ['stopRefresh', `endVisit ${user}`];
const loggedIn = [
  'clearStorage ada',
  'startRefresh',
  'onLoggedIn',
  'storeRoles ["ROLE_ATTENDEE","ROLE_HOST"]',
  'storeUser ada',
  'reloadConsents',
  'countLogin ada',
  'connect 1',
  'continueFromLogin',
];
const guestSoon = ['openGuest not isLater'];
const guestLater = ['openGuest isLater'];
const nothing: readonly string[] = [];

/** State, event, next state, effects. */
test.each([
  ['signedOut', reported(null), 'signedOut', nothing],
  ['signedOut', reported(null, 'refused'), 'signedOut', nothing],
  ['signedOut', reported(ada), 'checking', ['check ada 1']],
  ['signedOut', reported(guest), 'checking', ['check anon-1 1']],
  ['signedOut', checked(0), 'signedOut', nothing],
  ['signedOut', rejected(401), 'signedOut', nothing],
  ['checking', checked(1), 'signedIn', loggedIn],
  ['checking', checked(0), 'checking', nothing],
  ['checking', failed(0, 403), 'checking', nothing],
  ['checking', reported(ada, 'otherTab'), 'checking', ['check ada 2']],
  ['checking', reported(bo, 'otherTab'), 'checking', [...leaving('ada'), 'check bo 2']],
  ['checking', reported(null, 'signOut'), 'signedOut', [...leaving('ada'), ...guestSoon]],
  ['signedIn', reported(ada), 'signedIn', ['updateToken', 'startRefresh']],
  [
    'signedIn',
    reported({ ...ada, email: 'ada.new@example.com' }, 'otherTab'),
    'signedIn',
    ['updateToken', 'startRefresh', 'storeUser ada'],
  ],
  ['signedIn', reported({ ...ada, authorities: [] }), 'checking', ['check ada 2']],
  ['signedIn', reported(bo, 'otherTab'), 'checking', [...leaving('ada'), 'check bo 2']],
  ['signedIn', reported(null, 'otherTab'), 'signedOut', [...leaving('ada'), ...guestSoon]],
  ['signedIn', reported(null, 'signOut'), 'signedOut', [...leaving('ada'), ...guestSoon]],
  ['signedIn', reported(null, 'refused'), 'expired', [...leaving('ada'), ...guestSoon, 'reportEnd 401']],
  ['signedIn', rejected(401), 'expired', [...leaving('ada'), 'signOut "tab"', ...guestSoon, 'reportEnd 401']],
  [
    'signedIn',
    rejected(403),
    'expired',
    [...leaving('ada'), 'signOut "browser"', ...guestSoon, 'reportEnd 403'],
  ],
  [
    'signedIn',
    { type: 'userUnknown', userId: 'ada' },
    'expired',
    [...leaving('ada'), 'signOut "browser"', ...guestSoon, 'reportEnd 401'],
  ],
  ['signedIn', { type: 'userUnknown', userId: 'bo' }, 'signedIn', nothing],
  ['signedIn', checked(1), 'signedIn', nothing],
  ['signedIn', failed(1, 0), 'signedIn', nothing],
  ['ending', rejected(401), 'signedIn', nothing],
  ['ending', reported(null, 'refused'), 'signedOut', [...leaving('ada'), ...guestSoon]],
  ['ending', { type: 'ending', isEnding: false }, 'signedIn', nothing],
  ['expired', reported(null, 'signOut'), 'expired', nothing],
  ['expired', rejected(401), 'expired', nothing],
  ['expired', checked(1), 'expired', nothing],
  ['expired', reported(ada, 'signIn'), 'checking', ['check ada 3']],
  ['guestChecking', checked(1), 'signedIn', ['startRefresh', 'connect 1', 'countLogin anon-1']],
  ['guestChecking', reported(guest), 'checking', ['updateToken', 'startRefresh']],
  ['guestChecking', failed(1, 0), 'signedOut', [...leaving('anon-1'), 'signOut "tab"', ...guestLater]],
  ['guest', reported(null, 'refused'), 'signedOut', [...leaving('anon-1'), ...guestLater]],
  ['guest', rejected(401), 'signedOut', [...leaving('anon-1'), 'signOut "tab"', ...guestLater]],
  ['guest', reported(ada, 'signIn'), 'checking', [...leaving('anon-1'), 'check ada 2']],
] as const satisfies readonly (readonly [
  keyof typeof places,
  SessionEvent,
  SessionState['name'],
  readonly string[],
])[])('%s, %o: %s', (place, event, name, effects) => {
  const { state, effects: found } = run([...places[place], event]);
  expect(state.name).toBe(name);
  expect(found).toEqual(effects);
});

test('SESSION-01a SESSION-02a a login runs its steps in the order of the specification', () => {
  expect(run([reported(ada)]).effects).toEqual(['check ada 1']);
  expect(run(places.signedIn).effects).toEqual(loggedIn);
});

test('SESSION-03a a check that fails with 403 signs out and reports that the user is not authorized', () => {
  expect(run([...places.checking, failed(1, 403)])).toEqual({
    state: { name: 'signedOut', logins: 2, isGuestCounted: false },
    effects: [...leaving('ada'), 'rejectLogin "browser" "unauthorized"', ...guestSoon],
  });
});

test('SESSION-03b a check that fails with 401 signs out this tab only: the cookie may belong to another session', () => {
  const { effects } = run([...places.checking, failed(1, 401)]);
  expect(effects).toContain('rejectLogin "tab" "unknownError"');
});

test('SESSION-03c a user without access to the stage is signed out of this tab only', () => {
  const { effects } = run([...places.checking, failed(1, 403)], stage);
  expect(effects).toContain('rejectLogin "tab" "unauthorized"');
});

test('SESSION-06f a server that does not respond logs no one in and ends no restored session', () => {
  const { state, effects } = run([reported(ada), failed(1, 0)]);
  expect(state.name).toBe('signedOut');
  expect(effects).toContain('rejectLogin "tab" "notReachable"');
});

test('SESSION-03f a fresh sign-in that could not be checked is ended in the whole browser', () => {
  expect(run([...places.checking, failed(1, 0)]).effects).toContain('rejectLogin "browser" "notReachable"');
  expect(run([...places.checking, failed(1, 503)]).effects).toContain('rejectLogin "browser" "unknownError"');
});

test('SESSION-04a SESSION-05d a logout stops the token renewal and ends the visit, with presence, roles and token', () => {
  expect(run([...places.signedIn, reported(null, 'signOut')]).effects).toEqual([
    ...leaving('ada'),
    ...guestSoon,
  ]);
});

test('ROLE-04e a guest has a token, its renewal and a connection, and is counted once for the page', () => {
  expect(run(places.guest).effects).toEqual(['startRefresh', 'connect 1', 'countLogin anon-1']);
  const again = run([...places.guest, reported(null, 'refused'), reported(guest), checked(3)]);
  expect(again.effects).toEqual(['startRefresh', 'connect 3']);
});

test('a user who logs out during the check is not logged in by its answer', () => {
  const { state, effects } = run([...places.checking, reported(null, 'signOut'), checked(1)]);
  expect(state.name).toBe('signedOut');
  expect(effects).toEqual([]);
});

test('SESSION-10ak the first step of the login of an account clears the storage of what other users left; other logins keep it', () => {
  const stageUser: BackendUser = { ...bo, kind: 'stage', email: '' };
  const login = (user: BackendUser) => run([...places.expired, reported(user, 'signIn'), checked(3)]).effects;
  expect(login(bo)[0]).toBe('clearStorage bo');
  expect(login(ada)[0]).toBe('clearStorage ada');
  expect(login(stageUser)[0]).toBe('startRefresh');
  expect(login(guest)[0]).toBe('startRefresh');
});

test('on the stage a 403 signs out this tab only', () => {
  expect(run([...places.signedIn, rejected(403)], stage).effects).toContain('signOut "tab"');
});
