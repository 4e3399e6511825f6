/** Signed addresses of assets: a signature is for that generation of that asset, and for every file of it. */
import { sign, verify, type Signature, type Signed, type Verdict } from '#platform/files/signature';
import type { AssetAddress } from './address.ts';

const signedOf = ({ mode, architectureId, assetId, generation }: AssetAddress): Signed => [
  'asset',
  mode,
  architectureId,
  assetId,
  generation,
];

export const signAsset = (key: Buffer, address: AssetAddress, now: number): Signature =>
  sign(key, signedOf(address), now);

export const verifyAsset = (
  key: Buffer,
  address: AssetAddress,
  query: URLSearchParams,
  now: number,
): Verdict => verify(key, signedOf(address), query, now);
