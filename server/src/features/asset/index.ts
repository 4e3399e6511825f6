/** Assets: pictures, videos and files of the venue. Uploads, generations, sized variants, signed URLs. */
import { join } from 'node:path';
import {
  assetBytes,
  assetUrlPrefixes,
  downloadAsset,
  getAsset,
  listAssets,
  operatingModes,
  signAssetUrl,
  uploadAsset,
  type OperatingMode,
} from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { designer, raw, route, signedUrl, venueReader, type Page } from '#platform/http/route';
import { once } from '#platform/concurrency/once';
import { AssetFiles, type AssetFile } from './delivery/assetFiles.ts';
import { Delivery, dispositionOf } from './delivery/delivery.ts';
import type { AssetPorts } from './ports.ts';
import { AssetService, toAssetDetails, toStoredAsset, type AssetDetails } from './service.ts';
import { Spool, type SpoolLimits } from '#platform/uploads/spool';
import { AssetStore } from './store.ts';
import { assetMigrations, type AssetTables } from './tables.ts';
import { Covers } from './media/covers.ts';
import { Variants } from './media/variants.ts';

export type { AssetPorts, VenueAssets } from './ports.ts';

export interface AssetFeature extends Feature {
  /** Implements `AssetCatalogue` of the venue feature. */
  readonly catalogue: {
    newest(assetIds: readonly string[]): Promise<ReadonlyMap<string, AssetDetails>>;
    generation(assetId: string, generation: number): Promise<AssetDetails | undefined>;
  };
  /** The files of assets that a venue shows; see `AssetFiles`. */
  findFiles(
    mode: OperatingMode,
    architectureId: string,
    assetIds: readonly string[],
  ): Promise<ReadonlyMap<string, AssetFile>>;
  /** Implements a port of the videoAccess feature. */
  readonly signForPlayer: Delivery['signForPlayer'];
}

const limits: SpoolLimits = { bytes: assetBytes, idleMs: 25_000, totalMs: 3_600_000, parallel: 32 };

export const assetFeature = defineFeature({ migrations: assetMigrations, create });

function create(platform: Platform<AssetTables>, { venue, liveNeedsSignature }: AssetPorts): AssetFeature {
  const { blobs, changes, clock, config, log, monotonicClock, secrets } = platform;
  const store = new AssetStore(platform.storage);
  // Uploads in progress.
  const spool = new Spool(join(config.dataDir, 'spool'), limits);
  const covers = new Covers({ blobs, spool, monotonicClock, log });
  const variants = new Variants({ blobs, spool, covers });
  const service = new AssetService({ store, blobs, spool, variants, venue, clock, log });
  const key = once(() => secrets.key('asset-signature'));
  const secureCookies = config.publicUrl.startsWith('https:');
  const delivery = new Delivery({
    store,
    blobs,
    variants,
    venue,
    clock,
    key,
    liveNeedsSignature,
    secureCookies,
  });

  const files = new AssetFiles({ store, blobs, venue });

  /** `/backend-assets/{live|preview}/…`: the URL contains the signature, so the request needs no login. */
  const assetPage = (mode: OperatingMode): Page => ({
    method: 'GET',
    path: `${assetUrlPrefixes[mode]}*`,
    mode,
    policy: signedUrl,
    handle: (call) => delivery.respondToUrl(call.url, call.headers),
  });

  return {
    catalogue: {
      newest: async (assetIds) =>
        new Map((await store.newestOf(assetIds)).map((row) => [row.assetId, toAssetDetails(row)])),
      generation: async (assetId, generation) => {
        const row = await store.generation(assetId, generation);
        return row && toAssetDetails(row);
      },
    },
    findFiles: (mode, architectureId, assetIds) => files.find(mode, architectureId, assetIds),
    signForPlayer: (asset, how) => delivery.signForPlayer(asset, how),
    routes: [
      route({
        endpoint: uploadAsset,
        policy: designer,
        bodyLimit: limits.bytes,
        handle: async ({ params, query, body }) => {
          const { assetId } = params;
          const row = await service.upload({ assetId, displayName: query.displayName, body });
          await changes.assetChanged(assetId);
          return toStoredAsset(row);
        },
      }),
      route({
        endpoint: listAssets,
        policy: designer,
        handle: async () => ({ assets: (await store.newestOfAll()).map(toStoredAsset) }),
      }),
      route({
        endpoint: getAsset,
        policy: venueReader,
        handle: async ({ mode, params, query, headers }) =>
          raw(await delivery.respond({ mode, ...params, ...query, disposition: 'inline', headers })),
      }),
      route({
        endpoint: downloadAsset,
        policy: venueReader,
        handle: async ({ mode, params, query, headers }) =>
          raw(
            await delivery.respond({
              mode,
              architectureId: params.architectureID,
              assetId: params.assetID,
              generation: query.generation,
              disposition: dispositionOf(query.attachment),
              headers,
            }),
          ),
      }),
      route({
        endpoint: signAssetUrl,
        policy: venueReader,
        handle: async ({ mode, query }) => ({ signedUrl: await delivery.sign(mode, query.url) }),
      }),
    ],
    pages: operatingModes.map(assetPage),
    async start() {
      await spool.prepare(clock());
      service.tasks.run('delete replaced generations', () => service.deleteReplaced());
    },
    beginStop: () => void covers.stop(),
    stop: () => service.stop(),
  };
}
