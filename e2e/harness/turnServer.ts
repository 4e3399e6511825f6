/** A temporary coturn server for tests. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@foyer/standins/freePort';

const program = 'turnserver';

export interface TurnServer {
  readonly url: string;
  readonly secret: string;
  /** Kills the server; `restart` starts it again on the same port. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a coturn server on a free port. */
export async function startTurnServer(): Promise<TurnServer> {
  if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
    throw new Error('NOT RUN: coturn: apt-get install coturn');
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'foyer-coturn-'));
  const secret = 'the secret of the relay of the tests';
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(
      program,
      ['-n', '--listening-ip', '127.0.0.1', '--relay-ip', '127.0.0.1', '-p', String(port)].concat(
        ['--no-tls', '--no-dtls', '--use-auth-secret', '--static-auth-secret', secret, '--realm', 'foyer'],
        ['--no-cli', '--allow-loopback-peers', '--fingerprint', '--log-file', 'stdout'],
        ['--userdb', join(folder, 'users'), '--pidfile', join(folder, 'pid')],
      ),
      { stdio: ['ignore', 'ignore', 'ignore'] },
    );
    await once(child, 'spawn');
    for (;;) {
      if (child.exitCode !== null) throw new Error(`coturn exited with ${child.exitCode}`);
      if (await acceptsConnections(port)) return child;
    }
  };
  let running = await start();
  const kill = async (): Promise<void> => {
    if (running.signalCode !== null) return;
    const exited = once(running, 'exit');
    running.kill('SIGKILL');
    await exited;
  };
  return {
    url: `turn:127.0.0.1:${port}`,
    secret,
    kill,
    restart: async () => {
      running = await start();
    },
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether the port accepts a connection; resolves 50 ms later if it does not. */
const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => setTimeout(() => done(false), 50));
  });
