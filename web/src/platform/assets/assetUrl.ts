import type { Asset } from '@foyer/contract';
import { currentVenue } from '../state/venue.ts';
import { firstAttempt, type AssetAttempt } from './attempts.ts';
import { isSignable, needsSignature, signedUrl } from './signing.ts';
import { suffixFor, withSuffix } from './variants.ts';

export interface AssetSize {
  /** Shown width in CSS pixels; without it the full picture is requested. */
  readonly width?: number | undefined;
  /** Whether the URL gives only this size. In full, the cover of a film would be the film. */
  readonly onlyThisSize?: boolean | undefined;
}

export const assetOf = (assetId: string | undefined): Asset | undefined =>
  assetId === undefined ? undefined : currentVenue().assets.get(assetId);

/** Signs at once if the assets need signatures; otherwise only after a 403. */
export const initialAttempt = ({ width }: AssetSize): AssetAttempt =>
  firstAttempt(width !== undefined && suffixFor(width) !== undefined, needsSignature());

/** The URL of an attempt; undefined for an asset without one. */
export async function attemptUrl(
  asset: { readonly uri?: string | undefined } | undefined,
  { width, onlyThisSize = false }: AssetSize,
  attempt: AssetAttempt,
): Promise<string | undefined> {
  if (!asset?.uri) return undefined;
  const sized = (url: string): string =>
    withSuffix(url, attempt.sized && width !== undefined ? suffixFor(width) : undefined);
  if (attempt.signature === 'none' || !isSignable(asset.uri)) return sized(asset.uri);
  const isFresh = attempt.signature === 'fresh';
  // One signature for all sizes of a picture saves requests.
  return onlyThisSize ? signedUrl(sized(asset.uri), isFresh) : sized(await signedUrl(asset.uri, isFresh));
}

/** The URL of an asset at a width, signed if necessary; undefined for an unknown asset. */
export const assetUrl = (assetId: string | undefined, size: AssetSize = {}): Promise<string | undefined> =>
  attemptUrl(assetOf(assetId), size, initialAttempt(size));
