/** Splits the text of a message into plain text, links (web and mail) and mentions. Pure functions. */

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `text`: as written. `shown`: the URL with the host in Punycode, if its letters imitate another host. */
  | { readonly kind: 'link'; readonly text: string; readonly href: string; readonly shown?: string }
  | { readonly kind: 'mention'; readonly text: string };

/**
 * Candidates for links: URLs with http(s):// or www., and simple email addresses. A URL ends at white space, a bracket, a
 * quote or a bidirectional control character.
 */
const candidate =
  /(?:https?:\/\/|(?<![\p{L}\p{N}.@/-])www\.)[^\s<>"'`{}|\\^\p{Bidi_Control}]+|(?<![\p{L}\p{N}.+@_-])[a-z0-9._+-]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}(?![\p{L}\p{N}_@-])/giu;
/** Punctuation after a URL, which belongs to the sentence. */
const trailing = /(?<![.,;:!?)\]}»”’…])[.,;:!?)\]}»”’…]+$/u;

/** Detects hosts that mix Latin letters with scripts that contain look-alikes, such as аpple.com with a Cyrillic а. */
const looksAlike = (host: string): boolean =>
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(host) &&
  /\p{Script=Latin}/u.test(host);
const writtenHost = (text: string): string => /^https?:\/\/([^/?#]*)/iu.exec(text)?.[1] ?? '';

interface Link {
  readonly text: string;
  readonly href: string;
  readonly shown?: string;
}

function linkIn(found: string): Link | undefined {
  const isShort = /^www\./i.test(found);
  if (!isShort && !/^https?:/i.test(found)) return { text: found, href: `mailto:${found}` };
  const closes = found.endsWith(')') && found.includes('(');
  const text = closes ? found : found.replace(trailing, '');
  const url = isShort ? `https://${text}` : text;
  try {
    const { protocol, host, href, username, password } = new URL(url);
    const isWeb = (protocol === 'http:' || protocol === 'https:') && host !== '';
    // Reject user names and passwords: https://bank.example@evil.example imitates another host.
    if (!isWeb || username !== '' || password !== '') return undefined;
    // A www. host needs two more labels.
    if (isShort && !/^www\.[^.]+\.[^.]/.test(host)) return undefined;
    return { text, href, ...(looksAlike(writtenHost(url)) && { shown: href }) };
  } catch {
    return undefined;
  }
}

function withLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(candidate)) {
    const address = linkIn(match[0]);
    if (!address) continue;
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    parts.push({ kind: 'link', ...address });
    from = match.index + address.text.length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

/** Splits a text at mentions. `names` is sorted by length, longest first. */
function withMentions(text: string, names: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = names.find((each) => text.startsWith(each, at + 1));
    if (name === undefined) continue;
    if (at > from) parts.push({ kind: 'text', text: text.slice(from, at) });
    parts.push({ kind: 'mention', text: `@${name}` });
    from = at + 1 + name.length;
    at = from - 1;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

/** @param names of the mentioned people */
export function textParts(text: string, names: readonly string[] = []): TextPart[] {
  const longestFirst = names.filter(Boolean).toSorted((a, b) => b.length - a.length);
  return withLinks(text).flatMap((part) =>
    part.kind === 'text' && longestFirst.length > 0 ? withMentions(part.text, longestFirst) : [part],
  );
}
