/** The one file that knows every feature: makes them, wires what they need of each other, and serves them. */
import { join } from 'node:path';
import type { Feature } from '#platform/feature';
import { createIdentity, type IdentityTables } from './app.identity.ts';
import { createRealtime, type AppRealtime } from './app.realtime.ts';
import { accessMigrations } from './features/access/access.store.ts';
import type { Hasher } from './features/account/index.ts';
import { accountMigrations } from './features/account/account.tables.ts';
import { assetMigrations } from './features/asset/asset.tables.ts';
import { assetFeature, type AssetTables } from './features/asset/index.ts';
import type { CallTables } from './features/call/index.ts';
import { callMigrations } from './features/call/call.tables.ts';
import type { ChatTables } from './features/chat/index.ts';
import { chatMigrations } from './features/chat/chat.migrations.ts';
import { loginMigration } from './features/login/login.tables.ts';
import { redirectMigration } from './features/login/redirect.store.ts';
import type { PresenceTables } from './features/presence/index.ts';
import { presenceMigration } from './features/presence/presence.tables.ts';
import { profileMigrations } from './features/profile/profile.tables.ts';
import { sessionMigration } from './features/session/session.tables.ts';
import { venueFeature, type VenueFeature, type VenueTables } from './features/venue/index.ts';
import { venueMigrations } from './features/venue/venue.tables.ts';
import type { Bus } from '#platform/bus/bus';
import type { Blobs } from '#platform/blobs/blobs';
import { systemEvery, type Clock, type Every, type Pause } from '#platform/clock';
import { Cluster } from '#platform/cluster/cluster';
import type { Config } from '#platform/config/config';
import { headerKinds } from '#platform/http/headers';
import { HotTable } from '#platform/http/hotTable';
import { Idempotency, idempotencyMigration, type IdempotencyTables } from '#platform/http/idempotency';
import { drainMs, type Listener } from '#platform/http/listener';
import { openApiPage, openApiRoute } from '#platform/http/openapi';
import { probes } from '#platform/http/probes';
import { requestIds } from '#platform/http/requestId';
import { serveHttp } from '#platform/http/server';
import type { Log } from '#platform/log/log';
import type { Realtime } from '#platform/realtime/realtime';
import { createSecrets, secretsMigration, type SecretTables } from '#platform/secrets';
import { createShell } from '#platform/shell/shell';
import type { Migration } from '#platform/storage/migration';
import type { Storage } from '#platform/storage/storage';

export type AppTables = SecretTables &
  IdempotencyTables &
  IdentityTables &
  VenueTables &
  AssetTables &
  PresenceTables &
  ChatTables &
  CallTables;

/** Every step of the schema, for what works on a storage without a server: restoring a backup. */
export const appMigrations: readonly Migration[] = [
  secretsMigration,
  idempotencyMigration,
  ...accessMigrations,
  ...accountMigrations,
  sessionMigration,
  loginMigration,
  redirectMigration,
  ...profileMigrations,
  ...venueMigrations,
  ...assetMigrations,
  presenceMigration,
  ...chatMigrations,
  ...callMigrations,
];

export interface AppParts {
  readonly config: Config;
  readonly storage: Storage<AppTables>;
  readonly blobs: Blobs;
  readonly clock: Clock;
  /** Runs what a node looks after at intervals; in real time unless told. */
  readonly every?: Every;
  readonly log: Log;
  readonly listener: Listener;
  readonly adminKey: string;
  readonly bus: Bus;
  /** Of this process, made anew at each start. */
  readonly nodeId: string;
  /** The built web app; `web/dist` beside the server unless told. */
  readonly webDir?: string;
  /** How passwords are hashed; argon2id at its production cost unless told. */
  readonly hasher?: Hasher;
  /** How sign-ins wait that are slowed down; in real time unless told. */
  readonly pause?: Pause;
}

export interface App {
  readonly realtime: Realtime;
  /** An address that opens the stage once. */
  createStageLink(): Promise<{ readonly url: string; readonly expiresAt: number }>;
  /** An address that makes the first administrator, once; undefined where there is one. */
  firstAdministratorLink(): Promise<{ readonly url: string; readonly expiresAt: number } | undefined>;
  /** Lets running requests end (20 s at most, or `limitMs`), then stops the features. Storage and blobs stay open. */
  stop(limitMs?: number): Promise<void>;
}

const builtWeb = join(import.meta.dirname, '..', '..', 'web', 'dist');

/** Each feature sees its own tables. */
const tablesOf = <T>(storage: Storage<AppTables>): Storage<T> => storage as unknown as Storage<T>;

