/**
 * Signs asset URLs. A signature covers one generation of an asset, all its files and sizes; or only one size, such as
 * the cover of a film, whose URL without the size would be that of the film.
 */
import type { ImageSuffix } from '@foyer/contract';
import {
  sign,
  signatureIn,
  signatureQuery,
  signUntil,
  verifySignature,
  type Signature,
  type SignedParts,
  type SignatureStatus,
} from '#platform/files/signature';
import type { AssetUrl } from './assetUrl.ts';

/** A parameter of URLs that are signed for one viewer. */
const viewerParameter = 'viewer';

/** @param viewer the hash of the viewer cookie; undefined for a URL that every browser can load */
const signedOf = (
  { mode, architectureId, assetId, generation }: AssetUrl,
  viewer: string | undefined,
): SignedParts => [
  'asset',
  mode,
  architectureId,
  assetId,
  generation,
  ...(viewer === undefined ? [] : ['viewer', viewer]),
];

const signedSizeOf = (address: AssetUrl, suffix: string): SignedParts => [
  ...signedOf(address, undefined),
  'suffix',
  suffix,
  address.file,
];

/** @param suffix of the only size that the URL gives; undefined for all files and sizes */
export const signAsset = (
  key: Buffer,
  address: AssetUrl,
  { suffix, now }: { readonly suffix: ImageSuffix | undefined; readonly now: number },
): Signature => sign(key, suffix ? signedSizeOf(address, suffix) : signedOf(address, undefined), now);

/**
 * The query of a URL that only the browser with the viewer cookie can load.
 * @param expires seconds since 1970
 */
export const signForViewer = (
  key: Buffer,
  address: AssetUrl,
  { viewer, expires }: { readonly viewer: string; readonly expires: number },
): string => `${signatureQuery(signUntil(key, signedOf(address, viewer), expires))}&${viewerParameter}=1`;

/** @param viewer of the request; undefined without a viewer cookie */
export function verifyAsset(
  key: Buffer,
  address: AssetUrl,
  query: URLSearchParams,
  { viewer, now }: { readonly viewer: string | undefined; readonly now: number },
): SignatureStatus {
  const signature = signatureIn(query);
  if (query.has(viewerParameter))
    return viewer === undefined ? 'invalid' : verifySignature(key, signedOf(address, viewer), signature, now);
  const status = verifySignature(key, signedOf(address, undefined), signature, now);
  const suffix = query.get('suffix');
  return status === 'invalid' && suffix !== null
    ? verifySignature(key, signedSizeOf(address, suffix), signature, now)
    : status;
}

/** The parameters of a verified signature, for other files of the asset. */
export const verifiedQuery = (query: URLSearchParams): string =>
  signatureQuery({
    expires: Number(query.get('expires')),
    signature: query.get('signature') ?? '',
  }) + (query.has(viewerParameter) ? `&${viewerParameter}=1` : '');
