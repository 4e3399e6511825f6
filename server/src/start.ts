/** Opens everything a server needs, in the order in which it can fail most clearly; `main.ts` and the tests use it. */
import { randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApp, type App, type AppTables } from './app.ts';
import type { Hasher } from './features/account/index.ts';
import { openBus } from '#platform/bus/open';
import type { Blobs } from '#platform/blobs/blobs';
import { openFolderBlobs } from '#platform/blobs/folder';
import { openS3Blobs } from '#platform/blobs/s3';
import { systemClock, type Clock, type Every, type Pause } from '#platform/clock';
import { openAdminKey, type AdminKey } from '#platform/config/adminKey';
import { ConfigError, withPort, type Config } from '#platform/config/config';
import { listen, type Listener } from '#platform/http/listener';
import type { Log } from '#platform/log/log';
import { ApiError } from '#platform/apiError';
import { openStorage, type Storage } from '#platform/storage/storage';

export interface StartOptions {
  readonly log: Log;
  readonly clock?: Clock;
  /** Runs what a node looks after at intervals; in real time unless told. */
  readonly every?: Every;
  readonly webDir?: string;
  /** How passwords are hashed; argon2id at its production cost unless told. */
  readonly hasher?: Hasher;
  /** How sign-ins wait that are slowed down; in real time unless told. */
  readonly pause?: Pause;
}

export interface Running {
  /** With the port that is bound. */
  readonly config: Config;
  readonly app: App;
  readonly listener: Listener;
  readonly storage: Storage<AppTables>;
  readonly adminKey: AdminKey;
  /** Where this machine reaches the server, without a slash at the end. */
  readonly url: string;
  stop(limitMs?: number): Promise<void>;
}

/** Throws a `ConfigError` or a `StorageError` of one line where the server is set up wrongly; nothing stays open then. */
export async function startServer(wanted: Config, options: StartOptions): Promise<Running> {
  const { log, clock = systemClock, webDir, every, hasher, pause } = options;
  const opened: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    prepareFolder(wanted.dataDir);
    const adminKey = openAdminKey(wanted);
    const { dataDir, databaseUrl } = wanted;
    const storage = await openStorage<AppTables>({ dataDir, databaseUrl, log });
    opened.push(() => storage.close());
    const blobs = await openBlobs(wanted, clock);
    const nodeId = randomUUID();
    const bus = await openBus(wanted.redisUrl, nodeId, log);
    opened.push(() => bus.close());
    const listener = await listen(wanted);
    opened.push(() => listener.stop(0));
    const config = withPort(wanted, listener.port);
    const { key } = adminKey;
    const app = await createApp({
      config,
      storage,
      blobs,
      clock,
      log,
      listener,
      adminKey: key,
      bus,
      nodeId,
      webDir,
      every,
      hasher,
      pause,
    });
    const stop = async (limitMs?: number) => {
      await app.stop(limitMs);
      await bus.close();
      await storage.close();
    };
    return { config, app, listener, storage, adminKey, url: localAddress(config), stop };
  } catch (fault) {
    await closeAll();
    // A database that does not answer, a disk that is full: once the server runs a caller is told, now the operator is.
    throw fault instanceof ApiError ? new ConfigError(fault.message, { cause: fault }) : fault;
  }
}

/** The blob store that is configured: a bucket, or the folder `blobs` of the data folder. */
export const openBlobs = async ({ dataDir, s3 }: Config, clock: Clock = systemClock): Promise<Blobs> =>
  s3 === undefined ? openFolderBlobs(join(dataDir, 'blobs'), clock()) : openS3Blobs(s3);

function prepareFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR is "${dataDir}", which cannot be written (${code}); expected a writable folder`,
      {
        cause: fault,
      },
    );
  }
}

/** An address that listens everywhere is reached through the loopback. */
function localAddress({ host, port }: Config): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
