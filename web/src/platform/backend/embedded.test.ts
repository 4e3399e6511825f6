import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { IdTokenClaims, OpenedSession } from '@foyer/contract';
import { EmbeddedBackend } from './embedded.ts';
import type { TabMessage, Tabs } from './tabs.ts';

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall'));
  vi.stubGlobal('document', { cookie: '' });
});
afterEach(() => vi.unstubAllGlobals());

function sessionOf(sub: string, kind: IdTokenClaims['kind'] = 'account', iat = 0): OpenedSession {
  const claims = { sub, kind, email: '', authorities: [], provider: 'password', iat, exp: 9e9 };
  return { idToken: `head.${btoa(JSON.stringify(claims))}.signature`, expiresAt: 9e12 };
}

/** A server whose answers wait until they are given, and the other tabs of a browser. */
function world() {
  const requests: { path: string; init: RequestInit; answer: (status: number, body?: object) => void }[] = [];
  vi.stubGlobal(
    'fetch',
    (path: string, init: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        const answer = (status: number, body?: object) =>
          resolve(new Response(body ? JSON.stringify(body) : null, { status }));
        requests.push({ path, init, answer });
      }),
  );
  let hear: (news: TabMessage) => void = () => undefined;
  const told: TabMessage[] = [];
  const tabs: Tabs = {
    runExclusive: (run) => run(),
    broadcast: (news) => void told.push(news),
    onMessage: (listener) => (hear = listener),
  };
  const backend = new EmbeddedBackend(tabs);
  const users: (string | null)[] = [];
  backend.onUser((user) => users.push(user?.userId ?? null));
  const asked = (path: string) =>
    vi.waitFor(() => {
      const found = requests.find((request) => request.path === `/api${path}`);
      if (!found) throw new Error(`${path} was not asked for`);
      return found;
    });
  const signedIn = async (who: string) => {
    const done = backend.signInWithPassword(`${who}@example.com`, 'right horse');
    (await asked('/session/sign-in')).answer(200, sessionOf(who));
    await done;
  };
  return { backend, users, told, asked, signedIn, requests, hear: (news: TabMessage) => hear(news) };
}

const refused = { code: 'unauthorized', errMsg: 'no', requestId: 'r-1' };

test('SESSION-10g a renewal that is answered after a logout logs nobody in again, in no tab', async () => {
  const { backend, users, told, asked, signedIn } = world();
  await signedIn('ada');
  const renewed = backend.idToken({ renew: true });
  const renewal = await asked('/session/refresh');
  const left = backend.signOut('browser');
  renewal.answer(200, sessionOf('ada', 'account', 1));
  (await asked('/session/sign-out')).answer(204);
  await left;
  await expect(renewed).resolves.toBeNull();
  expect(users).toEqual(['ada', null]);
  expect(told.map(({ type }) => type)).toEqual(['token', 'signedOut']);
});

test.each([
  ['an answer', 200, sessionOf('ada', 'account', 1)],
  ['a refusal', 401, refused],
] as const)('SESSION-10h %s to a renewal leaves whoever came meanwhile', async (_, status, body) => {
  const { backend, users, asked, signedIn, hear } = world();
  await signedIn('ada');
  const renewed = backend.idToken({ renew: true });
  const renewal = await asked('/session/refresh');
  const news = sessionOf('bo');
  hear({ type: 'token', base: '', session: news });
  renewal.answer(status, body);
  await expect(renewed).resolves.toBe(news.idToken);
  expect(users).toEqual(['ada', 'bo']);
});

test('SESSION-05h a logout takes the mark of the session away, and arrives though the page is closed', async () => {
  const { backend, asked, signedIn } = world();
  const written: string[] = [];
  vi.stubGlobal('document', {
    set cookie(text: string) {
      written.push(text);
    },
  });
  await signedIn('ada');
  const left = backend.signOut('browser');
  expect(written).toEqual(['foyer_session=; Max-Age=0; Path=/']);
  const request = await asked('/session/sign-out');
  expect(request.init.keepalive).toBe(true);
  request.answer(204);
  await left;
});

test('SESSION-05i a logout on the stage takes the mark of the whole browser away too', async () => {
  const written: string[] = [];
  vi.stubGlobal('document', {
    set cookie(text: string) {
      written.push(text);
    },
    querySelector: () => ({ content: '/stage' }),
  });
  vi.resetModules();
  const { clearSessionMark } = await import('../session/sessionMark.ts');
  clearSessionMark();
  expect(written.map((text) => text.split('Path=')[1])).toEqual(['/', '/stage']);
});

