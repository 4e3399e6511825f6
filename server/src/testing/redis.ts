/** A temporary Redis server for tests, proofs and benchmarks. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@foyer/standins/freePort';

export interface RedisServer {
  readonly url: string;
  /** Suspends the process, so that it does not respond until it is resumed. */
  pause(): void;
  resume(): void;
  /** Stops it; `start` starts it again on the same port, empty. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const howToGetRedis = 'apt-get install redis-server';
const program = 'redis-server';

/** Starts a server on a free port. It requires this password, if any. */
export async function startRedis(password = ''): Promise<RedisServer> {
  if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
    throw new Error(`NOT RUN: redis: ${howToGetRedis}`);
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(
      program,
      [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
        '--requirepass',
        password,
      ],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    for await (const chunk of child.stdout ?? []) if (String(chunk).includes('Ready to accept')) break;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    stop: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    start,
  };
}
