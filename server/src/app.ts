/** Assembles the server: lists all features, connects them through their ports and collects their hooks. */
import { join } from 'node:path';
import { accessFeature } from './features/access/index.ts';
import { accountFeature, type Hasher } from './features/account/index.ts';
import { analyticsFeature } from './features/analytics/index.ts';
import { areaFeature } from './features/area/index.ts';
import { assetFeature } from './features/asset/index.ts';
import { callFeature } from './features/call/index.ts';
import { chatFeature } from './features/chat/index.ts';
import { consentFeature } from './features/consent/index.ts';
import { frontendLogFeature } from './features/frontendLog/index.ts';
import { loginFeature } from './features/login/index.ts';
import { mediaBoardFeature } from './features/mediaBoard/index.ts';
import { mediaLibraryFeature } from './features/mediaLibrary/index.ts';
import { meetingFeature } from './features/meeting/index.ts';
import { presenceFeature } from './features/presence/index.ts';
import { profileFeature } from './features/profile/index.ts';
import { reactionFeature } from './features/reaction/index.ts';
import { sessionFeature } from './features/session/index.ts';
import { venueFeature, type VenueChecker } from './features/venue/index.ts';
import { videoAccessFeature } from './features/videoAccess/index.ts';
import { systemEvery, type Every, type Pause } from '#platform/clock';
import { createPlatform, type PlatformDeps } from '#platform/createPlatform';
import {
  createFeatures,
  migrationsOf,
  type Feature,
  type FeaturesOf,
  type PortsOf,
  type TablesOf,
} from '#platform/feature';
import { Idempotency, idempotencyMigrations, type IdempotencyTables } from '#platform/http/idempotency';
import { drainMs } from '#platform/http/listener';
import { openApiPage, openApiRoute } from '#platform/http/docs/openapi';
import { probes } from '#platform/http/probes';
import { serveHttp } from '#platform/http/server';
import { Jobs } from '#platform/jobs';
import { mailPages } from '#platform/mail/mailPage';
import { erasePersonalData, exportPersonalData } from '#platform/personalData';
import type { Realtime } from '#platform/realtime/realtime';
import { secretMigrations, type SecretTables } from '#platform/secrets';
import { createShell } from '#platform/shell/shell';
import { singleUseMigrations, SingleUseRegistry, type SingleUseTables } from '#platform/singleUseRegistry';
import type { Migration } from '#platform/storage/migration';

/** Features are created and started, and their hooks are called, in this order. */
const modules = {
  account: accountFeature,
  session: sessionFeature,
  access: accessFeature,
  login: loginFeature,
  profile: profileFeature,
  asset: assetFeature,
  venue: venueFeature,
  area: areaFeature,
  reaction: reactionFeature,
  presence: presenceFeature,
  chat: chatFeature,
  call: callFeature,
  meeting: meetingFeature,
  mediaLibrary: mediaLibraryFeature,
  mediaBoard: mediaBoardFeature,
  videoAccess: videoAccessFeature,
  consent: consentFeature,
  analytics: analyticsFeature,
  frontendLog: frontendLogFeature,
};
type Features = FeaturesOf<typeof modules>;

export type AppTables = SecretTables & IdempotencyTables & SingleUseTables & TablesOf<typeof modules>;

/** All migrations of the schema. Also used without a server, to restore a backup. */
export const appMigrations: readonly Migration[] = [
  ...secretMigrations,
  ...idempotencyMigrations,
  ...singleUseMigrations,
  ...migrationsOf(modules),
];

export interface AppDeps extends Omit<PlatformDeps<AppTables>, 'every' | 'later'> {
  /** Runs periodic work; default: in real time. */
  readonly every?: Every | undefined;
  readonly adminKey: string;
  /** The folder of the built web app; default: `web/dist` beside the server. */
  readonly webDir?: string | undefined;
  /** Hashes passwords; default: argon2id with its production parameters. */
  readonly hasher?: Hasher | undefined;
  /** Delays sign-ins after failed attempts; default: in real time. */
  readonly pause?: Pause | undefined;
  /** Checks venue files; default: in a worker thread. */
  readonly venueChecker?: VenueChecker | undefined;
}

