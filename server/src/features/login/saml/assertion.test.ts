/** Assertions with a valid signature that are for another server, request or time, or have no subject. */
import {
  assertionOf,
  audienceOf,
  emailAttribute,
  instant,
  nameIdOf,
  responseOf,
  signXml,
  statusOf,
  type AssertionFields,
  type ResponseFields,
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
const signedAssertionWith =
  (parts: (context: ForgeryContext) => AssertionFields) =>
  (context: ForgeryContext): string =>
    signedAssertion(context, parts(context));
const signedResponseWith =
  (parts: ResponseFields) =>
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

test('P25 bad input 24: a response for another audience, recipient or request opens no session', async () => {
  const elsewhere = 'https://other.example/auth/saml.corp/acs';
  await expectAllRejected({
    'another audience': [
      signedAssertionWith(() => ({ audiences: audienceOf('https://other.example') })),
      /not verified|another audience/,
    ],
    'the audience of another configured provider': [
      signedAssertionWith(({ to }) => ({
        audiences: audienceOf(to.entityId.replace('saml.corp', 'saml.other')),
      })),
      /not verified|another audience/,
    ],
    'no audience': [signedAssertionWith(() => ({ audiences: '' })), /not verified|another audience/],
    'two audience restrictions, one of them not met': [
      signedAssertionWith(({ to }) => ({
        audiences: audienceOf(to.entityId) + audienceOf('https://other.example'),
      })),
      /not verified|another audience/,
    ],
    'no conditions': [
      signedAssertionWith(() => ({ conditions: '' })),
      /not verified|expected exactly one Conditions/,
    ],
    'conditions twice': [
      signedAssertionWith(({ to }) => {
        const conditions = `<saml:Conditions>${audienceOf(to.entityId)}</saml:Conditions>`;
        return { conditions: conditions + conditions };
      }),
      /not verified|expected exactly one Conditions/,
    ],
    'another recipient': [
      signedAssertionWith((context) => dataOf(context, { recipient: `Recipient="${elsewhere}"` })),
      /another recipient, request or time/,
    ],
    'no recipient': [
      signedAssertionWith((context) => dataOf(context, { recipient: '' })),
      /another recipient, request or time/,
    ],
    'the recipient with a slash at the end': [
      signedAssertionWith((context) => dataOf(context, { recipient: `Recipient="${context.to.acsUrl}/"` })),
      /another recipient, request or time/,
    ],
    'another destination': [
      signedResponseWith({ destination: `Destination="${elsewhere}"` }),
      /the response is for another destination/,
    ],
    'no destination': [signedResponseWith({ destination: '' }), /the response is for another destination/],
    'a response to another request': [
      signedResponseWith({ inResponseTo: 'InResponseTo="_another"' }),
      /the response is to another request/,
    ],
    'a response to no request': [
      signedResponseWith({ inResponseTo: '' }),
      /the response is to another request/,
    ],
    'an assertion to another request': [
      signedAssertionWith((context) => dataOf(context, { request: 'InResponseTo="_another"' })),
      /another recipient, request or time/,
    ],
    'an assertion to no request': [
      signedAssertionWith((context) => dataOf(context, { request: '' })),
      /another recipient, request or time/,
    ],
    'an assertion of another provider': [
      signedAssertionWith(() => ({ issuer: '<saml:Issuer>https://other.example</saml:Issuer>' })),
      /the assertion was issued by another provider/,
    ],
    'an assertion without a provider': [
      signedAssertionWith(() => ({ issuer: '<saml:Issuer></saml:Issuer>' })),
      /the assertion was issued by another provider/,
    ],
    'a response of another provider': [
      signedResponseWith({
        issuer:
          '<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://other.example</saml:Issuer>',
      }),
      /the response was issued by another provider/,
    ],
  });
});

test('P25 bad input 24: an expired or future response opens no session; clocks may differ by two minutes', async () => {
  const around = ({ to }: ForgeryContext, from: number, until: number): AssertionFields => ({
    window: `NotBefore="${instant(to.now + from)}" NotOnOrAfter="${instant(to.now + until)}"`,
  });
  await expectAllRejected({
    expired: [
      signedAssertionWith((context) => around(context, -10 * minute, -2 * minute)),
      /expired or is not valid yet/,
    ],
    'not valid yet': [
      signedAssertionWith((context) => around(context, 3 * minute, 9 * minute)),
      /expired or is not valid yet/,
    ],
    'a confirmation that has expired': [
      signedAssertionWith((context) =>
        dataOf(context, { until: `NotOnOrAfter="${instant(context.to.now - 2 * minute)}"` }),
      ),
      /another recipient, request or time/,
    ],
    'a confirmation without an end': [
      signedAssertionWith((context) => dataOf(context, { until: '' })),
      /NotOnOrAfter/,
    ],
    'a confirmation that is not valid yet': [
      signedAssertionWith((context) =>
        dataOf(context, { more: `NotBefore="${instant(context.to.now + 3 * minute)}"` }),
      ),
      /another recipient, request or time/,
    ],
    'issued long ago': [
      signedAssertionWith(({ to }) => ({ issueInstant: instant(to.now - 13 * minute) })),
      /too old or was issued in the future/,
    ],
    'issued in the future': [
      signedAssertionWith(({ to }) => ({ issueInstant: instant(to.now + 3 * minute) })),
      /too old or was issued in the future/,
    ],
    'a session that has ended': [
      signedAssertionWith(({ to }) => ({
        statement: `<saml:AuthnStatement AuthnInstant="${instant(to.now)}" SessionNotOnOrAfter="${instant(to.now - 3 * minute)}"/>`,
      })),
      /the session at the provider has ended/,
    ],
    'an invalid time': [signedAssertionWith(() => ({ issueInstant: 'now' })), /IssueInstant/],
    'a time with an offset from UTC': [
      signedAssertionWith(() => ({ issueInstant: '2026-11-20T12:00:00+01:00' })),
      /a time is invalid/,
    ],
  });
});

test('P25 a response without a subject, email or successful login opens no session', async () => {
  const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
  await expectAllRejected({
    'no subject': [signedAssertionWith(() => ({ subject: '' })), /expected exactly one Subject/],
    'no NameID': [signedAssertionWith(() => ({ nameId: '' })), /expected exactly one NameID/],
    'an empty NameID': [signedAssertionWith(() => ({ nameId: nameIdOf('') })), /no valid subject/],
    'a NameID of spaces': [signedAssertionWith(() => ({ nameId: nameIdOf('  ') })), /no valid subject/],
    'two NameIDs': [
      signedAssertionWith(() => ({ nameId: nameIdOf('person-1') + nameIdOf('administrator') })),
      /expected exactly one NameID/,
    ],
    'a NameID with an element in it': [
      signedAssertionWith(() => ({ nameId: nameIdOf('person-1<saml:x/>') })),
      /contains more than text/,
    ],
    'a transient NameID': [
      signedAssertionWith(() => ({ nameId: nameIdOf('abc', transient) })),
      /set subjectAttribute/,
    ],
    'two subjects': [
      signedAssertionWith((context) => {
        const subject = `<saml:Subject>${nameIdOf('person-1')}<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData ${dataOf(context).data}/></saml:SubjectConfirmation></saml:Subject>`;
        return { subject: subject + subject };
      }),
      /expected exactly one Subject/,
    ],
    'no confirmation': [
      signedAssertionWith(() => ({ confirmation: '' })),
      /another recipient, request or time/,
    ],
    'a holder-of-key confirmation': [
      signedAssertionWith(() => ({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' })),
      /another recipient, request or time/,
    ],
    'no AuthnStatement': [signedAssertionWith(() => ({ statement: '' })), /no AuthnStatement/],
    'no email': [signedAssertionWith(() => ({ attributes: '' })), /sent no valid email/],
    'the same attribute twice': [
      signedAssertionWith(() => ({
        attributes: emailAttribute('noor@corp.example') + emailAttribute('admin@corp.example'),
      })),
      /an attribute occurs twice/,
    ],
    'a status other than success': [
      signedResponseWith({ status: statusOf('urn:oasis:names:tc:SAML:2.0:status:Responder') }),
      /the provider responded with .*Responder/,
    ],
    'no status': [signedResponseWith({ status: '' }), /expected exactly one Status/],
    'two statuses': [
      signedResponseWith({ status: statusOf('urn:oasis:names:tc:SAML:2.0:status:Success').repeat(2) }),
      /expected exactly one Status/,
    ],
    'a response of SAML 1.1': [signedResponseWith({ version: '1.1' }), /not a SAML 2.0 response/],
    'an assertion of SAML 1.1': [signedAssertionWith(() => ({ version: '1.1' })), /not a SAML 2.0 assertion/],
  });
});

test('an assertion that is almost two minutes too late or too early still opens a session', async () => {
  const { foyer, startLogin, deliver, home } = await startSamlForgeries();
  const almost = 1.9 * minute;
  const windows = [
    `NotOnOrAfter="${instant(foyer.now - almost)}"`,
    `NotBefore="${instant(foyer.now + almost)}" NotOnOrAfter="${instant(foyer.now + 5 * minute)}"`,
  ];
  for (const window of windows) {
    const browser = new TestBrowser(foyer);
    const context = await startLogin(browser);
    expect(await deliver(browser, context, signedAssertion(context, { window }))).toBe(home);
  }
});

test('P25 a response to the request of one browser, posted by another, opens no session', async () => {
  const { foyer, startLogin, deliver } = await startSamlForgeries();
  const [attacker, victim] = [new TestBrowser(foyer), new TestBrowser(foyer)];
  const stolen = await startLogin(attacker);
  const own = await startLogin(victim);
  // With the victim's RelayState the response is to another request; with the attacker's the victim has no cookie.
  await deliver(victim, own, signedAssertion(stolen));
  expect(await victim.session()).toBeUndefined();
  await deliver(victim, stolen, signedAssertion(stolen));
  expect(await victim.session()).toBeUndefined();
});

test('P25 bad input 24: an unsolicited (IdP-initiated) response opens no session', async () => {
  const unsolicited = (relayState: (context: ForgeryContext) => string) => (context: ForgeryContext) => ({
    SAMLResponse: Buffer.from(signedAssertion(context)).toString('base64'),
    RelayState: relayState(context),
  });
  await expectAllRejected({
    'no RelayState': [unsolicited(() => ''), /does not answer a request/],
    'a path as RelayState': [unsolicited(() => '/v/nightfall'), /does not answer a request/],
    'a RelayState without its MAC': [
      unsolicited(({ relayState }) => relayState.split('.')[0] ?? ''),
      /does not answer a request/,
    ],
    'a RelayState with another MAC': [
      unsolicited(({ relayState }) => `${relayState.split('.')[0]}.${'A'.repeat(22)}`),
      /does not answer a request/,
    ],
    'a RelayState with a third part': [
      unsolicited(({ relayState }) => `${relayState}.x`),
      /does not answer a request/,
    ],
    'an invented login id with the MAC of another': [
      unsolicited(({ relayState }) => `${'x'.repeat(43)}.${relayState.split('.')[1]}`),
      /does not answer a request/,
    ],
  });
});

test('P25 a response for one provider is rejected at the URL of another', async () => {
  const { foyer, startLogin } = await startSamlForgeries();
  const browser = new TestBrowser(foyer);
  const context = await startLogin(browser);
  const { url } = await browser.postCrossSite(context.to.acsUrl.replace('saml.corp', 'saml.other'), {
    SAMLResponse: Buffer.from(signedAssertion(context)).toString('base64'),
    RelayState: context.relayState,
  });
  expect(new URL(url).searchParams.get('loginError')).toBe('loginError');
  expect(await browser.session()).toBeUndefined();
});

test('P25 a used assertion is also rejected in a response to another request', async () => {
  const { foyer, startLogin, deliver, home } = await startSamlForgeries();
  const first = new TestBrowser(foyer);
  const context = await startLogin(first);
  expect(await deliver(first, context, signedResponse(context, { id: '_once' }))).toBe(home);
  const second = new TestBrowser(foyer);
  const next = await startLogin(second);
  await deliver(second, next, signedResponse(next, { id: '_once' }));
  expect(await second.session()).toBeUndefined();
  expect(foyer.logged).toContainEqual(expect.objectContaining({ reason: 'this assertion was used before' }));
});

test('P25 a second assertion for the same request is rejected', async () => {
  const { foyer, startLogin, deliver, home } = await startSamlForgeries();
  const browser = new TestBrowser(foyer);
  const context = await startLogin(browser);
  const cookies = new Map(browser.cookies());
  expect(await deliver(browser, context, signedAssertion(context))).toBe(home);
  const again = new TestBrowser(foyer, cookies);
  await deliver(again, context, signedAssertion(context));
  expect(await again.session()).toBeUndefined();
  expect(foyer.logged).toContainEqual(
    expect.objectContaining({ reason: 'this request was answered before' }),
  );
});
