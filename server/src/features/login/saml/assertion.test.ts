/** Truly signed, and not for us, not now, not to this request, or about nobody. */
import {
  assertionOf,
  audienceOf,
  emailAttribute,
  instant,
  nameIdOf,
  responseOf,
  signXml,
  statusOf,
  type AssertionParts,
  type ResponseParts,
} from '@foyer/standins/samlForge';
import { expect, test } from 'vitest';
import { TestBrowser } from '../testing/browser.ts';
import {
  expectAllRejected,
  signedAssertion,
  signedResponse,
  startSamlForgeries,
  type ForgeryContext,
} from '../testing/samlForgeries.ts';

const minute = 60_000;
const saying =
  (parts: (forging: ForgeryContext) => AssertionParts) =>
  (forging: ForgeryContext): string =>
    signedAssertion(forging, parts(forging));
const within =
  (parts: ResponseParts) =>
  ({ to, key }: ForgeryContext): string =>
    signXml(responseOf(to, assertionOf(to), parts), 'Response', key);
const dataOf = (
  { to }: ForgeryContext,
  parts: { recipient?: string; request?: string; until?: string; more?: string } = {},
) => {
  const {
    recipient = `Recipient="${to.acsUrl}"`,
    request = `InResponseTo="${to.requestId}"`,
    until = `NotOnOrAfter="${instant(to.now + minute)}"`,
    more = '',
  } = parts;
  return { data: `${recipient} ${request} ${until} ${more}` };
};

test('P25 bad input 24: an answer for another audience, address or request opens no session', async () => {
  const elsewhere = 'https://other.example/auth/saml.corp/acs';
  await expectAllRejected({
    'another audience': [
      saying(() => ({ audiences: audienceOf('https://other.example') })),
      /not verified|another audience/,
    ],
    'the audience of another provider of ours': [
      saying(({ to }) => ({ audiences: audienceOf(to.entityId.replace('saml.corp', 'saml.other')) })),
      /not verified|another audience/,
    ],
    'no audience': [saying(() => ({ audiences: '' })), /not verified|another audience/],
    'two restrictions, of which one is not met': [
      saying(({ to }) => ({ audiences: audienceOf(to.entityId) + audienceOf('https://other.example') })),
      /not verified|another audience/,
    ],
    'no conditions': [saying(() => ({ conditions: '' })), /not verified|there is not one Conditions/],
    'conditions twice': [
      saying(({ to }) => {
        const conditions = `<saml:Conditions>${audienceOf(to.entityId)}</saml:Conditions>`;
        return { conditions: conditions + conditions };
      }),
      /not verified|there is not one Conditions/,
    ],
    'another recipient': [
      saying((forging) => dataOf(forging, { recipient: `Recipient="${elsewhere}"` })),
      /another address, request or time/,
    ],
    'no recipient': [
      saying((forging) => dataOf(forging, { recipient: '' })),
      /another address, request or time/,
    ],
    'the recipient in another spelling': [
      saying((forging) => dataOf(forging, { recipient: `Recipient="${forging.to.acsUrl}/"` })),
      /another address, request or time/,
    ],
    'another destination': [
      within({ destination: `Destination="${elsewhere}"` }),
      /the answer is for another address/,
    ],
    'no destination': [within({ destination: '' }), /the answer is for another address/],
    'to another request': [
      within({ inResponseTo: 'InResponseTo="_another"' }),
      /the answer is to another request/,
    ],
    'to no request': [within({ inResponseTo: '' }), /the answer is to another request/],
    'an assertion to another request': [
      saying((forging) => dataOf(forging, { request: 'InResponseTo="_another"' })),
      /another address, request or time/,
    ],
    'an assertion to no request': [
      saying((forging) => dataOf(forging, { request: '' })),
      /another address, request or time/,
    ],
    'of another provider': [
      saying(() => ({ issuer: '<saml:Issuer>https://other.example</saml:Issuer>' })),
      /the assertion is of another provider/,
    ],
    'of no provider': [
      saying(() => ({ issuer: '<saml:Issuer></saml:Issuer>' })),
      /the assertion is of another provider/,
    ],
    'a response of another provider': [
      within({
        issuer:
          '<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://other.example</saml:Issuer>',
      }),
      /the answer is of another provider/,
    ],
  });
});

