import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  getVenueVersion,
  venue as venueSchema,
  type Architecture,
  type ProfileData,
  type UiConfig,
  type Venue,
} from '@foyer/contract';
import { call } from '../../../platform/api/client.ts';
import { useWaits } from '../../../platform/api/retry.ts';
import type {
  AttendeeService,
  Backend,
  BackendUser,
  SignOutScope,
  UserListener,
} from '../../../platform/backend/backend.ts';
import { draftsKey, outboxPrefix } from '../../../platform/storage/chatStorage.ts';
import { userKey } from '../../../platform/storage/userStorage.ts';
import { makeDecision } from '../../../platform/consent/decisions.ts';
import { decisionKey, storeDecision } from '../../../platform/consent/decisionStorage.ts';
import { openConsents } from '../../../platform/consent/openConsents.ts';
import { clearCookieBanner, type VenueConsentSettings } from '../../../platform/state/cookieBanner.ts';
import { useUi } from '../../../platform/state/ui.ts';
import { clearGlobalError, useErrors } from '../../../platform/state/errors.ts';
import { setVenue } from '../../../platform/state/setVenue.ts';
import { createVenueState, currentVenue } from '../../../platform/state/venue.ts';
import { initialUser, useUser } from '../../../platform/state/user.ts';
import { useLogin } from './loginState.ts';
import { browserStorage } from '../../../platform/storage/browserStorage.ts';
import { beginVisit, currentVisit, useCurrentVisit } from '../../../platform/visit/currentVisit.ts';
import { authHook } from '../../../platform/api/authHook.ts';
import { createOwnProfile } from './ownProfile.ts';
import { createSession, type Session } from './session.ts';

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall'));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { getElementById: () => null }));
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useUser.setState(initialUser);
  beginVisit();
  useLogin.setState({ error: null });
  clearGlobalError();
  useUi.setState({ loginEnabled: true });
});

const ada: BackendUser = { userId: 'ada', kind: 'account', email: 'ada@example.com', authorities: [] };
const bo: BackendUser = { ...ada, userId: 'bo', email: 'bo@example.com' };
const guest: BackendUser = { ...ada, userId: 'anon-1', kind: 'guest', email: '' };

interface Given {
  readonly signInAnonymously?: Backend['signInAnonymously'];
  readonly idToken?: Backend['idToken'];
  readonly isAtLogin?: boolean;
  readonly attendees?: Backend['attendees'];
  /** By default never completes. */
  readonly signOut?: Backend['signOut'];
}

/** A session with a backend that records the scopes of sign-outs. */
function setUp(
  user: BackendUser | null,
  {
    signInAnonymously = () => Promise.resolve(),
    idToken = () => Promise.resolve('token'),
    isAtLogin = false,
    attendees = () => new Promise(() => undefined),
    signOut = () => new Promise(() => undefined),
  }: Given = {},
) {
  const scopes: SignOutScope[] = [];
  let report: UserListener = () => undefined;
  const unused = () => Promise.reject(new Error('not used by this test'));
  const backend: Backend = {
    onUser(listener) {
      report = listener;
      return () => undefined;
    },
    restore: unused,
    openSession: () => undefined,
    signInWithPassword: async () => report(ada, 'signIn'),
    signInAnonymously,
    startProvider: () => undefined,
    sendPasswordReset: unused,
    idToken,
    signOut(scope) {
      scopes.push(scope);
      return signOut(scope);
    },
    attendees,
    likes: unused,
  };
  const session = createSession(
    {
      continueFromLogin: () => undefined,
      isAtLogin: () => isAtLogin,
      traits: () => ({}),
    },
    backend,
  );
  const reportUser = (reported: BackendUser | null) => report(reported, 'otherTab');
  reportUser(user);
  return {
    session,
    scopes,
    report: reportUser,
  };
}

/** A server that accepts every request. */
const acceptAll = (): void => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })));
};
const tokenStored = (): Promise<void> => vi.waitFor(() => expect(useUser.getState().authToken).toBe('token'));
/** Reports the rejection of a request that was sent with this token. */
const reject = (status: number, token: string | null = 'token') => authHook()?.handleRejection(status, token);
const loggedIn = (): Promise<void> => vi.waitFor(() => expect(useUser.getState().isLoggedIn).toBe(true));

const venueNamed = (name: string): Venue =>
  venueSchema.parse({
    architectures: [
      {
        id: 'nightfall',
        name,
        areas: [{ id: 'lobby', names: [], viewPoints: [], viewMode: 'VIEW_2D' }],
      },
    ],
  });
