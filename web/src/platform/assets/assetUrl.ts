import type { Asset } from '@foyer/contract';
import { useVenue } from '../state/venue.ts';
import { firstAttempt, type AssetAttempt } from './attempts.ts';
import { isSignable, needsSignature, signedUrl } from './signing.ts';
import { suffixFor, withSuffix } from './variants.ts';

export interface AssetSize {
  /** CSS pixels it is shown at; without it the picture itself is asked for. */
  readonly width?: number | undefined;
}

export const assetOf = (assetId: string | undefined): Asset | undefined =>
  assetId === undefined ? undefined : useVenue.getState().assets.get(assetId);

/** What needs no signature gets one once the server asks for it. */
export const initialAttempt = ({ width }: AssetSize): AssetAttempt =>
  firstAttempt(width !== undefined && suffixFor(width) !== undefined, needsSignature());

/** Where an attempt asks; undefined for an asset that has no address. */
export async function attemptUrl(
  asset: Asset | undefined,
  { width }: AssetSize,
  attempt: AssetAttempt,
): Promise<string | undefined> {
  if (!asset?.uri) return undefined;
  const signs = attempt.signature !== 'none' && isSignable(asset.uri);
  const url = signs ? await signedUrl(asset.uri, attempt.signature === 'fresh') : asset.uri;
  return withSuffix(url, attempt.sized && width !== undefined ? suffixFor(width) : undefined);
}

/** The address of an asset at a width, signed where it has to be; undefined for an unknown asset. */
export const assetUrl = (assetId: string | undefined, size: AssetSize = {}): Promise<string | undefined> =>
  attemptUrl(assetOf(assetId), size, initialAttempt(size));