test('P25 bad input 24: an answer of another time opens no session; clocks may stand two minutes apart', async () => {
  const around = ({ to }: ForgeryContext, from: number, until: number): AssertionParts => ({
    window: `NotBefore="${instant(to.now + from)}" NotOnOrAfter="${instant(to.now + until)}"`,
  });
  await expectAllRejected({
    expired: [
      saying((forging) => around(forging, -10 * minute, -2 * minute)),
      /expired, or is not valid yet/,
    ],
    'not valid yet': [
      saying((forging) => around(forging, 3 * minute, 9 * minute)),
      /expired, or is not valid yet/,
    ],
    'a confirmation that has expired': [
      saying((forging) =>
        dataOf(forging, { until: `NotOnOrAfter="${instant(forging.to.now - 2 * minute)}"` }),
      ),
      /another address, request or time/,
    ],
    'a confirmation without an end': [saying((forging) => dataOf(forging, { until: '' })), /NotOnOrAfter/],
    'a confirmation that is not valid yet': [
      saying((forging) => dataOf(forging, { more: `NotBefore="${instant(forging.to.now + 3 * minute)}"` })),
      /another address, request or time/,
    ],
    'issued long ago': [
      saying(({ to }) => ({ issueInstant: instant(to.now - 13 * minute) })),
      /too old, or from the future/,
    ],
    'issued in the future': [
      saying(({ to }) => ({ issueInstant: instant(to.now + 3 * minute) })),
      /too old, or from the future/,
    ],
    'a session that has ended': [
      saying(({ to }) => ({
        statement: `<saml:AuthnStatement AuthnInstant="${instant(to.now)}" SessionNotOnOrAfter="${instant(to.now - 3 * minute)}"/>`,
      })),
      /the session at the provider has ended/,
    ],
    'a time that is none': [saying(() => ({ issueInstant: 'now' })), /IssueInstant/],
    'a time that is not in UTC': [
      saying(() => ({ issueInstant: '2026-11-20T12:00:00+01:00' })),
      /a time is none/,
    ],
  });
});

