/** Guests of an anonymous venue: an id, signed by this server, in a cookie (ROLE-04). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readCookie, writeCookie } from '#platform/http/cookies';

const guestCookie = 'foyer_guest';
const guestCookieMs = 365 * 24 * 3_600_000;
const cookiePattern = /^(anon-[A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export const newGuestId = (): string => `anon-${randomBytes(16).toString('base64url')}`;

const signGuestId = (id: string, key: Buffer): string =>
  createHmac('sha256', key).update(id).digest('base64url');

/** The guest id in the cookie; undefined without a cookie with a valid signature. */
export function readGuestId(headers: IncomingHttpHeaders, key: Buffer): string | undefined {
  const [, id, signature] = cookiePattern.exec(readCookie(headers, guestCookie) ?? '') ?? [];
  if (id === undefined || signature === undefined) return undefined;
  return timingSafeEqual(Buffer.from(signGuestId(id, key)), Buffer.from(signature)) ? id : undefined;
}

export const writeGuestCookie = (id: string, key: Buffer, secure: boolean): string =>
  writeCookie(guestCookie, `${id}.${signGuestId(id, key)}`, { path: '/', maxAgeMs: guestCookieMs, secure });
