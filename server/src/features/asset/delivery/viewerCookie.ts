/**
 * The viewer cookie: a random value that the URLs of films are signed for, so that a copied URL does not play in another
 * browser. It names no user and alone gives no access.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { hostCookieName, readCookie, writeCookie } from '#platform/http/cookies';
import { createSecret, hashSecret, secretPattern } from '#platform/secret';

/** Longer than people are at an event in a day. A player whose cookie has expired requests a new URL. */
const viewerCookieMs = 24 * 3_600_000;

const viewerCookie = (secure: boolean): string => hostCookieName('foyer_viewer', secure);

/** The hash of the cookie's value; undefined without a valid cookie. */
export function readViewer(headers: IncomingHttpHeaders, secure: boolean): string | undefined {
  const secret = readCookie(headers, viewerCookie(secure));
  return secret !== undefined && secretPattern.test(secret) ? hashSecret(secret) : undefined;
}

/** The hash of the cookie's value. Without a valid cookie that of a new one, with its `Set-Cookie` value. */
export function viewerOf(
  headers: IncomingHttpHeaders,
  secure: boolean,
): { readonly viewer: string; readonly cookies: readonly string[] } {
  const known = readViewer(headers, secure);
  if (known !== undefined) return { viewer: known, cookies: [] };
  const secret = createSecret();
  // Of all paths: it is read below /api and /stage/api, and when /backend-assets is requested.
  const options = { path: '/', maxAgeMs: viewerCookieMs, secure, sameSite: 'Strict' } as const;
  return { viewer: hashSecret(secret), cookies: [writeCookie(viewerCookie(secure), secret, options)] };
}
