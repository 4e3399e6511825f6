/** What the storage needs of a `pg.Pool`. */
import type { PoolClient, PoolConfig } from 'pg';

export interface ConnectionPool {
  readonly ended: boolean;
  connect(): Promise<PoolClient>;
  /** Resolves when all connections are closed or given back. */
  end(): Promise<void>;
  on(event: 'connect', listener: (client: PoolClient) => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
}

export type CreatePool = (config: PoolConfig) => ConnectionPool;
