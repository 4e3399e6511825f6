/**
 * The venue: what a designer saves and attendees visit.
 *
 * A *venue* is one JSON file: an *architecture* (areas, widgets, texts, style) and the list of its assets. A server can
 * hold several architectures. Each save makes a *version*, whose file never changes; version numbers grow over all
 * architectures. On the *stage* designers see the newest version of each architecture; *live*, attendees see the one
 * version that is published. Publishing makes the newest version of an architecture the live one.
 *
 * An asset can be uploaded again, which makes a new *generation* of it. While a version is only staged, it shows the
 * newest generation of each asset. Publishing or restoring *pins* a version: it keeps its generations from then on, so a
 * later upload does not change what attendees see.
 *
 * `check/` validates a venue file, `service.ts` changes versions, `versions/` reads them, and `publication/` keeps the
 * shown versions in memory and notifies tabs of changes.
 */
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
import { LiveAttendees } from './publication/liveAttendees.ts';
import { ThreadedChecker, type VenueChecker } from './check/threadedChecker.ts';
import type { VenuePorts } from './ports.ts';
import { ShownVenues } from './publication/shownVenues.ts';
import { StagedArchitectures } from './publication/stagedArchitectures.ts';
import { deletedAccountName } from './auditActor.ts';
import { venueRoutes } from './routes.ts';
import { VenueService } from './service.ts';
import { ShownAssetLookup, type ShownVenueAsset } from './publication/shownAssetLookup.ts';
import { VenueStore } from './store.ts';
import { venueMigrations, type VenueTables } from './tables.ts';
import { VenueVersions } from './versions/versions.ts';

const reconcileEveryMs = 1_000;

export type { VenueChecker };

export interface VenueFeature extends Feature {
  readonly publicVenue: PublicVenue;
  /** Implements `VenueAssets` of the asset feature. */
  readonly assets: {
    shown(mode: OperatingMode, architectureId: string, assetId: string): Promise<ShownVenueAsset | undefined>;
    shownMany(
      mode: OperatingMode,
      architectureId: string,
      assetIds: readonly string[],
    ): Promise<ReadonlyMap<string, Pick<ShownVenueAsset, 'generation' | 'displayName'>>>;
    savedGenerations(assetId: string): Promise<ReadonlySet<number>>;
  };
  /** An architecture as shown in a mode; undefined if it is not shown. */
  findArchitecture(mode: OperatingMode, architectureId: string): Promise<Architecture | undefined>;
  /** The architecture that a mode currently shows: the published one, or on the stage the one saved last. */
  shownArchitecture(mode: OperatingMode): Architecture | undefined;
  /** The version that a mode shows now, which tabs compare with theirs: on the stage the newest, live the published one. */
  currentVersion(mode: OperatingMode): number;
  /** The title of the live venue, or the configured title if it has none. */
  title(locale: Locale): string;
  /** Whether the live venue has the area. Always true on the stage, which may contain several architectures. */
  hasArea(mode: OperatingMode, areaId: string): boolean;
}

export const venueFeature = defineFeature({ migrations: venueMigrations, create });

function create(
  platform: Platform<VenueTables>,
  { catalogue, checker = new ThreadedChecker() }: VenuePorts,
): VenueFeature {
  const { storage, hot, clock, cluster, realtime, config } = platform;
  const defaultLocale = config.locales.default;
  const widgetSettings = config.widgets;
  const store = new VenueStore(storage);
  const shownVenues = new ShownVenues({ store, catalogue, hot, defaultLocale, widgetSettings });
  const versions = new VenueVersions({ store, catalogue, widgetSettings });
  const service = new VenueService({
    store,
    checker,
    catalogue,
    shownVenues,
    versions,
    widgetSettings,
    clock,
  });
  const staged = new StagedArchitectures({ store, shownVenues });
  const lookup = new ShownAssetLookup({ store, catalogue, shownVenues });
  // `revision` counts all changes of versions and publications. A node with another one reads the database again.
  const channel = cluster.channel('venue', {
    schema: z.object({ revision: z.number() }),
    handle: ({ revision }) => {
      if (revision !== shownVenues.revision) channel.reconcile();
    },
    reconcile: async () => {
      if ((await store.state()).revision !== shownVenues.revision) await shownVenues.refresh();
    },
    // With SQLite there is one node; with PostgreSQL another node may publish.
    ...(storage.engine === 'postgres' ? { everyMs: reconcileEveryMs } : {}),
  });
  shownVenues.onChange(() => channel.publish({ revision: shownVenues.revision }));

  const liveAttendees = new LiveAttendees({ cluster, realtime });

  announcePublications(shownVenues, realtime);
  return {
    routes: venueRoutes({ service, versions, shownVenues, liveAttendees, hot }),
    topics: ({ mode }) => [publicationTopic(mode)],
    publicVenue: shownVenues,
    assets: lookup,
    findArchitecture: async (mode, architectureId) => {
      if (mode === 'STAGE') return staged.find(architectureId);
      const content = shownVenues.live?.content;
      return content?.row.architectureId === architectureId ? content.venue.architectures[0] : undefined;
    },
    shownArchitecture: (mode) =>
      (mode === 'LIVE' ? shownVenues.live : shownVenues.staged)?.content.venue.architectures[0],
    currentVersion: (mode) => {
      const { version, publishedVersion } = shownVenues.version(mode);
      return mode === 'LIVE' ? publishedVersion : version || noPublishedVersion;
    },
    title: (locale) => {
      const titles = shownVenues.metadata('LIVE')?.titles ?? [];
      return selectLocalizedText(titles, locale, defaultLocale) || (config.tabTitle ?? 'Foyer');
    },
    personalData: {
      // Saves, publications and restorations of the user. Erasing removes the name and keeps the entries.
      export: async (accountId) => ({ venue: await store.auditEntriesOf(accountId) }),
      erase: (accountId) => store.anonymizeAuthor(accountId, deletedAccountName),
    },
    hasArea: (mode, areaId) => mode === 'STAGE' || shownVenues.hasLiveArea(areaId),
    // The stage shows the newest generation of each asset.
    onAssetChanged: () => shownVenues.refresh(),
    jobs: [{ name: 'send the live attendees', everyMs: 1_000, run: async () => liveAttendees.update() }],
    start: () => shownVenues.refresh(),
    stop: () => checker.close(),
  };
}
