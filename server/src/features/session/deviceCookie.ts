/**
 * The device cookie: the accounts that have signed in with a password in this browser, signed by this server. Sign-ins to
 * them are not slowed down by failures of others in the same network. It gives no access and is invalid once the
 * account has another password.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readCookie, hostCookieName, writeCookie } from '#platform/http/cookies';
import type { Account } from '#platform/identity';

const deviceCookie = (secure: boolean): string => hostCookieName('foyer_device', secure);
const deviceCookieMs = 365 * 24 * 3_600_000;
/** Beyond this the oldest entry is removed: the cookie of a computer that many people share stays short. */
const maxEntries = 4;
const separator = '~';
const entryPattern = /^([A-Za-z0-9-]{1,64})\.([A-Za-z0-9_-]{43})$/;

export interface DeviceEntry {
  readonly accountId: string;
  readonly signature: string;
}

type SignedAccount = Pick<Account, 'id' | 'passwordFingerprint'>;

/** Contains the password, so that a new password revokes all device cookies of the account. */
const sign = ({ id, passwordFingerprint }: SignedAccount, key: Buffer): string =>
  createHmac('sha256', key).update(`${id}\n${passwordFingerprint}`).digest('base64url');

/** The entries of the cookie; their signatures are not verified. */
export const readDeviceEntries = (headers: IncomingHttpHeaders, secure: boolean): readonly DeviceEntry[] =>
  (readCookie(headers, deviceCookie(secure)) ?? '')
    .split(separator)
    .slice(0, maxEntries)
    .flatMap((text) => {
      const [, accountId, signature] = entryPattern.exec(text) ?? [];
      return accountId === undefined || signature === undefined ? [] : [{ accountId, signature }];
    });

export const isSignedFor = (
  { accountId, signature }: DeviceEntry,
  account: SignedAccount,
  key: Buffer,
): boolean =>
  accountId === account.id && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(account, key)));

/** A `Set-Cookie` value that adds the account to the entries of the request. */
export function writeDeviceCookie(
  headers: IncomingHttpHeaders,
  account: SignedAccount,
  key: Buffer,
  secure: boolean,
): string {
  const others = readDeviceEntries(headers, secure).filter(({ accountId }) => accountId !== account.id);
  const value = [{ accountId: account.id, signature: sign(account, key) }, ...others]
    .slice(0, maxEntries)
    .map(({ accountId, signature }) => `${accountId}.${signature}`)
    .join(separator);
  return writeCookie(deviceCookie(secure), value, { path: '/', maxAgeMs: deviceCookieMs, secure });
}
