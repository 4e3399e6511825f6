/** Signs asset URLs. A signature covers one generation of an asset and all its files. */
import {
  sign,
  signatureIn,
  signUntil,
  verifySignature,
  type Signature,
  type SignedParts,
  type SignatureStatus,
} from '#platform/files/signature';
import type { AssetUrl } from './assetUrl.ts';

const signedOf = ({ mode, architectureId, assetId, generation }: AssetUrl): SignedParts => [
  'asset',
  mode,
  architectureId,
  assetId,
  generation,
];

export const signAsset = (key: Buffer, address: AssetUrl, now: number): Signature =>
  sign(key, signedOf(address), now);

/** @param expires seconds since 1970 */
export const signAssetUntil = (key: Buffer, address: AssetUrl, expires: number): Signature =>
  signUntil(key, signedOf(address), expires);

export const verifyAsset = (
  key: Buffer,
  address: AssetUrl,
  query: URLSearchParams,
  now: number,
): SignatureStatus => verifySignature(key, signedOf(address), signatureIn(query), now);
