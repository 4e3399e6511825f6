/** The administrator's key: from the configuration, or created at the first start and stored in the data folder. */
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFull } from '#platform/files/disk';
import { ConfigError, type Config } from '#platform/config/config';
import { minAdminKeyLength } from '#platform/config/variables';

export interface AdminKey {
  readonly key: string;
  /** The file with the key, if it is not configured. */
  readonly file?: string;
}

const adminKeyFile = (config: Config) => join(config.dataDir, 'admin-key');

/** Returns the key, and creates it if needed. @throws ConfigError if the file cannot be read or written */
export function openAdminKey(config: Config): AdminKey {
  if (config.adminKey !== undefined) return { key: config.adminKey };
  const file = adminKeyFile(config);
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') {
      // On a full disk the file was created, without the key.
      rmSync(file, { force: true });
      throw (
        diskFull(error) ??
        new ConfigError(
          `${file} cannot be written (${errorCodeOf(error)}); expected a writable data folder`,
          {
            cause: error,
          },
        )
      );
    }
  }
  return readAdminKey(config);
}

/** Returns the key for other processes, such as the command line. */
export function readAdminKey(config: Config): AdminKey {
  if (config.adminKey !== undefined) return { key: config.adminKey };
  const file = adminKeyFile(config);
  let key: string;
  try {
    key = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `ADMIN_KEY is not set and ${file} cannot be read (${errorCodeOf(error)}); expected the key of the running server`,
      { cause: error },
    );
  }
  if (key.length < minAdminKeyLength) {
    throw new ConfigError(
      `${file} does not contain a valid key; delete it, and the server creates a new one at its next start`,
    );
  }
  return { key, file };
}

const errorCodeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