const venueName = () => currentVenue().architecture?.name;

/** Opens the venue as everyone sees it, on a server that sends another one to the bearer of the token `host`. */
function openVenue(): void {
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: Record<string, string> }) => {
    const forHosts = headers['authorization'] === 'Bearer host';
    return Promise.resolve(
      path.startsWith('/api/ui/venue?')
        ? Response.json(venueNamed(forHosts ? 'for hosts' : 'for others'))
        : new Response(null, { status: 204 }),
    );
  });
  setVenue(currentVisit(), venueNamed('for others'), {
    mode: 'LIVE',
    version: 1,
    publishedVersion: 1,
    publishedArchitectureId: 'nightfall',
  });
}

const storage = (entries: Record<string, string>) =>
  Object.defineProperties(
    { ...entries },
    {
      getItem: {
        value(this: Record<string, string>, key: string) {
          return this[key] ?? null;
        },
      },
      removeItem: {
        value(this: Record<string, string>, key: string) {
          Reflect.deleteProperty(this, key);
        },
      },
    },
  );

test('ERROR-01e a 401 signs out this tab only, as the cookie may belong to another session; a 403 signs out the browser', async () => {
  const { scopes } = setUp(ada);
  await tokenStored();
  reject(401);
  expect(scopes).toEqual(['tab']);
  const other = setUp(ada);
  await tokenStored();
  reject(403);
  expect(other.scopes).toEqual(['browser']);
});

test('ERROR-01g the end of a session is shown at the login page once for all calls, without a dialog', async () => {
  setUp(ada);
  await tokenStored();
  expect(reject(401)).toBe(true);
  expect(useLogin.getState()).toMatchObject({ error: 'ended' });
  expect(reject(401)).toBe(true);
  expect(useErrors.getState().globalError.hasErrors).toBe(false);
});

test('ERROR-01h where no login page follows, a dialog says that the session has ended', async () => {
  useUi.setState({ loginEnabled: false });
  setUp(ada);
  await tokenStored();
  expect(reject(403)).toBe(true);
  expect(useErrors.getState().globalError).toMatchObject({ code: 'FORBIDDEN', hasErrors: true });
});

test.each([
  ['without a token', null],
  ['with a token that was renewed meanwhile', 'token before'],
])('ERROR-01m the rejection of a request %s signs no one out', async (_, token) => {
  acceptAll();
  const { scopes } = setUp(ada);
  await loggedIn();
  expect(reject(401, token)).toBe(false);
  expect(reject(403, token)).toBe(false);
  expect(scopes).toEqual([]);
  expect(useUser.getState()).toMatchObject({ isLoggedIn: true, authToken: 'token' });
});

test('ERROR-01n a call says with which token it was sent: its late 401 keeps a session that was renewed meanwhile', async () => {
  acceptAll();
  let token = 'token';
  const { scopes, report } = setUp(ada, { idToken: () => Promise.resolve(token) });
  await loggedIn();
  const answer = Promise.withResolvers<Response>();
  const sent = vi.fn(() => answer.promise);
  vi.stubGlobal('fetch', sent);
  const late = call(getVenueVersion, { report: 'console' });
  await vi.waitFor(() => expect(sent).toHaveBeenCalled());
  token = 'renewed';
  report(ada);
  await vi.waitFor(() => expect(useUser.getState().authToken).toBe('renewed'));
  answer.resolve(new Response(null, { status: 401 }));
  await expect(late).rejects.toMatchObject({ status: 401 });
  expect(scopes).toEqual([]);
  expect(useUser.getState().isLoggedIn).toBe(true);
});

test.each([
  ['a user', ada],
  ['a guest', guest],
])(
  'ERROR-01o the call whose rejection ends the visit of %s is aborted: nothing of it is reported',
  async (_, user) => {
    useUi.setState({ loginEnabled: user === ada });
    acceptAll();
    setUp(user);
    await tokenStored();
    const { visit } = useCurrentVisit.getState();
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 401 })));
    await expect(call(getVenueVersion, {})).rejects.toMatchObject({ name: 'AbortError' });
    expect(visit.signal.aborted).toBe(true);
    expect(useErrors.getState().globalError.hasErrors).toBe(false);
  },
);