/** The ports of each feature: what it needs from other features. */
const createPorts = (
  { adminKey, hasher, pause, venueChecker }: AppDeps,
  all: () => readonly Feature[],
): PortsOf<typeof modules> => ({
  account: (features) => ({
    venueName: (locale) => features.venue.title(locale),
    sessions: { endAll: (accountId, except) => features.session.sessions.endAll(accountId, except) },
    signInByLink: (accountId, call) => features.login.signInByLink(accountId, call),
    registration: () => features.login.registration,
    attempts: { begin: (counted) => features.login.attempts.begin(counted) },
    personalData: {
      export: (accountId) => exportPersonalData(all(), accountId),
      erase: (accountId) => erasePersonalData(all(), accountId),
    },
    hasher,
  }),
  session: (features) => ({
    accounts: features.account.accounts,
    visitors: {
      find: (headers) => features.access.visitors.find(headers),
      findSession: (sessionId) => features.access.visitors.findSession(sessionId),
      findCachedSession: (sessionId) => features.access.visitors.findCachedSession(sessionId),
      end: (headers) => features.access.visitors.end(headers),
    },
    loginEnabled: () => features.login.loginEnabled(),
  }),
  access: (features) => ({
    adminKey,
    tokens: features.session.tokens,
    findSignedInAccount: (headers) => features.session.findSignedInAccount(headers),
    loginEnabled: () => features.login.loginEnabled(),
    accounts: features.account.accounts,
  }),
  login: (features) => ({
    accounts: features.account.accounts,
    sessions: features.session.sessions,
    liveArchitecture: () => features.venue.shownArchitecture('LIVE'),
    emailKey: (email) => features.account.emailKey(email),
    pause,
  }),
  profile: (features) => ({
    accounts: features.account.accounts,
    findArchitecture: (mode, architectureId) => features.venue.findArchitecture(mode, architectureId),
  }),
  asset: (features) => ({
    venue: {
      shown: (mode, architectureId, assetId) => features.venue.assets.shown(mode, architectureId, assetId),
      shownMany: (mode, architectureId, assetIds) =>
        features.venue.assets.shownMany(mode, architectureId, assetIds),
      savedGenerations: (assetId) => features.venue.assets.savedGenerations(assetId),
    },
    liveNeedsSignature: () => features.login.loginEnabled(),
  }),
  venue: (features) => ({ catalogue: features.asset.catalogue, checker: venueChecker }),
  area: (features) => ({ exists: (mode, areaId) => features.venue.hasArea(mode, areaId) }),
  presence: (features) => ({
    describe: (accountIds) => features.profile.describe(accountIds),
    loginEnabled: () => features.login.loginEnabled(),
  }),
  chat: (features) => ({
    describe: (accountIds) => features.profile.describe(accountIds),
    findInvisible: (userIds) => features.presence.findInvisible(userIds),
    shownArchitecture: (mode) => features.venue.shownArchitecture(mode),
  }),
  call: (features) => ({
    rooms: features.chat.callRooms,
    findInvisible: (userIds) => features.presence.findInvisible(userIds),
  }),
  meeting: (features) => ({ shownArchitecture: (mode) => features.venue.shownArchitecture(mode) }),
  mediaLibrary: (features) => ({
    findArchitecture: (mode, architectureId) => features.venue.findArchitecture(mode, architectureId),
    findFiles: (mode, architectureId, assetIds) => features.asset.findFiles(mode, architectureId, assetIds),
    loginEnabled: () => features.login.loginEnabled(),
  }),
  mediaBoard: (features) => ({
    shownArchitecture: (mode) => features.venue.shownArchitecture(mode),
    comments: features.chat.messageLikes,
  }),
  videoAccess: (features) => ({
    findArchitecture: (mode, architectureId) => features.venue.findArchitecture(mode, architectureId),
    signForPlayer: (asset, how) => features.asset.signForPlayer(asset, how),
  }),
  analytics: (features) => ({
    shownArchitecture: async (mode, architectureId) =>
      architectureId === undefined
        ? features.venue.shownArchitecture(mode)
        : features.venue.findArchitecture(mode, architectureId),
    loginEnabled: () => features.login.loginEnabled(),
  }),
  consent: (features) => ({
    attempts: features.login.attempts,
    currentVersion: (mode) => features.venue.currentVersion(mode),
  }),
});

