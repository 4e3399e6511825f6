import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Engine } from '#platform/storage/engine';
import type { Migration } from '#platform/storage/migration';
import { type OpenOptions, openStorage, type Storage } from '#platform/storage/storage';

/** The engine this run of the tests is for. */
export const testEngine: Engine = process.env['FOYER_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

/** A place for a storage of the engine under test: an empty folder and, on PostgreSQL, an empty database. */
export interface TestPlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  remove(): Promise<void>;
}

export const testPlace = async (engine: Engine = testEngine): Promise<TestPlace> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-test-'));
  const database = engine === 'postgres' ? await freshDatabase() : undefined;
  return {
    dataDir,
    databaseUrl: database?.url,
    remove: async () => {
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const freshDatabase = async (): Promise<{ url: string; drop(): Promise<void> }> => {
  const server = process.env['FOYER_TEST_POSTGRES'];
  if (server === undefined)
    throw new Error('FOYER_TEST_POSTGRES says where PostgreSQL is; postgres.setup.ts sets it');
  const name = `foyer_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
};

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
