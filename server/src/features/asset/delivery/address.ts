/** `/backend-assets/{live|preview}/{architectureId}/{assetId}/{generation}[/{file}]`, read strictly: no escapes, no dots. */
import { id, operatingModes, type OperatingMode } from '@foyer/contract';

export interface AssetAddress {
  readonly mode: OperatingMode;
  readonly architectureId: string;
  readonly assetId: string;
  /** Undefined: the one the venue shows. */
  readonly generation: number | undefined;
  /** A file of an HLS bundle, as in `playlist.m3u8` or `720p/seg1.ts`. */
  readonly file: string | undefined;
}

export const addressRoot = '/backend-assets/';
const prefixes: Readonly<Record<OperatingMode, string>> = { LIVE: 'live', STAGE: 'preview' };
const modes = new Map(operatingModes.map((mode) => [prefixes[mode], mode]));

const fileSegment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;
/** A path inside a bundle: one to three segments. */
export const isBundlePath = (path: string): boolean => {
  const parts = path.split('/');
  return parts.length <= 3 && parts.every((part) => fileSegment.test(part));
};

/** The parts of a path (no query), or undefined if it is not an address of an asset. Anything escaped is none. */
export function readAddress(path: string): AssetAddress | undefined {
  if (!path.startsWith(addressRoot)) return undefined;
  const [prefix, architectureId, assetId, generation, ...rest] = path.slice(addressRoot.length).split('/');
  const mode = modes.get(prefix ?? '');
  if (mode === undefined) return undefined;
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

/** The path of an address, without a query. */
export function writeAddress({ mode, architectureId, assetId, generation, file }: AssetAddress): string {
  const parts = [prefixes[mode], architectureId, assetId, generation, file].filter(
    (part) => part !== undefined,
  );
  return `${addressRoot}${parts.join('/')}`;
}
