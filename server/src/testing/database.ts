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

const freshDatabase = async (migrated: boolean): Promise<{ url: string; drop(): Promise<void> }> => {
  const server = process.env['FOYER_TEST_POSTGRES'];
  if (server === undefined)
    throw new Error('FOYER_TEST_POSTGRES says where PostgreSQL is; migrated.setup.ts sets it');
  const name = `foyer_${randomBytes(8).toString('hex')}`;
  const url = await createDatabase(server, name, migrated ? migratedDatabase : 'template0');
  return { url, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
};

/** Makes a database, in place of one of its name. Returns its address. */
export async function createDatabase(server: string, name: string, template: string): Promise<string> {
  await onServer(server, `drop database if exists ${name} with (force)`);
  await onServer(server, `create database ${name} template ${template} encoding 'UTF8' locale 'C.UTF-8'`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
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
