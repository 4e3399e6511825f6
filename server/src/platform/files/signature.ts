/** Signed URLs: give read access to a resource until they expire. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { signedUrlMs } from '@foyer/contract';

export interface Signature {
  /** Seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}

/** The signed text: the kind of the resource and its identifiers, which contain no line breaks. */
export type SignedParts = readonly (string | number | undefined)[];

/**
 * The end of the next window of 20 minutes: within a window a file has one URL, which is valid for 20 to 40 minutes.
 */
const expiryAt = (now: number): number => ((Math.floor(now / signedUrlMs) + 2) * signedUrlMs) / 1000;

const computeMac = (key: Buffer, signed: SignedParts, expires: number): Buffer =>
  createHmac('sha256', key)
    .update([...signed, expires].join('\n'))
    .digest();

export const sign = (key: Buffer, signed: SignedParts, now: number): Signature =>
  signUntil(key, signed, expiryAt(now));

/** @param expires seconds since 1970 */
export const signUntil = (key: Buffer, signed: SignedParts, expires: number): Signature => ({
  expires,
  signature: computeMac(key, signed, expires).toString('base64url'),
});

/** `none`: the URL has no signature. */
export type SignatureStatus = 'valid' | 'none' | 'expired' | 'invalid';

/** The parameters of a URL as received. */
export interface ReceivedSignature {
  readonly expires?: string | undefined;
  readonly signature?: string | undefined;
}

export const signatureIn = (query: URLSearchParams): ReceivedSignature => ({
  expires: query.get('expires') ?? undefined,
  signature: query.get('signature') ?? undefined,
});

export function verifySignature(
  key: Buffer,
  signed: SignedParts,
  { expires, signature }: ReceivedSignature,
  now: number,
): SignatureStatus {
  if (expires === undefined && signature === undefined) return 'none';
  if (!/^\d{1,12}$/.test(expires ?? '') || !/^[A-Za-z0-9_-]{43}$/.test(signature ?? '')) return 'invalid';
  const received = Buffer.from(signature ?? '', 'base64url');
  const expected = computeMac(key, signed, Number(expires));
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return 'invalid';
  return Number(expires) * 1000 > now ? 'valid' : 'expired';
}

/** The query of a signed URL, without `?`. */
export const signatureQuery = ({ expires, signature }: Signature): string =>
  `expires=${expires}&signature=${signature}`;

/** Messages for URLs without a valid signature. */
export const signatureErrors: Readonly<Record<Exclude<SignatureStatus, 'valid'>, string>> = {
  none: 'This URL requires a signature.',
  expired: 'This URL has expired.',
  invalid: 'The signature of this URL is invalid.',
};
