/** Forged SAML responses, posted as a browser would post them. */
import { makeCertifiedKey, type CertifiedKey } from '@foyer/standins/certificate';
import {
  assertionOf,
  elementOf,
  responseOf,
  signXml,
  type Addressed,
  type AssertionFields,
} from '@foyer/standins/samlForge';
import { expect } from 'vitest';
import { TestBrowser, startWithProviders, loginErrorOf } from './browser.ts';

/** Generated once, because generating keys is slow. */
export const providerKey = makeCertifiedKey('The identity provider');
export const strangerKey = makeCertifiedKey('A stranger');

const issuer = 'https://idp.example/metadata';

export interface ForgeryContext {
  readonly to: Addressed;
  readonly key: CertifiedKey;
  readonly relayState: string;
}

/** A response as XML, or fields of the form. */
export type Forged = string | { readonly SAMLResponse?: string; readonly RelayState?: string };
/** Creates the forged response; the expression must match the reason in the log. */
export type Forgery = readonly [(context: ForgeryContext) => Forged, RegExp];

const base64 = (xml: string): string => Buffer.from(xml).toString('base64');

/** A valid response with one signed assertion. */
export function signedAssertion({ to, key }: ForgeryContext, parts: AssertionFields = {}): string {
  return signXml(responseOf(to, assertionOf(to, parts)), 'Assertion', key);
}
/** A valid response with the signature on the response. */
export const signedResponse = ({ to, key }: ForgeryContext, parts: AssertionFields = {}): string =>
  signXml(responseOf(to, assertionOf(to, parts)), 'Response', key);

/** The signed assertion of a response, its signature, and the assertion without the signature. */
export function splitSigned(xml: string) {
  const signature = elementOf(xml, 'Signature');
  const assertion = elementOf(xml, 'Assertion');
  return { signature, assertion, bare: assertion.replace(signature, '') };
}

export async function startSamlForgeries() {
  const corp = { type: 'saml', displayName: 'Corp', entryPoint: 'https://idp.example/sso' };
  const settings = { ...corp, idpIssuer: issuer, idpCertificate: providerKey.certificate };
  const foyer = await startWithProviders([
    { ...settings, id: 'saml.corp' },
    { ...settings, id: 'saml.other' },
  ]);
  const base = `${foyer.running.config.publicUrl}/auth/saml.corp`;
  const startLogin = async (browser: TestBrowser): Promise<ForgeryContext> => {
    const response = await browser.request('/auth/saml.corp/start');
    const relayState = new URL(response.headers.get('location') ?? '').searchParams.get('RelayState') ?? '';
    const requestId = `_${relayState.split('.')[0]}`;
    const to = { acsUrl: `${base}/acs`, entityId: `${base}/metadata`, issuer, requestId, now: foyer.now };
    return { to, key: providerKey, relayState };
  };
  /** Posts a response. Returns the URL at which the browser ends. */
  const deliver = async (browser: TestBrowser, context: ForgeryContext, forged: Forged): Promise<string> => {
    const fields = typeof forged === 'string' ? { SAMLResponse: base64(forged) } : forged;
    const { url } = await browser.postCrossSite(context.to.acsUrl, {
      RelayState: context.relayState,
      ...fields,
    });
    return url;
  };
  return { foyer, startLogin, deliver, home: `${foyer.running.config.publicUrl}/` };
}

/** Expects that every forgery is rejected for the given reason, and that a valid response opens a session. */
export async function expectAllRejected(forgeries: Readonly<Record<string, Forgery>>): Promise<void> {
  const { foyer, startLogin, deliver, home } = await startSamlForgeries();
  const control = new TestBrowser(foyer);
  const context = await startLogin(control);
  expect(await deliver(control, context, signedAssertion(context))).toBe(home);
  const found: Record<string, string> = {};
  const expected: Record<string, unknown> = {};
  for (const [title, [forge, reason]] of Object.entries(forgeries)) {
    const browser = new TestBrowser(foyer);
    const own = await startLogin(browser);
    foyer.logged.length = 0;
    const outcome = loginErrorOf(await deliver(browser, own, forge(own))) ?? 'logged in';
    const session = await browser.session();
    const line = foyer.logged.find(({ msg }) => msg === 'provider login rejected');
    found[title] = `${session === undefined ? outcome : 'SESSION'}: ${String(line?.['reason'])}`;
    expected[title] = expect.stringMatching(new RegExp(`^loginError: .*${reason.source}`));
  }
  expect(found).toEqual(expected);
}
