/** Reads a SAML answer: what may be believed of it, and by whom it must have been meant for us. */
import type { XmlElement } from './xmldom.ts';
import { readAssertion, type Assertion, type Expected } from './assertion.ts';
import { verifiedAssertion } from './nodeSaml.ts';
import { checkSignatures } from './signatures.ts';
import { LoginFailure } from '../redirect/loginFailure.ts';
import { decodeAnswer, refused } from './plainXml.ts';
import { allOf, descendantsOf, isNamed, oneOf, parseXml, textOf } from './xmlTree.ts';

/** The verified assertion of a posted answer. Throws a `LoginFailure`. */
export async function readAnswer(base64: string, expected: Expected): Promise<Assertion> {
  const { settings, service } = expected;
  const xml = decodeAnswer(base64);
  const response = parseXml(xml);
  checkEnvelope(response, expected);
  const assertion = onlyAssertion(response);
  const signed = checkSignatures(response, assertion);
  // From here on only what the signature gives back is read, not the document it came in.
  return readAssertion(parseXml(await verifiedAssertion(settings, service, { xml, signed })), expected);
}

function checkEnvelope(response: XmlElement, { settings, service, requestId }: Expected): void {
  if (!isNamed(response, 'protocol', 'Response') || response.getAttribute('Version') !== '2.0')
    throw refused('this is not a SAML 2.0 response');
  if (response.getAttribute('Destination') !== service.acsUrl)
    throw refused('the answer is for another address');
  if (response.getAttribute('InResponseTo') !== requestId) throw refused('the answer is to another request');
  if (allOf(response, 'assertion', 'Issuer').some((issuer) => textOf(issuer) !== settings.idpIssuer))
    throw refused('the answer is of another provider');
  checkStatus(oneOf(response, 'protocol', 'Status'));
}

const given = (value: string) => `urn:oasis:names:tc:SAML:2.0:status:${value}`;

function checkStatus(status: XmlElement): void {
  const code = oneOf(status, 'protocol', 'StatusCode');
  const value = code.getAttribute('Value');
  if (value === given('Success')) return;
  const inner = allOf(code, 'protocol', 'StatusCode').map((nested) => nested.getAttribute('Value'));
  const aborted = [value, ...inner].some(
    (said) => said === given('AuthnFailed') || said === given('RequestDenied'),
  );
  throw new LoginFailure(
    aborted ? 'loginAborted' : 'loginError',
    `the provider says ${[value, ...inner].join(' ').slice(0, 200)}`,
  );
}

/** The one assertion, as a child of the response; anywhere else none, under no namespace, encrypted neither. */
function onlyAssertion(response: XmlElement): XmlElement {
  const all = [...descendantsOf(response)].filter(({ localName }) =>
    /^(encrypted)?assertion$/i.test(localName),
  );
  const [only, ...more] = all;
  if (only === undefined || more.length > 0) throw refused('there is not exactly one assertion');
  if (only.parentNode !== response || !isNamed(only, 'assertion', 'Assertion'))
    throw refused('the assertion is not where it belongs');
  return only;
}
