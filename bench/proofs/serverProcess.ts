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
export interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}
export interface Call {
  readonly method?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

const environment = ({ dataDir, databaseUrl, env }: Place): NodeJS.ProcessEnv => ({
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
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /**
   * `under` is a command that runs the server, `strace` for one. Throws what the server said when it does not start.
   */
  static async start(place: Place, under: readonly string[] = []): Promise<ServerProcess> {
    const [command, ...before] = under;
    const child = spawn(
      command ?? process.execPath,
      command === undefined ? [main] : [...before, process.execPath, main],
      {
        env: environment(place),
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      },
    );
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4_000)));
    const failed = once(child, 'exit').then(([code]) => {
      throw new Error(`The server ended with ${code}: ${said.trim()}`);
    });
    const ready = once(child.stdio[3] as Readable, 'data') as Promise<[Buffer]>;
    const [line] = await Promise.race([ready, failed]);
    failed.catch(() => undefined);
    return new ServerProcess(child, (JSON.parse(line.toString()) as { url: string }).url);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Rejects when the connection breaks or nothing comes for 60 s. */
  async call(path: string, { method = 'GET', body, headers }: Call = {}): Promise<Answer> {
    const answer = await fetch(this.url + path, {
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
    const json = answer.headers.get('content-type')?.includes('json') === true;
    const content: unknown = json ? await answer.json() : new Uint8Array(await answer.arrayBuffer());
    return { status: answer.status, body: content, headers: answer.headers };
  }

  /** Kills the process with SIGKILL. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exited;
  }
}

/**
 * Runs an operator's command, or the server itself where there are no words, until it ends; one that lives on is
 * killed.
 */
export const runToEnd = async (
  place: Place,
  words: readonly string[],
): Promise<{ code: number | null; said: string; ms: number }> => {
  const begin = performance.now();
  const child = spawn(process.execPath, words.length === 0 ? [main] : [cli, ...words], {
    env: { ...environment(place), FOYER_READY_FD: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: words.length === 0 ? 60_000 : 1_800_000,
    killSignal: 'SIGKILL',
  });
  const exited = once(child, 'exit').then(() => performance.now() - begin);
  const [out, error, ms] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code: child.exitCode, said: `${out}${error}`.trim(), ms };
};
