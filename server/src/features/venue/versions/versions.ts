/** Reads saved versions: history, single versions, differences, and the staged venue. */
import type {
  Asset,
  Venue,
  VersionDiff,
  VersionEntry,
  VersionWarnings,
  WidgetSettings,
} from '@foyer/contract';
import { ApiError } from '#platform/apiError';
import { toVenueResponse, loadAssets } from '../publication/venueResponse.ts';
import { compareVersions } from './versionDiff.ts';
import { describeWarnings } from './versionWarnings.ts';
import type { AssetCatalogue } from '../ports.ts';
import type { Generations, VenueStore, VersionContent, VersionRow } from '../store.ts';

export interface VenueVersionsDeps {
  readonly store: VenueStore;
  readonly catalogue: AssetCatalogue;
  readonly widgetSettings: WidgetSettings;
}

export class VenueVersions {
  private readonly deps: VenueVersionsDeps;

  constructor(deps: VenueVersionsDeps) {
    this.deps = deps;
  }

  /** Newest first. */
  async history(filter: {
    architectureId?: string | undefined;
    before?: number | undefined;
    limit?: number | undefined;
  }) {
    const { store } = this.deps;
    const [rows, { publishedVersion }] = await Promise.all([
      store.history({ ...filter, limit: filter.limit ?? 50 }),
      store.state(),
    ]);
    return rows.map((row) => toVersionEntry(row, publishedVersion));
  }

  /** A version as it was saved, with the generation of each asset; no other fields that the server fills in. */
  async read(version: number): Promise<{ entry: VersionEntry; venue: Venue }> {
    const [content, { publishedVersion }] = await Promise.all([
      this.content(version),
      this.deps.store.state(),
    ]);
    const { row, venue, generations } = content;
    return {
      entry: toVersionEntry(row, publishedVersion),
      venue: { ...venue, assets: venue.assets.map((asset) => withGeneration(asset, generations)) },
    };
  }

  async diff(from: number, to: number): Promise<VersionDiff> {
    const [before, after] = await Promise.all([this.asShown(from), this.asShown(to)]);
    return compareVersions(before, after);
  }

  /** What a publication of the version would warn about. */
  async warnings(version: number): Promise<VersionWarnings> {
    return describeWarnings((await this.content(version)).venue, this.deps.widgetSettings);
  }

  /** A version with the generations that are shown: those of a staged version are fixed only when it is published. */
  private async asShown(version: number): Promise<VersionContent> {
    const { store, catalogue } = this.deps;
    const content = await this.content(version);
    const { architectureId, pinned } = content.row;
    if (pinned === 1 || (await store.newestOf(architectureId))?.version !== version) return content;
    const assets = await loadAssets(content, catalogue);
    return {
      ...content,
      generations: new Map([...assets].map(([id, { generation }]) => [id, generation])),
    };
  }

  /** The newest version of an architecture as the stage shows it. */
  async stagedVenue(architectureId: string, forHosts: boolean): Promise<Venue> {
    const { store, catalogue } = this.deps;
    const content = await this.stagedContent(architectureId);
    const [assets, { publishedVersion }] = await Promise.all([loadAssets(content, catalogue), store.state()]);
    return toVenueResponse(content.venue, assets, {
      mode: 'STAGE',
      architectureId,
      publishedVersion,
      forHosts,
    });
  }

  /** The newest version of an architecture; undefined if it has none. */
  async newestContent(architectureId: string): Promise<VersionContent | undefined> {
    const row = await this.deps.store.newestOf(architectureId);
    return row && this.deps.store.content(row.version);
  }

  async stagedContent(architectureId: string): Promise<VersionContent> {
    const content = await this.newestContent(architectureId);
    if (!content) throw new ApiError('notFound', `The stage has no architecture ${architectureId}.`);
    return content;
  }

  /** @throws ApiError `notFound` */
  async content(version: number): Promise<VersionContent> {
    const content = await this.deps.store.content(version);
    if (!content) throw new ApiError('notFound', `Version ${version} does not exist.`);
    return content;
  }
}

function withGeneration(asset: Asset, generations: Generations): Asset {
  const generation = generations.get(asset.id);
  return generation === undefined ? asset : { ...asset, generation };
}

const toVersionEntry = (row: VersionRow, publishedVersion: number): VersionEntry => ({
  version: row.version,
  baseVersion: row.baseVersion === 0 ? null : row.baseVersion,
  savedAt: row.savedAt,
  savedBy: row.savedBy,
  architectureId: row.architectureId,
  restoredFrom: row.restoredFrom,
  published: row.version === publishedVersion,
});
