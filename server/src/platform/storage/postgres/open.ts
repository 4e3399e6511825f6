import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { ApiError } from '#platform/apiError';
import { StorageError } from '#platform/storage/errors';
import { migrate } from '#platform/storage/migrate';
import type { ConnectionPool } from '#platform/storage/postgres/connections';
import { createPoolDatabase, executeAtomically } from '#platform/storage/postgres/dialect';
import { types } from '#platform/storage/postgres/types';
import type { OpenOptions, Storage, StorageLog } from '#platform/storage/storageTypes';

/**
 * The server cancels a slow statement first, so that the connection stays usable; the client closes it if the server
 * does not respond.
 */
const STATEMENT_MS = 8_000;
const RESPONSE_MS = 10_000;
const CONNECT_MS = 5_000;

interface PoolKind {
  readonly max: number;
  readonly readOnly?: boolean;
  /** Whether statements are sent without waiting for the results of earlier ones. */
  readonly pipeline?: boolean;
  /** Without limits, statements have no time limit. */
  readonly limited: boolean;
}

/**
 * Reads have separate connections, so that a read inside a transaction never waits for the pool that transactions use
 * up.
 */
const poolKinds = {
  write: { max: 16, limited: true, pipeline: true },
  read: { max: 8, limited: true, readOnly: true },
  longRead: { max: 4, limited: false, readOnly: true },
  bulk: { max: 2, limited: false },
} satisfies Record<string, PoolKind>;

export const openPostgres = async <DB>(options: OpenOptions, url: string): Promise<Storage<DB>> => {
  const { transactionLimitMs = 5_000, log, createPool = (config) => new pg.Pool(config) } = options;
  const settings = await checkDatabase(url, log);
  const open = (kind: PoolKind): ConnectionPool => {
    const pool = createPool(poolConfig(url, kind, settings));
    // Lost connections emit an error here; without a listener it would crash the process.
    pool.on('connect', (client) => client.on('error', () => {}));
    pool.on('error', (error) => log?.warn({ err: error }, 'PostgreSQL connection lost'));
    return pool;
  };
  const pools = {
    write: open(poolKinds.write),
    read: open(poolKinds.read),
    longRead: open(poolKinds.longRead),
    bulk: open(poolKinds.bulk),
  };
  const longRead = createPoolDatabase<DB>(pools.longRead, 0);
  return {
    engine: 'postgres',
    db: createPoolDatabase<DB>(pools.write, transactionLimitMs),
    read: createPoolDatabase<DB>(pools.read, transactionLimitMs),
    longRead,
    bulk: createPoolDatabase<DB>(pools.bulk, 0),
    atomic: (queries) => executeAtomically(pools.write, transactionLimitMs, queries),
    snapshot: (work) => withSnapshot(longRead, work),
    stats: () => undefined,
    migrate: (migrations) => migrate(createPoolDatabase(pools.bulk, 0), 'postgres', migrations),
    ping: async () => {
      await sql`select 1`.execute(createPoolDatabase(pools.write, 0));
    },
    close: async () => {
      await Promise.all(
        Object.values(pools)
          .filter((one) => !one.ended)
          .map((one) => one.end()),
      );
    },
  };
};

const withSnapshot = <DB, T>(longRead: Kysely<DB>, work: (read: Kysely<DB>) => Promise<T>): Promise<T> =>
  longRead
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      // The snapshot is taken by the first read, not by `begin`.
      await sql`select 1`.execute(transaction);
      return work(transaction);
    });

const poolConfig = (url: string, kind: PoolKind, settings: string): pg.PoolConfig => ({
  connectionString: url,
  application_name: 'foyer',
  max: kind.max,
  types,
  keepAlive: true,
  pipeline: kind.pipeline === true,
  connectionTimeoutMillis: CONNECT_MS,
  options: `${settings}${kind.readOnly === true ? ' -c default_transaction_read_only=on' : ''}`,
  ...(kind.limited
    ? {
        query_timeout: RESPONSE_MS,
        statement_timeout: STATEMENT_MS,
        idle_in_transaction_session_timeout: RESPONSE_MS,
      }
    : {}),
});

/** Checks that the database is suitable and durable, and returns the settings that each connection needs. */
const checkDatabase = async (url: string, log: StorageLog | undefined): Promise<string> => {
  const client = await firstConnection(url);
  try {
    const { rows } = await client.query<
      Record<'encoding' | 'collation' | 'fsync' | 'synchronous' | 'name', string>
    >(
      `select current_database() as name, pg_encoding_to_char(encoding) as encoding, datcollate as collation,
         current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous
       from pg_database where datname = current_database()`,
    );
    const [database] = rows;
    if (database === undefined)
      throw new StorageError('PostgreSQL returned no row for the connected database');
    const { name, encoding, collation, fsync, synchronous } = database;
    if (encoding !== 'UTF8' || !/^(C|POSIX|C\.utf-?8)$/i.test(collation))
      throw new StorageError(
        `The database ${name} sorts by ${collation} in ${encoding}; Foyer needs C.UTF-8: ` +
          `create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`,
      );
    if (fsync === 'off')
      log?.warn({}, 'PostgreSQL runs with fsync=off: a power failure loses acknowledged writes');
    return synchronous === 'off' ? '-c synchronous_commit=on' : '';
  } finally {
    await client.end();
  }
};

const firstConnection = async (url: string): Promise<pg.Client> => {
  let client: pg.Client;
  try {
    client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: RESPONSE_MS,
    });
  } catch (error) {
    throw new StorageError('DATABASE_URL is not a PostgreSQL URL', { cause: error });
  }
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (thrown) {
    const { code, message } = thrown as Error & { code?: string };
    const address = `${client.host}:${client.port}`;
    // 28: invalid authorization, 3D: no such database. Other errors may be temporary.
    if (/^(28|3D)/.test(code ?? ''))
      throw new StorageError(`PostgreSQL at ${address} rejected the connection: ${message}`, {
        cause: thrown,
      });
    throw new ApiError(
      'unavailable',
      `PostgreSQL at ${address} is not reachable: ${message || (code ?? 'unknown error')}`,
      {
        retryAfter: 5,
        cause: thrown,
      },
    );
  }
};
