/** Test helpers for several servers with one PostgreSQL and one Redis. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ping } from '@foyer/contract';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import type { RunningServer } from '../../../start.ts';
import { testDatabase, type TestDatabase } from '#testing/database';
import { Foyer, startFoyer, testAdminKey } from '#testing/foyer';
import { programEnv } from '#testing/programEnv';
import { startRedis, type RedisServer } from '#testing/redis';
import type { Tab } from '#testing/tab';
import { passwordLogin, startPresence } from './presence.ts';

const main = join(import.meta.dirname, '..', '..', '..', 'main.ts');
const heartbeatMs = 5_000;

/** Servers that share a database and a bus. The first one publishes the venue. */
export class Nodes {
  readonly redis: RedisServer;
  readonly database: TestDatabase;
  readonly foyers: Foyer[] = [];

  private constructor(redis: RedisServer, database: TestDatabase) {
    this.redis = redis;
    this.database = database;
  }

  static async start(count: number): Promise<Nodes> {
    const nodes = new Nodes(await startRedis(), await testDatabase());
    onTestFinished(async () => {
      await nodes.redis.stop();
      await nodes.database.remove();
    });
    const options = { env: { REDIS_URL: nodes.redis.url }, database: nodes.database };
    nodes.foyers.push(await startPresence(options));
    while (nodes.foyers.length < count)
      nodes.foyers.push(await startFoyer({ login: passwordLogin, ...options }));
    return nodes;
  }

  /** Starts a server in its own process, with the real clock. */
  async process(): Promise<{ foyer: Foyer; child: ChildProcess }> {
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
    return { foyer: new Foyer({ running, dataDir, logged: [], time: { now: Date.now() } }), child };
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

/** Lets time pass for one server in steps of a heartbeat, and waits until each heartbeat has arrived over the bus. */
export class Heartbeats {
  private readonly last = new Map<string, number>();
  private readonly waiting: (() => void)[] = [];

  constructor(client: Redis) {
    client.on('message', (_channel: string, text: string) => {
      const end = text.indexOf(' ');
      const { no } = JSON.parse(text.slice(end)) as { no: number };
      this.last.set(text.slice(0, end), no);
      for (const wake of this.waiting.splice(0)) wake();
    });
  }

  static async of(nodes: Nodes): Promise<Heartbeats> {
    const client = await nodes.client();
    await client.subscribe('foyer:nodes');
    return new Heartbeats(client);
  }

  async pass(foyer: Foyer, nodeId: string, milliseconds: number, tabs: readonly Tab[]): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += heartbeatMs) {
      const before = this.last.get(nodeId);
      foyer.advance(heartbeatMs);
      while (this.last.get(nodeId) === before)
        await new Promise<void>((resolve) => this.waiting.push(resolve));
      // Keeps the connections from being closed as silent.
      for (const tab of tabs) await tab.must(ping, {});
    }
  }
}
