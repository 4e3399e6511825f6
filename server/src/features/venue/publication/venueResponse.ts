/** The venue as sent to browsers: the saved venue with asset metadata and the published version filled in. */
import {
  assetUrlPrefixes,
  findWidgetManifest,
  type Architecture,
  type Asset,
  type OperatingMode,
  type Venue,
  type Widget,
} from '@foyer/contract';
import type { AssetCatalogue, CatalogueAsset } from '../ports.ts';
import type { Generations, VersionContent } from '../store.ts';

export type ShownAssets = ReadonlyMap<string, CatalogueAsset>;

/** How many generations are read at the same time. */
const maxConcurrentReads = 16;

/** Loads the assets of a version: the fixed generations of a pinned version, else the newest ones. */
export function loadAssets(content: VersionContent, catalogue: AssetCatalogue): Promise<ShownAssets> {
  if (content.row.pinned === 1) return loadGenerations(content.generations, catalogue);
  return loadNewestAssets(content, catalogue);
}

/** Loads the given generations; those that are not stored are missing in the result. */
export async function loadGenerations(
  generations: Generations,
  catalogue: AssetCatalogue,
): Promise<ShownAssets> {
  const shown = new Map<string, CatalogueAsset>();
  const all = [...generations];
  for (let from = 0; from < all.length; from += maxConcurrentReads) {
    const batch = all.slice(from, from + maxConcurrentReads);
    const found = await Promise.all(batch.map(([id, generation]) => catalogue.generation(id, generation)));
    for (const asset of found) if (asset) shown.set(asset.id, asset);
  }
  return shown;
}

async function loadNewestAssets(content: VersionContent, catalogue: AssetCatalogue): Promise<ShownAssets> {
  return catalogue.newest(content.venue.assets.map(({ id }) => id));
}

/** The URL path of an asset generation. Below /preview/, and with a login below /live/, it needs a signature. */
export const assetUri = (mode: OperatingMode, architectureId: string, asset: CatalogueAsset): string =>
  `${assetUrlPrefixes[mode]}${architectureId}/${asset.id}/${asset.generation}`;

export interface ResponseContext {
  readonly mode: OperatingMode;
  readonly architectureId: string;
  readonly publishedVersion: number;
  /** Whether it is for hosts and administrators, who also receive links for hosts (MEET-06). */
  readonly forHosts: boolean;
}

/**
 * Fills in `uri`, `generation`, `mediaType`, size and color of each asset, and the published version; leaves out what this
 * audience must not know.
 */
export function toVenueResponse(venue: Venue, shown: ShownAssets, context: ResponseContext): Venue {
  return {
    architectures: venue.architectures.map((architecture) =>
      withoutRestrictedFields(architecture, context.forHosts),
    ),
    assets: venue.assets.map((asset) => withStoredFields(asset, shown.get(asset.id), context)),
    publishInfo: { publishedVersion: context.publishedVersion },
  };
}

function withStoredFields(asset: Asset, stored: CatalogueAsset | undefined, context: ResponseContext): Asset {
  if (stored === undefined) return asset;
  const { generation, mediaType, bytes, width, height, averageColour } = stored;
  return {
    ...asset,
    uri: assetUri(context.mode, context.architectureId, stored),
    generation,
    mediaType,
    bytes,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(averageColour === undefined ? {} : { averageColour }),
  };
}

function withoutRestrictedFields(architecture: Architecture, forHosts: boolean): Architecture {
  const removeFields = <W extends Widget>(widget: W): W => {
    const { hostFields = [], serverFields = [] } = findWidgetManifest(widget.type) ?? {};
    const removed = new Set([...serverFields, ...(forHosts ? [] : hostFields)]);
    if (removed.size === 0) return widget;
    const configurations = widget.configurations.map((configuration) =>
      Object.fromEntries(Object.entries(configuration).filter(([field]) => !removed.has(field))),
    );
    return { ...widget, configurations };
  };
  return {
    ...architecture,
    areas: architecture.areas.map((area) => ({
      ...area,
      contentWidgets: area.contentWidgets.map(removeFields),
    })),
    globalWidgets: architecture.globalWidgets.map(removeFields),
  };
}
