/** Runs the server in a child process that proofs kill, trace and limit. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const main = join(import.meta.dirname, '..', '..', 'server', 'src', 'main.ts');
const cli = join(import.meta.dirname, '..', '..', 'server', 'src', 'cli', 'main.ts');
export const adminKey = 'the-key-of-the-proofs-only-0123456789';

/** The data folder and database of a server. */
export interface ServerSetup {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}
export interface HttpResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}
export interface Call {
  readonly method?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

const environment = ({ dataDir, databaseUrl, env }: ServerSetup): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? '',
  ADMIN_KEY: adminKey,
  LOG_LEVEL: 'error',
  FOYER_MANAGED: '1',
  FOYER_READY_FD: '3',
  ...env,
});

export class ServerProcess {
  readonly url: string;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.child = child;
    this.url = url;
  }

  /**
   * Starts a server. `wrapper` is a command that runs it, for example `strace`. @throws the server's error output if it does
   * not start
   */
  static async start(setup: ServerSetup, wrapper: readonly string[] = []): Promise<ServerProcess> {
    const [command, ...before] = wrapper;
    const child = spawn(
      command ?? process.execPath,
      command === undefined ? [main] : [...before, process.execPath, main],
      {
        env: environment(setup),
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      },
    );
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors = `${errors}${chunk.toString()}`.slice(-4_000)));
    const failed = once(child, 'exit').then(([code]) => {
      throw new Error(`The server ended with ${code}: ${errors.trim()}`);
    });
    const ready = once(child.stdio[3] as Readable, 'data') as Promise<[Buffer]>;
    const [line] = await Promise.race([ready, failed]);
    failed.catch(() => undefined);
    return new ServerProcess(child, (JSON.parse(line.toString()) as { url: string }).url);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Sends a request. @throws if the connection breaks or there is no response within 60 s */
  async call(path: string, { method = 'GET', body, headers }: Call = {}): Promise<HttpResponse> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${adminKey}`,
        ...(body === undefined
          ? {}
          : { 'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(60_000),
    });
    const json = response.headers.get('content-type')?.includes('json') === true;
    const content: unknown = json ? await response.json() : new Uint8Array(await response.arrayBuffer());
    return { status: response.status, body: content, headers: response.headers };
  }

  /** Kills the process with SIGKILL. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
  }
}

/**
 * Runs an operator's command, or the server if `args` is empty, until it exits. A process that exceeds its timeout is
 * killed.
 */
export const runToEnd = async (
  setup: ServerSetup,
  args: readonly string[],
): Promise<{ code: number | null; output: string; ms: number }> => {
  const begin = performance.now();
  const child = spawn(process.execPath, args.length === 0 ? [main] : [cli, ...args], {
    env: { ...environment(setup), FOYER_READY_FD: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: args.length === 0 ? 60_000 : 1_800_000,
    killSignal: 'SIGKILL',
  });
  const exited = once(child, 'exit').then(() => performance.now() - begin);
  const [out, error, ms] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code: child.exitCode, output: `${out}${error}`.trim(), ms };
};
