import { startOidc } from '@foyer/standins/oidc';
import { providerRoundTripMs } from '@foyer/contract';
import { expect, onTestFinished, test } from 'vitest';
import { TestBrowser, expectRejected, startWithProviders, loginErrorOf } from '../testing/browser.ts';

async function start(options: { settings?: object; fullIdToken?: boolean; publicUrl?: string } = {}) {
  const provider = await startOidc({ fullIdToken: options.fullIdToken ?? true });
  onTestFinished(() => provider.stop());
  const { issuer, clientId, clientSecret } = provider;
  const corp = { type: 'oidc', id: 'corp', displayName: 'Corp', issuer, clientId, clientSecret };
  const foyer = await startWithProviders([
    { type: 'password' },
    { ...corp, ...options.settings },
    { ...corp, id: 'other', displayName: 'Other' },
  ]);
  provider.trust(`${foyer.running.config.publicUrl}/auth/corp/callback`);
  return { foyer, provider, browser: new TestBrowser(foyer), home: foyer.running.config.publicUrl };
}

/** Logs in at the provider. Returns the callback URL, which is not requested yet. */
async function callbackUrlOf(
  browser: TestBrowser,
  user = 'person-1',
  path = '/auth/corp/start',
): Promise<string> {
  const page = await browser.open(path);
  return browser.submitUntilReturn(page, user);
}

test('LOGIN-09a an OIDC login opens a session and the requested page', async () => {
  const { home, browser } = await start();
  const page = await browser.open('/auth/corp/start?redirect=/v/nightfall/area/lobby%3Flang%3Dde');
  const { url } = await browser.submit(page, 'person-1');
  expect(url).toBe(`${home}/v/nightfall/area/lobby?lang=de`);
  expect(await browser.session()).toMatchObject({
    kind: 'account',
    email: 'noor@corp.example',
    name: 'Noor Night',
    provider: 'corp',
    authorities: ['ROLE_ATTENDEE'],
  });
});

test('P25 an OIDC request has PKCE with S256, a new state and a new nonce', async () => {
  const { browser } = await start();
  const requests = [];
  for (const _time of [1, 2]) {
    const response = await browser.request('/auth/corp/start');
    expect(response.status).toBe(303);
    expect(response.headers.get('cache-control')).toBe('no-store');
    requests.push(new URL(response.headers.get('location') ?? '').searchParams);
  }
  const [first, second] = requests;
  expect(first?.get('code_challenge_method')).toBe('S256');
  expect(first?.get('response_type')).toBe('code');
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(first?.get(name)).toMatch(/^[\w-]{43}$/);
    expect(first?.get(name)).not.toBe(second?.get(name));
  }
});

