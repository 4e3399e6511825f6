import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { IssuedIdToken } from '@foyer/contract';
import { EmbeddedBackend } from '../../../platform/backend/embedded.ts';
import type { TabMessage } from '../../../platform/backend/tabs.ts';
import { initialUser, useUser } from '../../../platform/state/user.ts';
import { useLogin } from './loginState.ts';
import { createSession } from './session.ts';

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://venue.example.org/login'));
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
  useUser.setState(initialUser);
  useLogin.setState({ phase: 'loggedOut', error: null });
});

function createToken(sub: string): IssuedIdToken {
  const claims = { sub, kind: 'account', email: '', authorities: [], provider: 'password', iat: 0, exp: 9e9 };
  return { idToken: `head.${btoa(JSON.stringify(claims))}.signature`, expiresAt: 9e12 };
}

/** A session over a fake network: each request waits until the test calls `respond` or `cutOff`. */
function setUp() {
  const requests: { path: string; respond: (status: number, body?: object) => void; cutOff: () => void }[] =
    [];
  vi.stubGlobal(
    'fetch',
    (path: string) =>
      new Promise<Response>((resolve, reject) => {
        requests.push({
          path,
          respond: (status, body) => resolve(new Response(body ? JSON.stringify(body) : null, { status })),
          cutOff: () => reject(new TypeError('Failed to fetch')),
        });
      }),
  );
  let receive: (message: TabMessage) => void = () => undefined;
  const backend = new EmbeddedBackend({
    runExclusive: (run) => run(),
    broadcast: () => undefined,
    onMessage: (listener) => (receive = listener),
  });
  const noop = () => undefined;
  const session = createSession(
    { continueFromLogin: noop, traits: () => ({}), isAtLogin: () => true },
    backend,
  );
  /** Waits for the request with this number, counted from 1, and checks its path. */
  const request = (number: number, path: string) =>
    vi.waitFor(() => {
      const found = requests[number - 1];
      if (found?.path !== `/api${path}`) throw new Error(`${number} is ${found?.path ?? 'missing'}`);
      return found;
    });
  const signIn = (cancelled = new AbortController().signal) =>
    session.signIn('someone@example.com', 'right horse', cancelled);
  return { requests, request, signIn, receive: (message: TabMessage) => receive(message) };
}

const rejected = () =>
  vi.waitFor(() => expect(useLogin.getState()).toMatchObject({ phase: 'loggedOut', error: 'notReachable' }));

test('SESSION-03g a sign-in that could not be checked is ended, even after a cancelled one', async () => {
  const { request, signIn } = setUp();
  const cancelling = new AbortController();
  const first = signIn(cancelling.signal);
  const pendingSignIn = await request(1, '/session/sign-in');
  cancelling.abort();
  const second = signIn();
  pendingSignIn.respond(200, createToken('ada'));
  (await request(2, '/session/sign-out')).respond(204);
  await first;
  (await request(3, '/session/sign-in')).respond(200, createToken('bo'));
  (await request(4, '/venue')).cutOff();
  (await request(5, '/session/sign-out')).respond(204);
  await second;
  await rejected();
});

test('SESSION-03h a session of another tab is not ended while a sign-in is pending here', async () => {
  const { requests, request, signIn, receive } = setUp();
  void signIn();
  await request(1, '/session/sign-in');
  receive({ type: 'token', base: '', session: createToken('bo') });
  (await request(2, '/venue')).cutOff();
  await rejected();
  expect(requests).toHaveLength(2);
});
