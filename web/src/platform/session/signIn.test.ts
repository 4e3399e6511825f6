import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenedSession } from '@foyer/contract';
import { EmbeddedBackend } from '../backend/embedded.ts';
import type { TabMessage } from '../backend/tabs.ts';
import { initialUser, useLogin, useUser } from '../state/user.ts';
import { createSession } from './session.ts';

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://venue.example.org/login'));
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
  useUser.setState(initialUser);
  useLogin.setState({ phase: 'loggedOut', refusal: null });
});

function opened(sub: string): OpenedSession {
  const claims = { sub, kind: 'account', email: '', authorities: [], provider: 'password', iat: 0, exp: 9e9 };
  return { idToken: `head.${btoa(JSON.stringify(claims))}.signature`, expiresAt: 9e12 };
}

/** A page over a network on which each request waits for its answer; without one it is cut off. */
function page() {
  const requests: { path: string; answer: (status: number, body?: object) => void; cutOff: () => void }[] =
    [];
  vi.stubGlobal(
    'fetch',
    (path: string) =>
      new Promise<Response>((resolve, reject) => {
        requests.push({
          path,
          answer: (status, body) => resolve(new Response(body ? JSON.stringify(body) : null, { status })),
          cutOff: () => reject(new TypeError('Failed to fetch')),
        });
      }),
  );
  let hear: (news: TabMessage) => void = () => undefined;
  const backend = new EmbeddedBackend({
    runExclusive: (run) => run(),
    broadcast: () => undefined,
    onMessage: (listener) => (hear = listener),
  });
  const nowhere = () => undefined;
  const session = createSession(
    { continueFromLogin: nowhere, leaveVenue: nowhere, leadsToLogin: () => true, reloadPage: nowhere },
    backend,
    () => nowhere,
  );
  /** The request of this number, which is for this. */
  const request = (number: number, path: string) =>
    vi.waitFor(() => {
      const found = requests[number - 1];
      if (found?.path !== `/api${path}`) throw new Error(`${number} is ${found?.path ?? 'nothing yet'}`);
      return found;
    });
  const signIn = (givenUp = new AbortController().signal) =>
    session.signIn('someone@example.com', 'right horse', givenUp);
  return { requests, request, signIn, hear: (news: TabMessage) => hear(news) };
}

const isTurnedAway = () =>
  vi.waitFor(() =>
    expect(useLogin.getState()).toMatchObject({ phase: 'loggedOut', refusal: 'notReachable' }),
  );

test('SESSION-03g a sign-in that nobody could check is ended, also where one before it was given up', async () => {
  const { request, signIn } = page();
  const giving = new AbortController();
  const first = signIn(giving.signal);
  const hanging = await request(1, '/session/sign-in');
  giving.abort();
  const second = signIn();
  hanging.answer(200, opened('ada'));
  (await request(2, '/session/sign-out')).answer(204);
  await first;
  (await request(3, '/session/sign-in')).answer(200, opened('bo'));
  (await request(4, '/venue')).cutOff();
  (await request(5, '/session/sign-out')).answer(204);
  await second;
  await isTurnedAway();
});

test('SESSION-03h what another tab tells of is not ended, though a sign-in is under way here', async () => {
  const { requests, request, signIn, hear } = page();
  void signIn();
  await request(1, '/session/sign-in');
  hear({ type: 'token', base: '', session: opened('bo') });
  (await request(2, '/venue')).cutOff();
  await isTurnedAway();
  expect(requests).toHaveLength(2);
});