export interface App {
  readonly realtime: Realtime;
  /** Creates a URL that opens the stage once. */
  createStageLink(): Promise<{ readonly url: string; readonly expiresAt: number }>;
  /** Creates a single-use URL to create the first administrator; undefined if there is an administrator. */
  firstAdministratorLink(): Promise<{ readonly url: string; readonly expiresAt: number } | undefined>;
  /**
   * Waits for running requests (at most `limitMs`, default 20 s), then stops the features. Storage and blobs stay open.
   */
  stop(limitMs?: number): Promise<void>;
}

const defaultWebDir = join(import.meta.dirname, '..', '..', 'web', 'dist');

export async function createApp(deps: AppDeps): Promise<App> {
  const { every = systemEvery, webDir = defaultWebDir, storage, blobs, clock, log, listener, config } = deps;
  const platform = createPlatform<AppTables>({
    ...deps,
    every,
    later: {
      access: () => features.access.access,
      venueVersion: (mode) => features.venue.currentVersion(mode),
      features: () => all,
    },
  });
  const { checkHost, cluster, headers, hot, mail, nextId, outages, realtime } = platform;
  const stopping = () => listener.stopping;
  const checks = {
    storage: async () => {
      await storage.ping();
      outages.assertDatabaseNotFull();
    },
    files: () => blobs.ping(),
  };
  const features: Features = createFeatures(
    modules,
    platform,
    createPorts(deps, () => all),
  );
  const idempotency = new Idempotency(storage, clock);
  const used = new SingleUseRegistry(storage);
  const all: readonly Feature[] = [
    {
      personalData: {
        export: async (accountId) => ({ repeatableRequests: await idempotency.listByAccount(accountId) }),
        erase: (accountId) => idempotency.deleteByAccount(accountId),
      },
      jobs: [
        {
          name: 'delete expired responses and used values',
          everyMs: 60_000,
          run: async () => {
            await idempotency.deleteExpired();
            await used.deleteExpired(clock());
          },
        },
      ],
    },
    { pages: mailPages(mail, headers), stop: async () => mail.stop() },
    { pages: probes({ stopping, checks, outages, monotonicClock: platform.monotonicClock }) },
    ...Object.values(features),
    {
      routes: realtime.routes,
      onSessionEnded: (sessionId) => realtime.endSession(sessionId),
      onRightsChanged: (accountId) => realtime.recheckSessions(accountId),
    },
  ];
  await storage.migrate(appMigrations);
  for (const feature of all) await feature.start?.();
  cluster.start();

  const { access, account, login, meeting, venue } = features;
  const shell = await createShell({
    config,
    headers,
    venue: venue.publicVenue,
    loginEnabled: () => login.loginEnabled(),
    loginOptions: (mode) => login.loginOptions(mode),
    stageAccess: access.stageAccess,
    zoomVersion: () => meeting.zoomVersion(),
    log,
    webDir,
  });
  const routes = all.flatMap((feature) => feature.routes ?? []);
  const openApi = openApiRoute(routes, config.publicUrl);
  const pages = [
    ...all.flatMap((feature) => feature.pages ?? []),
    openApiPage([...routes, openApi], headers),
  ];
  const calls = await serveHttp({
    config,
    log,
    access: access.access,
    checkHost,
    hot,
    headers,
    nextId,
    stopping,
    outages,
    listener,
    shell,
    idempotency,
    routes: [...routes, openApi],
    pages,
  });
  realtime.start(all);
  const jobs = new Jobs(
    all.flatMap((feature) => feature.jobs ?? []),
    { monotonicClock: platform.monotonicClock, every, log },
  );
  jobs.start();
  return {
    realtime,
    createStageLink: () => access.createLink(),
    firstAdministratorLink: () => account.firstAdministratorLink(),
    stop: async (limitMs) => {
      for (const feature of all) feature.beginStop?.();
      realtime.stop(limitMs);
      await listener.stop(limitMs);
      await Promise.all([calls, realtime].map((running) => running.settle(limitMs ?? drainMs)));
      await Promise.all([jobs.stop(), cluster.stop()]);
      for (const feature of all.toReversed()) await feature.stop?.();
    },
  };
}
