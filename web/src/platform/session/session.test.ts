import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getVenueVersion, type Architecture } from '@foyer/contract';
import { call } from '../api/client.ts';
import { useWaits } from '../api/retry.ts';
import type { Backend, BackendUser, SignOutScope, UserListener } from '../backend/backend.ts';
import type { TabMessage } from '../backend/tabs.ts';
import { draftsKey, outboxPrefix } from '../chat/chatStorageKeys.ts';
import { useUi } from '../state/ui.ts';
import { clearGlobalError, useErrors } from '../state/errors.ts';
import { useVenue } from '../state/venue.ts';
import { initialUser, useLogin, useUser } from '../state/user.ts';
import { authHook } from './authHook.ts';
import { createSession } from './session.ts';

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall'));
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useUser.setState(initialUser);
  useVenue.setState({ architecture: null });
  useLogin.setState({ refusal: null });
  clearGlobalError();
  useUi.setState({ loginEnabled: true });
});

const ada: BackendUser = { userId: 'ada', kind: 'account', email: 'ada@example.com', authorities: [] };
const bo: BackendUser = { ...ada, userId: 'bo', email: 'bo@example.com' };
const guest: BackendUser = { ...ada, userId: 'anon-1', kind: 'guest', email: '' };

/** A session whose backend notes how far it is signed out, and never hears that the server has done it. */
function sessionOf(
  user: BackendUser | null,
  asGuest: () => Promise<void> = () => Promise.resolve(),
  idToken: () => Promise<string | null> = () => Promise.resolve('token'),
) {
  const scopes: SignOutScope[] = [];
  const startedOver = vi.fn();
  let hear: (news: TabMessage) => void = () => undefined;
  let report: UserListener = () => undefined;
  const unused = () => Promise.reject(new Error('not asked for here'));
  const backend: Backend = {
    onUser(listener) {
      report = listener;
      return () => undefined;
    },
    restore: unused,
    signInWithPassword: async () => report(ada, true),
    signInAnonymously: asGuest,
    startProvider: () => undefined,
    sendPasswordReset: unused,
    idToken,
    signOut(scope) {
      scopes.push(scope);
      return new Promise(() => undefined);
    },
    attendees: () => new Promise(() => undefined),
  };
  const session = createSession(
    {
      continueFromLogin: () => undefined,
      leaveVenue: () => undefined,
      leadsToLogin: () => true,
      reloadPage: startedOver,
    },
    backend,
    (listener) => {
      hear = listener;
      return () => undefined;
    },
  );
  const come = (who: BackendUser | null) => report(who, false);
  come(user);
  return { session, scopes, startedOver, report: come, hear: (news: TabMessage) => hear(news) };
}

/** The server lets everybody in. */
const letIn = (): void => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })));
};
const isIn = (): Promise<void> => vi.waitFor(() => expect(useUser.getState().isLoggedIn).toBe(true));

const storage = (entries: Record<string, string>) =>
  Object.defineProperty({ ...entries }, 'removeItem', {
    value(this: Record<string, string>, key: string) {
      Reflect.deleteProperty(this, key);
    },
  });

test('ERROR-01e a 401 ends this tab alone: the cookie may be somebody else’s; a 403 ends the browser’s session', () => {
  const { scopes } = sessionOf(ada);
  authHook()?.refused(401);
  expect(scopes).toEqual(['tab']);
  authHook()?.refused(403);
  expect(scopes).toEqual(['tab', 'browser']);
});

test('ERROR-01g a session that was ended is told at the login, once for all calls, and in no dialog', () => {
  sessionOf(ada);
  expect(authHook()?.refused(401)).toBe(true);
  expect(useLogin.getState()).toMatchObject({ refusal: 'ended' });
  expect(authHook()?.refused(401)).toBe(true);
  expect(useErrors.getState().globalError.hasErrors).toBe(false);
});

test('ERROR-01h where no login follows, a dialog tells that the session has ended', () => {
  useUi.setState({ loginEnabled: false });
  sessionOf(ada);
  expect(authHook()?.refused(403)).toBe(true);
  expect(useErrors.getState().globalError).toMatchObject({ code: 'FORBIDDEN', hasErrors: true });
});

