import { startEvilOidc, type EvilTricks } from '@foyer/standins/oidcEvil';
import { expect, onTestFinished, test } from 'vitest';
import { TestBrowser, expectRejected, startWithProviders, loginErrorOf } from '../testing/browser.ts';

async function start(settings: object = {}) {
  const evil = await startEvilOidc();
  onTestFinished(() => evil.stop());
  const foyer = await startWithProviders([
    {
      type: 'oidc',
      id: 'corp',
      displayName: 'Corp',
      issuer: evil.issuer,
      clientId: 'foyer',
      patience: { totalMs: 1_000 },
      ...settings,
    },
  ]);
  return { evil, foyer, browser: new TestBrowser(foyer), home: `${foyer.running.config.publicUrl}/` };
}

const logIn = async (browser: TestBrowser) => (await browser.open('/auth/corp/start')).url;

test('control: the hostile provider opens a session if it uses no trick', async () => {
  const { browser, home } = await start();
  expect(await logIn(browser)).toBe(home);
  expect(await browser.session()).toMatchObject({ email: 'eve@evil.example', provider: 'corp' });
});

/** The outcome of each trick: `logged in`, or the error code of the login page. */
async function outcomes(tricks: Readonly<Record<string, EvilTricks>>, settings: object = {}) {
  const { evil, foyer } = await start(settings);
  const found: Record<string, string | undefined> = {};
  for (const [title, trick] of Object.entries(tricks)) {
    evil.tricks = trick;
    const browser = new TestBrowser(foyer);
    found[title] = loginErrorOf(await logIn(browser)) ?? 'logged in';
    if ((await browser.session()) !== undefined) found[title] += ' with a session';
  }
  const rejections = foyer.logged.filter(({ msg }) => msg === 'provider login rejected');
  expect(rejections).toHaveLength(Object.keys(tricks).length);
  return found;
}

const allRejected = (tricks: object) =>
  Object.fromEntries(Object.keys(tricks).map((title) => [title, 'loginError']));

test('P25 bad input 23: an ID token with an invalid signature opens no session', async () => {
  const tricks: Record<string, EvilTricks> = {
    'alg none': { signature: 'none' },
    'HS256 with the public key as secret': { signature: 'publicKeyAsSecret' },
    'signed with another key': { signature: 'otherKey' },
    'a truncated signature': { signature: 'cutOff' },
    'an invalid token': { token: { id_token: 'a.b.c' } },
    'no token': { token: { id_token: undefined } },
  };
  expect(await outcomes(tricks)).toEqual(allRejected(tricks));
});

test('P25 bad input 23: an ID token with a wrong issuer, audience, time, nonce or subject opens no session', async () => {
  const now = Math.floor(Date.now() / 1_000);
  const claims: Record<string, Record<string, unknown>> = {
    'a wrong issuer': { iss: 'https://other.example' },
    'no issuer': { iss: undefined },
    'a wrong audience': { aud: 'another-client' },
    'no audience': { aud: undefined },
    'two audiences, no authorized party': { aud: ['foyer', 'another-client'] },
    'another authorized party': { aud: ['foyer', 'another-client'], azp: 'another-client' },
    expired: { exp: now - 300 },
    'no expiry': { exp: undefined },
    'issued in the future': { iat: now + 3_000 },
    'no issue time': { iat: undefined },
    'not valid yet': { nbf: now + 3_000 },
    'a wrong nonce': { nonce: 'n'.repeat(43) },
    'no nonce': { nonce: undefined },
    'no subject': { sub: undefined },
    'an empty subject': { sub: '' },
    'the hash of another access token': { at_hash: 'x'.repeat(22) },
    'an invalid email': { email: 'no email' },
  };
  const tricks = Object.fromEntries(
    Object.entries(claims).map(([title, changes]) => [title, { claims: { ...changes } }]),
  );
  expect(await outcomes(tricks)).toEqual(allRejected(tricks));
});

test('P25 user info of another user, without an email or that fails opens no session', async () => {
  const tricks: Record<string, EvilTricks> = {
    'of another user': { claims: { name: undefined }, userInfo: { sub: 'evil-2', name: 'Other' } },
    'without an email': { claims: { email: undefined } },
    'that fails': { claims: { email: undefined }, broken: ['userinfo'] },
  };
  expect(await outcomes(tricks)).toEqual(allRejected(tricks));
});

test('P25 mix-up: a callback with another issuer or none opens no session', async () => {
  const tricks: Record<string, EvilTricks> = {
    'another issuer': { back: { iss: 'https://other.example' } },
    'no issuer': { back: { iss: undefined } },
    'a token in the URL': { back: { id_token: 'a.b.c', code: undefined } },
    'an unknown error': { back: { error: 'server_error', code: undefined } },
  };
  expect(await outcomes(tricks)).toEqual(allRejected(tricks));
});

