/** Links of a PDF to other places. */

export interface ExternalLink {
  readonly kind: 'web' | 'mail' | 'phone';
  readonly href: string;
  /** The host, the email address or the phone number. */
  readonly name: string;
}

/** Where a link leads. Undefined for all other schemes, such as `javascript:` and `file:`, which do nothing. */
export function externalLink(url: string): ExternalLink | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, href, pathname } = new URL(url);
  switch (protocol) {
    case 'https:':
    case 'http:':
      return { kind: 'web', href, name: host };
    case 'mailto:':
      return { kind: 'mail', href, name: decoded(pathname) };
    case 'tel:':
      return { kind: 'phone', href, name: decoded(pathname) };
    default:
      return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
