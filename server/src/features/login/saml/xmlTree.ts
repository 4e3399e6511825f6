/** Parses XML and reads the tree: children by name, exactly one child, or text. */
import { DOMParser, type XmlElement, type XmlNode } from './xmldom.ts';
import { RedirectLoginError } from '../redirect/redirectLoginError.ts';
import { assertPlainXml, invalidResponse } from './plainXml.ts';

/** Returns the root of a document that `assertPlainXml` accepts. Throws a `RedirectLoginError`. */
export function parseXml(xml: string): XmlElement {
  const text = xml.replace(/^<\?xml version="1\.0"( encoding="utf-8")?( standalone="(yes|no)")?\s*\?>/i, '');
  assertPlainXml(text);
  const root = parseDocument(text);
  checkNames(root);
  return root;
}

function parseDocument(text: string): XmlElement {
  const errorHandler = (_level: string, message: unknown): never => {
    throw invalidResponse(`the response is not well-formed: ${String(message).slice(0, 80)}`);
  };
  try {
    const { documentElement, firstChild } = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml');
    let roots = 0;
    for (let node = firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 1) roots += 1;
      else if (node.nodeType !== 3 || trimXmlSpace(node.nodeValue ?? '') !== '')
        throw invalidResponse('the response has text or nodes outside the root');
    }
    if (documentElement === null || roots !== 1)
      throw invalidResponse('the response does not have exactly one root');
    return documentElement;
  } catch (error) {
    if (error instanceof RedirectLoginError) throw error;
    throw invalidResponse('the response is not well-formed');
  }
}

/** Checks that ids are unique, prefixes are declared, and namespaces are safe for canonicalization. */
function checkNames(root: XmlElement): void {
  const ids = new Set<string>();
  for (const element of [root, ...descendantsOf(root)]) {
    if (element.nodeName !== element.localName && (element.namespaceURI ?? '') === '')
      throw invalidResponse('a prefix is not declared');
    checkAttributes(element, ids);
  }
}

function checkAttributes(element: XmlElement, ids: Set<string>): void {
  let idCount = 0;
  for (const attribute of Array.from(element.attributes)) {
    const { name, value } = attribute;
    const local = name.slice(name.indexOf(':') + 1);
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      if (!/^[a-z][a-z0-9+.-]*:/i.test(value) || /^xml/i.test(name.slice(6)))
        throw invalidResponse('a namespace is relative, empty or reserved');
    } else if (local.toLowerCase() === 'id') {
      idCount += 1;
      if (idCount > 1 || ids.has(value)) throw invalidResponse('an id occurs twice');
      ids.add(value);
    }
  }
}

export function childrenOf(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (let node: XmlNode | null = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 1) found.push(node as XmlElement);
    else if (node.nodeType !== 3) throw invalidResponse('there are other nodes between the elements');
  }
  return found;
}

export function* descendantsOf(root: XmlElement): Generator<XmlElement> {
  for (const child of childrenOf(root)) {
    yield child;
    yield* descendantsOf(child);
  }
}

/** The trimmed text of an element. Throws a `RedirectLoginError` if it contains anything else. */
export function textOf(element: XmlElement): string {
  let text = '';
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType !== 3) throw invalidResponse('an element contains more than text');
    text += node.nodeValue ?? '';
  }
  return trimXmlSpace(text);
}

/** Trims white space as defined by XML, which is less than `String.trim` removes. */
const trimXmlSpace = (text: string): string => text.replaceAll(/^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g, '');

export const xmlNamespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

export const isNamed = (element: XmlElement, namespace: keyof typeof xmlNamespaces, name: string): boolean =>
  element.localName === name && element.namespaceURI === xmlNamespaces[namespace];

/** The children with this name. */
export const childrenNamed = (
  parent: XmlElement,
  namespace: keyof typeof xmlNamespaces,
  name: string,
): XmlElement[] => childrenOf(parent).filter((child) => isNamed(child, namespace, name));

/** The only child with this name. Throws a `RedirectLoginError` if there is none or more than one. */
export function childNamed(
  parent: XmlElement,
  namespace: keyof typeof xmlNamespaces,
  name: string,
): XmlElement {
  const [found, ...more] = childrenNamed(parent, namespace, name);
  if (found === undefined || more.length > 0) throw invalidResponse(`expected exactly one ${name}`);
  return found;
}