test('SESSION-06h a refused renewal ends the session that it was for', async () => {
  const { backend, users, asked, signedIn } = world();
  await signedIn('ada');
  const renewed = backend.idToken({ renew: true });
  (await asked('/session/refresh')).answer(401, refused);
  await expect(renewed).rejects.toMatchObject({ status: 401 });
  expect(users).toEqual(['ada', null]);
});

test('ROLE-04h a visitor who signs in before their guest session has come stays signed in', async () => {
  const { backend, users, asked, signedIn } = world();
  const entered = backend.signInAnonymously();
  const guest = await asked('/session/guest');
  await signedIn('ada');
  guest.answer(200, sessionOf('anon-1', 'guest'));
  await entered;
  expect(users).toEqual(['ada']);
});

test('SESSION-01h a sign-in that is answered once another tab has let one in ends nothing', async () => {
  const { backend, users, asked, requests, hear } = world();
  const giving = new AbortController();
  const given = backend.signInWithPassword('ada@example.com', 'right horse', giving.signal);
  const request = await asked('/session/sign-in');
  hear({ type: 'token', base: '', session: sessionOf('ada') });
  giving.abort();
  request.answer(200, sessionOf('ada', 'account', 1));
  await given;
  expect(new Set(users)).toEqual(new Set(['ada']));
  expect(requests).toHaveLength(1);
});

test('SESSION-01i what is ended of a sign-in that was given up is its own session, whoever the cookie is of', async () => {
  const { backend, asked, hear } = world();
  const giving = new AbortController();
  const given = backend.signInWithPassword('ada@example.com', 'right horse', giving.signal);
  const request = await asked('/session/sign-in');
  giving.abort();
  hear({ type: 'token', base: '', session: sessionOf('bo') });
  const session = sessionOf('ada');
  request.answer(200, session);
  const ending = await asked('/session/sign-out');
  expect(ending.init.credentials).toBe('omit');
  expect(ending.init.headers).toMatchObject({ authorization: `Bearer ${session.idToken}` });
  ending.answer(204);
  await given;
});

test.each([
  ['nobody', undefined, 1],
  ['a guest', sessionOf('anon-1', 'guest'), 1],
  ['a stage', sessionOf('stage-1', 'stage'), 0],
] as const)(
  'SESSION-01k the mark of a sign-in that was given up goes, where it is nobody else’s: with %s here',
  async (_, held, count) => {
    const written: string[] = [];
    vi.stubGlobal('document', {
      set cookie(text: string) {
        written.push(text);
      },
    });
    const { backend, asked, hear } = world();
    if (held) hear({ type: 'token', base: '', session: held });
    const giving = new AbortController();
    const given = backend.signInWithPassword('ada@example.com', 'right horse', giving.signal);
    const request = await asked('/session/sign-in');
    giving.abort();
    request.answer(200, sessionOf('ada'));
    (await asked('/session/sign-out')).answer(204);
    await given;
    expect(written).toEqual(Array.from({ length: count }, () => 'foyer_session=; Max-Age=0; Path=/'));
  },
);

test('SESSION-01j a sign-in that hangs and was given up holds the next one back for three seconds', async () => {
  vi.useFakeTimers();
  const { backend, requests } = world();
  const giving = new AbortController();
  const given = backend.signInWithPassword('ada@example.com', 'right horse', giving.signal);
  await vi.advanceTimersByTimeAsync(10);
  giving.abort();
  void backend.signInWithPassword('bo@example.com', 'right horse');
  await vi.advanceTimersByTimeAsync(2_900);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(requests).toHaveLength(2);
  await expect(given).rejects.toThrow();
  vi.useRealTimers();
});

test('SESSION-01d a sign-in that is given up lets nobody in; it is ended again before the next one begins', async () => {
  const { backend, users, told, asked, requests } = world();
  const giving = new AbortController();
  const given = backend.signInWithPassword('ada@example.com', 'right horse', giving.signal);
  const request = await asked('/session/sign-in');
  giving.abort();
  const next = backend.signInWithPassword('bo@example.com', 'right horse');
  request.answer(200, sessionOf('ada'));
  (await asked('/session/sign-out')).answer(204);
  await given;
  await vi.waitFor(() => expect(requests).toHaveLength(3));
  requests[2]?.answer(200, sessionOf('bo'));
  await next;
  expect(requests.map(({ path }) => path.slice('/api/session/'.length))).toEqual([
    'sign-in',
    'sign-out',
    'sign-in',
  ]);
  expect(users).toEqual(['bo']);
  expect(told).toHaveLength(1);
});
