import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { diskFull } from '#platform/files/disk';
import { StorageError } from '#platform/storage/errors';

/** Another process owns the data folder. The message contains its PID. */
export class DataFolderInUse extends StorageError {}

export interface FolderLock {
  release(): Promise<void>;
}

const SQLITE_BUSY = 5;
const SQLITE_IOERR_LOCK = 3850;

/** The content of the lock file. `started` distinguishes the owner from a later process with the same PID. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly started: string | null;
}

/**
 * Ensures that a data folder has one owner. A kernel lock on an empty SQLite file decides, so the lock ends with its
 * process and is exclusive; the file `foyer.lock` names the owner. On file systems without locks (some network ones)
 * that file decides: a running process of this host with the recorded start time counts as the owner.
 */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  const file = join(folder, 'foyer.lock');
  const guard = await acquireGuard(join(folder, 'foyer.lock.guard'), folder, file);
  const previousOwner = readOwner(file);
  if (previousOwner !== undefined && previousOwner.pid !== process.pid && isAlive(previousOwner)) {
    guard.close();
    throw inUseError(folder, previousOwner);
  }
  try {
    writeOwner(file);
  } catch (error) {
    guard.close();
    throw notWritableError(folder, error as Error);
  }
  return {
    release: async () => {
      if (!guard.isOpen) return;
      if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true });
      guard.close();
    },
  };
};

/** Takes the kernel lock. It is held while the returned connection is open. */
const acquireGuard = async (guardFile: string, folder: string, file: string): Promise<DatabaseSync> => {
  let guard: DatabaseSync | undefined;
  try {
    guard = new DatabaseSync(guardFile, { timeout: 100 });
    guard.exec('begin exclusive');
    return guard;
  } catch (error) {
    if (guard?.isOpen === true) guard.close();
    const { errcode = 0, message } = error as Error & { errcode?: number };
    if ((errcode & 0xff) === SQLITE_BUSY) throw inUseError(folder, await waitForOwner(file));
    if (errcode === SQLITE_IOERR_LOCK) throw noLocksError(folder, message);
    throw notWritableError(folder, error as Error);
  }
};

const lockScript = `
const [, folder, file] = process.argv;
require('node:fs').mkdirSync(folder, { recursive: true, mode: 0o700 });
new (require('node:sqlite').DatabaseSync)(file).exec('begin exclusive');
`;

/**
 * Throws a `StorageError` if the file system does not respond to a lock request within the limit. Some network file
 * systems block such a request forever, and the process with it, even its signal handlers: so another process tries
 * first. Other failures are left to `lockFolder`.
 */
export const assertLockResponds = async (folder: string, limitMs = 10_000): Promise<void> => {
  const args = ['--eval', lockScript, folder, join(folder, 'foyer.lock.guard')];
  try {
    await promisify(execFile)(process.execPath, args, { timeout: limitMs, killSignal: 'SIGKILL' });
  } catch (error) {
    if ((error as { killed?: boolean }).killed === true)
      throw noLocksError(folder, `no response within ${limitMs / 1_000} s`);
  }
};

/** Reads the owner, which is written right after locking: waits a short time for it. */
const waitForOwner = async (file: string): Promise<Owner | undefined> => {
  for (let left = 10; left > 0; left--) {
    const owner = readOwner(file);
    if (owner !== undefined && isAlive(owner)) return owner;
    await pause(20);
  }
  return readOwner(file);
};

const notWritableError = (folder: string, error: Error): Error =>
  diskFull(error) ??
  new StorageError(`The data folder ${folder} cannot be written: ${error.message}`, { cause: error });

const noLocksError = (folder: string, reason: string): StorageError =>
  new StorageError(
    `The data folder ${folder} cannot be locked: ${reason}; set DATA_DIR to a folder on a local disk`,
  );

const inUseError = (folder: string, owner: Owner | undefined): DataFolderInUse =>
  new DataFolderInUse(
    owner === undefined
      ? `The data folder ${folder} is locked by another process, or its file system cannot lock files`
      : `The data folder ${folder} is in use by process ${owner.pid} on ${owner.host}`,
  );

const readOwner = (file: string): Owner | undefined => {
  try {
    const { pid, host, started } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner>;
    if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
    return { pid, host, started: started ?? null };
  } catch {
    // Missing, truncated by a crash, or another file: it names no owner.
    return undefined;
  }
};

/** Writes atomically, so that readers see the old owner or the new one. */
const writeOwner = (file: string): void => {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  const owner: Owner = { pid: process.pid, host: hostname(), started: processStart(process.pid) };
  try {
    writeFileSync(temporary, `${JSON.stringify(owner)}\n`);
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
};

const isAlive = ({ pid, host, started }: Owner): boolean => {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = processStart(pid);
  return now === null || started === null || now === started;
};

/** The start time of a process in ticks since boot, with the boot id; null without /proc. */
const processStart = (pid: number): string | null => {
  try {
    // The name in brackets may contain spaces; the start time is the 20th field after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${ticks}`;
  } catch {
    return null;
  }
};
