/** Folders and databases for proofs, of either engine. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresCluster, startPostgres } from '../../server/src/testing/postgres.ts';
import type { Place } from './serverProcess.ts';

export interface OwnPlace extends Place {
  /** Set where the data is in PostgreSQL: a server of its own, which syncs as in earnest. */
  readonly cluster?: PostgresCluster;
  remove(): Promise<void>;
}
export type Engine = 'sqlite' | 'postgres';

export const ownPlace = async (engine: Engine): Promise<OwnPlace> => {
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

/** A name that nothing else has. */
export const uniqueName = (prefix: string): string => `${prefix}-${randomBytes(6).toString('hex')}`;