test('P25 an answer about nobody, or of a login that was none, opens no session', async () => {
  const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
  await expectAllRejected({
    'no subject': [saying(() => ({ subject: '' })), /there is not one Subject/],
    'no name': [saying(() => ({ nameId: '' })), /there is not one NameID/],
    'an empty name': [saying(() => ({ nameId: nameIdOf('') })), /names nobody/],
    'a name of spaces': [saying(() => ({ nameId: nameIdOf('  ') })), /names nobody/],
    'two names': [
      saying(() => ({ nameId: nameIdOf('person-1') + nameIdOf('administrator') })),
      /there is not one NameID/,
    ],
    'a name with an element in it': [
      saying(() => ({ nameId: nameIdOf('person-1<saml:x/>') })),
      /something within a text/,
    ],
    'a name that is another one each time': [
      saying(() => ({ nameId: nameIdOf('abc', transient) })),
      /set subjectAttribute/,
    ],
    'two subjects': [
      saying((forging) => {
        const subject = `<saml:Subject>${nameIdOf('person-1')}<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData ${dataOf(forging).data}/></saml:SubjectConfirmation></saml:Subject>`;
        return { subject: subject + subject };
      }),
      /there is not one Subject/,
    ],
    'no confirmation': [saying(() => ({ confirmation: '' })), /another address, request or time/],
    'a confirmation for a holder of a key': [
      saying(() => ({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' })),
      /another address, request or time/,
    ],
    'no login': [saying(() => ({ statement: '' })), /tells of no login/],
    'no email': [saying(() => ({ attributes: '' })), /tells no email/],
    'the same attribute twice': [
      saying(() => ({
        attributes: emailAttribute('noor@corp.example') + emailAttribute('admin@corp.example'),
      })),
      /an attribute is there twice/,
    ],
    'a status that is no success': [
      within({ status: statusOf('urn:oasis:names:tc:SAML:2.0:status:Responder') }),
      /the provider says .*Responder/,
    ],
    'no status': [within({ status: '' }), /there is not one Status/],
    'two states': [
      within({ status: statusOf('urn:oasis:names:tc:SAML:2.0:status:Success').repeat(2) }),
      /there is not one Status/,
    ],
    'a response of SAML 1.1': [within({ version: '1.1' }), /not a SAML 2.0 response/],
    'an assertion of SAML 1.1': [saying(() => ({ version: '1.1' })), /not a SAML 2.0 assertion/],
  });
});

test('an assertion that is almost two minutes late, or early, still opens a session', async () => {
  const { foyer, startLogin, deliver, home } = await startSamlForgeries();
  const almost = 1.9 * minute;
  const windows = [
    `NotOnOrAfter="${instant(foyer.now - almost)}"`,
    `NotBefore="${instant(foyer.now + almost)}" NotOnOrAfter="${instant(foyer.now + 5 * minute)}"`,
  ];
  for (const window of windows) {
    const browser = new TestBrowser(foyer);
    const forging = await startLogin(browser);
    expect(await deliver(browser, forging, signedAssertion(forging, { window }))).toBe(home);
  }
});

test('P25 an answer to one browser, brought by another that asked itself, opens no session', async () => {
  const { foyer, startLogin, deliver } = await startSamlForgeries();
  const [attacker, victim] = [new TestBrowser(foyer), new TestBrowser(foyer)];
  const stolen = await startLogin(attacker);
  const own = await startLogin(victim);
  // With the victim's RelayState the answer is to another request; with its own the victim has no cookie for it.
  await deliver(victim, own, signedAssertion(stolen));
  expect(await victim.session()).toBeUndefined();
  await deliver(victim, stolen, signedAssertion(stolen));
  expect(await victim.session()).toBeUndefined();
});

test('P25 bad input 24: nobody is logged in whom nobody asked for (IdP-initiated)', async () => {
  const unasked = (relayState: (forging: ForgeryContext) => string) => (forging: ForgeryContext) => ({
    SAMLResponse: Buffer.from(signedAssertion(forging)).toString('base64'),
    RelayState: relayState(forging),
  });
  await expectAllRejected({
    'no RelayState': [unasked(() => ''), /nobody asked/],
    'a page as RelayState': [unasked(() => '/v/nightfall'), /nobody asked/],
    'a RelayState without its mark': [
      unasked(({ relayState }) => relayState.split('.')[0] ?? ''),
      /nobody asked/,
    ],
    'a RelayState with another mark': [
      unasked(({ relayState }) => `${relayState.split('.')[0]}.${'A'.repeat(22)}`),
      /nobody asked/,
    ],
    'a RelayState with more': [unasked(({ relayState }) => `${relayState}.x`), /nobody asked/],
    'a made-up trip under a true mark': [
      unasked(({ relayState }) => `${'x'.repeat(43)}.${relayState.split('.')[1]}`),
      /nobody asked/,
    ],
  });
});

test('P25 an answer for one provider is none at the address of another', async () => {
  const { foyer, startLogin } = await startSamlForgeries();
  const browser = new TestBrowser(foyer);
  const forging = await startLogin(browser);
  const { url } = await browser.postCrossSite(forging.to.acsUrl.replace('saml.corp', 'saml.other'), {
    SAMLResponse: Buffer.from(signedAssertion(forging)).toString('base64'),
    RelayState: forging.relayState,
  });
  expect(new URL(url).searchParams.get('loginError')).toBe('loginError');
  expect(await browser.session()).toBeUndefined();
});

test('P25 an assertion that was used is refused in an answer to another request as well', async () => {
  const { foyer, startLogin, deliver, home } = await startSamlForgeries();
  const first = new TestBrowser(foyer);
  const forging = await startLogin(first);
  expect(await deliver(first, forging, signedResponse(forging, { id: '_once' }))).toBe(home);
  const second = new TestBrowser(foyer);
  const next = await startLogin(second);
  await deliver(second, next, signedResponse(next, { id: '_once' }));
  expect(await second.session()).toBeUndefined();
  expect(foyer.logged).toContainEqual(expect.objectContaining({ reason: 'this assertion was used before' }));
});

test('P25 a second assertion in answer to the same request is refused', async () => {
  const { foyer, startLogin, deliver, home } = await startSamlForgeries();
  const browser = new TestBrowser(foyer);
  const forging = await startLogin(browser);
  const cookies = new Map(browser.cookies());
  expect(await deliver(browser, forging, signedAssertion(forging))).toBe(home);
  const again = new TestBrowser(foyer, cookies);
  await deliver(again, forging, signedAssertion(forging));
  expect(await again.session()).toBeUndefined();
  expect(foyer.logged).toContainEqual(
    expect.objectContaining({ reason: 'this request was answered before' }),
  );
});
