/** What a signature may look like: one reference to the element it stands in, no algorithm but those named here. */
import type { XmlElement } from './xmldom.ts';
import { refused } from './plainXml.ts';
import { childrenOf, descendantsOf, isNamed, oneOf, samlNames } from './xmlTree.ts';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
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
 * Returns which of the two are signed. Throws a `LoginFailure`.
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
      throw refused('a signature is not where it belongs');
    signed[place] = true;
    checkSignature(element, parentNode === response ? response : assertion);
  }
  if (!signed.response && !signed.assertion) throw refused('nothing is signed');
  return signed;
}

function checkSignature(signature: XmlElement, covered: XmlElement): void {
  only(signature, ['SignedInfo', 'SignatureValue', 'KeyInfo']);
  const info = oneOf(signature, 'signature', 'SignedInfo');
  oneOf(signature, 'signature', 'SignatureValue');
  only(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']);
  if (algorithmOf(oneOf(info, 'signature', 'CanonicalizationMethod')) !== exclusive)
    throw refused('a signature is canonicalised in a way that is not allowed');
  if (!signatureMethods.has(algorithmOf(oneOf(info, 'signature', 'SignatureMethod'))))
    throw refused('a signature is of an algorithm that is not allowed');
  const reference = oneOf(info, 'signature', 'Reference');
  only(reference, ['Transforms', 'DigestMethod', 'DigestValue']);
  const id = covered.getAttribute('ID');
  if (id === '' || reference.getAttribute('URI') !== `#${id}`)
    throw refused('a signature covers something else than what it stands in');
  const transforms = childrenOf(oneOf(reference, 'signature', 'Transforms')).map(algorithmOf);
  if (transforms.length !== 2 || transforms[0] !== enveloped || transforms[1] !== exclusive)
    throw refused('a signature transforms what it covers');
  if (!digestMethods.has(algorithmOf(oneOf(reference, 'signature', 'DigestMethod'))))
    throw refused('a digest is of an algorithm that is not allowed');
}

const algorithmOf = (element: XmlElement): string => element.getAttribute('Algorithm');

function only(parent: XmlElement, names: readonly string[]): void {
  const fits = ({ namespaceURI, localName }: XmlElement) =>
    namespaceURI === samlNames.signature && names.includes(localName);
  if (!childrenOf(parent).every(fits)) throw refused('a signature has parts that do not belong there');
}
