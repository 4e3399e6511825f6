/**
 * The two venues that this node shows, in memory: the live one, and the one that the stage opens. Attendees are served
 * from here and not from the database: prepared responses, metadata for pages, the assets that may be read. `refresh`
 * reads them again after each change by this or another node, and replaces them all at once.
 */
import {
  noPublishedVersion,
  type OperatingMode,
  type VenueVersion,
  type WidgetSettings,
} from '@foyer/contract';
import { CoalescingTask } from '#platform/concurrency/coalescingTask';
import type { HotResponses, ResponsesByAudience } from '#platform/http/hot/hotResponses';
import type { PreparedResponse } from '#platform/http/hot/preparedResponse';
import type { PublicVenue, VenueMetadata } from '#platform/shell/publicVenue';
import { toVenueResponse, loadAssets, type ShownAssets } from './venueResponse.ts';
import { toVenueMetadata, publicAssetIds } from './venueMetadata.ts';
import type { AssetCatalogue } from '../ports.ts';
import type { VenueStore, VersionContent } from '../store.ts';
import type { VenueStateRow } from '../tables.ts';

/** A version that a mode shows, with what is derived from it. */
export interface ShownVersion {
  readonly content: VersionContent;
  readonly assets: ShownAssets;
  readonly publicAssets: ReadonlySet<string>;
  /** Of the assets that have one. */
  readonly displayNames: ReadonlyMap<string, string>;
  /**
   * For each asset the generations in earlier published versions of this architecture: tabs that have not loaded the new
   * version request them.
   */
  readonly earlier: ReadonlyMap<string, readonly number[]>;
  readonly metadata: VenueMetadata | undefined;
}

interface Snapshot {
  readonly state: VenueStateRow;
  /** The architecture that the stage shows: the one saved last. */
  readonly stagedArchitectureId: string | null;
  readonly live: ShownVersion | undefined;
  readonly staged: ShownVersion | undefined;
}

export interface ShownVenuesDeps {
  readonly store: VenueStore;
  readonly catalogue: AssetCatalogue;
  readonly hot: HotResponses;
  readonly defaultLocale: string;
  readonly widgetSettings: WidgetSettings;
}

export type PublicationListener = (mode: OperatingMode, version: VenueVersion) => void;

export const jsonType = 'application/json; charset=utf-8';
export const venueCacheControl = 'private, no-cache';

const emptyState: VenueStateRow = {
  id: 1,
  newestVersion: 0,
  publishedVersion: noPublishedVersion,
  publishedArchitectureId: null,
  highestPublished: 0,
  revision: -1,
};

export class ShownVenues implements PublicVenue {
  private readonly deps: ShownVenuesDeps;
  private readonly listeners = new Set<PublicationListener>();
  private snapshot: Snapshot = {
    state: emptyState,
    stagedArchitectureId: null,
    live: undefined,
    staged: undefined,
  };
  /** Numbers the metadata: each number means different metadata. */
  private lastSerial = 0;
  private hotVenueKey: string | undefined;
  private readonly loading = new CoalescingTask(() => this.load());

  constructor(deps: ShownVenuesDeps) {
    this.deps = deps;
  }

  get live(): ShownVersion | undefined {
    return this.snapshot.live;
  }

  get staged(): ShownVersion | undefined {
    return this.snapshot.staged;
  }

  get revision(): number {
    return this.snapshot.state.revision;
  }

  metadata(mode: OperatingMode): VenueMetadata | undefined {
    return (mode === 'LIVE' ? this.snapshot.live : this.snapshot.staged)?.metadata;
  }

  hasLiveArea(areaId: string): boolean {
    const areas = this.live?.content.venue.architectures[0]?.areas ?? [];
    return areas.some(({ id }) => id === areaId);
  }

  version(mode: OperatingMode): VenueVersion {
    return versionOf(mode, this.snapshot);
  }

