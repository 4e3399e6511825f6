/** Restricts signatures: one reference, to the element that contains the signature, and only the algorithms listed here. */
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
 * Checks all signatures of a response: each is a child of the response or of its assertion and covers exactly that
 * element. Returns which of the two are signed. Throws a `RedirectLoginError`.
 */
export function checkSignatures(
  response: XmlElement,
  assertion: XmlElement,
): { response: boolean; assertion: boolean } {
  const signed = { response: false, assertion: false };
  for (const element of descendantsOf(response)) {
    if (element.localName !== 'Signature') continue;
    const { parentNode } = element;
    const parent = parentNode === response ? 'response' : parentNode === assertion ? 'assertion' : undefined;
    if (parent === undefined || signed[parent] || !isNamed(element, 'signature', 'Signature'))
      throw invalidResponse('a signature is duplicate or not in the response or assertion');
    signed[parent] = true;
    checkSignature(element, parentNode === response ? response : assertion);
  }
  if (!signed.response && !signed.assertion)
    throw invalidResponse('neither the response nor the assertion is signed');
  return signed;
}

function checkSignature(signature: XmlElement, covered: XmlElement): void {
  assertOnlyChildren(signature, ['SignedInfo', 'SignatureValue', 'KeyInfo']);
  const info = childNamed(signature, 'signature', 'SignedInfo');
  childNamed(signature, 'signature', 'SignatureValue');
  assertOnlyChildren(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']);
  if (algorithmOf(childNamed(info, 'signature', 'CanonicalizationMethod')) !== exclusiveCanonicalization)
    throw invalidResponse('the canonicalization method of a signature is not allowed');
  if (!signatureMethods.has(algorithmOf(childNamed(info, 'signature', 'SignatureMethod'))))
    throw invalidResponse('the algorithm of a signature is not allowed');
  const reference = childNamed(info, 'signature', 'Reference');
  assertOnlyChildren(reference, ['Transforms', 'DigestMethod', 'DigestValue']);
  const id = covered.getAttribute('ID');
  if (id === '' || reference.getAttribute('URI') !== `#${id}`)
    throw invalidResponse('a signature does not cover the element that contains it');
  const transforms = childrenOf(childNamed(reference, 'signature', 'Transforms')).map(algorithmOf);
  if (
    transforms.length !== 2 ||
    transforms[0] !== envelopedSignature ||
    transforms[1] !== exclusiveCanonicalization
  )
    throw invalidResponse('the transforms of a signature are not allowed');
  if (!digestMethods.has(algorithmOf(childNamed(reference, 'signature', 'DigestMethod'))))
    throw invalidResponse('the algorithm of a digest is not allowed');
}

const algorithmOf = (element: XmlElement): string => element.getAttribute('Algorithm');

function assertOnlyChildren(parent: XmlElement, names: readonly string[]): void {
  const isAllowed = ({ namespaceURI, localName }: XmlElement) =>
    namespaceURI === xmlNamespaces.signature && names.includes(localName);
  if (!childrenOf(parent).every(isAllowed))
    throw invalidResponse('a signature has elements that are not allowed');
}
