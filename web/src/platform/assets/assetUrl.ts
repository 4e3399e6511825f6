import type { Asset } from '@foyer/contract';
import { useVenue } from '../state/venue.ts';
import { firstAttempt, type AssetAttempt } from './attempts.ts';
import { isSignable, needsSignature, signedUrl } from './signing.ts';
import { suffixFor, withSuffix } from './variants.ts';

export interface AssetSize {
  /** Shown width in CSS pixels; without it the full picture is requested. */
  readonly width?: number | undefined;
}

export const assetOf = (assetId: string | undefined): Asset | undefined =>
  assetId === undefined ? undefined : useVenue.getState().assets.get(assetId);

/** Signs at once if the assets need signatures; otherwise only after a 403. */
export const initialAttempt = ({ width }: AssetSize): AssetAttempt =>
  firstAttempt(width !== undefined && suffixFor(width) !== undefined, needsSignature());

/** The URL of an attempt; undefined for an asset without one. */
export async function attemptUrl(
  asset: { readonly uri?: string | undefined } | undefined,
  { width }: AssetSize,
  attempt: AssetAttempt,
): Promise<string | undefined> {
  if (!asset?.uri) return undefined;
  const isSigned = attempt.signature !== 'none' && isSignable(asset.uri);
  const url = isSigned ? await signedUrl(asset.uri, attempt.signature === 'fresh') : asset.uri;
  return withSuffix(url, attempt.sized && width !== undefined ? suffixFor(width) : undefined);
}

/** The URL of an asset at a width, signed if necessary; undefined for an unknown asset. */
export const assetUrl = (assetId: string | undefined, size: AssetSize = {}): Promise<string | undefined> =>
  attemptUrl(assetOf(assetId), size, initialAttempt(size));
