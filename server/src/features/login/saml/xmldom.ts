/**
 * The XML parser that the signature library uses too, with types for the used part of its API. Its own types would add
 * the DOM types to the server.
 */
import { createRequire } from 'node:module';

export interface XmlNode {
  /** 1: element, 3: text. */
  readonly nodeType: number;
  readonly firstChild: XmlNode | null;
  readonly nextSibling: XmlNode | null;
  readonly parentNode: XmlNode | null;
  readonly nodeValue: string | null;
}
export interface XmlAttribute {
  readonly name: string;
  readonly value: string;
}
export interface XmlElement extends XmlNode {
  /** Includes the prefix. */
  readonly nodeName: string;
  readonly localName: string;
  readonly namespaceURI: string | null | undefined;
  readonly attributes: ArrayLike<XmlAttribute>;
  getAttribute(name: string): string;
  hasAttribute(name: string): boolean;
}
interface XmlDocument extends XmlNode {
  readonly documentElement: XmlElement | null;
}
interface Xmldom {
  readonly DOMParser: new (options: { errorHandler: (level: string, message: unknown) => never }) => {
    parseFromString(text: string, type: 'text/xml'): XmlDocument;
  };
}

export const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as Xmldom;
