/**
 * Vitest's global setup of the server tests: migrates a storage once, so that each test server starts with a copy of
 * it, and starts a temporary PostgreSQL server if needed.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { appMigrations } from '../app.ts';
import { openStorage } from '#platform/storage/storage';
import {
  createDatabase,
  dropDatabases,
  createResetFunction,
  migratedDatabaseName,
  migratedFolder,
} from '#testing/database';
import { findPostgres, howToGetPostgres, startPostgres } from '#testing/postgres';

async function migrate(dataDir: string, databaseUrl?: string): Promise<void> {
  const storage = await openStorage({ dataDir, databaseUrl });
  await storage.migrate(appMigrations);
  await storage.close();
}

async function postgres(folder: string, parent: string): Promise<() => Promise<void>> {
  if (findPostgres() === undefined) throw new Error(`NOT RUN: postgres (server tests): ${howToGetPostgres}`);
  const externalServer = process.env['FOYER_TEST_POSTGRES'];
  const cluster = externalServer === undefined ? await startPostgres({ parent }) : undefined;
  const server = externalServer ?? cluster?.url ?? '';
  process.env['FOYER_TEST_POSTGRES'] = server;
  const url = await createDatabase(server, migratedDatabaseName, 'template0');
  await migrate(folder, url);
  await createResetFunction(url);
  return async () => {
    if (externalServer === undefined) delete process.env['FOYER_TEST_POSTGRES'];
    else await dropDatabases(server);
    await cluster?.remove();
  };
}

export const setup = async ({ config }: TestProject): Promise<() => Promise<void>> => {
  const memory = config.env['TMPDIR'];
  // Readable by all: PostgreSQL runs as another user.
  if (memory !== undefined) mkdirSync(memory, { mode: 0o755 });
  const parent = memory ?? tmpdir();
  const folder = mkdtempSync(join(parent, 'foyer-migrated-'));
  const isPostgres = config.env['FOYER_TEST_ENGINE'] === 'postgres';
  const end = isPostgres ? await postgres(folder, parent) : undefined;
  if (!isPostgres) await migrate(folder);
  if (!isPostgres) process.env[migratedFolder] = folder;
  return async () => {
    await end?.();
    rmSync(memory ?? folder, { recursive: true, force: true });
  };
};
