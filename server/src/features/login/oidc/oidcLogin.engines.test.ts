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

/** As far as the provider's answer, which is not delivered yet. */
async function almostBack(
  browser: TestBrowser,
  person = 'person-1',
  path = '/auth/corp/start',
): Promise<string> {
  const page = await browser.open(path);
  return browser.submitUntilReturn(page, person);
}

test('LOGIN-09a an OIDC login ends with a session, at the page that was asked for', async () => {
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

test('P25 an OIDC request has PKCE S256, a fresh state and a fresh nonce', async () => {
  const { browser } = await start();
  const asked = [];
  for (const _time of [1, 2]) {
    const answer = await browser.request('/auth/corp/start');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    asked.push(new URL(answer.headers.get('location') ?? '').searchParams);
  }
  const [first, second] = asked;
  expect(first?.get('code_challenge_method')).toBe('S256');
  expect(first?.get('response_type')).toBe('code');
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(first?.get(name)).toMatch(/^[\w-]{43}$/);
    expect(first?.get(name)).not.toBe(second?.get(name));
  }
});

test('what the provider is remembered by is out of the reach of scripts, of other sites and of the browser itself', async () => {
  const { browser } = await start();
  const answer = await browser.request('/auth/corp/start?redirect=/v/nightfall');
  const [cookie = '', ...more] = answer.headers.getSetCookie();
  expect(more).toEqual([]);
  expect(cookie).toMatch(/^foyer_trip_[\w-]{8}=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  const nonce = new URL(answer.headers.get('location') ?? '').searchParams.get('nonce') ?? '-';
  const sealed = Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1');
  for (const secret of [nonce, 'nightfall', 'verifier']) expect(sealed).not.toContain(secret);
});

test('a browser that begins many logins keeps the last three, and its requests stay small', async () => {
  const { browser } = await start();
  for (let count = 0; count < 8; count += 1) await browser.request('/auth/corp/start');
  const kept = [...browser.cookies().keys()].filter((name) => name.startsWith('foyer_trip_'));
  expect(kept).toHaveLength(3);
});

test('two tabs may log in side by side', async () => {
  const { browser, home } = await start();
  const first = await browser.open('/auth/corp/start?redirect=/first');
  const second = (await browser.request('/auth/corp/start?redirect=/second')).headers.get('location') ?? '';
  expect((await browser.submit(first, 'person-1')).url).toBe(`${home}/first`);
  // The provider knows by now who it is, and sends the second tab back at once.
  expect((await browser.open(second)).url).toBe(`${home}/second`);
  expect((await browser.session())?.provider).toBe('corp');
});

test('LOGIN-15 bad input 22: whoever gives up at the provider is told that the login was aborted', async () => {
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
  ['the issuer of another', (back) => back.searchParams.set('iss', 'https://other.example')],
  ['no issuer, where the provider tells it', (back) => back.searchParams.delete('iss')],
  ['an answer for another provider of ours', (back) => (back.pathname = '/auth/other/callback')],
  ['a denial with a wrong state', (back) => (back.search = `?error=access_denied&state=${'x'.repeat(43)}`)],
])('P25 bad input 22: a way back with %s opens no session', async (_title, spoil) => {
  const { browser } = await start();
  const back = new URL(await almostBack(browser));
  spoil(back);
  await expectRejected(browser, (await browser.open(back.href)).url);
});

test('P25 bad input 22: a way back works once', async () => {
  const { browser, foyer, home } = await start();
  const back = await almostBack(browser);
  const cookies = new Map(browser.cookies());
  expect((await browser.open(back)).url).toBe(`${home}/`);
  const again = new TestBrowser(foyer, cookies);
  await expectRejected(again, (await again.open(back)).url);
});

test('P25 of ten who bring the same way back at once one gets in', async () => {
  const { browser, foyer } = await start();
  const back = await almostBack(browser);
  const cookies = new Map(browser.cookies());
  const browsers = Array.from({ length: 10 }, () => new TestBrowser(foyer, cookies));
  const ends = await Promise.all(browsers.map((one) => one.open(back)));
  expect(ends.filter(({ url }) => loginErrorOf(url) === undefined)).toHaveLength(1);
});

test('P25 bad input 22: a code that was used already opens nothing under a new state', async () => {
  const { browser, foyer } = await start();
  const used = new URL(await almostBack(browser));
  await browser.open(used.href);
  const other = new TestBrowser(foyer);
  const back = new URL(await almostBack(other, 'person-2'));
  back.searchParams.set('code', used.searchParams.get('code') ?? '');
  await expectRejected(other, (await other.open(back.href)).url);
});

test('P25 the way back of one browser is none for another: nobody can be logged in as somebody else', async () => {
  const { browser, foyer } = await start();
  const back = await almostBack(browser);
  const victim = new TestBrowser(foyer);
  await victim.request('/auth/corp/start');
  await expectRejected(victim, (await victim.open(back)).url);
});

test('P25 the cookie of a login at one provider is none for another', async () => {
  const { browser } = await start();
  const answer = await browser.request('/auth/other/start');
  const state = new URL(answer.headers.get('location') ?? '').searchParams.get('state') ?? '';
  await expectRejected(browser, (await browser.open(`/auth/corp/callback?code=x&state=${state}`)).url);
});

test('P25 a login at a provider may take ten minutes', async () => {
  const { browser, foyer, home } = await start();
  const late = new TestBrowser(foyer);
  const [first, second] = [await almostBack(browser), await almostBack(late)];
  foyer.pass(providerRoundTripMs - 5_000);
  expect((await browser.open(first)).url).toBe(`${home}/`);
  foyer.pass(5_000);
  await expectRejected(late, (await late.open(second)).url);
});

test('P25 a changed cookie is none', async () => {
  const { browser, foyer } = await start();
  const back = await almostBack(browser);
  // Not the last characters: of those some bits stand for nothing, and another one may mean the same.
  const change = (value: string) => (value.startsWith('A') ? 'B' : 'A') + value.slice(1);
  const cookies = [...browser.cookies()].map(([name, value]) => [name, change(value)] as const);
  const changed = new TestBrowser(foyer, new Map(cookies));
  await expectRejected(changed, (await changed.open(back)).url);
});

test('what the ID token leaves out comes from the user info', async () => {
  const settings = { claims: { email: 'email', name: 'name', company: 'company', title: 'job' } };
  const { browser } = await start({ fullIdToken: false, settings });
  await browser.open(await almostBack(browser));
  expect(await browser.session()).toMatchObject({
    email: 'noor@corp.example',
    name: 'Noor Night',
    company: 'Corp',
    title: 'Stage manager',
  });
});

test('only people of the allowed domains come in, and their email must have been checked', async () => {
  const { browser, foyer, home } = await start({ settings: { allowedDomains: ['corp.example'] } });
  expect((await browser.open(await almostBack(browser))).url).toBe(`${home}/`);
  const una = new TestBrowser(foyer);
  await expectRejected(una, (await una.open(await almostBack(una, 'person-3'))).url, 'unauthorized');
});

test('LOGIN-15 an email that nobody has checked leads to no account that is there', async () => {
  const { foyer, browser } = await start();
  await foyer.account({ email: 'una@elsewhere.example' });
  await expectRejected(
    browser,
    (await browser.open(await almostBack(browser, 'person-3'))).url,
    'duplicateAccount',
  );
});

test('the same person finds the same account again', async () => {
  const { browser, foyer } = await start();
  await browser.open(await almostBack(browser));
  const again = new TestBrowser(foyer);
  await again.open(await almostBack(again));
  expect((await again.session())?.sub).toBe((await browser.session())?.sub);
});

test('a provider that cannot be reached leads back to the login page', async () => {
  const { provider, browser } = await start({ settings: { patience: { totalMs: 2_000 } } });
  await provider.stop();
  const { url } = await browser.open('/auth/corp/start?redirect=/v/nightfall');
  expect(new URL(url).searchParams.get('redirect')).toBe('/v/nightfall');
  await expectRejected(browser, url);
});

test('ROLE-03 a login for the stage goes back to the login page of the stage', async () => {
  const { browser, home } = await start();
  const page = await browser.open('/auth/corp/start?redirect=/stage/v/nightfall');
  const { url } = await browser.submit(page, '');
  expect(url).toBe(`${home}/stage/login?loginError=loginAborted&redirect=%2Fv%2Fnightfall`);
});

test('bad input 1, 2: a login that is to lead elsewhere leads to the first page', async () => {
  const { foyer, home } = await start();
  const asked = [
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
  const led = [];
  for (const redirect of asked) {
    const browser = new TestBrowser(foyer);
    const path = `/auth/corp/start?${new URLSearchParams({ redirect }).toString()}`;
    led.push((await browser.open(await almostBack(browser, 'person-1', path))).url);
  }
  expect(led).toEqual(asked.map(() => `${home}/`));
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

test('neither codes nor tokens nor names of people stand in the log', async () => {
  const { browser, foyer } = await start();
  const back = await almostBack(browser);
  await browser.open(back);
  await browser.open(back);
  const log = JSON.stringify(foyer.logged);
  expect(log).toContain('login over a provider refused');
  for (const secret of [new URL(back).searchParams.get('code') ?? '-', 'noor@', 'Noor']) {
    expect(log).not.toContain(secret);
  }
});
