/** What somebody wrote, in parts: plain text, addresses of the web and of mail, people who are named. Pure. */

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `text`: as it was written; `shown`: where it could be taken for another address, as the browser asks for it. */
  | { readonly kind: 'link'; readonly text: string; readonly href: string; readonly shown?: string }
  | { readonly kind: 'mention'; readonly text: string };

/**
 * What may be an address of the web, with or without its beginning, or of mail. One of the web ends at the next white
 * space, bracket, or sign that turns the direction of writing; of mail only the plainest are taken.
 */
const candidate =
  /(?:https?:\/\/|(?<![\p{L}\p{N}.@/-])www\.)[^\s<>"'`{}|\\^\p{Bidi_Control}]+|(?<![\p{L}\p{N}.+@_-])[a-z0-9._+-]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}(?![\p{L}\p{N}_@-])/giu;
/** Belongs to the sentence and not to the address. */
const trailing = /[.,;:!?)\]}»”’…]+$/u;

/** Letters that look like Latin ones, beside Latin ones: аpple.com may be anybody. */
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
  const whole = isShort ? `https://${text}` : text;
  try {
    const { protocol, host, href, username, password } = new URL(whole);
    const isWeb = (protocol === 'http:' || protocol === 'https:') && host !== '';
    // A name before the host looks like another host.
    if (!isWeb || username !== '' || password !== '') return undefined;
    // Two points at least, and something between and behind them.
    if (isShort && !/^www\.[^.]+\.[^.]/.test(host)) return undefined;
    return { text, href, ...(looksAlike(writtenHost(whole)) && { shown: href }) };
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

/** Cuts a text at `@` and one of these names, the longest first. */
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

/** @param names of the people who are named in it */
export function textParts(text: string, names: readonly string[] = []): TextPart[] {
  const longestFirst = names.filter(Boolean).toSorted((one, other) => other.length - one.length);
  return withLinks(text).flatMap((part) =>
    part.kind === 'text' && longestFirst.length > 0 ? withMentions(part.text, longestFirst) : [part],
  );
}
