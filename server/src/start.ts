/** Opens the resources of a server and starts it. Used by `main.ts` and by tests. */
import { randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApp, type App, type AppTables } from './app.ts';
import type { Hasher } from './features/account/index.ts';
import type { VenueChecker } from './features/venue/index.ts';
import { openBus } from '#platform/bus/open';
import type { Blobs } from '#platform/blobs/blobs';
import { openFolderBlobs } from '#platform/blobs/folder';
import { openS3Blobs } from '#platform/blobs/s3';
import {
  systemClock,
  systemMonotonicClock,
  type Clock,
  type Every,
  type MonotonicClock,
  type Pause,
} from '#platform/clock';
import { openAdminKey, type AdminKey } from '#platform/config/adminKey';
import { ConfigError, withPort, type Config } from '#platform/config/config';
import { diskFull } from '#platform/files/disk';
import { listen, type Listener } from '#platform/http/listener';
import type { Log } from '#platform/log/log';
import { openStorage, type OpenOptions, type Storage } from '#platform/storage/storage';

export interface StartOptions {
  readonly log: Log;
  readonly clock?: Clock;
  readonly monotonicClock?: MonotonicClock;
  /** Runs periodic work; default: in real time. */
  readonly every?: Every;
  readonly webDir?: string;
  /** Hashes passwords; default: argon2id with its production parameters. */
  readonly hasher?: Hasher;
  /** Delays sign-ins after failed attempts; default: in real time. */
  readonly pause?: Pause;
  /** Checks venue files; default: in a worker thread. */
  readonly venueChecker?: VenueChecker;
  /** Starts the thread that writes into SQLite; default: a new one. */
  readonly startWriter?: OpenOptions['startWriter'];
  /** Creates a pool of connections to PostgreSQL; default: a `pg.Pool`. */
  readonly createPool?: OpenOptions['createPool'];
}

export interface RunningServer {
  /** Contains the bound port. */
  readonly config: Config;
  readonly app: App;
  readonly listener: Listener;
  readonly storage: Storage<AppTables>;
  readonly adminKey: AdminKey;
  /** The URL of the server on this machine, without a trailing slash. */
  readonly url: string;
  stop(limitMs?: number): Promise<void>;
}

/**
 * Closes what was opened if the start fails.
 * @throws ConfigError, StorageError with one line if the setup is invalid
 * @throws ApiError if a dependency is not usable, for example an unreachable database or a full disk
 */
export async function startServer(requestedConfig: Config, options: StartOptions): Promise<RunningServer> {
  const { log, clock = systemClock, monotonicClock = systemMonotonicClock } = options;
  const { webDir, every, hasher, pause, venueChecker, startWriter, createPool } = options;
  const closeCallbacks: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (const close of closeCallbacks.toReversed()) await close();
  };
  try {
    prepareFolder(requestedConfig.dataDir);
    const adminKey = openAdminKey(requestedConfig);
    const { dataDir, databaseUrl } = requestedConfig;
    const storage = await openStorage<AppTables>({ dataDir, databaseUrl, log, startWriter, createPool });
    closeCallbacks.push(() => storage.close());
    const blobs = await openBlobs(requestedConfig, clock);
    const nodeId = randomUUID();
    const bus = await openBus(requestedConfig.redisUrl, nodeId, log);
    closeCallbacks.push(() => bus.close());
    const listener = await listen(requestedConfig);
    closeCallbacks.push(() => listener.stop(0));
    const config = withPort(requestedConfig, listener.port);
    const { key } = adminKey;
    const app = await createApp({
      config,
      storage,
      blobs,
      clock,
      monotonicClock,
      log,
      listener,
      adminKey: key,
      bus,
      nodeId,
      webDir,
      every,
      hasher,
      pause,
      venueChecker,
    });
    const stop = async (limitMs?: number) => {
      await app.stop(limitMs);
      await bus.close();
      await storage.close();
    };
    return { config, app, listener, storage, adminKey, url: localUrl(config), stop };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Opens the configured blob store: an S3 bucket, or the folder `blobs` in the data folder. */
export const openBlobs = async ({ dataDir, s3 }: Config, clock: Clock = systemClock): Promise<Blobs> =>
  s3 === undefined ? openFolderBlobs(join(dataDir, 'blobs'), clock()) : openS3Blobs(s3);

function prepareFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw (
      diskFull(error) ??
      new ConfigError(
        `DATA_DIR is "${dataDir}", which cannot be written (${code}); expected a writable folder`,
        {
          cause: error,
        },
      )
    );
  }
}

/** A server that listens on all addresses is reached through the loopback address. */
function localUrl({ host, port }: Config): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
