/** Opens the configured bus. */
import { ApiError } from '#platform/apiError';
import { soloBus, type Bus } from '#platform/bus/bus';
import { RedisBus } from '#platform/bus/redis';
import type { Log } from '#platform/log/log';

/** @throws ApiError `unavailable` with one line if the URL does not lead to a running Redis server */
export async function openBus(redisUrl: string | undefined, nodeId: string, log: Log): Promise<Bus> {
  if (redisUrl === undefined) return soloBus;
  try {
    return await RedisBus.open(redisUrl, nodeId, log);
  } catch (error) {
    throw new ApiError(
      'unavailable',
      `REDIS_URL is not reachable: ${(error as Error).message}; expected a running Redis or Valkey server`,
      { cause: error },
    );
  }
}
