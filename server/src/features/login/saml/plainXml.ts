/** Restricts the posted XML: small, and simple enough that all parsers read it the same way and quickly. */
import { RedirectLoginError } from '../redirect/redirectLoginError.ts';

/** A response with hundreds of groups has about a tenth of this. */
const maxResponseBytes = 256 * 1024;
/** The posted form, which is base64 and URL-encoded. */
export const maxSamlBodyBytes = 400 * 1024;
const maxElements = 3_000;
const maxDepth = 32;
/** Length of the attributes of one tag, in characters. */
const maxTagLength = 4_096;
/** Namespace declarations; the parser copies each into all descendants. */
const maxNamespaces = 1_500;
/** Counted by the equals signs within tags. */
const maxAttributes = 10_000;

export const invalidResponse = (reason: string): RedirectLoginError =>
  new RedirectLoginError('loginError', reason);

/** Returns the XML of a posted response. Compressed responses are rejected. Throws a `RedirectLoginError`. */
export function decodeResponse(base64: string): string {
  const bare = base64.replaceAll(/[\r\n \t]/g, '');
  if (bare === '' || bare.length > (maxResponseBytes / 3) * 4)
    throw invalidResponse('the response is empty or too large');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(bare)) throw invalidResponse('the response is not base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bare, 'base64'));
  } catch {
    throw invalidResponse('the response is not UTF-8');
  }
}

/** Rejects XML features that providers do not need and attacks have used. Throws a `RedirectLoginError`. */
export function assertPlainXml(text: string): void {
  if (!/^[ \t\r\n]*</.test(text)) throw invalidResponse('the response does not begin with an element');
  if (/<[!?]/.test(text))
    throw invalidResponse('the response contains a DTD, a comment, CDATA or a processing instruction');
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text))
    throw invalidResponse('the response contains characters that XML does not allow');
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i.test(text))
    throw invalidResponse('the response is not well-formed: an undeclared entity');
  assertWithinLimits(text);
}

/** A tag, with quoted attributes that do not contain `>`, and the text up to the next tag. */
const tag =
  /<(\/?)[\w:.-]+((?:[ \t\r\n]+[\w:.-]+[ \t\r\n]*=[ \t\r\n]*(?:"[^"<>]*"|'[^'<>]*'))*)[ \t\r\n]*(\/?)>[^<]*/y;

/** Runs before the parser, which takes seconds for a deep tree or many namespaces. */
function assertWithinLimits(text: string): void {
  tag.lastIndex = text.indexOf('<');
  let depth = 0;
  let elements = 0;
  let namespaces = 0;
  let attributeCount = 0;
  while (tag.lastIndex < text.length) {
    const found = tag.exec(text);
    if (found === null) throw invalidResponse('the response is not well-formed: an invalid tag');
    const [, closes, attributes = '', isEmpty] = found;
    if (closes === '/') depth -= 1;
    else elements += 1;
    if (closes === '' && isEmpty === '') depth += 1;
    namespaces += attributes.split('xmlns').length - 1;
    attributeCount += attributes.split('=').length - 1;
    const hasTooManyAttributes =
      attributes.length > maxTagLength || namespaces > maxNamespaces || attributeCount > maxAttributes;
    if (depth > maxDepth || elements > maxElements || hasTooManyAttributes)
      throw invalidResponse('the response is too deep or has too many elements');
  }
}
