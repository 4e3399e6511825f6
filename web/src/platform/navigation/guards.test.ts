import { expect, test } from 'vitest';
import { runGuards, type GuardDeps, type GuardedNavigation } from './guards.ts';
import { publicationOf } from './publication.ts';

const to = (overrides: Partial<GuardedNavigation> = {}): GuardedNavigation => ({
  route: {},
  href: '/v/nightfall/area/lounge?viewpoint=sofa#x',
  redirect: undefined,
  hash: '',
  changesPart: false,
  loginFailed: false,
  loginRequested: false,
  ...overrides,
});

function fakeDeps(overrides: Partial<GuardDeps> = {}): GuardDeps & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    closeDialogs: () => void calls.push('close dialogs'),
    publication: async () => {
      calls.push('publication');
      return 'PUBLISHED';
    },
    architectureId: () => 'nightfall',
    loginRequired: () => {
      calls.push('login');
      return false;
    },
    loginOffered: () => false,
    openCookieBanner: () => void calls.push('cookie banner'),
    ...overrides,
  };
}

test('GUARD-01b the guards run in order: dialogs, publication, login, cookie banner', async () => {
  const deps = fakeDeps();
  expect(await runGuards(to({ hash: 'privacy-preferences' }), deps)).toBeUndefined();
  expect(deps.calls.filter((call, i, all) => all.indexOf(call) === i)).toEqual([
    'close dialogs',
    'publication',
    'login',
    'cookie banner',
  ]);
});

test('GUARD-01i a navigation that only turns a page of the open widget closes no dialogs', async () => {
  const deps = fakeDeps();
  expect(await runGuards(to({ changesPart: true }), deps)).toBeUndefined();
  expect(deps.calls).not.toContain('close dialogs');
  expect(deps.calls).toContain('publication');
});

test.each(['', 'privacy-preferences<script>', 'Privacy-Preferences', 'privacy-preferences&x', 'x'])(
  'GUARD-01c the hash %j does not open the cookie banner',
  async (hash) => {
    const deps = fakeDeps();
    await runGuards(to({ hash }), deps);
    expect(deps.calls).not.toContain('cookie banner');
  },
);

test('GUARD-03a a version that cannot be loaded ends the navigation with its error', async () => {
  const failing = fakeDeps({ publication: () => Promise.reject(new Error('no version')) });
  await expect(runGuards(to(), failing)).rejects.toThrow('no version');
  expect(failing.calls).toEqual(['close dialogs']);
});

const unpublished = () => fakeDeps({ publication: async () => 'UNPUBLISHED' });

test('GUARD-04e while unpublished every route goes to WorkInProgress, with the intended path', async () => {
  expect(await runGuards(to(), unpublished())).toEqual({
    to: 'WorkInProgress',
    redirect: '/v/nightfall/area/lounge?viewpoint=sofa#x',
  });
  for (const route of [{ open: true, login: true }, { open: true, mandatoryPage: true }, {}]) {
    expect(await runGuards(to({ route }), unpublished())).toMatchObject({ to: 'WorkInProgress' });
  }
});

test('GUARD-04b WorkInProgress itself stays while unpublished', async () => {
  expect(await runGuards(to({ route: { open: true, workInProgress: true } }), unpublished())).toBeUndefined();
});

test('GUARD-04c only LIVE with a published version of -1 is unpublished', () => {
  const version = { mode: 'LIVE', version: 3, publishedVersion: -1, publishedArchitectureId: null } as const;
  expect(publicationOf(null)).toBe('UNKNOWN');
  expect(publicationOf(version)).toBe('UNPUBLISHED');
  expect(publicationOf({ ...version, publishedVersion: 3 })).toBe('PUBLISHED');
  expect(publicationOf({ ...version, mode: 'STAGE' })).toBe('PUBLISHED');
});

test('GUARD-05a once published, WorkInProgress goes to its redirect or to the root', async () => {
  const route = { open: true, workInProgress: true };
  expect(await runGuards(to({ route, redirect: '/v/nightfall/area/lounge' }), fakeDeps())).toEqual({
    to: 'path',
    path: '/v/nightfall/area/lounge',
  });
  expect(await runGuards(to({ route }), fakeDeps())).toEqual({ to: 'path', path: '/' });
  expect(await runGuards(to({ route, redirect: 'https://evil.example/' }), fakeDeps())).toEqual({
    to: 'path',
    path: '/',
  });
});

test('GUARD-06a without a login a protected route leads to the login page, an open one does not', async () => {
  const loggedOut = () => fakeDeps({ loginRequired: () => true });
  expect(await runGuards(to(), loggedOut())).toEqual({
    to: 'login',
    redirect: '/v/nightfall/area/lounge?viewpoint=sofa#x',
  });
  for (const route of [
    { open: true, login: true },
    { open: true, mandatoryPage: true },
  ]) {
    expect(await runGuards(to({ route }), loggedOut())).toBeUndefined();
  }
});

test('ROUTE-02a the login page redirects users who need not log in', async () => {
  const route = { open: true, login: true };
  expect(await runGuards(to({ route, redirect: '/v/nightfall/imprint' }), fakeDeps())).toEqual({
    to: 'path',
    path: '/v/nightfall/imprint',
  });
  expect(await runGuards(to({ route }), fakeDeps())).toEqual({ to: 'path', path: '/' });
});

test('ROLE-03d the login page of a venue without a required login stays when it is opened by its URL', async () => {
  const route = { open: true, login: true };
  const offered = () => fakeDeps({ loginOffered: () => true });
  expect(await runGuards(to({ route }), offered())).toBeUndefined();
  expect(await runGuards(to({ route, redirect: '/v/nightfall/imprint' }), offered())).toMatchObject({
    to: 'path',
  });
  expect(
    await runGuards(to({ route, redirect: '/v/nightfall/imprint', loginFailed: true }), offered()),
  ).toBeUndefined();
  expect(
    await runGuards(to({ route, redirect: '/v/nightfall/imprint', loginRequested: true }), offered()),
  ).toBeUndefined();
});