  /** Calls `listener` after the prepared responses have changed. Returns a function that removes it. */
  onChange(listener: PublicationListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves when all responses reflect what was committed before the call. */
  refresh(): Promise<void> {
    return this.loading.request();
  }

  private async load(): Promise<void> {
    const { store } = this.deps;
    const state = await store.state();
    const live = await this.loadShown('LIVE', state.publishedVersion, this.snapshot.live);
    const staged = await this.loadShown('STAGE', state.newestVersion, this.snapshot.staged);
    const next = { state, live, staged, stagedArchitectureId: staged?.content.row.architectureId ?? null };
    const before = this.snapshot;
    await this.prepareResponses(next);
    this.snapshot = next;
    for (const mode of ['LIVE', 'STAGE'] as const) {
      if (JSON.stringify(versionOf(mode, before)) === JSON.stringify(versionOf(mode, next))) continue;
      for (const listener of this.listeners) listener(mode, versionOf(mode, next));
    }
  }

  private async loadShown(
    mode: OperatingMode,
    version: number,
    before: ShownVersion | undefined,
  ): Promise<ShownVersion | undefined> {
    const { store, catalogue, defaultLocale, widgetSettings } = this.deps;
    // A pinned version never changes, so it is not loaded again: the cost of a save does not depend on the live venue.
    if (before?.content.row.version === version && before.content.row.pinned === 1) return before;
    const content = version > 0 ? await store.content(version) : undefined;
    const architecture = content?.venue.architectures[0];
    if (!content || !architecture) return undefined;
    const assets = await loadAssets(content, catalogue);
    const earlier =
      mode === 'LIVE' ? await store.publishedGenerations(architecture.id) : new Map<string, number[]>();
    this.lastSerial += 1;
    const metadata = toVenueMetadata({
      mode,
      venue: content.venue,
      shown: assets,
      serial: this.lastSerial,
      defaultLocale,
      widgetSettings,
    });
    const displayNames = new Map(
      content.venue.assets.flatMap(({ id, displayName }) =>
        displayName === undefined ? [] : [[id, displayName] as const],
      ),
    );
    return {
      content,
      assets,
      publicAssets: publicAssetIds(architecture),
      displayNames,
      earlier,
      metadata,
    };
  }

  private async prepareResponses(next: Snapshot): Promise<void> {
    const { hot } = this.deps;
    const { live, state } = next;
    const isNew = live !== this.snapshot.live;
    const prepareJson = (body: string): Promise<PreparedResponse> =>
      hot.prepare({ body, contentType: jsonType, cacheControl: venueCacheControl });
    const prepareForAll = async (prepared: Promise<PreparedResponse>): Promise<ResponsesByAudience> => {
      const response = await prepared;
      return { hosts: response, others: response };
    };
    const prepareVenue = async (shown: ShownVersion): Promise<ResponsesByAudience> => {
      const bodyFor = (forHosts: boolean) =>
        JSON.stringify(liveResponse(shown, state.publishedVersion, forHosts));
      const [hosts, others] = [bodyFor(true), bodyFor(false)];
      // Most venues have nothing for hosts only.
      if (hosts === others) return prepareForAll(prepareJson(others));
      return { hosts: await prepareJson(hosts), others: await prepareJson(others) };
    };
    const [liveVersion, stageVersion, head, venue] = await Promise.all([
      prepareForAll(prepareJson(JSON.stringify(versionOf('LIVE', next)))),
      prepareForAll(prepareJson(JSON.stringify(versionOf('STAGE', next)))),
      prepareForAll(hot.prepare({ body: '', contentType: jsonType, cacheControl: 'no-store' })),
      live !== undefined && isNew ? prepareVenue(live) : undefined,
    ]);
    const request = live === undefined ? undefined : venueRequestKey(live.content.row.architectureId);
    // No await from here on, so that version and venue change together.
    hot.set('LIVE', 'GET /venue/version', liveVersion);
    hot.set('STAGE', 'GET /venue/version', stageVersion);
    hot.set('LIVE', 'HEAD /venue', head);
    hot.set('STAGE', 'HEAD /venue', head);
    if (this.hotVenueKey !== undefined && this.hotVenueKey !== request) hot.remove('LIVE', this.hotVenueKey);
    if (request !== undefined && venue !== undefined) hot.set('LIVE', request, venue);
    this.hotVenueKey = request;
  }
}

export const venueRequestKey = (architectureId: string): string =>
  `GET /ui/venue?architectureId=${architectureId}`;

const liveResponse = ({ content, assets }: ShownVersion, publishedVersion: number, forHosts: boolean) =>
  toVenueResponse(content.venue, assets, {
    mode: 'LIVE',
    architectureId: content.row.architectureId,
    publishedVersion,
    forHosts,
  });

/** In mode STAGE `publishedArchitectureId` is the architecture saved last: it is what `/stage/` opens. */
function versionOf(mode: OperatingMode, { state, stagedArchitectureId }: Snapshot): VenueVersion {
  return {
    mode,
    version: state.newestVersion,
    publishedVersion: state.publishedVersion,
    publishedArchitectureId: mode === 'LIVE' ? state.publishedArchitectureId : stagedArchitectureId,
  };
}