test('a token or key endpoint that fails or never responds opens no session', async () => {
  const tricks: Record<string, EvilTricks> = {
    'no keys': { broken: ['jwks'] },
    'keys without a response': { silent: ['jwks'] },
    'an error of the token endpoint': { token: { error: 'server_error', access_token: undefined } },
    'no tokens': { broken: ['token'] },
    'tokens without a response': { silent: ['token'] },
  };
  expect(await outcomes(tricks)).toEqual(allRejected(tricks));
});

test('P25 a provider whose metadata has another issuer opens no session', async () => {
  const tricks: Record<string, EvilTricks> = { it: { discovery: { issuer: 'https://other.example' } } };
  expect(await outcomes(tricks)).toEqual(allRejected(tricks));
});

test('P25 a provider that supports only none and HS256 opens no session', async () => {
  const offered = { id_token_signing_alg_values_supported: ['none', 'HS256'] };
  const tricks: Record<string, EvilTricks> = {
    HS256: { discovery: offered, signature: 'publicKeyAsSecret' },
    none: { discovery: offered, signature: 'none' },
  };
  expect(await outcomes(tricks)).toEqual(allRejected(tricks));
});

test.each<EvilTricks>([{ broken: ['discovery'] }, { silent: ['discovery'] }])(
  'a failed discovery (%j) redirects to the login page, and the next login tries again',
  async (trick) => {
    const { evil, browser, home } = await start();
    evil.tricks = trick;
    await expectRejected(browser, await logIn(browser));
    evil.tricks = {};
    expect(await logIn(browser)).toBe(home);
  },
);

test('P25 the issuer must be identical, including a slash at the end', async () => {
  const { evil, browser } = await start();
  evil.tricks = {
    discovery: { issuer: `${evil.issuer}/` },
    claims: { iss: `${evil.issuer}/` },
    back: { iss: `${evil.issuer}/` },
  };
  await expectRejected(browser, await logIn(browser));
});

test('P25 a callback works once, even if the provider accepts its code twice', async () => {
  const { evil, browser, foyer, home } = await start();
  const started = await browser.request('/auth/corp/start');
  const cookies = new Map(browser.cookies());
  const atProvider = await fetch(started.headers.get('location') ?? '', { redirect: 'manual' });
  const back = atProvider.headers.get('location') ?? '';
  expect((await browser.open(back)).url).toBe(home);
  const again = new TestBrowser(foyer, cookies);
  await expectRejected(again, (await again.open(back)).url);
  expect(evil.exchanged).toHaveLength(1);
});

test('P25 the PKCE verifier is sent only to the token endpoint, and a public client sends no secret', async () => {
  const { evil, browser } = await start();
  await logIn(browser);
  const [exchange] = evil.exchanged;
  expect(exchange?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  expect(exchange?.get('client_secret')).toBeNull();
  expect(browser.visited.join()).not.toContain(exchange?.get('code_verifier'));
});

test('an email counts as verified only if email_verified belongs to the same email', async () => {
  const tricks: Record<string, EvilTricks> = {
    true: { claims: { email_verified: true } },
    'the string true': { claims: { email_verified: 'true' } },
    'true in the user info': {
      claims: { email_verified: undefined },
      userInfo: { email: 'eve@evil.example', email_verified: true },
    },
    false: { claims: { email_verified: false } },
    missing: { claims: { email_verified: undefined } },
    'true for another email': {
      claims: { email_verified: undefined },
      userInfo: { email: 'other@evil.example', email_verified: true },
    },
  };
  expect(await verifiedEmails(tricks, {})).toEqual({
    true: true,
    'the string true': true,
    'true in the user info': true,
    false: false,
    missing: false,
    'true for another email': false,
  });
});

test('with trustEmail an email counts as verified unless email_verified is false', async () => {
  const tricks: Record<string, EvilTricks> = {
    missing: { claims: { email_verified: undefined } },
    false: { claims: { email_verified: false } },
  };
  expect(await verifiedEmails(tricks, { trustEmail: true })).toEqual({ missing: true, false: false });
});

test('email_verified does not apply to another claim that is configured as the email', async () => {
  const claims = { upn: 'eve@evil.example', email: 'other@evil.example', email_verified: true };
  expect(await verifiedEmails({ upn: { claims } }, { claims: { email: 'upn' } })).toEqual({ upn: false });
});

/** Whether the email counted as verified with each trick. Only verified emails of allowed domains are admitted. */
async function verifiedEmails(tricks: Readonly<Record<string, EvilTricks>>, settings: object) {
  const { evil, foyer } = await start({ allowedDomains: ['evil.example'], ...settings });
  const verified: Record<string, boolean> = {};
  for (const [title, trick] of Object.entries(tricks)) {
    evil.tricks = trick;
    verified[title] = loginErrorOf(await logIn(new TestBrowser(foyer))) === undefined;
  }
  return verified;
}
