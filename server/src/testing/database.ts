import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Engine } from '#platform/storage/engine';
import type { Migration } from '#platform/storage/migration';
import { sqliteFile } from '#platform/storage/sqlite/open';
import { type OpenOptions, openStorage, type Storage } from '#platform/storage/storage';
import { closePools, keptConnections, openPool } from '#testing/postgresPools';
import { reuseWriter } from '#testing/writerThreads';

/** The database engine of this test run. */
export const testEngine: Engine = process.env['FOYER_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

/** An empty data folder and, on PostgreSQL, an empty database. */
export interface TestDatabase {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  remove(): Promise<void>;
}

export const testDatabase = (engine: Engine = testEngine): Promise<TestDatabase> =>
  createTestDatabase(engine, false);

/** The variable with the folder of the migrated SQLite database. */
export const migratedFolder = 'FOYER_TEST_MIGRATED';
/** The name of the migrated database on the temporary PostgreSQL server. */
export const migratedDatabaseName = 'foyer_migrated';

/** Like `testDatabase`, with a copy of the migrated database. */
export const migratedDatabase = (): Promise<TestDatabase> => createTestDatabase(testEngine, true);

type PostgresDatabase = { readonly url: string } & Pick<TestDatabase, 'remove'>;

async function createTestDatabase(engine: Engine, migrated: boolean): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-test-'));
  const createPostgres = migrated ? createMigratedDatabase : createEmptyDatabase;
  const database = engine === 'postgres' ? await createPostgres() : undefined;
  const folder = process.env[migratedFolder];
  if (migrated && database === undefined && folder !== undefined)
    copyFileSync(sqliteFile(folder), sqliteFile(dataDir));
  return {
    dataDir,
    databaseUrl: database?.url,
    remove: async () => {
      await database?.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A database whose tables a test has changed cannot be reused. */
const tablesChanged = 'the tables were changed';

/** The name prefix of migrated databases, which a test process keeps. Emptying one is faster than creating a new one. */
const keptPrefix = 'foyer_kept_';

interface KeptDatabase {
  readonly name: string;
  readonly url: string;
  /** Its only connection empties the database, which is faster on a connection that knows the tables. */
  readonly pool: pg.Pool;
}

/** The migrated databases of this process that no test uses. */
const unused: KeptDatabase[] = [];

const testServer = (): string => {
  const server = process.env['FOYER_TEST_POSTGRES'];
  if (server === undefined)
    throw new Error('FOYER_TEST_POSTGRES is not set; migrated.setup.ts sets it to the URL of PostgreSQL');
  return server;
};

const randomName = (prefix: string): string => `${prefix}${randomBytes(8).toString('hex')}`;

const dropDatabase = (name: string): Promise<unknown> =>
  runStatement(testServer(), `drop database if exists ${name} with (force)`);

const createEmptyDatabase = async (): Promise<PostgresDatabase> => {
  const name = randomName('foyer_');
  const url = await createDatabase(testServer(), name, 'template0');
  const remove = async () => {
    await closePools(url);
    await dropDatabase(name);
  };
  return { url, remove };
};

const createMigratedDatabase = async (): Promise<PostgresDatabase> => {
  const kept = unused.pop() ?? (await createKept());
  return { url: kept.url, remove: () => release(kept) };
};

async function createKept(): Promise<KeptDatabase> {
  const name = randomName(keptPrefix);
  const url = await createDatabase(testServer(), name, migratedDatabaseName);
  return { name, url, pool: openPool({ connectionString: url, max: 1, idleTimeoutMillis: 0 }) };
}

async function release(kept: KeptDatabase): Promise<void> {
  try {
    await kept.pool.query('select testing.empty()');
    unused.push(kept);
  } catch (error) {
    await closePools(kept.url);
    await kept.pool.end();
    await dropDatabase(kept.name);
    if (!(error instanceof Error && error.message === tablesChanged)) throw error;
  }
}

/**
 * Creates `testing.empty()`, which restores the current content of the database. It terminates all other connections
 * but unused ones of `reusePool`, and fails with `tablesChanged` if tables were added or removed.
 */
export async function createResetFunction(url: string): Promise<void> {
  await runStatement(
    url,
    `create schema testing;
     create table testing.tables as
       select tablename as name from pg_tables where schemaname = current_schema();
     do $$
     declare name text;
     begin
       for name in select tables.name from testing.tables loop
         execute format('create table testing.%I as table public.%I', 'rows of ' || name, name);
       end loop;
     end $$;
     create function testing.empty() returns void language plpgsql as $$
     declare name text;
     begin
       perform pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
           and (application_name <> '${keptConnections}' or state <> 'idle');
       if (select array_agg(tablename order by tablename) from pg_tables where schemaname = 'public')
         <> (select array_agg(tables.name order by tables.name) from testing.tables)
         then raise exception '%', '${tablesChanged}';
       end if;
       set local session_replication_role = replica;
       for name in select tables.name from testing.tables loop
         execute format('delete from public.%I', name);
         execute format('insert into public.%I table testing.%I', name, 'rows of ' || name);
       end loop;
     end $$;`,
  );
}

const databaseAt = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

/** Creates a database and drops an existing one with the same name. Returns its URL. */
export async function createDatabase(server: string, name: string, template: string): Promise<string> {
  await runStatement(server, `drop database if exists ${name} with (force)`);
  await runStatement(server, `create database ${name} template ${template} encoding 'UTF8' locale 'C.UTF-8'`);
  return databaseAt(server, name);
}

/** Drops the databases that tests left on a server. */
export async function dropDatabases(server: string): Promise<void> {
  const databases = await runStatement(
    server,
    `select datname from pg_database where datname like '${keptPrefix}%'`,
  );
  for (const { datname } of databases)
    await runStatement(server, `drop database if exists ${String(datname)} with (force)`);
}

const runStatement = async (server: string, statement: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    // A query with several statements returns several results.
    const result: pg.QueryResult | pg.QueryResult[] = await client.query(statement);
    return Array.isArray(result) ? [] : (result.rows as Record<string, unknown>[]);
  } finally {
    await client.end();
  }
};

/** A new, migrated storage that is removed when the test ends. */
export const testStorage = async <DB>(
  migrations: readonly Migration[] = [],
  options: Partial<OpenOptions> = {},
): Promise<Storage<DB>> => {
  const database = await testDatabase();
  const { dataDir, databaseUrl } = database;
  const storage = await openStorage<DB>({ dataDir, databaseUrl, startWriter: reuseWriter, ...options });
  onTestFinished(async () => {
    await storage.close();
    await database.remove();
  });
  await storage.migrate(migrations);
  return storage;
};
