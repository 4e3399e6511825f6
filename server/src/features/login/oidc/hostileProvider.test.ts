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

test('the evil provider lets people in while it plays no trick, so that each refusal below has its own reason', async () => {
  const { browser, home } = await start();
  expect(await logIn(browser)).toBe(home);
  expect(await browser.session()).toMatchObject({ email: 'eve@evil.example', provider: 'corp' });
});

/** What each trick comes to, tried one after the other at one server. */
async function outcomes(tricks: Readonly<Record<string, EvilTricks>>, settings: object = {}) {
  const { evil, foyer } = await start(settings);
  const told: Record<string, string | undefined> = {};
  for (const [title, trick] of Object.entries(tricks)) {
    evil.tricks = trick;
    const browser = new TestBrowser(foyer);
    told[title] = loginErrorOf(await logIn(browser)) ?? 'logged in';
    if ((await browser.session()) !== undefined) told[title] += ' with a session';
  }
  const reasons = foyer.logged.filter(({ msg }) => msg === 'login over a provider refused');
  expect(reasons).toHaveLength(Object.keys(tricks).length);
  return told;
}

const allRefused = (tricks: object) =>
  Object.fromEntries(Object.keys(tricks).map((title) => [title, 'loginError']));

test('P25 bad input 23: an ID token with a signature that does not count opens no session', async () => {
  const tricks: Record<string, EvilTricks> = {
    'alg none': { signature: 'none' },
    'HS256 under the public key': { signature: 'publicKeyAsSecret' },
    'of another key': { signature: 'otherKey' },
    'cut off': { signature: 'cutOff' },
    'a token that is none': { token: { id_token: 'a.b.c' } },
    'no token': { token: { id_token: undefined } },
  };
  expect(await outcomes(tricks)).toEqual(allRefused(tricks));
});

test('P25 bad input 23: an ID token of another, for another, or of another time opens no session', async () => {
  const now = Math.floor(Date.now() / 1_000);
  const claims: Record<string, Record<string, unknown>> = {
    'a wrong issuer': { iss: 'https://other.example' },
    'no issuer': { iss: undefined },
    'a wrong audience': { aud: 'another-client' },
    'no audience': { aud: undefined },
    'two audiences, no authorised party': { aud: ['foyer', 'another-client'] },
    'another authorised party': { aud: ['foyer', 'another-client'], azp: 'another-client' },
    'an end in the past': { exp: now - 300 },
    'no end': { exp: undefined },
    'an issue in the future': { iat: now + 3_000 },
    'no issue': { iat: undefined },
    'a start in the future': { nbf: now + 3_000 },
    'a wrong nonce': { nonce: 'n'.repeat(43) },
    'no nonce': { nonce: undefined },
    'no subject': { sub: undefined },
    'an empty subject': { sub: '' },
    'the hash of another access token': { at_hash: 'x'.repeat(22) },
    'an email that is none': { email: 'no email' },
  };
  const tricks = Object.fromEntries(
    Object.entries(claims).map(([title, laid]) => [title, { claims: { ...laid } }]),
  );
  expect(await outcomes(tricks)).toEqual(allRefused(tricks));
});

test('P25 the user info of somebody else, or none, opens no session', async () => {
  const tricks: Record<string, EvilTricks> = {
    'of somebody else': { claims: { name: undefined }, userInfo: { sub: 'evil-2', name: 'Other' } },
    'without an email': { claims: { email: undefined } },
    'that fails': { claims: { email: undefined }, broken: ['userinfo'] },
  };
  expect(await outcomes(tricks)).toEqual(allRefused(tricks));
});

test('P25 mix-up: an answer that names another issuer, or none, opens no session', async () => {
  const tricks: Record<string, EvilTricks> = {
    'another issuer': { back: { iss: 'https://other.example' } },
    'no issuer': { back: { iss: undefined } },
    'a token in the address': { back: { id_token: 'a.b.c', code: undefined } },
    'an unknown error': { back: { error: 'server_error', code: undefined } },
  };
  expect(await outcomes(tricks)).toEqual(allRefused(tricks));
});

test('a token endpoint or keys that fail, or never answer, open no session', async () => {
  const tricks: Record<string, EvilTricks> = {
    'no keys': { broken: ['jwks'] },
    'keys that never come': { silent: ['jwks'] },
    'an error for tokens': { token: { error: 'server_error', access_token: undefined } },
    'no tokens': { broken: ['token'] },
    'tokens that never come': { silent: ['token'] },
  };
  expect(await outcomes(tricks)).toEqual(allRefused(tricks));
});

