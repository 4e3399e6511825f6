/** The path to open after an OIDC or SAML login: always of this origin (bad input 1, 2). */
import { isolationKey } from '@foyer/contract';

/** The path is stored in a cookie, which a longer one would not fit in. */
const maxPathLength = 1_024;
/** Paths that start another login or are not pages. */
const excludedPaths = /^\/(stage\/)?(auth|api|login)(?=[/?#]|$)/;

/** Returns the path, query and hash of `requested`, or '/' if it is missing, of another origin or not a page. */
export function sanitizeRedirectPath(requested: string | null): string {
  // Browsers ignore tabs and line breaks and treat a backslash as a slash: to them `/\t/evil.example` is another host.
  if (requested === null || requested.length > maxPathLength || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(requested))
    return '/';
  const base = 'https://foyer.invalid';
  if (!URL.canParse(requested, base)) return '/';
  const url = new URL(requested, base);
  // The page decides again whether it is isolated (COI-03). Deleting an absent parameter could still rewrite the others.
  if (url.searchParams.has(isolationKey)) url.searchParams.delete(isolationKey);
  const path = `${url.pathname}${url.search}${url.hash}`;
  return url.origin === base && !path.startsWith('//') && !excludedPaths.test(path) ? path : '/';
}

export const isStagePath = (path: string): boolean => /^\/stage(?=[/?#]|$)/.test(path);
