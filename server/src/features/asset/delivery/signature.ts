/** Signs asset URLs. A signature covers one generation of an asset and all its files. */
import { sign, verify, type Signature, type Signed, type Verdict } from '#platform/files/signature';
import type { AssetUrl } from './assetUrl.ts';

const signedOf = ({ mode, architectureId, assetId, generation }: AssetUrl): Signed => [
  'asset',
  mode,
  architectureId,
  assetId,
  generation,
];

export const signAsset = (key: Buffer, address: AssetUrl, now: number): Signature =>
  sign(key, signedOf(address), now);

export const verifyAsset = (key: Buffer, address: AssetUrl, query: URLSearchParams, now: number): Verdict =>
  verify(key, signedOf(address), query, now);