test('P25 a provider that calls itself otherwise opens no session', async () => {
  const tricks: Record<string, EvilTricks> = { it: { discovery: { issuer: 'https://other.example' } } };
  expect(await outcomes(tricks)).toEqual(allRefused(tricks));
});

test('P25 a provider that offers only algorithms that anybody can sign with opens no session', async () => {
  const offered = { id_token_signing_alg_values_supported: ['none', 'HS256'] };
  const tricks: Record<string, EvilTricks> = {
    HS256: { discovery: offered, signature: 'publicKeyAsSecret' },
    none: { discovery: offered, signature: 'none' },
  };
  expect(await outcomes(tricks)).toEqual(allRefused(tricks));
});

test.each<EvilTricks>([{ broken: ['discovery'] }, { silent: ['discovery'] }])(
  'a discovery that is %j leads back to the login page, and the next login asks again',
  async (trick) => {
    const { evil, browser, home } = await start();
    evil.tricks = trick;
    await expectRejected(browser, await logIn(browser));
    evil.tricks = {};
    expect(await logIn(browser)).toBe(home);
  },
);

test('P25 the issuer is compared to the letter', async () => {
  const { evil, browser } = await start();
  evil.tricks = {
    discovery: { issuer: `${evil.issuer}/` },
    claims: { iss: `${evil.issuer}/` },
    back: { iss: `${evil.issuer}/` },
  };
  await expectRejected(browser, await logIn(browser));
});

test('P25 a way back works once, also with a provider that takes its code twice', async () => {
  const { evil, browser, foyer, home } = await start();
  const begun = await browser.request('/auth/corp/start');
  const cookies = new Map(browser.cookies());
  const atProvider = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
  const back = atProvider.headers.get('location') ?? '';
  expect((await browser.open(back)).url).toBe(home);
  const again = new TestBrowser(foyer, cookies);
  await expectRejected(again, (await again.open(back)).url);
  expect(evil.exchanged).toHaveLength(1);
});

test('P25 the PKCE verifier goes to the token endpoint alone, and the secret is not sent by a public client', async () => {
  const { evil, browser } = await start();
  await logIn(browser);
  const [exchange] = evil.exchanged;
  expect(exchange?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  expect(exchange?.get('client_secret')).toBeNull();
  expect(browser.visited.join()).not.toContain(exchange?.get('code_verifier'));
});

test('an email counts as checked where the provider says so of this very email', async () => {
  const tricks: Record<string, EvilTricks> = {
    'says so': { claims: { email_verified: true } },
    'says so in words': { claims: { email_verified: 'true' } },
    'says so later': {
      claims: { email_verified: undefined },
      userInfo: { email: 'eve@evil.example', email_verified: true },
    },
    'says no': { claims: { email_verified: false } },
    'says nothing': { claims: { email_verified: undefined } },
    'says so of another email': {
      claims: { email_verified: undefined },
      userInfo: { email: 'other@evil.example', email_verified: true },
    },
  };
  expect(await emails(tricks, {})).toEqual({
    'says so': true,
    'says so in words': true,
    'says so later': true,
    'says no': false,
    'says nothing': false,
    'says so of another email': false,
  });
});

test('an email of a provider that is trusted counts as checked unless the provider says no', async () => {
  const tricks: Record<string, EvilTricks> = {
    'says nothing': { claims: { email_verified: undefined } },
    'says no': { claims: { email_verified: false } },
  };
  expect(await emails(tricks, { trustEmail: true })).toEqual({ 'says nothing': true, 'says no': false });
});

test('that an email was checked says nothing about another claim that is taken for it', async () => {
  const claims = { upn: 'eve@evil.example', email: 'other@evil.example', email_verified: true };
  expect(await emails({ upn: { claims } }, { claims: { email: 'upn' } })).toEqual({ upn: false });
});

/** Whether the email counted as checked: only then is it of an allowed domain. */
async function emails(tricks: Readonly<Record<string, EvilTricks>>, settings: object) {
  const { evil, foyer } = await start({ allowedDomains: ['evil.example'], ...settings });
  const counted: Record<string, boolean> = {};
  for (const [title, trick] of Object.entries(tricks)) {
    evil.tricks = trick;
    counted[title] = loginErrorOf(await logIn(new TestBrowser(foyer))) === undefined;
  }
  return counted;
}
