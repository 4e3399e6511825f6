/** Where a redirect login leads when it is done: a path of this origin, never anywhere else (bad input 1, 2). */

/** A longer one would not fit into the cookie that carries it. */
const maxPathLength = 1_024;
/** Paths that would start another login, or that show no page. */
const excludedPaths = /^\/(stage\/)?(auth|api|login)(?=[/?#]|$)/;

/** The path, query and hash of `asked`; '/' where it is missing, of another origin, or no page. */
export function sanitizeRedirectPath(asked: string | null): string {
  // Browsers drop tabs and line breaks and read a backslash as a slash: `/\t/evil.example` is another host to them.
  if (asked === null || asked.length > maxPathLength || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(asked)) return '/';
  const base = 'https://foyer.invalid';
  if (!URL.canParse(asked, base)) return '/';
  const url = new URL(asked, base);
  const path = `${url.pathname}${url.search}${url.hash}`;
  return url.origin === base && !path.startsWith('//') && !excludedPaths.test(path) ? path : '/';
}

export const isStagePath = (path: string): boolean => /^\/stage(?=[/?#]|$)/.test(path);