export async function createApp(parts: AppParts): Promise<App> {
  const { config, storage, blobs, clock, log, listener, every = systemEvery, webDir = builtWeb } = parts;
  const cluster = new Cluster({ bus: parts.bus, nodeId: parts.nodeId, clock, every, log });
  const { publicUrl } = config;
  const headers = headerKinds(publicUrl, config.calls.livekit?.url);
  const nextId = requestIds();
  const secrets = createSecrets(tablesOf(storage), clock);

  const identity = createIdentity({
    ...parts,
    storage: tablesOf<IdentityTables>(storage),
    headers,
    secrets,
    venue: () => venue,
    onSessionEnded: (sessionId) => live?.endSession(sessionId),
    onRightsChanged: (accountId) => live?.rightsChanged(accountId),
    presence: () => madeOf(live).presence,
    chat: () => madeOf(live).chat,
  });
  let live: AppRealtime | undefined;
  const { access } = identity.access;
  const loginEnabled = () => access.loginEnabled();
  const hot = new HotTable({
    common: headers.inert,
    nextId,
    mayReadNow: (mode, requestHeaders, rawHeaders) => access.mayReadNow(mode, requestHeaders, rawHeaders),
  });
  const { venue, asset } = createVenueAndAssets(parts, { hot, secrets, loginEnabled, cluster });
  await storage.migrate(appMigrations);
  live = await createRealtime({
    ...parts,
    every,
    cluster,
    storage: tablesOf(storage),
    publicUrl,
    calls: config.calls,
    secrets,
    access,
    accounts: identity.account.accounts,
    profile: identity.profile,
    forgetSession: identity.forgetSession,
    forgetRights: identity.forgetRights,
    presenceActive: () => config.userPresence && loginEnabled(),
    venue,
    nextId,
  });
  const { realtime } = live;
  const features: readonly Feature[] = [...identity.features, venue, asset, ...live.features];
  for (const feature of features) await feature.start?.();
  cluster.start();

  const shell = await createShell({
    config,
    headers,
    venue: venue.publicVenue,
    loginEnabled,
    loginOptions: (mode) => identity.login.loginOptions(mode),
    stageLook: identity.stageLook,
    log,
    webDir,
  });
  const routes = [...features.flatMap((feature) => feature.routes), ...realtime.routes];
  const openApi = openApiRoute(routes, publicUrl);
  const pages = [
    ...features.flatMap((feature) => feature.pages ?? []),
    ...probes({
      stopping: () => listener.stopping,
      checks: { storage: () => storage.ping(), files: () => blobs.ping() },
    }),
    openApiPage([...routes, openApi], headers),
  ];
  const taken = pages.map((page) => page.path);
  hot.setPages(shell, taken);
  const calls = await serveHttp({
    config,
    log,
    access,
    hot,
    headers,
    nextId,
    stopping: () => listener.stopping,
    listener,
    shell,
    idempotency: new Idempotency(tablesOf(storage), clock),
    routes: [...routes, openApi],
    pages,
  });
  realtime.start(features.flatMap((feature) => feature.commands ?? []));
  return {
    realtime,
    createStageLink: () => identity.access.createLink(),
    firstAdministratorLink: () => identity.account.firstAdministratorLink(),
    stop: async (limitMs) => {
      realtime.stop(limitMs);
      await listener.stop(limitMs);
      await calls.settle(limitMs ?? drainMs);
      await cluster.stop();
      for (const feature of features.toReversed()) await feature.stop?.();
    },
  };
}

function madeOf(live: AppRealtime | undefined): AppRealtime {
  if (live === undefined) throw new Error('who is here was asked for before anybody could come');
  return live;
}

interface Shared {
  readonly hot: HotTable;
  readonly secrets: { key(name: string): Promise<Buffer> };
  readonly loginEnabled: () => boolean;
  readonly cluster: Cluster;
}

/** The venue asks which assets there are, the assets ask which of them the venue shows. */
function createVenueAndAssets(parts: AppParts, shared: Shared): { venue: VenueFeature; asset: Feature } {
  const { config, storage, blobs, clock, log } = parts;
  const asset = assetFeature({
    storage: tablesOf<AssetTables>(storage),
    blobs,
    dataDir: config.dataDir,
    venue: {
      shown: (mode, architectureId, assetId) => venue.assets.shown(mode, architectureId, assetId),
      pinned: (assetId) => venue.assets.pinned(assetId),
    },
    liveNeedsSignature: shared.loginEnabled,
    getSecret: (name) => shared.secrets.key(name),
    clock,
    log,
  });
  const venue: VenueFeature = venueFeature({
    storage: tablesOf<VenueTables>(storage),
    catalogue: asset.catalogue,
    hot: shared.hot,
    clock,
    cluster: shared.cluster,
    defaultLocale: config.locales.default,
  });
  // An upload shows on the stage at once.
  const routes = asset.routes.map((route) =>
    route.endpoint.name !== 'putAsset'
      ? route
      : {
          ...route,
          handle: async (call: Parameters<typeof route.handle>[0]) => {
            const answer = await route.handle(call);
            await venue.assetsChanged();
            return answer;
          },
        },
  );
  return { venue, asset: { ...asset, routes } };
}