test('SESSION-05j chat drafts and what is stored for the user are deleted at once, without waiting for the server', async () => {
  const localStorage = storage({
    [`${outboxPrefix}ada.1`]: 'Never sent',
    [userKey('ada', 'opened')]: '[]',
    other: 'kept',
  });
  const sessionStorage = storage({ [draftsKey]: 'For nobody but me' });
  vi.stubGlobal('window', { localStorage, sessionStorage });
  const { session, scopes } = setUp(ada);
  void session.logout();
  await vi.waitFor(() => expect(scopes).toEqual(['browser']));
  expect(Object.keys(localStorage)).toEqual(['other']);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('SESSION-05k a logout in another tab deletes the drafts here before the chat is loaded, but not the waiting messages of the next user', async () => {
  acceptAll();
  const sessionStorage = storage({ [draftsKey]: JSON.stringify({ ownId: 'ada', drafts: [] }) });
  const localStorage = storage({ [`${outboxPrefix}ada.2`]: 'Written since' });
  vi.stubGlobal('window', { localStorage, sessionStorage });
  const { report } = setUp(ada);
  await loggedIn();
  expect(Object.keys(sessionStorage)).toEqual([draftsKey]);
  report(null);
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(Object.keys(localStorage)).toHaveLength(1);
});

test('SESSION-05 the logout of another session in another tab keeps the drafts of a guest', async () => {
  const channels: EventTarget[] = [];
  class FakeChannel extends EventTarget {
    constructor() {
      super();
      channels.push(this);
    }
    postMessage(): void {}
  }
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  const sessionStorage = storage({ [draftsKey]: 'Of the guest' });
  vi.stubGlobal('window', { localStorage: storage({}), sessionStorage });
  const session = createSession({
    continueFromLogin: () => undefined,
    isAtLogin: () => false,
    traits: () => ({}),
  });
  const { userId: sub, ...rest } = guest;
  const claims = { ...rest, sub, sid: 'session-of-anon-1', provider: 'guest', iat: 0, exp: 9e9 };
  const idToken = `head.${btoa(JSON.stringify(claims))}.signature`;
  await session.open({ idToken, expiresAt: 9e12 });
  expect(useUser.getState().authToken).toBe(idToken);
  const data = { type: 'signedOut', sessionId: 'session-of-ada' };
  for (const channel of channels) channel.dispatchEvent(Object.assign(new Event('message'), { data }));
  expect(channels).not.toEqual([]);
  expect(Object.keys(sessionStorage)).toEqual([draftsKey]);
});

test('SESSION-10 a restored session whose check fails keeps the drafts for the next attempt', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 502 })));
  const sessionStorage = storage({ [draftsKey]: JSON.stringify({ ownId: 'ada', drafts: [] }) });
  vi.stubGlobal('window', { localStorage: storage({}), sessionStorage });
  const { scopes } = setUp(ada);
  await vi.waitFor(() => expect(scopes).toEqual(['tab']));
  expect(Object.keys(sessionStorage)).toEqual([draftsKey]);
});

test('SESSION-05 the answer to logging out everywhere keeps what is stored for the user who has logged in since', async () => {
  acceptAll();
  const localStorage = storage({
    [`${outboxPrefix}ada.1`]: 'Never sent',
    [userKey('ada', 'opened')]: '[]',
  });
  vi.stubGlobal('window', { localStorage, sessionStorage: storage({}) });
  const ended = Promise.withResolvers<undefined>();
  const { session, scopes, report } = setUp(ada, { signOut: () => ended.promise });
  await loggedIn();
  const loggedOut = session.logout(true);
  await vi.waitFor(() => expect(scopes).toEqual(['everywhere']));
  report(bo);
  await loggedIn();
  localStorage[`${outboxPrefix}bo.1`] = 'Written since';
  localStorage[userKey('bo', 'opened')] = '[]';
  ended.resolve(undefined);
  await loggedOut;
  expect(Object.keys(localStorage)).toEqual([`${outboxPrefix}bo.1`, userKey('bo', 'opened')]);
});

test('SESSION-05 an account that logs in while the record of the previous one is removed is not logged out', async () => {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  const removed = Promise.withResolvers<undefined>();
  const remove = vi.fn(() => removed.promise);
  const nothing = () => Promise.resolve();
  const { session, scopes, report } = setUp(ada, {
    attendees: async () => ({
      connect: () => undefined,
      update: nothing,
      remove,
      setScope: () => undefined,
      follow: () => undefined,
      setStatus: nothing,
      setIdle: () => undefined,
    }),
  });
  useUi.setState({ uiConfig: { features: {} } as UiConfig });
  onTestFinished(() => useUi.setState({ uiConfig: null }));
  await loggedIn();
  // The connection requests a ticket when it starts.
  await vi.waitFor(() => expect(requests.some((url) => url.includes('ticket'))).toBe(true));
  const loggedOut = session.logout();
  expect(remove).toHaveBeenCalledOnce();
  report(bo);
  await loggedIn();
  removed.resolve(undefined);
  await loggedOut;
  expect(scopes).toEqual([]);
});

