/** A temporary PostgreSQL server for tests, proofs and benchmarks. */
import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@foyer/standins/freePort';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';

export interface PostgresCluster {
  readonly url: string;
  readonly folder: string;
  /** The process id of the postmaster. */
  pid(): number;
  start(): Promise<void>;
  /** `immediate` stops it like a crash. */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

export const howToGetPostgres =
  'apt-get install postgresql, or set FOYER_TEST_POSTGRES to the URL of a server';

/** The folder of initdb and pg_ctl of the newest installed version, if any. */
export const findPostgres = (): string | undefined => {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a));
  return newest
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
};

/** Starts a new cluster on a free port. With `durable` it syncs as in production, otherwise not at all. */
export const startPostgres = async ({
  durable = false,
  parent = tmpdir(),
} = {}): Promise<PostgresCluster> => {
  const bin = findPostgres();
  if (bin === undefined) throw new Error(`PostgreSQL is not installed: ${howToGetPostgres}`);
  const folder = mkdtempSync(join(parent, 'foyer-postgres-'));
  const asRoot = process.getuid?.() === 0;
  if (asRoot) chownSync(folder, await idOf('-u'), await idOf('-g'));
  // PostgreSQL does not run as root.
  const call = (tool: string, parameters: readonly string[]) =>
    asRoot
      ? run('runuser', ['-u', 'postgres', '--', join(bin, tool), ...parameters], { cwd: folder })
      : run(join(bin, tool), [...parameters], { cwd: folder });
  const data = join(folder, 'data');
  const port = await freePort();
  await call('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  const options = [
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=300`,
    durable ? '' : '-c fsync=off -c synchronous_commit=off -c full_page_writes=off',
  ].join(' ');
  const control = (...parameters: string[]) => call('pg_ctl', ['-D', data, '-w', ...parameters]);
  const start = async (): Promise<void> => {
    await control('-o', options, '-l', join(folder, 'log'), 'start');
  };
  const stop = async (how: 'fast' | 'immediate' = 'fast'): Promise<void> => {
    await control('-m', how, 'stop');
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    folder,
    pid: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    start,
    stop,
    remove: async () => {
      if (existsSync(join(data, 'postmaster.pid'))) await stop('immediate').catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const idOf = async (flag: '-u' | '-g'): Promise<number> =>
  Number((await run('id', [flag, 'postgres'])).stdout);
