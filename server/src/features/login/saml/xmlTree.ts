/** A tree of elements, and how it is asked: for children of a name, for exactly one, for nothing but text. */
import { DOMParser, type XmlElement, type XmlNode } from './xmldom.ts';
import { RedirectLoginError } from '../redirect/loginFailure.ts';
import { assertPlainXml, invalidResponse } from './plainXml.ts';

/** The root of a plain document. Throws a `RedirectLoginError`. */
export function parseXml(xml: string): XmlElement {
  const text = xml.replace(/^<\?xml version="1\.0"( encoding="utf-8")?( standalone="(yes|no)")?\s*\?>/i, '');
  assertPlainXml(text);
  const root = parseDocument(text);
  checkNames(root);
  return root;
}

function parseDocument(text: string): XmlElement {
  const errorHandler = (_level: string, message: unknown): never => {
    throw invalidResponse(`the answer is not well-formed: ${String(message).slice(0, 80)}`);
  };
  try {
    const { documentElement, firstChild } = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml');
    let roots = 0;
    for (let node = firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 1) roots += 1;
      else if (node.nodeType !== 3 || trimXmlSpace(node.nodeValue ?? '') !== '')
        throw invalidResponse('there is more than a root');
    }
    if (documentElement === null || roots !== 1) throw invalidResponse('the answer has not one root');
    return documentElement;
  } catch (fault) {
    if (fault instanceof RedirectLoginError) throw fault;
    throw invalidResponse('the answer is not well-formed');
  }
}

/** Ids that are there once, prefixes that stand for something, namespaces that canonicalisation cannot trip over. */
function checkNames(root: XmlElement): void {
  const ids = new Set<string>();
  for (const element of [root, ...descendantsOf(root)]) {
    if (element.nodeName !== element.localName && (element.namespaceURI ?? '') === '')
      throw invalidResponse('a prefix stands for nothing');
    checkAttributes(element, ids);
  }
}

function checkAttributes(element: XmlElement, ids: Set<string>): void {
  let own = 0;
  for (const attribute of Array.from(element.attributes)) {
    const { name, value } = attribute;
    const local = name.slice(name.indexOf(':') + 1);
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      if (!/^[a-z][a-z0-9+.-]*:/i.test(value) || /^xml/i.test(name.slice(6)))
        throw invalidResponse('a namespace is relative, empty or reserved');
    } else if (local.toLowerCase() === 'id') {
      own += 1;
      if (own > 1 || ids.has(value)) throw invalidResponse('an id is there twice');
      ids.add(value);
    }
  }
}

export function childrenOf(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (let node: XmlNode | null = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 1) found.push(node as XmlElement);
    else if (node.nodeType !== 3) throw invalidResponse('there is something between the elements');
  }
  return found;
}

export function* descendantsOf(root: XmlElement): Generator<XmlElement> {
  for (const child of childrenOf(root)) {
    yield child;
    yield* descendantsOf(child);
  }
}

/** All of an element's text; throws where there is anything but text. */
export function textOf(element: XmlElement): string {
  let text = '';
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType !== 3) throw invalidResponse('there is something within a text');
    text += node.nodeValue ?? '';
  }
  return trimXmlSpace(text);
}

/** Without white space as XML knows it, which is less than what JavaScript does. */
const trimXmlSpace = (text: string): string => text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

export const xmlNamespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

export const isNamed = (element: XmlElement, namespace: keyof typeof xmlNamespaces, name: string): boolean =>
  element.localName === name && element.namespaceURI === xmlNamespaces[namespace];

/** The children of this name. */
export const childrenNamed = (
  parent: XmlElement,
  namespace: keyof typeof xmlNamespaces,
  name: string,
): XmlElement[] => childrenOf(parent).filter((child) => isNamed(child, namespace, name));

/** The one child of this name; throws where there is none, or a second. */
export function childNamed(
  parent: XmlElement,
  namespace: keyof typeof xmlNamespaces,
  name: string,
): XmlElement {
  const [found, ...more] = childrenNamed(parent, namespace, name);
  if (found === undefined || more.length > 0) throw invalidResponse(`there is not one ${name}`);
  return found;
}