test('ERROR-01b the end of a session keeps the consents of the browser and clears the user', async () => {
  acceptAll();
  const { report } = setUp(ada);
  await loggedIn();
  const consents = [{ id: 'vimeo', accepted: true }];
  useUser.setState({ localStorageCookieProviders: consents });
  report(null);
  expect(useUser.getState()).toEqual({ ...initialUser, localStorageCookieProviders: consents });
});

test('SESSION-04d SESSION-10aa another account is another visit, with nothing of the previous one', async () => {
  acceptAll();
  openVenue();
  const localStorage = storage({
    [`${outboxPrefix}ada.1`]: 'Never sent',
    [userKey('ada', 'opened')]: '[]',
  });
  const sessionStorage = storage({ [draftsKey]: 'For nobody but me' });
  vi.stubGlobal('window', { localStorage, sessionStorage });
  const { report } = setUp(ada);
  await loggedIn();
  // Another tab follows the login of the next user first.
  localStorage[`${outboxPrefix}bo.1`] = 'Mine';
  const { visit, pageKey } = useCurrentVisit.getState();
  visit.get(createOwnProfile).setState({ profile: { userId: 'ada', attributes: {} } as ProfileData });
  report(bo);
  expect(useUser.getState()).toMatchObject({ isLoggedIn: false, user: null, authToken: null, roles: [] });
  expect(currentVenue().venue).toBeNull();
  expect(visit.signal.aborted).toBe(true);
  const next = useCurrentVisit.getState();
  expect(next.pageKey).not.toBe(pageKey);
  expect(next.visit.get(createOwnProfile).getState().profile).toBeNull();
  await loggedIn();
  expect(useUser.getState().user?.userId).toBe('bo');
  expect(Object.keys(localStorage)).toEqual([`${outboxPrefix}bo.1`]);
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(useCurrentVisit.getState()).toEqual(next);
});

test('SESSION-10ab the login page keeps its form while a guest becomes a user, who has another visit', () => {
  const { report } = setUp(guest, { isAtLogin: true });
  const { visit, pageKey } = useCurrentVisit.getState();
  report(ada);
  expect(useCurrentVisit.getState().pageKey).toBe(pageKey);
  expect(useCurrentVisit.getState().visit).not.toBe(visit);
});

test('SESSION-04e a request of one user is not sent with the token of the next', async () => {
  acceptAll();
  let renews: (() => void) | undefined;
  let token = 'token of ada';
  const { report } = setUp(ada, {
    idToken: async () => {
      const run = renews;
      renews = undefined;
      run?.();
      return token;
    },
  });
  await loggedIn();
  renews = () => {
    token = 'token of bo';
    report(bo);
  };
  await expect(authHook()?.ready()).rejects.toThrow('The user has changed.');
  await loggedIn();
  expect(useUser.getState()).toMatchObject({ user: { userId: 'bo' }, authToken: 'token of bo' });
});

test('SESSION-04f a call that waits for a token at the logout is aborted: neither reported nor sent later', async () => {
  acceptAll();
  let token = (): Promise<string | null> => Promise.resolve('token');
  const { report } = setUp(ada, { idToken: () => token() });
  await loggedIn();
  const sent = vi.fn();
  vi.stubGlobal('fetch', sent);
  token = () => {
    report(null);
    return Promise.resolve(null);
  };
  await expect(call(getVenueVersion, {})).rejects.toMatchObject({ name: 'AbortError' });
  expect(sent).not.toHaveBeenCalled();
  expect(useWaits.getState().list).toEqual([]);
  expect(useLogin.getState().error).toBeNull();
  expect(useErrors.getState().globalError.hasErrors).toBe(false);
});

