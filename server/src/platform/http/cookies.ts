/** Cookies of our own: read out of a request, written into an answer. */
import type { IncomingHttpHeaders } from 'node:http';
import { sessionMarkCookie } from '@foyer/contract';
import { raw, type Raw } from '#platform/http/route';

/** The value of a cookie; undefined where it is not there, or there more than once: one of them is not from us. */
export function readCookie({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  if (cookie === undefined) return undefined;
  const values = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/** The name under which no neighbouring subdomain can plant a cookie of the path `/`: browsers take it over https alone. */
export const hostCookieName = (name: string, secure: boolean): string => `${secure ? '__Host-' : ''}${name}`;

export interface CookieOptions {
  readonly path: string;
  /** 0 takes the cookie away. */
  readonly maxAgeMs: number;
  /** Over https alone. */
  readonly secure: boolean;
}

/** A value of `Set-Cookie`: never readable by scripts, never sent along with requests that pages of others make. */
export const writeCookie = (name: string, value: string, options: CookieOptions): string =>
  [
    `${name}=${value}`,
    `Path=${options.path}`,
    `Max-Age=${Math.floor(options.maxAgeMs / 1000)}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(options.secure ? ['Secure'] : []),
  ].join('; ');

/** Stands beside such a cookie, with the same options, and tells scripts that it is there. */
export const writeSessionMark = (options: CookieOptions): string =>
  writeCookie(sessionMarkCookie, '1', options).replace('; HttpOnly', '');

/** A call's answer that sets cookies as well; without a value 204. */
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
