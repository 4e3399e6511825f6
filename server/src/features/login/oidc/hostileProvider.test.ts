import { startEvilOidc, type OidcDeviations } from '@foyer/standins/oidcEvil';
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

test('control: the hostile provider opens a session if it uses no deviation', async () => {
  const { browser, home } = await start();
  expect(await logIn(browser)).toBe(home);
  expect(await browser.session()).toMatchObject({ email: 'eve@evil.example', provider: 'corp' });
});

/** The outcome of each deviation: `logged in`, or the error code of the login page. */
async function outcomes(deviations: Readonly<Record<string, OidcDeviations>>, settings: object = {}) {
  const { evil, foyer } = await start(settings);
  const found: Record<string, string | undefined> = {};
  for (const [title, deviation] of Object.entries(deviations)) {
    evil.deviations = deviation;
    const browser = new TestBrowser(foyer);
    found[title] = loginErrorOf(await logIn(browser)) ?? 'logged in';
    if ((await browser.session()) !== undefined) found[title] += ' with a session';
  }
  const rejections = foyer.logged.filter(({ msg }) => msg === 'provider login rejected');
  expect(rejections).toHaveLength(Object.keys(deviations).length);
  return found;
}

const allRejected = (deviations: object) =>
  Object.fromEntries(Object.keys(deviations).map((title) => [title, 'loginError']));

test('P25 bad input 23: an ID token with an invalid signature opens no session', async () => {
  const deviations: Record<string, OidcDeviations> = {
    'alg none': { signature: 'none' },
    'HS256 with the public key as secret': { signature: 'publicKeyAsSecret' },
    'signed with another key': { signature: 'otherKey' },
    'a truncated signature': { signature: 'cutOff' },
    'an invalid token': { token: { id_token: 'a.b.c' } },
    'no token': { token: { id_token: undefined } },
  };
  expect(await outcomes(deviations)).toEqual(allRejected(deviations));
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
  const deviations = Object.fromEntries(
    Object.entries(claims).map(([title, changes]) => [title, { claims: { ...changes } }]),
  );
  expect(await outcomes(deviations)).toEqual(allRejected(deviations));
});

test('P25 user info of another user, without an email or that fails opens no session', async () => {
  const deviations: Record<string, OidcDeviations> = {
    'of another user': { claims: { name: undefined }, userInfo: { sub: 'evil-2', name: 'Other' } },
    'without an email': { claims: { email: undefined } },
    'that fails': { claims: { email: undefined }, broken: ['userinfo'] },
  };
  expect(await outcomes(deviations)).toEqual(allRejected(deviations));
});

test('P25 mix-up: a callback with another issuer or none opens no session', async () => {
  const deviations: Record<string, OidcDeviations> = {
    'another issuer': { back: { iss: 'https://other.example' } },
    'no issuer': { back: { iss: undefined } },
    'a token in the URL': { back: { id_token: 'a.b.c', code: undefined } },
    'an unknown error': { back: { error: 'server_error', code: undefined } },
  };
  expect(await outcomes(deviations)).toEqual(allRejected(deviations));
});

test('a token or key endpoint that fails or never responds opens no session', async () => {
  const deviations: Record<string, OidcDeviations> = {
    'no keys': { broken: ['jwks'] },
    'keys without a response': { silent: ['jwks'] },
    'an error of the token endpoint': { token: { error: 'server_error', access_token: undefined } },
    'no tokens': { broken: ['token'] },
    'tokens without a response': { silent: ['token'] },
  };
  expect(await outcomes(deviations)).toEqual(allRejected(deviations));
});

test('P25 a provider whose metadata has another issuer opens no session', async () => {
  const deviations: Record<string, OidcDeviations> = {
    it: { discovery: { issuer: 'https://other.example' } },
  };
  expect(await outcomes(deviations)).toEqual(allRejected(deviations));
});

test('P25 a provider that supports only none and HS256 opens no session', async () => {
  const offered = { id_token_signing_alg_values_supported: ['none', 'HS256'] };
  const deviations: Record<string, OidcDeviations> = {
    HS256: { discovery: offered, signature: 'publicKeyAsSecret' },
    none: { discovery: offered, signature: 'none' },
  };
  expect(await outcomes(deviations)).toEqual(allRejected(deviations));
});

test.each<OidcDeviations>([{ broken: ['discovery'] }, { silent: ['discovery'] }])(
  'a failed discovery (%j) redirects to the login page, and the next login tries again',
  async (deviation) => {
    const { evil, browser, home } = await start();
    evil.deviations = deviation;
    await expectRejected(browser, await logIn(browser));
    evil.deviations = {};
    expect(await logIn(browser)).toBe(home);
  },
);

test('P25 the issuer must be identical, including a slash at the end', async () => {
  const { evil, browser } = await start();
  evil.deviations = {
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
  const deviations: Record<string, OidcDeviations> = {
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
  expect(await verifiedEmails(deviations, {})).toEqual({
    true: true,
    'the string true': true,
    'true in the user info': true,
    false: false,
    missing: false,
    'true for another email': false,
  });
});

test('with trustEmail an email counts as verified unless email_verified is false', async () => {
  const deviations: Record<string, OidcDeviations> = {
    missing: { claims: { email_verified: undefined } },
    false: { claims: { email_verified: false } },
  };
  expect(await verifiedEmails(deviations, { trustEmail: true })).toEqual({ missing: true, false: false });
});

test('email_verified does not apply to another claim that is configured as the email', async () => {
  const claims = { upn: 'eve@evil.example', email: 'other@evil.example', email_verified: true };
  expect(await verifiedEmails({ upn: { claims } }, { claims: { email: 'upn' } })).toEqual({ upn: false });
});

/** Whether the email counted as verified with each deviation. Only verified emails of allowed domains are admitted. */
async function verifiedEmails(deviations: Readonly<Record<string, OidcDeviations>>, settings: object) {
  const { evil, foyer } = await start({ allowedDomains: ['evil.example'], ...settings });
  const verified: Record<string, boolean> = {};
  for (const [title, deviation] of Object.entries(deviations)) {
    evil.deviations = deviation;
    verified[title] = loginErrorOf(await logIn(new TestBrowser(foyer))) === undefined;
  }
  return verified;
}
