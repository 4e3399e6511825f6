/** The venue: saving, versions, the staged and the published venue. */
import {
  selectLocalizedText,
  noPublishedVersion,
  type Architecture,
  type Locale,
  type OperatingMode,
} from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import type { PublicVenue } from '#platform/shell/publicVenue';
import * as z from 'zod/mini';
import { announcePublications, publicationTopic } from './publication/announcePublications.ts';
import { ThreadedChecker } from './check/threadedChecker.ts';
import type { VenuePorts } from './ports.ts';
import { Publication } from './publication/publication.ts';
import { deletedAccountName } from './policy.ts';
import { venueRoutes } from './routes.ts';
import { VenueService } from './service.ts';
import { ShownAssetLookup, type ShownVenueAsset } from './publication/shownAssetLookup.ts';
import { VenueStore } from './store.ts';
import { venueMigrations, type VenueTables } from './tables.ts';
import { VenueVersions } from './versions/versions.ts';

const reconcileEveryMs = 1_000;

export interface VenueFeature extends Feature {
  readonly publicVenue: PublicVenue;
  /** Implements `VenueAssets` of the asset feature. */
  readonly assets: {
    shown(mode: OperatingMode, architectureId: string, assetId: string): Promise<ShownVenueAsset | undefined>;
    pinned(assetId: string): Promise<ReadonlySet<number>>;
  };
  /** An architecture as shown in a mode; undefined if it is not shown. */
  architecture(mode: OperatingMode, architectureId: string): Promise<Architecture | undefined>;
  /** The architecture that a mode currently shows: the published one, or on the stage the one saved last. */
  shownArchitecture(mode: OperatingMode): Architecture | undefined;
  /** The current version of a mode, which browsers load. */
  openVersion(mode: OperatingMode): number;
  /** The title of the live venue, or the configured title if it has none. */
  title(locale: Locale): string;
  /** Whether the live venue has the area. Always true on the stage, which may contain several architectures. */
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
    // With SQLite there is one node; with PostgreSQL another node may publish.
    ...(storage.engine === 'postgres' ? { everyMs: reconcileEveryMs } : {}),
  });
  publication.onChange(() => changes.publish({ revision: publication.revision }));

  announcePublications(publication, realtime);
  return {
    routes: venueRoutes({ service, versions, publication, hot }),
    topics: ({ mode }) => [publicationTopic(mode)],
    publicVenue: publication,
    assets: lookup,
    architecture: async (mode, architectureId) => {
      const content =
        mode === 'LIVE' ? publication.live?.content : await versions.newestContent(architectureId);
      return content?.row.architectureId === architectureId ? content.venue.architectures[0] : undefined;
    },
    shownArchitecture: (mode) =>
      (mode === 'LIVE' ? publication.live : publication.staged)?.content.venue.architectures[0],
    openVersion: (mode) => {
      const { version, publishedVersion } = publication.version(mode);
      return mode === 'LIVE' ? publishedVersion : version || noPublishedVersion;
    },
    title: (locale) => {
      const titles = publication.metadata('LIVE')?.titles ?? [];
      return selectLocalizedText(titles, locale, defaultLocale) || (config.tabTitle ?? 'Foyer');
    },
    personalData: {
      name: 'venue',
      // Saves, publications and restorations of the user. Erasing removes the name and keeps the entries.
      export: (accountId) => store.auditOf(accountId),
      erase: (accountId) => store.anonymizeAuthor(accountId, deletedAccountName),
    },
    hasArea: (mode, areaId) => mode === 'STAGE' || publication.hasLiveArea(areaId),
    // The stage shows the newest generation of each asset.
    onAssetChanged: () => publication.refresh(),
    start: () => publication.refresh(),
    stop: () => checker.close(),
  };
}
