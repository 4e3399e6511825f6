/** For tests with several nodes that share a PostgreSQL and a Redis. */
import { onTestFinished } from 'vitest';
import { testDatabase } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import { startRedis, type RedisServer } from '#testing/redis';
import { passwordLogin, startChat } from './chatVenue.ts';

export interface ChatNodes {
  readonly redis: RedisServer;
  readonly foyers: readonly Foyer[];
  /** Starts one more node. */
  readonly startAnother: () => Promise<Foyer>;
}

/** Starts one node per offset. Offsets move the clocks of the nodes, in milliseconds. */
export async function startNodes(...offsets: readonly number[]): Promise<ChatNodes> {
  const redis = await startRedis();
  const database = await testDatabase();
  onTestFinished(async () => {
    await redis.stop();
    await database.remove();
  });
  const options = { login: passwordLogin, env: { REDIS_URL: redis.url }, database };
  const startAnother = () => startFoyer(options);
  const foyers = [await startChat(options)];
  while (foyers.length < offsets.length) foyers.push(await startAnother());
  for (const [index, foyer] of foyers.entries()) foyer.advance(offsets[index] ?? 0);
  return { redis, foyers, startAnother };
}