test('SESSION-05j what was written in chat is gone at once, whenever the server answers', async () => {
  const localStorage = storage({ [`${outboxPrefix}ada.1`]: 'Never sent', other: 'kept' });
  const sessionStorage = storage({ [draftsKey]: 'For nobody but me' });
  vi.stubGlobal('window', { localStorage, sessionStorage });
  const { session, scopes } = sessionOf(ada);
  void session.logout();
  await vi.waitFor(() => expect(scopes).toEqual(['browser']));
  expect(Object.keys(localStorage)).toEqual(['other']);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('SESSION-05k a logout in another tab leaves no draft in this one; what waits is of whoever came since', () => {
  const sessionStorage = storage({ [draftsKey]: 'For nobody but me' });
  const localStorage = storage({ [`${outboxPrefix}ada.2`]: 'Written since' });
  vi.stubGlobal('window', { localStorage, sessionStorage });
  sessionOf(null).hear({ type: 'signedOut' });
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(Object.keys(localStorage)).toHaveLength(1);
});

test('SESSION-04d for somebody else the page begins anew, with nothing of the one before', async () => {
  letIn();
  const localStorage = storage({ [`${outboxPrefix}ada.1`]: 'Never sent', [`${outboxPrefix}bo.1`]: 'Mine' });
  const sessionStorage = storage({ [draftsKey]: 'For nobody but me' });
  vi.stubGlobal('window', { localStorage, sessionStorage });
  const { startedOver, report } = sessionOf(ada);
  await isIn();
  useUi.setState({ widgetsWithNavigationGuards: ['profile'] });
  report(bo);
  expect(startedOver).toHaveBeenCalledOnce();
  expect(useUser.getState()).toMatchObject({ isLoggedIn: false, user: null, authToken: null });
  expect(useUi.getState().widgetsWithNavigationGuards).toEqual([]);
  expect(Object.keys(localStorage)).toEqual([`${outboxPrefix}bo.1`]);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('SESSION-04e what was asked for one person does not go out in the name of the next', async () => {
  letIn();
  let renews = (): void => undefined;
  const { report } = sessionOf(ada, undefined, async () => {
    renews();
    return 'token';
  });
  await isIn();
  renews = () => report(bo);
  await expect(authHook()?.ready()).rejects.toThrow('has gone');
  expect(useUser.getState().authToken).toBeNull();
});

test('SESSION-04f a call that waits for a token when the person logs out is given up: not told, and not sent later', async () => {
  letIn();
  let token = (): Promise<string | null> => Promise.resolve('token');
  const { report } = sessionOf(ada, undefined, () => token());
  await isIn();
  const sent = vi.fn();
  vi.stubGlobal('fetch', sent);
  token = () => {
    report(null);
    return Promise.resolve(null);
  };
  await expect(call(getVenueVersion, {})).rejects.toMatchObject({ name: 'AbortError' });
  expect(sent).not.toHaveBeenCalled();
  expect(useWaits.getState().list).toEqual([]);
  expect(useLogin.getState().refusal).toBeNull();
  expect(useErrors.getState().globalError.hasErrors).toBe(false);
});

test('SESSION-04c whoever comes after a logout begins anew where they are somebody else, and only there', async () => {
  letIn();
  const { startedOver, report } = sessionOf(ada);
  await isIn();
  report(null);
  report(ada);
  await isIn();
  expect(startedOver).not.toHaveBeenCalled();
  report(null);
  report(bo);
  expect(startedOver).toHaveBeenCalledOnce();
  expect(useUser.getState().isLoggedIn).toBe(false);
});

test('SESSION-01b whoever gives up a sign-in before they are let in is signed out again', async () => {
  const { session, scopes } = sessionOf(null);
  const giving = new AbortController();
  void session.signIn('ada@example.com', 'right horse', giving.signal);
  await vi.waitFor(() => expect(useLogin.getState().phase).toBe('loggingIn'));
  giving.abort();
  expect(scopes).toEqual(['browser']);
});

test('SESSION-01c whoever is in is signed out by nothing that they leave behind', async () => {
  letIn();
  const { session, scopes } = sessionOf(null);
  const giving = new AbortController();
  await session.signIn('ada@example.com', 'right horse', giving.signal);
  expect(useUser.getState().isLoggedIn).toBe(true);
  giving.abort();
  expect(scopes).toEqual([]);
});

test('SESSION-06i a new email comes with the token, to whoever is here', async () => {
  letIn();
  const { report } = sessionOf(ada);
  await isIn();
  report({ ...ada, email: 'ada.new@example.com' });
  expect(useUser.getState().user).toMatchObject({ userId: 'ada', email: 'ada.new@example.com' });
});

test('SESSION-09e whoever comes to a venue that is there already gets their profile', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { getElementById: () => null }));
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  useVenue.setState({ architecture: { id: 'nightfall' } as Architecture });
  sessionOf(ada);
  await isIn();
  await vi.waitFor(() => expect(asked).toContain('/api/userProfile/architecture/nightfall/userProfile/ada'));
});

test('ROLE-04i a visitor who has lost their identity gets one again, after a while', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  useUi.setState({ loginEnabled: false });
  const asked = vi.fn(() => Promise.resolve());
  const { report } = sessionOf(guest, asked);
  report(null);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledOnce();
});

test('SESSION-05q an end that one has asked for oneself is told as nothing else, however late its answer', async () => {
  letIn();
  const { session, scopes } = sessionOf(ada);
  await isIn();
  void session.logout(true);
  await vi.waitFor(() => expect(scopes).toEqual(['everywhere']));
  expect(authHook()?.refused(401)).toBe(true);
  expect(scopes).toEqual(['everywhere']);
  expect(useLogin.getState().refusal).toBeNull();
});

test('SESSION-05r an end that was asked for and refused keeps no later one from being told', async () => {
  letIn();
  const { session, scopes } = sessionOf(ada);
  await isIn();
  const refused = session.logoutAfter(() => Promise.reject(new Error('wrong password')));
  expect(authHook()?.refused(401)).toBe(true);
  await expect(refused).rejects.toThrow('wrong password');
  expect(scopes).toEqual([]);
  expect(authHook()?.refused(401)).toBe(true);
  expect(useLogin.getState().refusal).toBe('ended');
});
