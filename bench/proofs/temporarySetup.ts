/** Data folders and databases for proofs, on both engines. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresCluster, startPostgres } from '../../server/src/testing/postgres.ts';
import type { ServerSetup } from './serverProcess.ts';

export interface TemporarySetup extends ServerSetup {
  /** Set for PostgreSQL: a separate server, which syncs as in production. */
  readonly cluster?: PostgresCluster;
  remove(): Promise<void>;
}
export type Engine = 'sqlite' | 'postgres';

export const createSetup = async (engine: Engine): Promise<TemporarySetup> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-proof-'));
  const cluster = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
  return {
    dataDir,
    databaseUrl: cluster?.url,
    ...(cluster === undefined ? {} : { cluster }),
    remove: async () => {
      await cluster?.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** A unique name. */
export const uniqueName = (prefix: string): string => `${prefix}-${randomBytes(6).toString('hex')}`;
