import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { assertLockResponds, DataFolderInUse, lockFolder } from '#platform/storage/folderLock';
import { StorageError } from '#platform/storage/errors';
import { testDatabase } from '#testing/database';

const emptyFolder = async (): Promise<string> => {
  const database = await testDatabase('sqlite');
  onTestFinished(() => database.remove());
  return database.dataDir;
};
const holder = fileURLToPath(new URL('../../testing/holdFolder.ts', import.meta.url));
const openInAnotherProcess = (folder: string) => {
  const child = spawn(process.execPath, [holder, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};
const ownerOf = (folder: string): { pid: number; host: string; started: string } =>
  JSON.parse(readFileSync(join(folder, 'foyer.lock'), 'utf8')) as {
    pid: number;
    host: string;
    started: string;
  };
const writeLock = (folder: string, content: string | object): void =>
  writeFileSync(join(folder, 'foyer.lock'), typeof content === 'string' ? content : JSON.stringify(content));

test('the lock file names the process that owns the folder, and is removed with it', async () => {
  const folder = await emptyFolder();
  const lock = await lockFolder(folder);
  expect(ownerOf(folder)).toMatchObject({ pid: process.pid, host: hostname() });
  await lock.release();
  expect(existsSync(join(folder, 'foyer.lock'))).toBe(false);
  await (await lockFolder(folder)).release();
});

test('the same process cannot open a folder twice', async () => {
  const folder = await emptyFolder();
  const lock = await lockFolder(folder);
  onTestFinished(() => lock.release());
  await expect(lockFolder(folder)).rejects.toBeInstanceOf(DataFolderInUse);
});

test('P3 short form: a second process fails with one line that names the PID of the first', async () => {
  const folder = await emptyFolder();
  const first = openInAnotherProcess(folder);
  await once(first.stdout, 'data');
  await expect(lockFolder(folder)).rejects.toThrow(`by process ${first.pid} on`);
  const second = openInAnotherProcess(folder);
  const [output] = await Promise.all([text(second.stderr), once(second, 'exit')]);
  expect(second.exitCode).toBe(78);
  expect(output).toMatch(new RegExp(`^The data folder .* is in use by process ${first.pid} on .*\n$`));
});

test('P3 short form: a folder whose owner was killed can be opened immediately', async () => {
  const folder = await emptyFolder();
  const first = openInAnotherProcess(folder);
  await once(first.stdout, 'data');
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(ownerOf(folder).pid).toBe(first.pid);
  const lock = await lockFolder(folder);
  expect(ownerOf(folder).pid).toBe(process.pid);
  await lock.release();
});

test('without file system locks, a running owner in the lock file counts', async () => {
  const folder = await emptyFolder();
  const other = openInAnotherProcess(await emptyFolder());
  await once(other.stdout, 'data');
  const started = `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${startTicks(other.pid ?? 0)}`;
  writeLock(folder, { pid: other.pid, host: hostname(), started });
  await expect(lockFolder(folder)).rejects.toThrow(`by process ${other.pid} on`);
});

test.each([
  ['of a process that has ended', { pid: 2 ** 22 + 1, host: hostname(), started: null }],
  [
    'of a process whose PID belongs to another process now',
    { pid: process.ppid, host: hostname(), started: 'another boot:1' },
  ],
  ['of another host', { pid: process.ppid, host: 'elsewhere', started: null }],
  ['that is truncated', '{"pid": 12'],
  ['that is empty', ''],
  ['with unknown content', '["lock"]'],
])('a stale lock file %s is recovered', async (_, content) => {
  const folder = await emptyFolder();
  writeLock(folder, content);
  const lock = await lockFolder(folder);
  expect(ownerOf(folder).pid).toBe(process.pid);
  await lock.release();
});

test('if many processes find a stale lock at the same time, one gets the folder', async () => {
  const folder = await emptyFolder();
  writeLock(folder, { pid: 2 ** 22 + 1, host: hostname(), started: null });
  const children = Array.from({ length: 4 }, () => openInAnotherProcess(folder));
  const outcomes = await Promise.all(
    children.map((child) =>
      Promise.race([
        once(child.stdout, 'data').then(() => 'open'),
        once(child, 'exit').then(() => 'rejected'),
      ]),
    ),
  );
  expect(outcomes.toSorted()).toEqual(['open', 'rejected', 'rejected', 'rejected']);
});

test('a path that is not a folder is rejected with one line that names it', async () => {
  const folder = join(await emptyFolder(), 'missing');
  mkdirSync(join(folder, 'foyer.lock.guard'), { recursive: true });
  const locking = lockFolder(folder);
  await expect(locking).rejects.toBeInstanceOf(StorageError);
  await expect(locking).rejects.toThrow(/^The data folder .*missing cannot be written: [^\n]*$/);
});

test('a lock file that cannot be written is rejected with one line', async () => {
  const folder = await emptyFolder();
  mkdirSync(join(folder, 'foyer.lock'));
  await expect(lockFolder(folder)).rejects.toThrow(/^The data folder .* cannot be written: EISDIR[^\n]*$/);
  expect(readdirSync(folder).toSorted()).toEqual(['foyer.lock', 'foyer.lock.guard']);
});

/** Lets processes that this test starts block in their first lock request, like a network file system without locks. */
function blockLocks(folder: string): void {
  const script = join(folder, 'blockLocks.cjs');
  writeFileSync(
    script,
    `require('node:sqlite').DatabaseSync.prototype.exec = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`,
  );
  const before = process.env['NODE_OPTIONS'];
  process.env['NODE_OPTIONS'] = `--require ${script}`;
  onTestFinished(() => {
    if (before === undefined) delete process.env['NODE_OPTIONS'];
    else process.env['NODE_OPTIONS'] = before;
  });
}

test('a file system that does not respond to locks is rejected with one line', async () => {
  const folder = join(await emptyFolder(), 'new');
  await expect(assertLockResponds(folder)).resolves.toBeUndefined();
  blockLocks(await emptyFolder());
  await expect(assertLockResponds(folder, 200)).rejects.toThrow(
    /^The data folder .*new cannot be locked: no response within 0\.2 s; set DATA_DIR to a folder on a local disk$/,
  );
});

const startTicks = (pid: number): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};