test('SESSION-10ag an answer for the previous user changes nothing: its 401 does not sign out the next one', async () => {
  acceptAll();
  const { report, scopes } = setUp(ada);
  await loggedIn();
  const answer = Promise.withResolvers<Response>();
  const sent = vi.fn(() => answer.promise);
  vi.stubGlobal('fetch', sent);
  const late = call(getVenueVersion, {});
  await vi.waitFor(() => expect(sent).toHaveBeenCalled());
  acceptAll();
  report(bo);
  await loggedIn();
  answer.resolve(new Response(null, { status: 401 }));
  await expect(late).rejects.toMatchObject({ name: 'AbortError' });
  expect(useUser.getState()).toMatchObject({ isLoggedIn: true, user: { userId: 'bo' } });
  expect(scopes).toEqual([]);
  expect(useLogin.getState().error).toBeNull();
  expect(useErrors.getState().globalError.hasErrors).toBe(false);
});

test('SESSION-04c after a logout the same account finds its unsent messages, another one does not', async () => {
  acceptAll();
  const localStorage = storage({ [`${outboxPrefix}ada.1`]: 'Not sent yet' });
  vi.stubGlobal('window', { localStorage, sessionStorage: storage({}) });
  const { report } = setUp(ada);
  await loggedIn();
  report(null);
  const { visit } = useCurrentVisit.getState();
  report(ada);
  await loggedIn();
  expect(Object.keys(localStorage)).toHaveLength(1);
  // From nobody to a user the visit stays.
  expect(useCurrentVisit.getState().visit).toBe(visit);
  report(null);
  report(bo);
  await loggedIn();
  expect(Object.keys(localStorage)).toEqual([]);
});

test.each([
  ['the same account keeps', ada, [`${outboxPrefix}ada.1`, draftsKey]],
  ['another account removes', bo, []],
  ['a guest keeps', guest, [`${outboxPrefix}ada.1`, draftsKey]],
])(
  'SESSION-10 after an expired session and a reload, the login of %s what a user has not sent',
  async (_, user, kept) => {
    acceptAll();
    const localStorage = storage({ [`${outboxPrefix}ada.1`]: 'Never sent' });
    const sessionStorage = storage({ [draftsKey]: JSON.stringify({ ownId: 'ada', drafts: [] }) });
    vi.stubGlobal('window', { localStorage, sessionStorage });
    setUp(user);
    await (user === guest ? tokenStored() : loggedIn());
    expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual(kept);
  },
);

test('SESSION-01b a sign-in that is cancelled before it is complete is signed out again', async () => {
  const { session, scopes } = setUp(null);
  const controller = new AbortController();
  void session.signIn('ada@example.com', 'right horse', controller.signal);
  await vi.waitFor(() => expect(useLogin.getState().phase).toBe('loggingIn'));
  controller.abort();
  expect(scopes).toEqual(['browser']);
});

test('SESSION-01c cancelling a completed sign-in does not sign out', async () => {
  acceptAll();
  const { session, scopes } = setUp(null);
  const controller = new AbortController();
  await session.signIn('ada@example.com', 'right horse', controller.signal);
  expect(useUser.getState().isLoggedIn).toBe(true);
  controller.abort();
  expect(scopes).toEqual([]);
});

test('SESSION-06i a new email arrives with the token', async () => {
  acceptAll();
  const { report } = setUp(ada);
  await loggedIn();
  report({ ...ada, email: 'ada.new@example.com' });
  expect(useUser.getState().user).toMatchObject({ userId: 'ada', email: 'ada.new@example.com' });
});

test('SESSION-02b a login applies the consents that the browser has stored since the venue was opened', async () => {
  acceptAll();
  const settings: VenueConsentSettings = {
    architectureId: 'nightfall',
    cookieBannerConfig: { type: 'SIMPLE', text: [] },
    cookieProviders: [{ id: 'vimeo', name: 'Vimeo', type: 'EXTERNAL_MEDIA', attributes: [] }],
  };
  const consents = () => useUser.getState().localStorageCookieProviders;
  onTestFinished(() => {
    clearCookieBanner();
    browserStorage.remove(decisionKey('nightfall'));
  });
  openConsents(settings);
  expect(consents()).toEqual([{ id: 'vimeo', accepted: false }]);
  storeDecision(
    'nightfall',
    makeDecision(settings, () => true, Date.now()),
  );
  setUp(ada);
  await loggedIn();
  expect(consents()).toEqual([{ id: 'vimeo', accepted: true }]);
});

test('SESSION-09e the profile is loaded after a login if the venue is already loaded', async () => {
  const requested: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    requested.push(path);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  currentVisit()
    .get(createVenueState)
    .setState({ architecture: { id: 'nightfall' } as Architecture });
  setUp(ada);
  await loggedIn();
  await vi.waitFor(() =>
    expect(requested).toContain('/api/userProfile/architecture/nightfall/userProfile/ada'),
  );
});

