/** Visitors of an anonymous venue: an id that this server has signed, in a cookie of this browser (ROLE-04). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readCookie, writeCookie } from '#platform/http/cookies';

const guestCookie = 'foyer_guest';
const guestCookieMs = 365 * 24 * 3_600_000;
const cookiePattern = /^(anon-[A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export const newGuestId = (): string => `anon-${randomBytes(16).toString('base64url')}`;

const signatureOf = (id: string, key: Buffer): string =>
  createHmac('sha256', key).update(id).digest('base64url');

/** The id that this browser was given before; undefined where there is none of ours. */
export function guestIdOf(headers: IncomingHttpHeaders, key: Buffer): string | undefined {
  const [, id, signature] = cookiePattern.exec(readCookie(headers, guestCookie) ?? '') ?? [];
  if (id === undefined || signature === undefined) return undefined;
  return timingSafeEqual(Buffer.from(signatureOf(id, key)), Buffer.from(signature)) ? id : undefined;
}

export const guestCookieOf = (id: string, key: Buffer, secure: boolean): string =>
  writeCookie(guestCookie, `${id}.${signatureOf(id, key)}`, { path: '/', maxAgeMs: guestCookieMs, secure });
