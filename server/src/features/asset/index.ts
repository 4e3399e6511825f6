/** Pictures, videos and files of the venue: uploads, generations, sized variants, signed addresses. */
import { join } from 'node:path';
import { assetBytes, downloadAsset, getAsset, listAssets, putAsset, signAssetUrl } from '@foyer/contract';
import type { Feature } from '#platform/feature';
import type { Blobs } from '#platform/blobs/blobs';
import type { Clock } from '#platform/clock';
import type { WarnLog } from '#platform/log/log';
import { designer, raw, route, venueReader, type Page } from '#platform/http/route';
import type { Storage } from '#platform/storage/storage';
import { Delivery } from './asset.delivery.ts';
import type { LiveNeedsSignature, VenueAssets } from './asset.ports.ts';
import { AssetService, knownAsset, storedAsset, type KnownAsset } from './asset.service.ts';
import { Spool, type SpoolLimits } from '#platform/uploads/spool';
import { AssetStore } from './asset.store.ts';
import { type AssetTables } from './asset.tables.ts';
import { Variants } from './asset.variants.ts';

export type { AssetTables, KnownAsset, LiveNeedsSignature, VenueAssets };

export interface AssetOptions {
  readonly storage: Storage<AssetTables>;
  readonly blobs: Blobs;
  /** Uploads on their way lie in `spool` below it. */
  readonly dataDir: string;
  readonly venue: VenueAssets;
  readonly liveNeedsSignature: LiveNeedsSignature;
  /** A secret of this installation, made at its first use and kept; this feature asks for `asset-signature`. */
  readonly getSecret: (name: string) => Promise<Buffer>;
  readonly clock: Clock;
  readonly log: WarnLog;
  readonly limits?: Partial<SpoolLimits>;
}

export interface AssetFeature extends Feature {
  /** For the venue feature (its `AssetCatalogue`). */
  readonly catalogue: {
    newest(assetIds: readonly string[]): Promise<ReadonlyMap<string, KnownAsset>>;
    generation(assetId: string, generation: number): Promise<KnownAsset | undefined>;
  };
  /** Deletes replaced generations that no version pins; also done at every start. Answers with how many. */
  clean(): Promise<number>;
}

const limits: SpoolLimits = { bytes: assetBytes, idleMs: 25_000, totalMs: 3_600_000, parallel: 32 };

export function assetFeature(options: AssetOptions): AssetFeature {
  const { blobs, venue, clock, log, liveNeedsSignature } = options;
  const store = new AssetStore(options.storage);
  const spool = new Spool(join(options.dataDir, 'spool'), { ...limits, ...options.limits });
  const variants = new Variants(blobs, spool);
  const service = new AssetService({ store, blobs, spool, variants, venue, clock, log });
  let secret: Promise<Buffer> | undefined;
  const key = () => (secret ??= options.getSecret('asset-signature'));
  const delivery = new Delivery({ store, blobs, variants, venue, clock, key, liveNeedsSignature });

  /** `/backend-assets/{live|preview}/…`: who may read is in the address, so nobody is asked for a login. */
  const addresses = (path: string, mode: Page['mode'] & string): Page => ({
    method: 'GET',
    path,
    mode,
    policy: { kind: 'anyone', evenOnStage: true },
    handle: (call) => delivery.answerAddress(call.url, call.headers),
  });

  return {
    name: 'asset',
    catalogue: {
      newest: async (assetIds) =>
        new Map((await store.newestOf(assetIds)).map((row) => [row.assetId, knownAsset(row)])),
      generation: async (assetId, generation) => {
        const row = await store.generation(assetId, generation);
        return row && knownAsset(row);
      },
    },
    routes: [
      route({
        endpoint: putAsset,
        policy: designer,
        bodyLimit: options.limits?.bytes ?? limits.bytes,
        handle: async ({ params, query, body }) => {
          const row = await service.upload({ assetId: params.assetId, displayName: query.displayName, body });
          return storedAsset(row);
        },
      }),
      route({
        endpoint: listAssets,
        policy: designer,
        handle: async () => ({ assets: (await store.newestOfAll()).map(storedAsset) }),
      }),
      route({
        endpoint: getAsset,
        policy: venueReader,
        handle: async ({ mode, params, query, headers }) =>
          raw(await delivery.answer({ mode, ...params, ...query, disposition: 'inline', headers })),
      }),
      route({
        endpoint: downloadAsset,
        policy: venueReader,
        handle: async ({ mode, params, query, headers }) => {
          const { attachment, generation } = query;
          const saved = attachment !== undefined && attachment !== 'false' && attachment !== '0';
          return raw(
            await delivery.answer({
              mode,
              architectureId: params.architectureID,
              assetId: params.assetID,
              generation,
              disposition: saved ? 'attachment' : 'inline',
              headers,
            }),
          );
        },
      }),
      route({
        endpoint: signAssetUrl,
        policy: venueReader,
        handle: async ({ mode, query }) => ({ signedUrl: await delivery.sign(mode, query.url) }),
      }),
    ],
    pages: [addresses('/backend-assets/live/*', 'LIVE'), addresses('/backend-assets/preview/*', 'STAGE')],
    clean: () => service.clean(),
    async start() {
      await spool.prepare(clock());
      service.tasks.run('clean-up of replaced generations', () => service.clean());
    },
    stop: () => service.stop(),
  };
}
