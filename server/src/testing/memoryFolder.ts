/** Keeps the data of tests in memory if there is enough: a sync to a disk takes longer than most tests. */
import { accessSync, constants, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** In containers it often has 64 MB. */
const requiredBytes = 2 * 1024 ** 3;

/**
 * A folder name in memory for this test run, which the caller creates and removes; undefined if memory is short.
 */
export function memoryFolder(name: string): string | undefined {
  try {
    accessSync(memory, constants.W_OK);
    removeAbandoned();
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize < requiredBytes ? undefined : join(memory, `foyer-${process.pid}-${name}`);
  } catch {
    return undefined;
  }
}

/** Removes the folders of killed runs, which would occupy memory until the machine restarts. */
function removeAbandoned(): void {
  for (const entry of readdirSync(memory)) {
    const [, pid] = /^foyer-(\d+)-/.exec(entry) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(memory, entry), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
