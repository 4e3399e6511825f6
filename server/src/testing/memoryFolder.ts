/** Keeps the data of tests in memory where the machine has room for it: a sync to a disk costs more than most tests. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Containers often have 64 MB there. */
const requiredBytes = 2 * 1024 ** 3;

/** A folder name in memory for this test run, which the caller creates and removes; undefined without room in memory. */
export function memoryFolder(name: string): string | undefined {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize < requiredBytes ? undefined : join(memory, `foyer-${process.pid}-${name}`);
  } catch {
    return undefined;
  }
}
