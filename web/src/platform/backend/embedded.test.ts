import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { IdTokenClaims, IssuedIdToken } from '@foyer/contract';
import { EmbeddedBackend } from './embedded.ts';
import type { TabMessage, Tabs } from './tabs.ts';

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall'));
  vi.stubGlobal('document', { cookie: '' });
});
afterEach(() => vi.unstubAllGlobals());

function createToken(sub: string, kind: IdTokenClaims['kind'] = 'account', iat = 0): IssuedIdToken {
  const sid = `session-of-${sub}`;
  const claims = { sub, kind, email: '', authorities: [], provider: 'password', sid, iat, exp: 9e9 };
  return { idToken: `head.${btoa(JSON.stringify(claims))}.signature`, expiresAt: 9e12 };
}

/** A backend with a server that responds when the test calls `respond`, and the other tabs of the browser. */
function setUp() {
  const requests: { path: string; init: RequestInit; respond: (status: number, body?: object) => void }[] =
    [];
  vi.stubGlobal(
    'fetch',
    (path: string, init: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        const respond = (status: number, body?: object) =>
          resolve(new Response(body ? JSON.stringify(body) : null, { status }));
        requests.push({ path, init, respond });
      }),
  );
  let receive: (message: TabMessage) => void = () => undefined;
  const sent: TabMessage[] = [];
  const tabs: Tabs = {
    runExclusive: (run) => run(),
    broadcast: (message) => void sent.push(message),
    onMessage: (listener) => (receive = listener),
  };
  const backend = new EmbeddedBackend(tabs);
  const users: (string | null)[] = [];
  backend.onUser((user) => users.push(user?.userId ?? null));
  const requested = (path: string) =>
    vi.waitFor(() => {
      const found = requests.find((request) => request.path === `/api${path}`);
      if (!found) throw new Error(`${path} was not requested`);
      return found;
    });
  const signIn = async (name: string) => {
    const done = backend.signInWithPassword(`${name}@example.com`, 'right horse');
    (await requested('/session/sign-in')).respond(200, createToken(name));
    await done;
  };
  return {
    backend,
    users,
    sent,
    requested,
    signIn,
    requests,
    receive: (message: TabMessage) => receive(message),
  };
}

const unauthorized = { code: 'unauthorized', errMsg: 'no', requestId: 'r-1' };

test('SESSION-10g a renewal whose response arrives after a logout logs the user in again in no tab', async () => {
  const { backend, users, sent, requested, signIn } = setUp();
  await signIn('ada');
  const renewed = backend.idToken({ renew: true });
  const renewal = await requested('/session/refresh');
  const left = backend.signOut('browser');
  renewal.respond(200, createToken('ada', 'account', 1));
  (await requested('/session/sign-out')).respond(204);
  await left;
  await expect(renewed).resolves.toBeNull();
  expect(users).toEqual(['ada', null]);
  expect(sent.map(({ type }) => type)).toEqual(['token', 'signedOut']);
});

test.each([
  ['a response', 200, createToken('ada', 'account', 1)],
  ['a rejection', 401, unauthorized],
] as const)(
  'SESSION-10h %s to a renewal keeps the user who has signed in meanwhile',
  async (_, status, body) => {
    const { backend, users, requested, signIn, receive } = setUp();
    await signIn('ada');
    const renewed = backend.idToken({ renew: true });
    const renewal = await requested('/session/refresh');
    const news = createToken('bo');
    receive({ type: 'token', base: '', session: news });
    renewal.respond(status, body);
    await expect(renewed).resolves.toBe(news.idToken);
    expect(users).toEqual(['ada', 'bo']);
  },
);

test('SESSION-10r two sign-ins in two tabs at the same time leave both tabs with the user of the cookie', async () => {
  const { users, requested, signIn, receive, requests } = setUp();
  await signIn('ada');
  receive({ type: 'token', base: '', session: createToken('bo') });
  (await requested('/session/refresh')).respond(200, createToken('ada', 'account', 1));
  await vi.waitFor(() => expect(users).toEqual(['ada', 'bo', 'ada']));
  // The same user again needs no request: the next one is for the next user.
  receive({ type: 'token', base: '', session: createToken('ada', 'account', 2) });
  receive({ type: 'token', base: '', session: createToken('cy') });
  await vi.waitFor(() => expect(requests).toHaveLength(3));
  expect(users).toEqual(['ada', 'bo', 'ada', 'ada', 'cy']);
});

