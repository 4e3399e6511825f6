/** Signed addresses: who has one may read what it names, until it expires. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { signedUrlMs } from '@foyer/contract';

export interface Signature {
  /** Seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}

/** What is signed: what it is, then what names it. None of them holds a line break. */
export type Signed = readonly (string | number | undefined)[];

/** The end of the next window of 20 minutes: within a window a file keeps one address, which holds 20 to 40 minutes. */
const expiryAt = (now: number): number => ((Math.floor(now / signedUrlMs) + 2) * signedUrlMs) / 1000;

const macOf = (key: Buffer, signed: Signed, expires: number): Buffer =>
  createHmac('sha256', key)
    .update([...signed, expires].join('\n'))
    .digest();

export function sign(key: Buffer, signed: Signed, now: number): Signature {
  const expires = expiryAt(now);
  return { expires, signature: macOf(key, signed, expires).toString('base64url') };
}

/** `none`: the address carries no signature at all. */
export type Verdict = 'good' | 'none' | 'expired' | 'wrong';

export function verify(key: Buffer, signed: Signed, query: URLSearchParams, now: number): Verdict {
  const expires = query.get('expires');
  const signature = query.get('signature');
  if (expires === null && signature === null) return 'none';
  if (!/^\d{1,12}$/.test(expires ?? '') || !/^[A-Za-z0-9_-]{43}$/.test(signature ?? '')) return 'wrong';
  const given = Buffer.from(signature ?? '', 'base64url');
  const right = macOf(key, signed, Number(expires));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'wrong';
  return Number(expires) * 1000 > now ? 'good' : 'expired';
}

/** The query of a signed address, to be put behind `?` or `&`. */
export const signatureQuery = ({ expires, signature }: Signature): string =>
  `expires=${expires}&signature=${signature}`;

/** Why an address without a good signature is refused. */
export const unsigned: Readonly<Record<Exclude<Verdict, 'good'>, string>> = {
  none: 'This address needs a signature.',
  expired: 'This address has expired.',
  wrong: 'The signature of this address is wrong.',
};
