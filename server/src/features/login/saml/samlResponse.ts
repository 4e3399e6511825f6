/** Reads a SAML response: checks that it is for this server and this request, and returns its verified assertion. */
import type { XmlElement } from './xmldom.ts';
import { readAssertion, type Assertion, type ExpectedResponse } from './assertion.ts';
import { verifyAssertion } from './nodeSaml.ts';
import { checkSignatures } from './signatures.ts';
import { RedirectLoginError } from '../redirect/redirectLoginError.ts';
import { decodeResponse, invalidResponse } from './plainXml.ts';
import { childrenNamed, descendantsOf, isNamed, childNamed, parseXml, textOf } from './xmlTree.ts';

/** Returns the verified assertion of a posted response. Throws a `RedirectLoginError`. */
export async function readResponse(base64: string, expected: ExpectedResponse): Promise<Assertion> {
  const { settings, service } = expected;
  const xml = decodeResponse(base64);
  const response = parseXml(xml);
  checkEnvelope(response, expected);
  const assertion = findAssertion(response);
  const signed = checkSignatures(response, assertion);
  // Only the signed XML is read from here on, not the document that contained it.
  return readAssertion(parseXml(await verifyAssertion(settings, service, { xml, signed })), expected);
}

function checkEnvelope(response: XmlElement, { settings, service, requestId }: ExpectedResponse): void {
  if (!isNamed(response, 'protocol', 'Response') || response.getAttribute('Version') !== '2.0')
    throw invalidResponse('not a SAML 2.0 response');
  if (response.getAttribute('Destination') !== service.acsUrl)
    throw invalidResponse('the response is for another destination');
  if (response.getAttribute('InResponseTo') !== requestId)
    throw invalidResponse('the response is to another request');
  if (childrenNamed(response, 'assertion', 'Issuer').some((issuer) => textOf(issuer) !== settings.idpIssuer))
    throw invalidResponse('the response was issued by another provider');
  checkStatus(childNamed(response, 'protocol', 'Status'));
}

const statusUri = (value: string) => `urn:oasis:names:tc:SAML:2.0:status:${value}`;

function checkStatus(status: XmlElement): void {
  const code = childNamed(status, 'protocol', 'StatusCode');
  const value = code.getAttribute('Value');
  if (value === statusUri('Success')) return;
  const inner = childrenNamed(code, 'protocol', 'StatusCode').map((nested) => nested.getAttribute('Value'));
  const wasAborted = [value, ...inner].some(
    (status) => status === statusUri('AuthnFailed') || status === statusUri('RequestDenied'),
  );
  throw new RedirectLoginError(
    wasAborted ? 'loginAborted' : 'loginError',
    `the provider responded with ${[value, ...inner].join(' ').slice(0, 200)}`,
  );
}

/** The only assertion, which must be a child of the response. Assertions elsewhere, encrypted or in any namespace are rejected. */
function findAssertion(response: XmlElement): XmlElement {
  const all = [...descendantsOf(response)].filter(({ localName }) =>
    /^(encrypted)?assertion$/i.test(localName),
  );
  const [only, ...more] = all;
  if (only === undefined || more.length > 0) throw invalidResponse('expected exactly one assertion');
  if (only.parentNode !== response || !isNamed(only, 'assertion', 'Assertion'))
    throw invalidResponse('the assertion is not a child of the response');
  return only;
}
