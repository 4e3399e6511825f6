/** The venue: what a designer saves, what is staged and what is live. */
import type { Architecture, OperatingMode, VenueVersion } from '@foyer/contract';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { HotAnswers } from '#platform/http/hot';
import type { PublicVenue } from '#platform/shell/publicVenue';
import type { Storage } from '#platform/storage/storage';
import * as z from 'zod/mini';
import { ThreadedChecker } from './venue.checker.ts';
import type { AssetCatalogue } from './venue.ports.ts';
import { Publication, type PublicationListener } from './venue.publication.ts';
import { nobodysName } from './venue.policy.ts';
import { venueRoutes } from './venue.routes.ts';
import { VenueService } from './venue.service.ts';
import { ShownAssetLookup, type ShownVenueAsset } from './venue.shownAssets.ts';
import { VenueStore } from './venue.store.ts';
import { type VenueTables } from './venue.tables.ts';
import { VenueVersions } from './venue.versions.ts';

export type { AssetCatalogue, CatalogueAsset } from './venue.ports.ts';
export type { VenueTables } from './venue.tables.ts';

const reconcileEveryMs = 1_000;

export interface VenueFeatureOptions {
  readonly storage: Storage<VenueTables>;
  readonly catalogue: AssetCatalogue;
  readonly hot: HotAnswers;
  readonly clock: Clock;
  readonly cluster: Cluster;
  readonly defaultLocale: string;
}

export interface VenueFeature extends Feature {
  readonly publicVenue: PublicVenue;
  /** What the assets need of the venue: see `VenueAssets` of the asset feature. */
  readonly assets: {
    shown(mode: OperatingMode, architectureId: string, assetId: string): Promise<ShownVenueAsset | undefined>;
    pinned(assetId: string): Promise<ReadonlySet<number>>;
  };
  /** The architecture as it is shown in a mode; undefined where it is not. */
  architecture(mode: OperatingMode, architectureId: string): Promise<Architecture | undefined>;
  /** What a mode shows at this moment: on the stage, the architecture that was saved last. */
  shown(mode: OperatingMode): Architecture | undefined;
  /** Which version is where, as this node knows it. */
  version(mode: OperatingMode): VenueVersion;
  /** What a person saved, published, unpublished and restored, for the export of an account. */
  exportOf(accountId: string): Promise<readonly object[]>;
  /** Takes the name of a person whose account is deleted out of the history; what they changed stays. */
  forget(accountId: string): Promise<void>;
  /** Called after what is live, or staged, has changed, by this node or another; the returned function ends it. */
  onPublication(listener: PublicationListener): () => void;
  /** Whether there is such an area in what a mode shows. On the stage several architectures may stand: any will do. */
  hasArea(mode: OperatingMode, areaId: string): boolean;
  /** To be called when an asset got a new generation: the stage shows the newest. */
  assetsChanged(): Promise<void>;
}

export function venueFeature(options: VenueFeatureOptions): VenueFeature {
  const { storage, catalogue, hot, clock, cluster, defaultLocale } = options;
  const store = new VenueStore(storage);
  const publication = new Publication({ store, catalogue, hot, defaultLocale });
  const checker = new ThreadedChecker();
  const versions = new VenueVersions({ store, catalogue });
  const service = new VenueService({ store, checker, catalogue, publication, versions, clock });
  const lookup = new ShownAssetLookup({ store, catalogue, publication });
  const changes = cluster.channel('venue', {
    schema: z.object({ revision: z.number() }),
    handle: ({ revision }) => {
      if (revision !== publication.revision) changes.reconcile();
    },
    reconcile: async () => {
      if ((await store.state()).revision !== publication.revision) await publication.refresh();
    },
    // SQLite has one owner, which knows its own changes; on PostgreSQL another node may publish.
    ...(storage.engine === 'postgres' ? { everyMs: reconcileEveryMs } : {}),
  });
  publication.onChange(() => changes.publish({ revision: publication.revision }));

  return {
    name: 'venue',
    routes: venueRoutes({ service, versions, publication, hot }),
    publicVenue: publication,
    assets: lookup,
    architecture: async (mode, architectureId) => {
      const content =
        mode === 'LIVE' ? publication.live?.content : await versions.newestContent(architectureId);
      return content?.row.architectureId === architectureId ? content.venue.architectures[0] : undefined;
    },
    shown: (mode) =>
      (mode === 'LIVE' ? publication.live : publication.staged)?.content.venue.architectures[0],
    version: (mode) => publication.version(mode),
    exportOf: (accountId) => store.deedsOf(accountId),
    forget: (accountId) => store.forgetAuthor(accountId, nobodysName),
    onPublication: (listener) => publication.onChange(listener),
    hasArea: (mode, areaId) => mode === 'STAGE' || publication.hasLiveArea(areaId),
    assetsChanged: () => publication.refresh(),
    start: () => publication.refresh(),
    stop: () => checker.close(),
  };
}
