/** Blob keys of assets: by id and hash of the uploaded bytes, so that blobs are never overwritten. */
import type { AssetGenerationRow } from './tables.ts';

export type UploadKey = Pick<AssetGenerationRow, 'assetId' | 'uploadSha256'>;

/** Prefix of all blobs of an upload: original, sized variants, files of an HLS video. */
export const blobFolder = ({ assetId, uploadSha256 }: UploadKey): string =>
  `assets/${assetId}/${uploadSha256}/`;

/** `name`: a variant such as `w640.webp`; by default the original. */
export const blobKey = (row: UploadKey, name = 'original'): string => `${blobFolder(row)}${name}`;

export const bundleKey = (row: UploadKey, file: string): string => blobKey(row, `hls/${file}`);
