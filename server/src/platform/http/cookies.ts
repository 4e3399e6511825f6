/** Reads and writes this server's cookies. */
import type { IncomingHttpHeaders } from 'node:http';
import { sessionMarkerCookie } from '@foyer/contract';
import { raw, type Raw } from '#platform/http/route';

/**
 * The value of a cookie; undefined if it is missing, or present more than once, since then one is not from this server.
 */
export function readCookie({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  if (cookie === undefined) return undefined;
  const values = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/**
 * Adds the `__Host-` prefix over https, so that other subdomains cannot set the cookie. Only for cookies of the path
 * `/`.
 */
export const hostCookieName = (name: string, secure: boolean): string => `${secure ? '__Host-' : ''}${name}`;

export interface CookieOptions {
  readonly path: string;
  /** 0 deletes the cookie. */
  readonly maxAgeMs: number;
  /** Sent only over https. */
  readonly secure: boolean;
  /** `Lax` (default): also sent with navigations from other sites. */
  readonly sameSite?: 'Lax' | 'Strict';
}

/** A `Set-Cookie` value that scripts cannot read and that is not sent with requests of other sites' pages. */
export const writeCookie = (name: string, value: string, options: CookieOptions): string =>
  [
    `${name}=${value}`,
    `Path=${options.path}`,
    `Max-Age=${Math.floor(options.maxAgeMs / 1000)}`,
    'HttpOnly',
    `SameSite=${options.sameSite ?? 'Lax'}`,
    ...(options.secure ? ['Secure'] : []),
  ].join('; ');

/** A `Set-Cookie` value, with the same options, that tells scripts that the session cookie exists. */
export const writeSessionMark = (options: CookieOptions): string =>
  writeCookie(sessionMarkerCookie, '1', options).replace('; HttpOnly', '');

/** A JSON response that also sets cookies; 204 without a value. */
export function withCookies(cookies: readonly string[], value?: unknown): Raw {
  const headers = {
    'cache-control': 'no-store',
    ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }),
  };
  if (value === undefined) return raw({ status: 204, headers });
  return raw({
    status: 200,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  });
}