test('the cookie of a pending login is HttpOnly, SameSite=Lax and encrypted', async () => {
  const { browser } = await start();
  const response = await browser.request('/auth/corp/start?redirect=/v/nightfall');
  const [cookie = '', ...more] = response.headers.getSetCookie();
  expect(more).toEqual([]);
  expect(cookie).toMatch(/^foyer_trip_[\w-]{8}=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  const nonce = new URL(response.headers.get('location') ?? '').searchParams.get('nonce') ?? '-';
  const sealed = Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1');
  for (const secret of [nonce, 'nightfall', 'verifier']) expect(sealed).not.toContain(secret);
});

test('a browser that starts many logins keeps only the last three cookies', async () => {
  const { browser } = await start();
  for (let count = 0; count < 8; count += 1) await browser.request('/auth/corp/start');
  const kept = [...browser.cookies().keys()].filter((name) => name.startsWith('foyer_trip_'));
  expect(kept).toHaveLength(3);
});

test('two tabs can log in at the same time', async () => {
  const { browser, home } = await start();
  const first = await browser.open('/auth/corp/start?redirect=/first');
  const second = (await browser.request('/auth/corp/start?redirect=/second')).headers.get('location') ?? '';
  expect((await browser.submit(first, 'person-1')).url).toBe(`${home}/first`);
  // The provider has a session by now and redirects the second tab without a form.
  expect((await browser.open(second)).url).toBe(`${home}/second`);
  expect((await browser.session())?.provider).toBe('corp');
});

test('LOGIN-15 bad input 22: cancelling at the provider returns loginAborted', async () => {
  const { browser } = await start();
  const page = await browser.open('/auth/corp/start?redirect=/v/nightfall');
  const { url } = await browser.submit(page, '');
  expect(new URL(url).searchParams.get('redirect')).toBe('/v/nightfall');
  await expectRejected(browser, url, 'loginAborted');
});

test.each<[string, (back: URL) => void]>([
  ['no state', (back) => back.searchParams.delete('state')],
  ['a wrong state', (back) => back.searchParams.set('state', 'x'.repeat(43))],
  ['two states', (back) => back.searchParams.append('state', 'x'.repeat(43))],
  ['no code', (back) => back.searchParams.delete('code')],
  ['a wrong code', (back) => back.searchParams.set('code', 'x'.repeat(43))],
  ['another issuer', (back) => back.searchParams.set('iss', 'https://other.example')],
  ['no issuer although the provider sends it', (back) => back.searchParams.delete('iss')],
  ['the URL of another configured provider', (back) => (back.pathname = '/auth/other/callback')],
  ['a denial with a wrong state', (back) => (back.search = `?error=access_denied&state=${'x'.repeat(43)}`)],
])('P25 bad input 22: a callback with %s opens no session', async (_title, spoil) => {
  const { browser } = await start();
  const back = new URL(await callbackUrlOf(browser));
  spoil(back);
  await expectRejected(browser, (await browser.open(back.href)).url);
});

test('P25 bad input 22: a callback works once', async () => {
  const { browser, foyer, home } = await start();
  const back = await callbackUrlOf(browser);
  const cookies = new Map(browser.cookies());
  expect((await browser.open(back)).url).toBe(`${home}/`);
  const again = new TestBrowser(foyer, cookies);
  await expectRejected(again, (await again.open(back)).url);
});

test('P25 of ten concurrent requests with the same callback one opens a session', async () => {
  const { browser, foyer } = await start();
  const back = await callbackUrlOf(browser);
  const cookies = new Map(browser.cookies());
  const browsers = Array.from({ length: 10 }, () => new TestBrowser(foyer, cookies));
  const ends = await Promise.all(browsers.map((other) => other.open(back)));
  expect(ends.filter(({ url }) => loginErrorOf(url) === undefined)).toHaveLength(1);
});

test('P25 bad input 22: a used code with a new state opens no session', async () => {
  const { browser, foyer } = await start();
  const used = new URL(await callbackUrlOf(browser));
  await browser.open(used.href);
  const other = new TestBrowser(foyer);
  const back = new URL(await callbackUrlOf(other, 'person-2'));
  back.searchParams.set('code', used.searchParams.get('code') ?? '');
  await expectRejected(other, (await other.open(back.href)).url);
});

test('P25 the callback of one browser is rejected in another, so no one can be logged in as another user', async () => {
  const { browser, foyer } = await start();
  const back = await callbackUrlOf(browser);
  const victim = new TestBrowser(foyer);
  await victim.request('/auth/corp/start');
  await expectRejected(victim, (await victim.open(back)).url);
});

test('P25 the cookie of a login at one provider is rejected at another', async () => {
  const { browser } = await start();
  const response = await browser.request('/auth/other/start');
  const state = new URL(response.headers.get('location') ?? '').searchParams.get('state') ?? '';
  await expectRejected(browser, (await browser.open(`/auth/corp/callback?code=x&state=${state}`)).url);
});

test('P25 an OIDC login expires after ten minutes', async () => {
  const { browser, foyer, home } = await start();
  const late = new TestBrowser(foyer);
  const [first, second] = [await callbackUrlOf(browser), await callbackUrlOf(late)];
  foyer.advance(providerRoundTripMs - 5_000);
  expect((await browser.open(first)).url).toBe(`${home}/`);
  foyer.advance(5_000);
  await expectRejected(late, (await late.open(second)).url);
});

test('P25 a modified cookie is rejected', async () => {
  const { browser, foyer } = await start();
  const back = await callbackUrlOf(browser);
  // Changes the first character: some bits of the last one are padding.
  const change = (value: string) => (value.startsWith('A') ? 'B' : 'A') + value.slice(1);
  const cookies = [...browser.cookies()].map(([name, value]) => [name, change(value)] as const);
  const changed = new TestBrowser(foyer, new Map(cookies));
  await expectRejected(changed, (await changed.open(back)).url);
});

test('claims that the ID token does not have come from the user info', async () => {
  const settings = { claims: { email: 'email', name: 'name', company: 'company', title: 'job' } };
  const { browser } = await start({ fullIdToken: false, settings });
  await browser.open(await callbackUrlOf(browser));
  expect(await browser.session()).toMatchObject({
    email: 'noor@corp.example',
    name: 'Noor Night',
    company: 'Corp',
    title: 'Stage manager',
  });
});

test('only verified emails of allowed domains are admitted', async () => {
  const { browser, foyer, home } = await start({ settings: { allowedDomains: ['corp.example'] } });
  expect((await browser.open(await callbackUrlOf(browser))).url).toBe(`${home}/`);
  const una = new TestBrowser(foyer);
  await expectRejected(una, (await una.open(await callbackUrlOf(una, 'person-3'))).url, 'unauthorized');
});

test('LOGIN-15 an unverified email does not open an existing account', async () => {
  const { foyer, browser } = await start();
  await foyer.account({ email: 'una@elsewhere.example' });
  await expectRejected(
    browser,
    (await browser.open(await callbackUrlOf(browser, 'person-3'))).url,
    'duplicateAccount',
  );
});

test('the same user gets the same account again', async () => {
  const { browser, foyer } = await start();
  await browser.open(await callbackUrlOf(browser));
  const again = new TestBrowser(foyer);
  await again.open(await callbackUrlOf(again));
  expect((await again.session())?.sub).toBe((await browser.session())?.sub);
});

test('a provider that cannot be reached redirects to the login page', async () => {
  const { provider, browser } = await start({ settings: { patience: { totalMs: 2_000 } } });
  await provider.stop();
  const { url } = await browser.open('/auth/corp/start?redirect=/v/nightfall');
  expect(new URL(url).searchParams.get('redirect')).toBe('/v/nightfall');
  await expectRejected(browser, url);
});

test('ROLE-03 a failed login for the stage redirects to the login page of the stage', async () => {
  const { browser, home } = await start();
  const page = await browser.open('/auth/corp/start?redirect=/stage/v/nightfall');
  const { url } = await browser.submit(page, '');
  expect(url).toBe(`${home}/stage/login?loginError=loginAborted&redirect=%2Fv%2Fnightfall`);
});

test('bad input 1, 2: a login with an invalid redirect opens the start page', async () => {
  const { foyer, home } = await start();
  const redirects = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/login',
    '/auth/corp/start',
    '/api/session/sign-out',
    `/${'x'.repeat(2_000)}`,
  ];
  const opened = [];
  for (const redirect of redirects) {
    const browser = new TestBrowser(foyer);
    const path = `/auth/corp/start?${new URLSearchParams({ redirect }).toString()}`;
    opened.push((await browser.open(await callbackUrlOf(browser, 'person-1', path))).url);
  }
  expect(opened).toEqual(redirects.map(() => `${home}/`));
});

test.each(['start', 'callback', 'finish', 'metadata'])(
  'a provider that is not configured has no %s page',
  async (page) => {
    const { browser } = await start();
    for (const id of ['nobody', 'saml.corp', 'password', '__proto__']) {
      expect((await browser.request(`/auth/${id}/${page}`)).status).toBe(404);
    }
    if (page === 'finish' || page === 'metadata')
      expect((await browser.request(`/auth/corp/${page}`)).status).toBe(404);
    expect((await browser.request('/auth/corp/acs', { method: 'POST' })).status).toBe(404);
  },
);

test('the log contains neither codes nor emails nor names', async () => {
  const { browser, foyer } = await start();
  const back = await callbackUrlOf(browser);
  await browser.open(back);
  await browser.open(back);
  const log = JSON.stringify(foyer.logged);
  expect(log).toContain('provider login rejected');
  for (const secret of [new URL(back).searchParams.get('code') ?? '-', 'noor@', 'Noor']) {
    expect(log).not.toContain(secret);
  }
});
