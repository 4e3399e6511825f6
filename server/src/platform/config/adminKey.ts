/** The administrator's key: from the configuration, or created at the first start and stored in the data folder. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Config } from '#platform/config/config';
import { adminKeyLength } from '#platform/config/variables';

export interface AdminKey {
  readonly key: string;
  /** The file with the key, if it is not configured. */
  readonly file?: string;
}

const fileOf = (config: Config) => join(config.dataDir, 'admin-key');

/** Returns the key, and creates it if needed. @throws ConfigError if the file cannot be read or written */
export function openAdminKey(config: Config): AdminKey {
  if (config.adminKey !== undefined) return { key: config.adminKey };
  const file = fileOf(config);
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (fault) {
    if (codeOf(fault) !== 'EEXIST') {
      throw new ConfigError(`${file} cannot be written (${codeOf(fault)}); expected a writable data folder`, {
        cause: fault,
      });
    }
  }
  return readAdminKey(config);
}

/** Returns the key for other processes, such as the command line. */
export function readAdminKey(config: Config): AdminKey {
  if (config.adminKey !== undefined) return { key: config.adminKey };
  const file = fileOf(config);
  let key: string;
  try {
    key = readFileSync(file, 'utf8').trim();
  } catch (fault) {
    throw new ConfigError(
      `ADMIN_KEY is not set and ${file} cannot be read (${codeOf(fault)}); expected the key of the running server`,
      { cause: fault },
    );
  }
  if (key.length < adminKeyLength) {
    throw new ConfigError(`${file} holds no key; delete it, and the next start makes a new one`);
  }
  return { key, file };
}

const codeOf = (fault: unknown): string => String((fault as NodeJS.ErrnoException).code);