test('SESSION-10w after a sign-in in another tab, the cookie is asked once a renewal for the previous user is over', async () => {
  const { backend, users, requested, signIn, receive, requests } = setUp();
  await signIn('ada');
  const renewed = backend.idToken({ renew: true });
  const renewal = await requested('/session/refresh');
  receive({ type: 'token', base: '', session: createToken('bo') });
  renewal.respond(200, createToken('ada', 'account', 1));
  await renewed;
  await vi.waitFor(() => expect(requests).toHaveLength(3));
  requests[2]?.respond(200, createToken('cy'));
  await vi.waitFor(() => expect(users).toEqual(['ada', 'bo', 'cy']));
});

test.each([
  ['this tab', 'own'],
  ['another tab', 'other'],
])('SESSION-05u a token of a session that %s has ended signs no one in', async (_, where) => {
  const { backend, users, requested, signIn, receive } = setUp();
  await signIn('ada');
  if (where === 'own') {
    const left = backend.signOut('browser');
    (await requested('/session/sign-out')).respond(204);
    await left;
  } else receive({ type: 'signedOut', sessionId: 'session-of-ada' });
  receive({ type: 'token', base: '', session: createToken('ada', 'account', 1) });
  expect(users).toEqual(['ada', null]);
  receive({ type: 'token', base: '', session: createToken('bo') });
  expect(users).toEqual(['ada', null, 'bo']);
});

test('SESSION-05v a session that another tab ends while this one restores it signs no one in', async () => {
  const { backend, users, requested, receive } = setUp();
  const restored = backend.restore();
  const renewal = await requested('/session/refresh');
  receive({ type: 'signedOut', sessionId: 'session-of-ada' });
  renewal.respond(200, createToken('ada'));
  await restored;
  expect(users).toEqual([]);
});

test('SESSION-05x a logout elsewhere of a session that a sign-in here has replaced asks the cookie', async () => {
  const { users, requested, signIn, receive } = setUp();
  await signIn('bo');
  receive({ type: 'signedOut', sessionId: 'session-of-ada' });
  (await requested('/session/refresh')).respond(200, createToken('bo', 'account', 1));
  await vi.waitFor(() => expect(users).toEqual(['bo', 'bo']));
});

test('SESSION-05y a user whose cookie has been replaced by that of an ended session is signed out', async () => {
  const { backend, users, requested, signIn, receive } = setUp();
  await signIn('bo');
  receive({ type: 'signedOut', sessionId: 'session-of-ada' });
  const renewed = backend.idToken({ renew: true });
  (await requested('/session/refresh')).respond(200, createToken('ada', 'account', 1));
  await expect(renewed).resolves.toBeNull();
  expect(users).toEqual(['bo', null]);
});

test('SESSION-05h a logout deletes the session marker, and is sent even if the page is closed', async () => {
  const { backend, requested, signIn } = setUp();
  const cookies: string[] = [];
  vi.stubGlobal('document', {
    set cookie(text: string) {
      cookies.push(text);
    },
  });
  await signIn('ada');
  const left = backend.signOut('browser');
  expect(cookies).toEqual(['foyer_session=; Max-Age=0; Path=/']);
  const request = await requested('/session/sign-out');
  expect(request.init.keepalive).toBe(true);
  request.respond(204);
  await left;
});

test('SESSION-05i a logout on the stage deletes the session marker of the whole browser too', async () => {
  const cookies: string[] = [];
  vi.stubGlobal('document', {
    set cookie(text: string) {
      cookies.push(text);
    },
    querySelector: () => ({ content: '/stage' }),
  });
  vi.resetModules();
  const { clearSessionMark } = await import('./sessionMark.ts');
  clearSessionMark();
  expect(cookies.map((text) => text.split('Path=')[1])).toEqual(['/', '/stage']);
});

test('SESSION-06h a rejected renewal ends its session', async () => {
  const { backend, users, requested, signIn } = setUp();
  await signIn('ada');
  const renewed = backend.idToken({ renew: true });
  (await requested('/session/refresh')).respond(401, unauthorized);
  await expect(renewed).rejects.toMatchObject({ status: 401 });
  expect(users).toEqual(['ada', null]);
});

