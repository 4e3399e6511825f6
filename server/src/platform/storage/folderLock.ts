import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { StorageFault } from '#platform/storage/faults';

/** Another process owns the data folder; its PID stands in the message. */
export class DataFolderInUse extends StorageFault {}

export interface FolderLock {
  release(): Promise<void>;
}

/** What the lock file says: whoever owns the folder. `started` tells a PID from a later process of the same number. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly started: string | null;
}

/**
 * One owner of a data folder. The kernel's lock on an empty SQLite file decides, so that it ends with its process and
 * two can never have it; the file `foyer.lock` names the owner. Where a file system does not lock (some network ones),
 * that file decides: a living process of this host, started when the file says, is believed.
 */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  const file = join(folder, 'foyer.lock');
  const guard = await take(join(folder, 'foyer.lock.guard'), folder, file);
  const before = ownerIn(file);
  if (before !== undefined && before.pid !== process.pid && isAlive(before)) {
    guard.close();
    throw inUse(folder, before);
  }
  writeOwner(file);
  return {
    release: async () => {
      if (!guard.isOpen) return;
      if (ownerIn(file)?.pid === process.pid) rmSync(file, { force: true });
      guard.close();
    },
  };
};

/** Holds the kernel's lock for as long as the returned connection is open. */
const take = async (guardFile: string, folder: string, file: string): Promise<DatabaseSync> => {
  let guard: DatabaseSync | undefined;
  try {
    guard = new DatabaseSync(guardFile, { timeout: 100 });
    guard.exec('begin exclusive');
    return guard;
  } catch (thrown) {
    if (guard?.isOpen === true) guard.close();
    const { errcode = 0, message } = thrown as Error & { errcode?: number };
    if ((errcode & 0xff) === 5) throw inUse(folder, await ownerSoon(file));
    throw new StorageFault(`The data folder ${folder} cannot be written: ${message}`, { cause: thrown });
  }
};

/** The owner writes its name right after it took the lock: wait for that, but not for long. */
const ownerSoon = async (file: string): Promise<Owner | undefined> => {
  for (let left = 10; left > 0; left--) {
    const owner = ownerIn(file);
    if (owner !== undefined && isAlive(owner)) return owner;
    await pause(20);
  }
  return ownerIn(file);
};

const inUse = (folder: string, owner: Owner | undefined): DataFolderInUse =>
  new DataFolderInUse(
    owner === undefined
      ? `The data folder ${folder} is in use by another process`
      : `The data folder ${folder} is in use by process ${owner.pid} on ${owner.host}`,
  );

const ownerIn = (file: string): Owner | undefined => {
  try {
    const { pid, host, started } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner>;
    if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
    return { pid, host, started: started ?? null };
  } catch {
    // Not there, cut off by a crash, or somebody else's: nobody's name stands in it.
    return undefined;
  }
};

/** Atomically, so that a reader finds the old owner or the new one and never half a name. */
const writeOwner = (file: string): void => {
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  const owner: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  writeFileSync(fresh, `${JSON.stringify(owner)}\n`);
  renameSync(fresh, file);
};

const isAlive = ({ pid, host, started }: Owner): boolean => {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = startOf(pid);
  return now === null || started === null || now === started;
};

/** When a process started, in ticks since boot, with the boot it belongs to; null where /proc does not tell. */
const startOf = (pid: number): string | null => {
  try {
    // The name in brackets may hold spaces; the start time is the 20th field after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${ticks}`;
  } catch {
    return null;
  }
};
