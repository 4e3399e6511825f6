/** What a signature may look like: one reference to the element it stands in, no algorithm but those named here. */
import type { XmlElement } from './xmldom.ts';
import { invalidResponse } from './plainXml.ts';
import { childrenOf, descendantsOf, isNamed, childNamed, xmlNamespaces } from './xmlTree.ts';

const exclusiveCanonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const signatureMethods: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);
const digestMethods: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/**
 * Checks every signature of a response: each stands in the response or in its assertion and covers exactly that.
 * Returns which of the two are signed. Throws a `RedirectLoginError`.
 */
export function checkSignatures(
  response: XmlElement,
  assertion: XmlElement,
): { response: boolean; assertion: boolean } {
  const signed = { response: false, assertion: false };
  for (const element of descendantsOf(response)) {
    if (element.localName !== 'Signature') continue;
    const { parentNode } = element;
    const place = parentNode === response ? 'response' : parentNode === assertion ? 'assertion' : undefined;
    if (place === undefined || signed[place] || !isNamed(element, 'signature', 'Signature'))
      throw invalidResponse('a signature is not where it belongs');
    signed[place] = true;
    checkSignature(element, parentNode === response ? response : assertion);
  }
  if (!signed.response && !signed.assertion) throw invalidResponse('nothing is signed');
  return signed;
}

function checkSignature(signature: XmlElement, covered: XmlElement): void {
  assertOnlyChildren(signature, ['SignedInfo', 'SignatureValue', 'KeyInfo']);
  const info = childNamed(signature, 'signature', 'SignedInfo');
  childNamed(signature, 'signature', 'SignatureValue');
  assertOnlyChildren(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']);
  if (algorithmOf(childNamed(info, 'signature', 'CanonicalizationMethod')) !== exclusiveCanonicalization)
    throw invalidResponse('a signature is canonicalised in a way that is not allowed');
  if (!signatureMethods.has(algorithmOf(childNamed(info, 'signature', 'SignatureMethod'))))
    throw invalidResponse('a signature is of an algorithm that is not allowed');
  const reference = childNamed(info, 'signature', 'Reference');
  assertOnlyChildren(reference, ['Transforms', 'DigestMethod', 'DigestValue']);
  const id = covered.getAttribute('ID');
  if (id === '' || reference.getAttribute('URI') !== `#${id}`)
    throw invalidResponse('a signature covers something else than what it stands in');
  const transforms = childrenOf(childNamed(reference, 'signature', 'Transforms')).map(algorithmOf);
  if (
    transforms.length !== 2 ||
    transforms[0] !== envelopedSignature ||
    transforms[1] !== exclusiveCanonicalization
  )
    throw invalidResponse('a signature transforms what it covers');
  if (!digestMethods.has(algorithmOf(childNamed(reference, 'signature', 'DigestMethod'))))
    throw invalidResponse('a digest is of an algorithm that is not allowed');
}

const algorithmOf = (element: XmlElement): string => element.getAttribute('Algorithm');

function assertOnlyChildren(parent: XmlElement, names: readonly string[]): void {
  const fits = ({ namespaceURI, localName }: XmlElement) =>
    namespaceURI === xmlNamespaces.signature && names.includes(localName);
  if (!childrenOf(parent).every(fits))
    throw invalidResponse('a signature has parts that do not belong there');
}
