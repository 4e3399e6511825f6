/** A Foyer server in a child process, for benchmarks. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const adminKey = 'the-key-of-the-benches-only-0123456789';

export interface BenchServer {
  readonly child: ChildProcess;
  readonly url: string;
  /** The delay of the event loop since the previous call, in milliseconds. The first call starts the measurement. */
  loopDelay(): Promise<{ p99: number; max: number }>;
  stop(): Promise<void>;
}

/** Starts a server on a free port. @throws if the server does not start */
export async function startFoyer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const child = fork(join(import.meta.dirname, '..', 'server', 'src', 'main.ts'), [], {
    execArgv: ['--import', join(import.meta.dirname, 'loop-delay.fixture.ts')],
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_KEY: adminKey,
      LOG_LEVEL: 'warn',
      FOYER_MANAGED: '1',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The server did not start')));
  const [{ url }] = (await Promise.race([once(child, 'message'), failed])) as [{ url: string }];
  failed.catch(() => undefined);
  return {
    child,
    url,
    loopDelay: async () => {
      child.send('loop-delay');
      const [{ loopDelay }] = (await once(child, 'message')) as [{ loopDelay: { p99: number; max: number } }];
      return loopDelay;
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Calls an endpoint for designers on the stage with the administrator key. @throws if the status is not 2xx */
export async function callDesigner(
  url: string,
  method: string,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  const type = typeof body === 'string' ? 'application/json' : 'image/webp';
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': type };
  const response = await fetch(`${url}/stage/api${path}`, { method, headers, body });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 500)}`);
}

/** Seconds of processor time that a process has used: user and system, all threads. */
export function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // The clock of /proc ticks a hundred times a second on Linux.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
