/** The venue as a browser gets it: what was saved, and what the server says of its assets and its publication. */
import type { Asset, OperatingMode, Venue } from '@foyer/contract';
import type { AssetCatalogue, CatalogueAsset } from '../ports.ts';
import type { Generations, VersionContent } from '../store.ts';

export type ShownAssets = ReadonlyMap<string, CatalogueAsset>;

/** Reads of single generations that run at once. */
const readsAtOnce = 16;

/** The assets of a version: the pinned generations, or the newest ones while it is only staged. */
export function assetsOf(content: VersionContent, catalogue: AssetCatalogue): Promise<ShownAssets> {
  if (content.row.pinned === 1) return pinnedAssets(content.generations, catalogue);
  return newestAssets(content, catalogue);
}

/** These generations; one that is not stored is left out. */
export async function pinnedAssets(
  generations: Generations,
  catalogue: AssetCatalogue,
): Promise<ShownAssets> {
  const shown = new Map<string, CatalogueAsset>();
  const wanted = [...generations];
  for (let from = 0; from < wanted.length; from += readsAtOnce) {
    const batch = wanted.slice(from, from + readsAtOnce);
    const found = await Promise.all(batch.map(([id, generation]) => catalogue.generation(id, generation)));
    for (const asset of found) if (asset) shown.set(asset.id, asset);
  }
  return shown;
}

async function newestAssets(content: VersionContent, catalogue: AssetCatalogue): Promise<ShownAssets> {
  return catalogue.newest(content.venue.assets.map(({ id }) => id));
}

const prefixes: Readonly<Record<OperatingMode, string>> = { LIVE: 'live', STAGE: 'preview' };

/** Where a generation of an asset is read; below /preview/, and with login below /live/, it has to be signed. */
export const assetUri = (mode: OperatingMode, architectureId: string, asset: CatalogueAsset): string =>
  `/backend-assets/${prefixes[mode]}/${architectureId}/${asset.id}/${asset.generation}`;

export interface Standing {
  readonly mode: OperatingMode;
  readonly architectureId: string;
  readonly publishedVersion: number;
}

/** Fills in `uri`, `generation`, `mediaType`, size and colour of each asset, and the published version. */
export function answerOf(venue: Venue, shown: ShownAssets, standing: Standing): Venue {
  return {
    architectures: venue.architectures,
    assets: venue.assets.map((asset) => withStored(asset, shown.get(asset.id), standing)),
    publishInfo: { publishedVersion: standing.publishedVersion },
  };
}

function withStored(asset: Asset, stored: CatalogueAsset | undefined, standing: Standing): Asset {
  if (stored === undefined) return asset;
  const { generation, mediaType, width, height, averageColour } = stored;
  return {
    ...asset,
    uri: assetUri(standing.mode, standing.architectureId, stored),
    generation,
    mediaType,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(averageColour === undefined ? {} : { averageColour }),
  };
}
