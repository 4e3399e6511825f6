/**
 * The pools of a test process. A pool is kept for the next server with the same database, because opening connections
 * takes longer than most tests.
 */
import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { ConnectionPool, CreatePool } from '#platform/storage/postgres/connections';

/** By the URL of the database. */
const unused = new Map<string, UnusedPool[]>();

interface UnusedPool {
  /** What it was created with, as JSON. */
  readonly settings: string;
  readonly pool: pg.Pool;
}

/** Names the kept connections in `pg_stat_activity`. */
export const keptConnections = 'foyer-kept';

/** Creates a pool, or reuses one of an earlier server. `closePools` closes it. */
export const reusePool: CreatePool = (config) => {
  const { connectionString: url = '' } = config;
  const settings = JSON.stringify(config);
  const pools = unused.get(url) ?? [];
  unused.set(url, pools);
  const index = pools.findIndex((one) => one.settings === settings);
  const [reused] = index === -1 ? [] : pools.splice(index, 1);
  return new BorrowedPool(reused?.pool ?? openPool(config), (pool) => pools.push({ settings, pool }));
};

/** Closes the unused pools of a database. */
export async function closePools(url: string): Promise<void> {
  const pools = unused.get(url) ?? [];
  unused.delete(url);
  await Promise.all(pools.map(({ pool }) => pool.end()));
}

/** Opens a pool that does not keep the process running, and whose connections `testing.empty()` leaves open. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, application_name: keptConnections, allowExitOnIdle: true });
  // Without a listener, a connection that is lost while nothing uses the pool would crash the process.
  pool.on('error', () => {});
  return pool;
}

/** A pool in the hands of one server. `end` gives it back. */
class BorrowedPool extends EventEmitter implements ConnectionPool {
  ended = false;
  private readonly pool: pg.Pool;
  private readonly giveBack: (pool: pg.Pool) => void;
  private readonly removals: (() => void)[] = [];
  private inUse = 0;
  private whenUnused: (() => void) | undefined;

  constructor(pool: pg.Pool, giveBack: (pool: pg.Pool) => void) {
    super();
    this.pool = pool;
    this.giveBack = giveBack;
    this.listen('release', () => this.release());
    for (const event of ['connect', 'error'] as const) this.listen(event, (value) => this.emit(event, value));
  }

  async connect(): Promise<pg.PoolClient> {
    if (this.ended) throw new Error('Cannot use a pool after calling end on the pool');
    this.inUse += 1;
    try {
      return await this.pool.connect();
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** Resolves when all connections are released. */
  async end(): Promise<void> {
    this.ended = true;
    if (this.inUse > 0) await new Promise<void>((resolve) => (this.whenUnused = resolve));
    for (const remove of this.removals) remove();
    this.giveBack(this.pool);
  }

  private listen(event: 'connect' | 'error' | 'release', listener: (value: unknown) => void): void {
    this.pool.on(event as 'release', listener);
    this.removals.push(() => this.pool.off(event, listener));
  }

  private release(): void {
    this.inUse -= 1;
    if (this.inUse === 0) this.whenUnused?.();
  }
}
