import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logError, logWarning } from './log.ts';
import { initialUi, useUi } from './state/ui.ts';
import { initialUser, useUser } from './state/user.ts';

const requests: string[] = [];
const written: unknown[][] = [];
let respond: () => Response;

beforeEach(() => {
  requests.length = 0;
  written.length = 0;
  respond = () => new Response(null, { status: 204 });
  vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall'));
  vi.stubGlobal('navigator', { userAgent: 'Firefox/140.0', language: 'de-AT', cookieEnabled: true });
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, querySelector: () => null });
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    return respond();
  });
  for (const method of ['error', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation(
      (...parts: unknown[]) => void written.push([method, ...parts]),
    );
  useUser.setState({
    isLoggedIn: true,
    authToken: 'token',
    user: { userId: 'u-1', email: 'ada@example.org', attributes: {} },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useUser.setState(initialUser);
  useUi.setState(initialUi);
});

test('ERROR-07a messages of a logged-in user of a venue with a login are sent to the server and not written to the console', async () => {
  logError('VENUE', 'sent error');
  logWarning('ASSET', 'sent warning');
  await expect.poll(() => requests).toEqual(['/api/capture/log', '/api/capture/log']);
  expect(written).toEqual([]);
});

test.each([
  ['without a login', () => useUi.setState({ loginEnabled: false })],
  ['of a user who is not logged in', () => useUser.setState({ isLoggedIn: false })],
  ['without a token', () => useUser.setState({ authToken: null })],
])('ERROR-07b messages %s are written to the console at once and not sent', (_case, change) => {
  change();
  const cause = new Error('no');
  logError('VENUE', 'venue could not be loaded', cause);
  logWarning('ASSET', 'picture is missing');
  expect(written).toEqual([
    ['error', '[VENUE] venue could not be loaded', cause],
    ['warn', '[ASSET] picture is missing'],
  ]);
  expect(requests).toEqual([]);
});

test.each<[what: string, response: () => Response]>([
  ['is rejected', () => new Response(null, { status: 401 })],
  ['fails', () => new Response(null, { status: 500 })],
  [
    'is not answered',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])(
  'ERROR-07c a message whose call %s is written to the console, and nothing else is logged or sent',
  async (what, response) => {
    respond = response;
    const cause = new Error('no');
    logError('VENUE', `a message that ${what}`, cause);
    await expect.poll(() => written).toEqual([['error', `[VENUE] a message that ${what}`, cause]]);
    expect(requests).toHaveLength(1);
  },
);
