/** The venue: what a designer saves, what is staged and what is live. */
import {
  localizedTextOf,
  publishedVersionNone,
  type Architecture,
  type Locale,
  type OperatingMode,
} from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import type { PublicVenue } from '#platform/shell/publicVenue';
import * as z from 'zod/mini';
import { announcePublications } from './publication/announcePublications.ts';
import { ThreadedChecker } from './check/threadedChecker.ts';
import type { VenuePorts } from './ports.ts';
import { Publication } from './publication/publication.ts';
import { nobodysName } from './policy.ts';
import { venueRoutes } from './routes.ts';
import { VenueService } from './service.ts';
import { ShownAssetLookup, type ShownVenueAsset } from './publication/shownAssetLookup.ts';
import { VenueStore } from './store.ts';
import { venueMigrations, type VenueTables } from './tables.ts';
import { VenueVersions } from './versions/versions.ts';

const reconcileEveryMs = 1_000;

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
  /** The version that browsers in a mode have open. */
  openVersion(mode: OperatingMode): number;
  /** What the live venue is called; the title of the configuration while it has no name. */
  title(locale: Locale): string;
  /** Whether there is such an area in what a mode shows. On the stage several architectures may stand: any will do. */
  hasArea(mode: OperatingMode, areaId: string): boolean;
}

export const venueFeature = defineFeature({ migrations: venueMigrations, create });

function create(platform: Platform<VenueTables>, { catalogue }: VenuePorts): VenueFeature {
  const { storage, hot, clock, cluster, realtime, config } = platform;
  const defaultLocale = config.locales.default;
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

  announcePublications(publication, realtime);
  return {
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
    openVersion: (mode) => {
      const { version, publishedVersion } = publication.version(mode);
      return mode === 'LIVE' ? publishedVersion : version || publishedVersionNone;
    },
    title: (locale) => {
      const titles = publication.facts('LIVE')?.titles ?? [];
      return localizedTextOf(titles, locale, defaultLocale) || (config.tabTitle ?? 'Foyer');
    },
    personalData: {
      name: 'venue',
      // What the user saved, published, unpublished and restored; it stays, without a name.
      export: (accountId) => store.deedsOf(accountId),
      erase: (accountId) => store.forgetAuthor(accountId, nobodysName),
    },
    hasArea: (mode, areaId) => mode === 'STAGE' || publication.hasLiveArea(areaId),
    // The stage shows the newest generation.
    onAssetChanged: () => publication.refresh(),
    start: () => publication.refresh(),
    stop: () => checker.close(),
  };
}