test('ROLE-04h a guest who signs in before the guest session is open stays signed in', async () => {
  const { backend, users, requested, signIn } = setUp();
  const signingIn = backend.signInAnonymously();
  const guest = await requested('/session/guest');
  await signIn('ada');
  guest.respond(200, createToken('anon-1', 'guest'));
  await signingIn;
  expect(users).toEqual(['ada']);
});

test('SESSION-01h a cancelled sign-in ends nothing if another tab has signed the user in', async () => {
  const { backend, users, requested, requests, receive } = setUp();
  const cancelling = new AbortController();
  const signingIn = backend.signInWithPassword('ada@example.com', 'right horse', cancelling.signal);
  const request = await requested('/session/sign-in');
  receive({ type: 'token', base: '', session: createToken('ada') });
  cancelling.abort();
  request.respond(200, createToken('ada', 'account', 1));
  await signingIn;
  expect(new Set(users)).toEqual(new Set(['ada']));
  expect(requests).toHaveLength(1);
});

test('SESSION-01i a cancelled sign-in ends its own session, whichever session the cookie belongs to', async () => {
  const { backend, requested, receive } = setUp();
  const cancelling = new AbortController();
  const signingIn = backend.signInWithPassword('ada@example.com', 'right horse', cancelling.signal);
  const request = await requested('/session/sign-in');
  cancelling.abort();
  receive({ type: 'token', base: '', session: createToken('bo') });
  const session = createToken('ada');
  request.respond(200, session);
  const ending = await requested('/session/sign-out');
  expect(ending.init.credentials).toBe('omit');
  expect(ending.init.headers).toMatchObject({ authorization: `Bearer ${session.idToken}` });
  ending.respond(204);
  await signingIn;
});

test.each([
  ['no session', undefined, 1],
  ['a guest session', createToken('anon-1', 'guest'), 1],
  ['a stage session', createToken('stage-1', 'stage'), 0],
] as const)(
  'SESSION-01k a cancelled sign-in deletes the session marker unless it belongs to another session: with %s',
  async (_, current, count) => {
    const cookies: string[] = [];
    vi.stubGlobal('document', {
      set cookie(text: string) {
        cookies.push(text);
      },
    });
    const { backend, requested, receive } = setUp();
    if (current) receive({ type: 'token', base: '', session: current });
    const cancelling = new AbortController();
    const signingIn = backend.signInWithPassword('ada@example.com', 'right horse', cancelling.signal);
    const request = await requested('/session/sign-in');
    cancelling.abort();
    request.respond(200, createToken('ada'));
    (await requested('/session/sign-out')).respond(204);
    await signingIn;
    expect(cookies).toEqual(Array.from({ length: count }, () => 'foyer_session=; Max-Age=0; Path=/'));
  },
);

test('SESSION-01j a cancelled sign-in without a response delays the next one by three seconds', async () => {
  vi.useFakeTimers();
  const { backend, requests } = setUp();
  const cancelling = new AbortController();
  const signingIn = backend.signInWithPassword('ada@example.com', 'right horse', cancelling.signal);
  await vi.advanceTimersByTimeAsync(10);
  cancelling.abort();
  void backend.signInWithPassword('bo@example.com', 'right horse');
  await vi.advanceTimersByTimeAsync(2_900);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(requests).toHaveLength(2);
  await expect(signingIn).rejects.toThrow();
  vi.useRealTimers();
});

test('SESSION-01d a cancelled sign-in logs no one in; its session ends before the next sign-in starts', async () => {
  const { backend, users, sent, requested, requests } = setUp();
  const cancelling = new AbortController();
  const signingIn = backend.signInWithPassword('ada@example.com', 'right horse', cancelling.signal);
  const request = await requested('/session/sign-in');
  cancelling.abort();
  const next = backend.signInWithPassword('bo@example.com', 'right horse');
  request.respond(200, createToken('ada'));
  (await requested('/session/sign-out')).respond(204);
  await signingIn;
  await vi.waitFor(() => expect(requests).toHaveLength(3));
  requests[2]?.respond(200, createToken('bo'));
  await next;
  expect(requests.map(({ path }) => path.slice('/api/session/'.length))).toEqual([
    'sign-in',
    'sign-out',
    'sign-in',
  ]);
  expect(users).toEqual(['bo']);
  expect(sent).toHaveLength(1);
});
