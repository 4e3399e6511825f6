import { X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { makeCertifiedKey } from '@foyer/standins/certificate';
import { startSaml, type SamlOptions } from '@foyer/standins/saml';
import { providerRoundTripMs } from '@foyer/contract';
import { expect, onTestFinished, test } from 'vitest';
import { TestBrowser, expectRejected, formOf, startWithProviders, loginErrorOf } from '../testing/browser.ts';

async function start(options: { settings?: object; provider?: SamlOptions } = {}) {
  const provider = await startSaml(options.provider);
  onTestFinished(() => provider.stop());
  const { issuer, entryPoint, certificate } = provider;
  const corp = {
    type: 'saml',
    displayName: 'Corp',
    entryPoint,
    idpIssuer: issuer,
    idpCertificate: certificate,
  };
  const foyer = await startWithProviders([
    { ...corp, id: 'saml.corp', ...options.settings },
    { ...corp, id: 'saml.other', displayName: 'Other' },
  ]);
  const home = foyer.running.config.publicUrl;
  provider.trust(`${home}/auth/saml.corp/acs`);
  return { foyer, provider, browser: new TestBrowser(foyer), home };
}

/** Logs in at the provider. Returns its page with the form that posts the response; the form is not submitted yet. */
async function openResponsePage(browser: TestBrowser, user = 'person-1', path = '/auth/saml.corp/start') {
  return browser.submit(await browser.open(path), user);
}

test.each(['assertion', 'response', 'both'] as const)(
  'LOGIN-09b a SAML login whose provider signs %s opens a session and the requested page',
  async (signs) => {
    const { home, browser } = await start({ provider: { signs } });
    const page = await openResponsePage(
      browser,
      'person-1',
      '/auth/saml.corp/start?redirect=/v/nightfall/area/lobby',
    );
    const { url } = await browser.submit(page);
    expect(url).toBe(`${home}/v/nightfall/area/lobby`);
    expect(await browser.session()).toMatchObject({
      kind: 'account',
      email: 'noor@corp.example',
      name: 'Noor Night',
      provider: 'saml.corp',
      authorities: ['ROLE_ATTENDEE'],
    });
  },
);

test('company and title come from the configured attributes', async () => {
  const { browser } = await start({ settings: { attributes: { company: 'company', title: 'jobTitle' } } });
  await browser.submit(await openResponsePage(browser));
  expect(await browser.session()).toMatchObject({ company: 'Corp', title: 'Stage manager' });
});

test('LOGIN-15 cancelling at the SAML provider returns loginAborted', async () => {
  const { browser } = await start();
  const page = await openResponsePage(browser, '', '/auth/saml.corp/start?redirect=/v/nightfall');
  const { url } = await browser.submit(page);
  expect(new URL(url).searchParams.get('redirect')).toBe('/v/nightfall');
  await expectRejected(browser, url, 'loginAborted');
});

test('P25 a SAML login can only be finished with the cookie of the browser that started it', async () => {
  const { browser, foyer } = await start();
  const page = await openResponsePage(browser);
  const [acs, body] = formOf(page);
  const victim = new TestBrowser(foyer);
  await victim.request('/auth/saml.corp/start');
  await expectRejected(
    victim,
    (await victim.open(acs, { method: 'POST', body, headers: { cookie: '' } })).url,
  );
});

test('P25 bad input 24: a response works once, even if it is posted ten times concurrently', async () => {
  const { browser, foyer, home } = await start();
  const [acs, body] = formOf(await openResponsePage(browser));
  const cookies = new Map(browser.cookies());
  const browsers = Array.from({ length: 10 }, () => new TestBrowser(foyer, cookies));
  const ends = await Promise.all(
    browsers.map((one) => one.open(acs, { method: 'POST', body, headers: { cookie: '' } })),
  );
  expect(ends.filter(({ url }) => url === `${home}/`)).toHaveLength(1);
  const late = new TestBrowser(foyer, cookies);
  await expectRejected(late, (await late.open(acs, { method: 'POST', body, headers: { cookie: '' } })).url);
});

test('P25 the one-time code of a SAML login works once and for two minutes', async () => {
  const { browser, foyer, home } = await start();
  const codeOf = async (one: TestBrowser) => {
    const [acs, body] = formOf(await openResponsePage(one));
    const response = await fetch(acs, { method: 'POST', body, redirect: 'manual' });
    expect(response.status).toBe(303);
    return response.headers.get('location') ?? '';
  };
  const finish = await codeOf(browser);
  const cookies = new Map(browser.cookies());
  expect((await browser.open(finish)).url).toBe(`${home}/`);
  const again = new TestBrowser(foyer, cookies);
  await expectRejected(again, (await again.open(finish)).url);
  const slow = new TestBrowser(foyer);
  const late = await codeOf(slow);
  foyer.advance(120_000);
  await expectRejected(slow, (await slow.open(late)).url);
});

test('P25 the one-time code of a login is rejected for another login of the same browser', async () => {
  const { browser } = await start();
  const [acs, body] = formOf(await openResponsePage(browser));
  const response = await fetch(acs, { method: 'POST', body, redirect: 'manual' });
  const finish = new URL(response.headers.get('location') ?? '', acs);
  const other = await browser.request('/auth/saml.corp/start');
  const relay = new URL(other.headers.get('location') ?? '').searchParams.get('RelayState') ?? '';
  finish.searchParams.set('loginId', relay.split('.')[0] ?? '');
  await expectRejected(browser, (await browser.open(finish.href)).url);
});

test('P25 a SAML login expires after ten minutes', async () => {
  const { browser, foyer } = await start();
  const page = await browser.open('/auth/saml.corp/start');
  foyer.advance(providerRoundTripMs);
  const { url } = await browser.submit(await browser.submit(page, 'person-1'));
  await expectRejected(browser, url);
});

test('all configured certificates are accepted, and another one is rejected', async () => {
  const [next, third] = [makeCertifiedKey('Next'), makeCertifiedKey('Third')];
  const provider = await startSaml();
  onTestFinished(() => provider.stop());
  const { issuer, entryPoint, certificate } = provider;
  const foyer = await startWithProviders([
    {
      type: 'saml',
      id: 'saml.corp',
      displayName: 'Corp',
      entryPoint,
      idpIssuer: issuer,
      idpCertificate: certificate + next.certificate,
    },
  ]);
  const home = `${foyer.running.config.publicUrl}/`;
  provider.trust(`${home}auth/saml.corp/acs`);
  const ends = [];
  for (const key of [undefined, next, third]) {
    if (key !== undefined) provider.renew(key);
    const browser = new TestBrowser(foyer);
    ends.push((await browser.submit(await openResponsePage(browser))).url);
  }
  expect(ends.map((url) => loginErrorOf(url) ?? url)).toEqual([home, home, 'loginError']);
});

test('a SAML request has the issuer, the destination, the ACS URL and a new id', async () => {
  const { browser, home, provider } = await start();
  const ids = [];
  for (const _time of [1, 2]) {
    const response = await browser.request('/auth/saml.corp/start');
    const url = new URL(response.headers.get('location') ?? '');
    expect(url.href.startsWith(`${provider.entryPoint}?`)).toBe(true);
    expect(url.searchParams.get('Signature')).toBeNull();
    expect(Buffer.byteLength(url.searchParams.get('RelayState') ?? '')).toBeLessThanOrEqual(80);
    const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    expect(xml).toContain(`AssertionConsumerServiceURL="${home}/auth/saml.corp/acs"`);
    expect(xml).toContain(`Destination="${provider.entryPoint}"`);
    expect(xml).toContain(`>${home}/auth/saml.corp/metadata</saml:Issuer>`);
    ids.push(/ ID="(_[\w-]{43})"/.exec(xml)?.[1]);
  }
  expect(ids[0]).toBeDefined();
  expect(ids[0]).not.toBe(ids[1]);
});

test('with a private key requests are signed and the metadata contains the certificate', async () => {
  const key = makeCertifiedKey('Foyer');
  const { browser } = await start({ settings: { privateKey: key.privateKey, certificate: key.certificate } });
  const response = await browser.request('/auth/saml.corp/start');
  const url = new URL(response.headers.get('location') ?? '');
  expect(url.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
  const signed = url.search.slice(1, url.search.indexOf('&Signature='));
  const { publicKey } = new X509Certificate(key.certificate);
  const { verify } = await import('node:crypto');
  const signature = Buffer.from(url.searchParams.get('Signature') ?? '', 'base64');
  expect(verify('sha256', Buffer.from(signed), publicKey, signature)).toBe(true);
  const metadata = await (await browser.request('/auth/saml.corp/metadata')).text();
  expect(metadata).toContain('AuthnRequestsSigned="true"');
  expect(metadata.replaceAll(/\s/g, '')).toContain(key.certificate.replaceAll(/-----[^-]*-----|\s/g, ''));
  expect(metadata).not.toContain('PRIVATE');
});

test('the metadata contains the entity id, the ACS URL and WantAssertionsSigned', async () => {
  const { browser, home } = await start();
  const response = await browser.request('/auth/saml.corp/metadata');
  expect(response.headers.get('content-type')).toBe('application/samlmetadata+xml; charset=utf-8');
  const xml = await response.text();
  expect(xml).toContain(`entityID="${home}/auth/saml.corp/metadata"`);
  expect(xml).toContain('WantAssertionsSigned="true"');
  expect(xml).toMatch(
    /<AssertionConsumerService [^>]*Binding="urn:oasis:names:tc:SAML:2\.0:bindings:HTTP-POST" Location="[^"]*\/auth\/saml\.corp\/acs"/,
  );
});

test('a SAML provider has no callback page, and an unknown provider has no ACS or metadata', async () => {
  const { browser } = await start();
  expect((await browser.request('/auth/saml.corp/callback')).status).toBe(404);
  for (const id of ['saml.nobody', 'password']) {
    expect((await browser.request(`/auth/${id}/acs`, { method: 'POST' })).status).toBe(404);
    expect((await browser.request(`/auth/${id}/metadata`)).status).toBe(404);
  }
});

test('a cross-site post with an unrelated cookie is accepted', async () => {
  const { browser, home } = await start();
  const [acs, body] = formOf(await openResponsePage(browser));
  const headers = { cookie: 'balancer=node-7', origin: 'null' };
  const response = await fetch(acs, { method: 'POST', body, headers, redirect: 'manual' });
  expect((await browser.open(response.headers.get('location') ?? '')).url).toBe(`${home}/`);
});
