/** Where the bytes of an asset stand: under its id and the hash of what was uploaded, so that nothing is ever overwritten. */
import type { AssetGenerationRow } from './tables.ts';

export type Kept = Pick<AssetGenerationRow, 'assetId' | 'uploadSha256'>;

/** Everything of one upload: its bytes, its sized variants, the files of an HLS video. */
export const blobFolder = ({ assetId, uploadSha256 }: Kept): string => `assets/${assetId}/${uploadSha256}/`;

/** `name`: `w640.webp` and so on; without it the asset itself. */
export const blobKey = (row: Kept, name = 'original'): string => `${blobFolder(row)}${name}`;

export const bundleKey = (row: Kept, file: string): string => blobKey(row, `hls/${file}`);
