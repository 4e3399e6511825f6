/** Reading what was saved: the history, versions and their differences, and what the stage shows of an architecture. */
import type { Asset, Venue, VersionDifference, VersionEntry } from '@foyer/contract';
import { Refusal } from '#platform/refusal';
import { answerOf, assetsOf } from '../publication/venueResponse.ts';
import { differenceOf } from './versionDiff.ts';
import type { AssetCatalogue } from '../ports.ts';
import type { Generations, VenueStore, VersionContent, VersionRow } from '../store.ts';

export interface VenueVersionsParts {
  readonly store: VenueStore;
  readonly catalogue: AssetCatalogue;
}

export class VenueVersions {
  readonly #parts: VenueVersionsParts;

  constructor(parts: VenueVersionsParts) {
    this.#parts = parts;
  }

  /** Newest first. */
  async history(filter: {
    architectureId?: string | undefined;
    before?: number | undefined;
    limit?: number | undefined;
  }) {
    const { store } = this.#parts;
    const [rows, { publishedVersion }] = await Promise.all([
      store.history({ ...filter, limit: filter.limit ?? 50 }),
      store.state(),
    ]);
    return rows.map((row) => entryOf(row, publishedVersion));
  }

  /** A version as it was saved, and the generation of each asset it has; nothing else of what the server fills in. */
  async read(version: number): Promise<{ entry: VersionEntry; venue: Venue }> {
    const [content, { publishedVersion }] = await Promise.all([
      this.content(version),
      this.#parts.store.state(),
    ]);
    const { row, venue, generations } = content;
    return {
      entry: entryOf(row, publishedVersion),
      venue: { ...venue, assets: venue.assets.map((asset) => withGeneration(asset, generations)) },
    };
  }

  async difference(from: number, to: number): Promise<VersionDifference> {
    const [before, after] = await Promise.all([this.content(from), this.content(to)]);
    return differenceOf(before, after);
  }

  /** The newest staged version of an architecture as the stage shows it. */
  async staged(architectureId: string): Promise<Venue> {
    const { store, catalogue } = this.#parts;
    const content = await this.stagedContent(architectureId);
    const [assets, { publishedVersion }] = await Promise.all([assetsOf(content, catalogue), store.state()]);
    return answerOf(content.venue, assets, { mode: 'STAGE', architectureId, publishedVersion });
  }

  /** The newest staged version of an architecture, undefined where it has none. */
  async newestContent(architectureId: string): Promise<VersionContent | undefined> {
    const row = await this.#parts.store.newestOf(architectureId);
    return row && this.#parts.store.content(row.version);
  }

  async stagedContent(architectureId: string): Promise<VersionContent> {
    const content = await this.newestContent(architectureId);
    if (!content) throw new Refusal('notFound', `There is no architecture ${architectureId} on the stage`);
    return content;
  }

  /** @throws Refusal `notFound` */
  async content(version: number): Promise<VersionContent> {
    const content = await this.#parts.store.content(version);
    if (!content) throw new Refusal('notFound', `There is no version ${version}`);
    return content;
  }
}

function withGeneration(asset: Asset, generations: Generations): Asset {
  const generation = generations.get(asset.id);
  return generation === undefined ? asset : { ...asset, generation };
}

const entryOf = (row: VersionRow, publishedVersion: number): VersionEntry => ({
  version: row.version,
  baseVersion: row.baseVersion === 0 ? null : row.baseVersion,
  savedAt: row.savedAt,
  savedBy: row.savedBy,
  architectureId: row.architectureId,
  restoredFrom: row.restoredFrom,
  published: row.version === publishedVersion,
});
