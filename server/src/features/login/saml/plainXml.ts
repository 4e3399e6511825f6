/** The posted text: small, and so plain that no two parsers could read it differently or take long over it. */
import { RedirectLoginError } from '../redirect/loginFailure.ts';

/** An answer with hundreds of groups has about a tenth of it. */
const maxResponseBytes = 256 * 1024;
/** The posted form: base64, and percent signs within it. */
export const maxSamlBodyBytes = 400 * 1024;
const maxElements = 3_000;
const maxDepth = 32;
/** Of one tag with its attributes. */
const maxTagLength = 4_096;
/** Declarations of namespaces: each is copied into whatever stands below it. */
const maxNamespaces = 1_500;
/** Equals signs within tags: what the attributes are counted by. */
const maxAttributes = 10_000;

export const invalidResponse = (reason: string): RedirectLoginError =>
  new RedirectLoginError('loginError', reason);

/** The XML of a posted answer. It is never inflated: what is compressed is no XML. Throws a `RedirectLoginError`. */
export function decodeResponse(base64: string): string {
  const bare = base64.replaceAll(/[\r\n \t]/g, '');
  if (bare === '' || bare.length > (maxResponseBytes / 3) * 4)
    throw invalidResponse('the answer is empty or too large');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(bare)) throw invalidResponse('the answer is not base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bare, 'base64'));
  } catch {
    throw invalidResponse('the answer is not UTF-8');
  }
}

/** Refuses what no honest provider needs and every one of which has carried an attack. Throws a `RedirectLoginError`. */
export function assertPlainXml(text: string): void {
  if (!/^[ \t\r\n]*</.test(text))
    throw invalidResponse('the answer begins with something else than an element');
  if (/<[!?]/.test(text)) throw invalidResponse('the answer has a DTD, a comment, CDATA or an instruction');
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text))
    throw invalidResponse('the answer has signs that XML does not know');
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i.test(text))
    throw invalidResponse('the answer is not well-formed: an entity that nobody declared');
  assertWithinLimits(text);
}

/** A tag, its attributes in quotes and without `>` in them, and the text up to the next one. */
const tag =
  /<(\/?)[\w:.-]+((?:[ \t\r\n]+[\w:.-]+[ \t\r\n]*=[ \t\r\n]*(?:"[^"<>]*"|'[^'<>]*'))*)[ \t\r\n]*(\/?)>[^<]*/y;

/** Before the parser sees it: a tree that is deep, or full of namespaces, takes it seconds. */
function assertWithinLimits(text: string): void {
  tag.lastIndex = text.indexOf('<');
  let depth = 0;
  let elements = 0;
  let namespaces = 0;
  let signs = 0;
  while (tag.lastIndex < text.length) {
    const found = tag.exec(text);
    if (found === null) throw invalidResponse('the answer is not well-formed: a tag is none');
    const [, closes, attributes = '', isEmpty] = found;
    if (closes === '/') depth -= 1;
    else elements += 1;
    if (closes === '' && isEmpty === '') depth += 1;
    namespaces += attributes.split('xmlns').length - 1;
    signs += attributes.split('=').length - 1;
    const isWide = attributes.length > maxTagLength || namespaces > maxNamespaces || signs > maxAttributes;
    if (depth > maxDepth || elements > maxElements || isWide)
      throw invalidResponse('the answer is too deep or has too many elements');
  }
}
