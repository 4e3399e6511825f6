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

const here = { user: ada, isCurrent: () => true, isFresh: false };
const fresh = { ...here, isFresh: true };

function ports(overrides: Partial<SessionDeps> = {}): SessionDeps & { done: string[] } {
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
    reloadConsents: step('reread consents'),
    countLogin: (user) => void done.push(`log login ${user.userId}`),
    connect: step('connect'),
    disconnect: step('disconnect'),
    continueFromLogin: step('lead on'),
    signOut: async (scope) => void done.push(`sign out ${scope}`),
    reportRejection: step('tell'),
    ...overrides,
  };
}

const refusing = (status: number, parts: Partial<SessionDeps> = {}) =>
  ports({
    checkAuthority: () =>
      Promise.reject(new ApiError(status === 0 ? 'NOT_REACHABLE' : 'FORBIDDEN', '', { status })),
    ...parts,
  });

test('SESSION-01a SESSION-02a whoever is here is let in step by step, in the order of the specification', async () => {
  const asked = ports();
  await runLogin(here, asked);
  expect(asked.done).toEqual([
    'fetch token',
    'store token "token"',
    'check authority',
    'start refresh',
    'logged in',
    'store roles ["ROLE_ATTENDEE","ROLE_HOST"]',
    'store user ada',
    'reread consents',
    'log login ada',
    'connect',
    'lead on',
  ]);
});

test('SESSION-03a a check that fails with 403 signs out, and says that one is not authorized', async () => {
  const asked = refusing(403);
  await runLogin(here, asked);
  expect(asked.done).toEqual([
    'fetch token',
    'store token "token"',
    'sign out browser',
    'tell "unauthorized"',
  ]);
});

test('SESSION-03b a check that fails with 401 is out of this tab alone: the cookie may be somebody else’s', async () => {
  const asked = refusing(401);
  await runLogin(here, asked);
  expect(asked.done).toContain('sign out tab');
  expect(asked.done).toContain('tell "unknownError"');
  expect(asked.done).not.toContain('start refresh');
});

test('SESSION-03c whoever may not see the stage is out of this tab, and stays logged in to the venue', async () => {
  const asked = refusing(403, { onStage: true });
  await runLogin(here, asked);
  expect(asked.done.slice(2)).toEqual(['sign out tab', 'tell "unauthorized"']);
});

test('SESSION-06f a server that cannot be asked lets nobody in and ends no session', async () => {
  const asked = refusing(0);
  await expect(runLogin(here, asked)).rejects.toThrow(ApiError);
  expect(asked.done.slice(2)).toEqual(['sign out tab', 'tell "notReachable"']);
});

test('SESSION-03f of a sign-in that nobody could check nothing is left for whoever comes next', async () => {
  for (const status of [0, 503]) {
    const asked = refusing(status);
    await expect(runLogin(fresh, asked)).rejects.toThrow(ApiError);
    expect(asked.done).toContain('sign out browser');
  }
  const ended = refusing(401);
  await runLogin(fresh, ended);
  expect(ended.done).toContain('sign out tab');
});

test('SESSION-04a SESSION-05a whoever has gone leaves presence, roles, refresh and token behind', () => {
  const asked = ports();
  runLogout(asked);
  expect(asked.done).toEqual([
    'disconnect',
    'store roles []',
    'stop refresh',
    'store token null',
    'logged out',
  ]);
});

test('ROLE-04a a guest has a token, a refresh and a connection, and is no user', async () => {
  const asked = ports();
  await runLogin({ ...here, user: { ...ada, kind: 'guest', authorities: [] } }, asked);
  expect(asked.done).toEqual(['fetch token', 'store token "token"', 'start refresh', 'connect']);
});

test('whoever has left while the server was asked is not let in any more', async () => {
  let current = true;
  const asked = ports({
    checkAuthority: async () => {
      current = false;
    },
  });
  await runLogin({ ...here, isCurrent: () => current }, asked);
  expect(asked.done).toEqual(['fetch token', 'store token "token"']);
});
