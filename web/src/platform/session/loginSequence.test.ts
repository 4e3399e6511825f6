import { expect, test } from 'vitest';
import { ApiError } from '../api/apiError.ts';
import type { BackendUser } from '../backend/backend.ts';
import { runLogin, runLogout, type SessionDeps } from './loginSequence.ts';

const ada: BackendUser = {
  userId: 'ada',
  kind: 'account',
  email: 'ada@example.com',
  authorities: ['ROLE_ATTENDEE', 'ROLE_HOST'],
};

const login = { user: ada, isCurrent: () => true, isFresh: false };
const fresh = { ...login, isFresh: true };

function fakeDeps(overrides: Partial<SessionDeps> = {}): SessionDeps & { done: string[] } {
  const done: string[] = [];
  const step =
    (name: string) =>
    (...values: unknown[]) =>
      void done.push([name, ...values.map((value) => JSON.stringify(value))].join(' '));
  return {
    done,
    onStage: false,
    idToken: async () => {
      done.push('fetch token');
      return 'token';
    },
    storeToken: step('store token'),
    checkAuthority: async () => void done.push('check authority'),
    startRefresh: step('start refresh'),
    stopRefresh: step('stop refresh'),
    onLoggedIn: step('logged in'),
    onLoggedOut: step('logged out'),
    storeRoles: step('store roles'),
    storeUser: (user) => void done.push(`store user ${user.userId}`),
    reloadConsents: step('reload consents'),
    countLogin: (user) => void done.push(`count login ${user.userId}`),
    connect: step('connect'),
    disconnect: step('disconnect'),
    continueFromLogin: step('continue from login'),
    signOut: async (scope) => void done.push(`sign out ${scope}`),
    reportError: step('report'),
    ...overrides,
  };
}

const rejecting = (status: number, overrides: Partial<SessionDeps> = {}) =>
  fakeDeps({
    checkAuthority: () =>
      Promise.reject(new ApiError(status === 0 ? 'NOT_REACHABLE' : 'FORBIDDEN', '', { status })),
    ...overrides,
  });

test('SESSION-01a SESSION-02a a login runs its steps in the order of the specification', async () => {
  const deps = fakeDeps();
  await runLogin(login, deps);
  expect(deps.done).toEqual([
    'fetch token',
    'store token "token"',
    'check authority',
    'start refresh',
    'logged in',
    'store roles ["ROLE_ATTENDEE","ROLE_HOST"]',
    'store user ada',
    'reload consents',
    'count login ada',
    'connect',
    'continue from login',
  ]);
});

test('SESSION-03a a check that fails with 403 signs out and reports that the user is not authorized', async () => {
  const deps = rejecting(403);
  await runLogin(login, deps);
  expect(deps.done).toEqual([
    'fetch token',
    'store token "token"',
    'sign out browser',
    'report "unauthorized"',
  ]);
});

test('SESSION-03b a check that fails with 401 signs out this tab only: the cookie may belong to another session', async () => {
  const deps = rejecting(401);
  await runLogin(login, deps);
  expect(deps.done).toContain('sign out tab');
  expect(deps.done).toContain('report "unknownError"');
  expect(deps.done).not.toContain('start refresh');
});

test('SESSION-03c a user without access to the stage is signed out of this tab only', async () => {
  const deps = rejecting(403, { onStage: true });
  await runLogin(login, deps);
  expect(deps.done.slice(2)).toEqual(['sign out tab', 'report "unauthorized"']);
});

test('SESSION-06f a server that does not respond logs no one in and ends no session', async () => {
  const deps = rejecting(0);
  await expect(runLogin(login, deps)).rejects.toThrow(ApiError);
  expect(deps.done.slice(2)).toEqual(['sign out tab', 'report "notReachable"']);
});

test('SESSION-03f a fresh sign-in that could not be checked is ended in the whole browser', async () => {
  for (const status of [0, 503]) {
    const deps = rejecting(status);
    await expect(runLogin(fresh, deps)).rejects.toThrow(ApiError);
    expect(deps.done).toContain('sign out browser');
  }
  const ended = rejecting(401);
  await runLogin(fresh, ended);
  expect(ended.done).toContain('sign out tab');
});

test('SESSION-04a SESSION-05d a logout clears presence, roles, token renewal and token', () => {
  const deps = fakeDeps();
  runLogout(deps);
  expect(deps.done).toEqual([
    'disconnect',
    'store roles []',
    'stop refresh',
    'store token null',
    'logged out',
  ]);
});

test('ROLE-04e a guest has a token, its renewal and a connection, but is not logged in', async () => {
  const deps = fakeDeps();
  await runLogin({ ...login, user: { ...ada, kind: 'guest', authorities: [] } }, deps);
  expect(deps.done).toEqual(['fetch token', 'store token "token"', 'start refresh', 'connect']);
});

test('a user who logs out during the check is not logged in', async () => {
  let current = true;
  const deps = fakeDeps({
    checkAuthority: async () => {
      current = false;
    },
  });
  await runLogin({ ...login, isCurrent: () => current }, deps);
  expect(deps.done).toEqual(['fetch token', 'store token "token"']);
});
