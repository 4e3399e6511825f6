/** Opens the configured bus. */
import { ApiError } from '#platform/apiError';
import { soloBus, type Bus } from '#platform/bus/bus';
import { RedisBus } from '#platform/bus/redis';
import { ConfigError } from '#platform/config/config';
import type { Log } from '#platform/log/log';

/** How Redis and Valkey reject a user name or password, or a user without the necessary rights. */
const rejection = /^(WRONGPASS|NOAUTH|NOPERM|ERR invalid password)/;

/**
 * @throws ApiError `unavailable` with one line if the URL does not lead to a running Redis server
 * @throws ConfigError if the server rejects the user name or password
 */
export async function openBus(redisUrl: string | undefined, nodeId: string, log: Log): Promise<Bus> {
  if (redisUrl === undefined) return soloBus;
  try {
    return await RedisBus.open(redisUrl, nodeId, log);
  } catch (error) {
    const { message } = error as Error;
    if (rejection.test(message))
      throw new ConfigError(
        `REDIS_URL was rejected by the server: ${message}; expected a user name and password that it accepts`,
        { cause: error },
      );
    throw new ApiError(
      'unavailable',
      `REDIS_URL is not reachable: ${message}; expected a running Redis or Valkey server`,
      { cause: error },
    );
  }
}
