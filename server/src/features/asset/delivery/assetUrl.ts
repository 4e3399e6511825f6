/** Asset URLs `/backend-assets/{live|preview}/{architectureId}/{assetId}/{generation}[/{file}]`, parsed strictly: no escapes, no dots. */
import { assetUrlPrefixes, id, operatingModes, type OperatingMode } from '@foyer/contract';

export interface AssetUrl {
  readonly mode: OperatingMode;
  readonly architectureId: string;
  readonly assetId: string;
  /** Undefined: the generation that the venue shows. */
  readonly generation: number | undefined;
  /** A file of an HLS bundle, as in `playlist.m3u8` or `720p/seg1.ts`. */
  readonly file: string | undefined;
}

const fileSegment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;
/** A path inside a bundle: one to three segments. */
export const isBundlePath = (path: string): boolean => {
  const parts = path.split('/');
  return parts.length <= 3 && parts.every((part) => fileSegment.test(part));
};

/** Parses a path without a query; undefined if it is not an asset URL. Percent-encoded paths are not. */
export function parseAssetUrl(path: string): AssetUrl | undefined {
  const mode = operatingModes.find((each) => path.startsWith(assetUrlPrefixes[each]));
  if (mode === undefined) return undefined;
  const [architectureId, assetId, generation, ...rest] = path.slice(assetUrlPrefixes[mode].length).split('/');
  if (!id.safeParse(architectureId).success || !id.safeParse(assetId).success) return undefined;
  if (generation !== undefined && !/^[1-9]\d{0,9}$/.test(generation)) return undefined;
  const file = rest.length === 0 ? undefined : rest.join('/');
  if (file !== undefined && !isBundlePath(file)) return undefined;
  return {
    mode,
    architectureId: architectureId ?? '',
    assetId: assetId ?? '',
    generation: generation === undefined ? undefined : Number(generation),
    file,
  };
}

/** Formats the path, without a query. */
export function formatAssetUrl({ mode, architectureId, assetId, generation, file }: AssetUrl): string {
  const parts = [architectureId, assetId, generation, file].filter((part) => part !== undefined);
  return `${assetUrlPrefixes[mode]}${parts.join('/')}`;
}
