/**
 * The refresh token, in the cookie `foyer_refresh` (over https `__Host-foyer_refresh`): a half that stays and a half that each refresh replaces. The next
 * half is computed from the last one, so that whoever asks twice with the same token gets the same successor, and
 * nothing but hashes is kept.
 */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sessionIdleMs } from '@foyer/contract';
import { readCookie, hostCookieName, writeCookie, writeSessionMark } from '#platform/http/cookies';
import { newSecret } from '#platform/secret';

/** Planted in somebody's browser it would log them in as somebody else. */
const refreshCookie = (secure: boolean): string => hostCookieName('foyer_refresh', secure);

export interface RefreshToken {
  readonly family: string;
  readonly half: string;
}

const tokenPattern = /^([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{43})$/;

export const newRefreshToken = (): RefreshToken => ({ family: newSecret(), half: newSecret() });

/** The token that follows this one: the same each time. */
export const successorOf = ({ family, half }: RefreshToken, key: Buffer): RefreshToken => ({
  family,
  half: createHmac('sha256', key).update(family).update(half).digest('base64url'),
});

/** The token that a browser sends; undefined where there is none, or nothing that could be one. */
export function refreshTokenOf(headers: IncomingHttpHeaders, secure: boolean): RefreshToken | undefined {
  const [, family, half] = tokenPattern.exec(readCookie(headers, refreshCookie(secure)) ?? '') ?? [];
  return family === undefined || half === undefined ? undefined : { family, half };
}

/** The refresh cookie, and the mark that tells the page's script of it. */
export function refreshCookiesOf({ family, half }: RefreshToken, secure: boolean): string[] {
  const options = { path: '/', maxAgeMs: sessionIdleMs, secure };
  return [writeCookie(refreshCookie(secure), family + half, options), writeSessionMark(options)];
}

export const noRefreshCookie = (secure: boolean): string =>
  writeCookie(refreshCookie(secure), '', { path: '/', maxAgeMs: 0, secure });
