/** Signed addresses: who has one may read that generation of that asset, every file of it, until it expires. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { signedUrlMs } from '@foyer/contract';
import type { AssetAddress } from './asset.address.ts';

export interface Signature {
  /** Seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}

/** The end of the next window of 20 minutes: within a window an asset keeps one address, which holds 20 to 40 minutes. */
const expiryAt = (now: number): number => ((Math.floor(now / signedUrlMs) + 2) * signedUrlMs) / 1000;

function macOf(
  key: Buffer,
  { mode, architectureId, assetId, generation }: AssetAddress,
  expires: number,
): Buffer {
  // Ids hold no slash and no line break, so the parts cannot run into each other.
  const signed = ['asset', mode, architectureId, assetId, generation, expires].join('\n');
  return createHmac('sha256', key).update(signed).digest();
}

export function sign(key: Buffer, address: AssetAddress, now: number): Signature {
  const expires = expiryAt(now);
  return { expires, signature: macOf(key, address, expires).toString('base64url') };
}

/** `none`: the address carries no signature at all. */
export type Verdict = 'good' | 'none' | 'expired' | 'wrong';

export function verify(key: Buffer, address: AssetAddress, query: URLSearchParams, now: number): Verdict {
  const expires = query.get('expires');
  const signature = query.get('signature');
  if (expires === null && signature === null) return 'none';
  if (!/^\d{1,12}$/.test(expires ?? '') || !/^[A-Za-z0-9_-]{43}$/.test(signature ?? '')) return 'wrong';
  const given = Buffer.from(signature ?? '', 'base64url');
  const right = macOf(key, address, Number(expires));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'wrong';
  return Number(expires) * 1000 > now ? 'good' : 'expired';
}

/** The query of a signed address, to be put behind `?` or `&`. */
export const signatureQuery = ({ expires, signature }: Signature): string =>
  `expires=${expires}&signature=${signature}`;