test('ROLE-04i a guest whose session has ended gets a new one after a delay', async () => {
  vi.useFakeTimers();
  useUi.setState({ loginEnabled: false });
  const signInAsGuest = vi.fn(() => Promise.resolve());
  const { report } = setUp(guest, { signInAnonymously: signInAsGuest });
  report(null);
  expect(signInAsGuest).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signInAsGuest).toHaveBeenCalledOnce();
});

test.each<readonly [string, SignOutScope[], (session: Session) => Promise<void>]>([
  ['logging out everywhere', ['everywhere'], (session) => session.logout(true)],
  ['deleting the account', [], (session) => session.logoutAfter(() => new Promise(() => undefined))],
])(
  'SESSION-05q the end of the session by %s is not reported as an error, however late its response',
  async (_, expected, end) => {
    acceptAll();
    const { session, scopes } = setUp(ada);
    await loggedIn();
    void end(session);
    await vi.waitFor(() => expect(scopes).toEqual(expected));
    expect(reject(401)).toBe(true);
    expect(scopes).toEqual(expected);
    expect(useLogin.getState().error).toBeNull();
  },
);

test('SESSION-05r a requested end that failed does not keep a later end from being reported', async () => {
  acceptAll();
  const { session, scopes } = setUp(ada);
  await loggedIn();
  const loggedOut = session.logoutAfter(() => Promise.reject(new Error('wrong password')));
  expect(reject(401)).toBe(true);
  await expect(loggedOut).rejects.toThrow('wrong password');
  expect(scopes).toEqual([]);
  expect(reject(401)).toBe(true);
  expect(useLogin.getState().error).toBe('ended');
});

const adaAsHost: BackendUser = { ...ada, authorities: ['ROLE_ATTENDEE', 'ROLE_HOST'] };

test('MEET-06e the open venue is loaded again when its user becomes a host, and when they are none any more', async () => {
  openVenue();
  let token = 'attendee';
  const { report } = setUp(ada, { idToken: () => Promise.resolve(token) });
  await loggedIn();
  token = 'host';
  report(adaAsHost);
  await vi.waitFor(() => expect(venueName()).toBe('for hosts'));
  token = 'attendee again';
  report({ ...ada, authorities: ['ROLE_ATTENDEE'] });
  await vi.waitFor(() => expect(venueName()).toBe('for others'));
});

test('MEET-06f the venue of a guest is left when a host logs in, and that of a host when they log out', async () => {
  openVenue();
  useUi.setState({ loginEnabled: false });
  const { report } = setUp(guest, { idToken: () => Promise.resolve('host') });
  report(adaAsHost);
  expect(venueName()).toBeUndefined();
  await loggedIn();
  openVenue();
  report(null);
  expect(venueName()).toBeUndefined();
});

test('a connection that could not be started is not tried again after the same user has logged in with other roles', async () => {
  vi.useFakeTimers();
  acceptAll();
  const loads: PromiseWithResolvers<AttendeeService>[] = [];
  const { report } = setUp(ada, {
    attendees: () => {
      const load = Promise.withResolvers<AttendeeService>();
      loads.push(load);
      return load.promise;
    },
  });
  await vi.waitFor(() => expect(loads).toHaveLength(1));
  loads[0]?.reject(new Error('could not be downloaded'));
  report(adaAsHost);
  await vi.waitFor(() => expect(loads).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loads).toHaveLength(2);
});

test('ROLE-04p presses share the request for a guest session, each visit has its own, and one that failed is not kept', async () => {
  acceptAll();
  useUi.setState({ loginEnabled: false });
  const signInAsGuest = vi.fn(() => Promise.resolve());
  const { session, report } = setUp(null, { signInAnonymously: signInAsGuest });
  expect(await Promise.all([session.signInGuest(), session.signInGuest()])).toEqual([true, true]);
  expect(signInAsGuest).toHaveBeenCalledOnce();
  report(guest);
  report(ada);
  await loggedIn();
  signInAsGuest.mockRejectedValue(new Error('no network'));
  report(null);
  expect(await session.signInGuest()).toBe(false);
  expect(signInAsGuest).toHaveBeenCalledTimes(2);
  signInAsGuest.mockResolvedValue(undefined);
  expect(await session.signInGuest()).toBe(true);
  expect(signInAsGuest).toHaveBeenCalledTimes(3);
});
