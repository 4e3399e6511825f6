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

/** The engine this run of the tests is for. */
export const testEngine: Engine = process.env['FOYER_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

/** A place for a storage of the engine under test: an empty folder and, on PostgreSQL, an empty database. */
export interface TestPlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  remove(): Promise<void>;
}

export const testPlace = (engine: Engine = testEngine): Promise<TestPlace> => newPlace(engine, false);

/** Where the set-up keeps the folder with the migrated SQLite database. */
export const migratedFolder = 'FOYER_TEST_MIGRATED';
/** The migrated database of the throw-away PostgreSQL. */
export const migratedDatabase = 'foyer_migrated';

/** The same with every step of the schema done: a copy of what the set-up has migrated once. */
export const migratedPlace = (): Promise<TestPlace> => newPlace(testEngine, true);

async function newPlace(engine: Engine, migrated: boolean): Promise<TestPlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-test-'));
  const database = engine === 'postgres' ? await freshDatabase(migrated) : undefined;
  const folder = process.env[migratedFolder];
  if (migrated && database === undefined && folder !== undefined)
    copyFileSync(sqliteFile(folder), sqliteFile(dataDir));
  return {
    dataDir,
    databaseUrl: database?.url,
    remove: async () => {
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Migrated databases whose tests have ended: emptied they are ready again, sooner than a new one. */
const emptied: string[] = [];

const freshDatabase = async (migrated: boolean): Promise<{ url: string; drop(): Promise<void> }> => {
  const server = process.env['FOYER_TEST_POSTGRES'];
  if (server === undefined)
    throw new Error('FOYER_TEST_POSTGRES says where PostgreSQL is; migrated.setup.ts sets it');
  const ready = migrated ? emptied.pop() : undefined;
  const name = ready ?? `foyer_${randomBytes(8).toString('hex')}`;
  const url =
    ready === undefined
      ? await createDatabase(server, name, migrated ? migratedDatabase : 'template0')
      : databaseAt(server, name);
  const drop = () => onServer(server, `drop database if exists ${name} with (force)`);
  const empty = () => onServer(url, 'select testing.empty()').then(() => void emptied.push(name), drop);
  return { url, drop: migrated ? empty : drop };
};

/**
 * So that a database can be made as it is at this moment: `testing.empty()`, which whoever is still connected loses
 * the line by, and which fails where a table is missing or one more is there.
 */
export async function makeEmptiable(url: string): Promise<void> {
  await onServer(
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
         where datname = current_database() and pid <> pg_backend_pid();
       if (select count(*) from pg_tables where schemaname = 'public') <> (select count(*) from testing.tables)
         then raise exception 'another table is there';
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

/** Makes a database, in place of one of its name. Returns its address. */
export async function createDatabase(server: string, name: string, template: string): Promise<string> {
  await onServer(server, `drop database if exists ${name} with (force)`);
  await onServer(server, `create database ${name} template ${template} encoding 'UTF8' locale 'C.UTF-8'`);
  return databaseAt(server, name);
}

/** Those that tests have left on a server that goes on. */
export async function dropDatabases(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where datname ~ '^foyer_[0-9a-f]{16}$'",
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
}

const onServer = async (server: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** A fresh, migrated storage of the engine under test, which closes and removes itself with the test. */
export const testStorage = async <DB>(
  migrations: readonly Migration[] = [],
  options: Partial<OpenOptions> = {},
): Promise<Storage<DB>> => {
  const place = await testPlace();
  const { dataDir, databaseUrl } = place;
  const storage = await openStorage<DB>({ dataDir, databaseUrl, ...options });
  onTestFinished(async () => {
    await storage.close();
    await place.remove();
  });
  await storage.migrate(migrations);
  return storage;
};
