/**
 * The refresh token, in the cookie `foyer_refresh` (over https `__Host-foyer_refresh`): a family, which is constant, and
 * a secret, which each refresh replaces. The next secret is computed from the previous one, so that a repeated refresh
 * with the same token returns the same successor, and only hashes are stored.
 */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sessionIdleMs } from '@foyer/contract';
import { readCookie, hostCookieName, writeCookie, writeSessionMark } from '#platform/http/cookies';
import { createSecret } from '#platform/secret';

/** The prefix prevents other subdomains from setting the cookie, which would log a user in to another account. */
const refreshCookie = (secure: boolean): string => hostCookieName('foyer_refresh', secure);

export interface RefreshToken {
  readonly family: string;
  readonly secret: string;
}

const tokenPattern = /^([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{43})$/;

export const newRefreshToken = (): RefreshToken => ({ family: createSecret(), secret: createSecret() });

/** The token that replaces this one; always the same. */
export const successorOf = ({ family, secret }: RefreshToken, key: Buffer): RefreshToken => ({
  family,
  secret: createHmac('sha256', key).update(family).update(secret).digest('base64url'),
});

/** The token of a request; undefined without a cookie of the right form. */
export function readRefreshToken(headers: IncomingHttpHeaders, secure: boolean): RefreshToken | undefined {
  const [, family, secret] = tokenPattern.exec(readCookie(headers, refreshCookie(secure)) ?? '') ?? [];
  return family === undefined || secret === undefined ? undefined : { family, secret };
}

/** The refresh cookie, and a marker cookie that scripts can read. */
export function writeRefreshCookies({ family, secret }: RefreshToken, secure: boolean): string[] {
  const options = { path: '/', maxAgeMs: sessionIdleMs, secure };
  return [writeCookie(refreshCookie(secure), family + secret, options), writeSessionMark(options)];
}

export const clearRefreshCookie = (secure: boolean): string =>
  writeCookie(refreshCookie(secure), '', { path: '/', maxAgeMs: 0, secure });
