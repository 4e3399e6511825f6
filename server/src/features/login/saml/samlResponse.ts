/** Reads a SAML answer: what may be believed of it, and by whom it must have been meant for us. */
import type { XmlElement } from './xmldom.ts';
import { readAssertion, type Assertion, type ExpectedResponse } from './assertion.ts';
import { verifyAssertion } from './nodeSaml.ts';
import { checkSignatures } from './signatures.ts';
import { RedirectLoginError } from '../redirect/loginFailure.ts';
import { decodeResponse, invalidResponse } from './plainXml.ts';
import { childrenNamed, descendantsOf, isNamed, childNamed, parseXml, textOf } from './xmlTree.ts';

/** The verified assertion of a posted answer. Throws a `RedirectLoginError`. */
export async function readResponse(base64: string, expected: ExpectedResponse): Promise<Assertion> {
  const { settings, service } = expected;
  const xml = decodeResponse(base64);
  const response = parseXml(xml);
  checkEnvelope(response, expected);
  const assertion = findAssertion(response);
  const signed = checkSignatures(response, assertion);
  // From here on only what the signature gives back is read, not the document it came in.
  return readAssertion(parseXml(await verifyAssertion(settings, service, { xml, signed })), expected);
}

function checkEnvelope(response: XmlElement, { settings, service, requestId }: ExpectedResponse): void {
  if (!isNamed(response, 'protocol', 'Response') || response.getAttribute('Version') !== '2.0')
    throw invalidResponse('this is not a SAML 2.0 response');
  if (response.getAttribute('Destination') !== service.acsUrl)
    throw invalidResponse('the answer is for another address');
  if (response.getAttribute('InResponseTo') !== requestId)
    throw invalidResponse('the answer is to another request');
  if (childrenNamed(response, 'assertion', 'Issuer').some((issuer) => textOf(issuer) !== settings.idpIssuer))
    throw invalidResponse('the answer is of another provider');
  checkStatus(childNamed(response, 'protocol', 'Status'));
}

const statusUri = (value: string) => `urn:oasis:names:tc:SAML:2.0:status:${value}`;

function checkStatus(status: XmlElement): void {
  const code = childNamed(status, 'protocol', 'StatusCode');
  const value = code.getAttribute('Value');
  if (value === statusUri('Success')) return;
  const inner = childrenNamed(code, 'protocol', 'StatusCode').map((nested) => nested.getAttribute('Value'));
  const aborted = [value, ...inner].some(
    (said) => said === statusUri('AuthnFailed') || said === statusUri('RequestDenied'),
  );
  throw new RedirectLoginError(
    aborted ? 'loginAborted' : 'loginError',
    `the provider says ${[value, ...inner].join(' ').slice(0, 200)}`,
  );
}

/** The one assertion, as a child of the response; anywhere else none, under no namespace, encrypted neither. */
function findAssertion(response: XmlElement): XmlElement {
  const all = [...descendantsOf(response)].filter(({ localName }) =>
    /^(encrypted)?assertion$/i.test(localName),
  );
  const [only, ...more] = all;
  if (only === undefined || more.length > 0) throw invalidResponse('there is not exactly one assertion');
  if (only.parentNode !== response || !isNamed(only, 'assertion', 'Assertion'))
    throw invalidResponse('the assertion is not where it belongs');
  return only;
}
