/** Errors of the local file system, and a test whether a folder can be written. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storageFull, StorageOutage } from '#platform/storageOutage';
import { isSqliteFull } from '#platform/storage/sqlite/error';

interface SystemError extends Error {
  code: string;
}
export const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** Translates file system errors into a `StorageOutage`. Other errors are returned unchanged. */
export function toDiskError(error: unknown): unknown {
  const full = diskFull(error);
  if (full !== undefined || !isSystemError(error)) return full ?? error;
  switch (error.code) {
    // ENOENT occurs here only if the root folder is missing, for example an unmounted volume.
    case 'ENOENT':
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
    case 'EIO':
    case 'ENOTDIR':
    case 'EMFILE':
    case 'ENFILE':
      return new StorageOutage('unavailable', 'The storage is temporarily unavailable.', {
        setting: 'DATA_DIR',
        cause: error,
        retryAfter: 30,
      });
    default:
      return error;
  }
}

/**
 * Returns the outage if an error of node:fs or node:sqlite means that the disk is full, else undefined. A full disk is no
 * wrong configuration: another start may succeed.
 */
export function diskFull(error: unknown): StorageOutage | undefined {
  const isFull = isSystemError(error) && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  const { errcode } = (error ?? {}) as { errcode?: number };
  return isFull || isSqliteFull(errcode) ? storageFull('DATA_DIR', error) : undefined;
}

/** More than a chat message needs, so that the probe fails before messages do. */
const probeBytes = 64 * 1024;

/** Writes a file and deletes it: on a full disk a check of the permissions succeeds. @throws StorageOutage */
export async function probeFolder(folder: string): Promise<void> {
  const file = join(folder, 'readyz.probe');
  try {
    await writeFile(file, Buffer.alloc(probeBytes), { mode: 0o600 });
  } catch (error) {
    throw toDiskError(error);
  } finally {
    // On a broken disk this fails as well: the first error is the reason.
    await rm(file, { force: true }).catch(() => undefined);
  }
}
