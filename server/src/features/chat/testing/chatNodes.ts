/** For tests of several servers: one PostgreSQL, one Redis, and people on all of them. */
import { onTestFinished } from 'vitest';
import { testPlace } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import { startRedis, type RedisServer } from '#testing/redis';
import { passwordLogin, startChat } from './chatVenue.ts';

export interface ChatNodes {
  readonly redis: RedisServer;
  readonly foyers: readonly Foyer[];
  /** One more. */
  readonly another: () => Promise<Foyer>;
}

/** Servers whose clocks stand so many milliseconds off. */
export async function startNodes(...offsets: readonly number[]): Promise<ChatNodes> {
  const redis = await startRedis();
  const place = await testPlace();
  onTestFinished(async () => {
    await redis.stop();
    await place.remove();
  });
  const options = { login: passwordLogin, env: { REDIS_URL: redis.url }, place };
  const another = () => startFoyer(options);
  const foyers = [await startChat(options)];
  while (foyers.length < offsets.length) foyers.push(await another());
  for (const [index, foyer] of foyers.entries()) foyer.pass(offsets[index] ?? 0);
  return { redis, foyers, another };
}
