/** Test helpers for several servers with one PostgreSQL and one Redis. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import type { RunningServer } from '../start.ts';
import { migratedDatabase, type TestDatabase } from '#testing/database';
import { Foyer, passwordLogin, startFoyer, testAdminKey, type FoyerOptions } from '#testing/foyer';
import { programEnv } from '#testing/programEnv';
import { startRedis, type RedisServer } from '#testing/redis';

const main = join(import.meta.dirname, '..', 'main.ts');

/** Servers that share a database and a bus. */
export class Nodes {
  readonly redis: RedisServer;
  readonly database: TestDatabase;
  readonly foyers: Foyer[] = [];

  private constructor(redis: RedisServer, database: TestDatabase) {
    this.redis = redis;
    this.database = database;
  }

  /** @param startFirst starts the first server and publishes a venue */
  static async start(count: number, startFirst: (options: FoyerOptions) => Promise<Foyer>): Promise<Nodes> {
    const nodes = new Nodes(await startRedis(), await migratedDatabase());
    onTestFinished(async () => {
      await nodes.redis.stop();
      await nodes.database.remove();
    });
    nodes.foyers.push(await startFirst(nodes.options));
    while (nodes.foyers.length < count) nodes.foyers.push(await nodes.startAnother());
    return nodes;
  }

  startAnother(): Promise<Foyer> {
    return startFoyer({ login: passwordLogin, ...this.options });
  }

  private get options(): FoyerOptions {
    return { env: { REDIS_URL: this.redis.url }, database: this.database };
  }

  /** Starts a server in its own process, with the real clock. */
  async process(): Promise<{ foyer: Foyer; kill: () => Promise<void> }> {
    const { dataDir, databaseUrl } = this.database;
    const child = fork(main, [], {
      env: {
        ...programEnv,
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        REDIS_URL: this.redis.url,
        ADMIN_KEY: testAdminKey,
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [{ url, publicUrl }] = (await once(child, 'message')) as [{ url: string; publicUrl: string }];
    const running = { url, config: { publicUrl } } as RunningServer;
    const foyer = new Foyer({ running, dataDir, logged: [], time: { now: Date.now(), elapsed: 0 } });
    const kill = async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    };
    return { foyer, kill };
  }

  /** Opens a separate connection to the bus for the test. */
  async client(): Promise<Redis> {
    const client = new Redis(this.redis.url);
    client.on('error', () => undefined);
    onTestFinished(() => client.disconnect());
    await client.ping();
    return client;
  }
}
