/** Tests of the real process: invalid configurations, output at the start, and graceful stops. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#testing/database';
import { programEnv } from '#testing/programEnv';
import { startRedis } from '#testing/redis';

const main = join(import.meta.dirname, 'main.ts');

interface Ready {
  ready: true;
  url: string;
  publicUrl: string;
  adminKeyFile?: string;
  firstAdministrator?: string;
}

interface ProcessLimits {
  /** The user that runs the process; default: the user of the tests. */
  readonly uid?: number | undefined;
  /** The maximum size of files, in the units of `ulimit -f`. */
  readonly maxFileBlocks?: number | undefined;
}

class Process {
  readonly child: ChildProcess;
  readonly readyMessage: Promise<Ready>;
  out = '';
  err = '';

  constructor(env: Record<string, string | undefined>, { uid, maxFileBlocks }: ProcessLimits = {}) {
    this.child = fork(main, [], {
      ...(maxFileBlocks === undefined
        ? {}
        : {
            execPath: '/bin/sh',
            execArgv: ['-c', `ulimit -f ${maxFileBlocks}; exec "$0" "$@"`, process.execPath],
          }),
      // Only the variables of the test and the folder of the compile cache, nothing else of this process's environment.
      env: { ...programEnv, LOG_LEVEL: 'info', PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.out += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.err += chunk.toString()));
    this.readyMessage = this.waitUntilReady();
    // Tests of failing starts read the exit code and never await this promise.
    this.readyMessage.catch(() => undefined);
    onTestFinished(async () => {
      if (this.child.exitCode === null && this.child.signalCode === null) {
        this.child.kill('SIGKILL');
        await once(this.child, 'exit');
      }
    });
  }

  ready(): Promise<Ready> {
    return this.readyMessage;
  }

  private async waitUntilReady(): Promise<Ready> {
    const [message] = (await Promise.race([
      once(this.child, 'message'),
      this.exited().then((code) =>
        Promise.reject(new Error(`The process exited with ${code}: ${this.err}${this.out}`)),
      ),
    ])) as [Ready];
    return message;
  }

  /** Resolves with the exit code, after all output has been read. */
  async exited(): Promise<number | null> {
    const [code] = (await once(this.child, 'close')) as [number | null];
    return code;
  }
}

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'foyer-main-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

async function createDatabase(): Promise<TestDatabase> {
  const made = await testDatabase();
  onTestFinished(() => made.remove());
  return made;
}

const envOf = ({ dataDir, databaseUrl }: TestDatabase) => ({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });

/** Starts a server that must exit with this code. Returns the only line that it prints. */
async function startAndFail(
  env: Record<string, string | undefined>,
  { exitCode = 78, ...limits }: ProcessLimits & { readonly exitCode?: number } = {},
): Promise<string> {
  const server = new Process(env, limits);
  expect(await server.exited()).toBe(exitCode);
  const lines = server.err.trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  expect(server.out).not.toContain('"level":"error"');
  return lines[0] ?? '';
}

test('an invalid value ends the start with a line that names it and exit code 78', async () => {
  expect(await startAndFail({ DATA_DIR: folder(), LOG_LEVEL: 'loud' })).toMatch(
    /^LOG_LEVEL is "loud"; expected one of /,
  );
});

test('a port in use ends the start with a line that names it and exit code 78', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const line = await startAndFail({ ...envOf(await createDatabase()), PORT: String(port) });
  expect(line).toBe(`PORT is ${port}, which is already in use; expected a free port (0: any)`);
});

test('an address of another machine ends the start with a line that names it and exit code 78', async () => {
  const line = await startAndFail({ ...envOf(await createDatabase()), HOST: '192.0.2.1' });
  expect(line).toMatch(/^HOST is "192\.0\.2\.1", which is not an address of this machine/);
});

test('a data folder that cannot be written ends the start with a line that names it and exit code 78', async () => {
  const dataDir = join(folder(), 'read-only');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o555);
  chmodSync(join(dataDir, '..'), 0o755);
  // The superuser may write everywhere, so the server runs as another user.
  const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
  expect(await startAndFail({ DATA_DIR: dataDir }, { uid: nobody })).toBe(
    `DATA_DIR is "${dataDir}", which cannot be written (EACCES); expected a writable folder`,
  );
});

test('no file of a data folder that others may enter is readable by them, also of an older server', async () => {
  const dataDir = folder();
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, 'foyer.db'), '', { mode: 0o644 });
  const server = new Process({ DATA_DIR: dataDir });
  const { url } = await server.ready();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const readable = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0)
    .map(({ name }) => name);
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['foyer.db', 'foyer.db-wal', 'admin-key']));
  expect(readable).toEqual([]);
});

test('a data folder that is a file ends the start with a line that names it and exit code 78', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  expect(await startAndFail({ DATA_DIR: file })).toMatch(/^DATA_DIR is ".*file", which cannot be written \(/);
});

test('a data folder in use ends the start with a line that names the owner and exit code 78', async () => {
  const dataDir = folder();
  const first = new Process({ DATA_DIR: dataDir });
  await first.ready();
  const line = await startAndFail({ DATA_DIR: dataDir });
  expect(line).toContain(dataDir);
  expect(line).toContain(`process ${first.child.pid}`);
});

// systemd does not start a server again that exits with code 78.
test.each([
  ['database', 'DATABASE_URL', 'postgresql', /^PostgreSQL at 127\.0\.0\.1:\d+ is not reachable: /],
  ['bus', 'REDIS_URL', 'redis', /^REDIS_URL is not reachable: /],
])('an unreachable %s ends the start with a line and exit code 1', async (_title, setting, scheme, line) => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const env = { DATA_DIR: folder(), [setting]: `${scheme}://foyer:hunter22@127.0.0.1:${port}/0` };
  const printed = await startAndFail(env, { exitCode: 1 });
  expect(printed).not.toContain('hunter22');
  expect(printed).toMatch(line);
});

test('a rejected password of Redis ends the start with a line that names the setting and exit code 78', async () => {
  const redis = await startRedis('correct horse');
  onTestFinished(() => redis.stop());
  const { host } = new URL(redis.url);
  for (const login of ['', ':hunter22@', 'foyer:hunter22@']) {
    const line = await startAndFail({ DATA_DIR: folder(), REDIS_URL: `redis://${login}${host}/0` });
    expect(line).toMatch(/^REDIS_URL was rejected by the server: (WRONGPASS|NOAUTH) /);
    expect(line).not.toContain('hunter22');
  }
});

// SQLite reports a limit of the size of files as a full disk when it creates the shared memory of the database.
test('a full disk ends the start with a line that names the setting and exit code 1', async () => {
  expect(await startAndFail({ DATA_DIR: folder() }, { exitCode: 1, maxFileBlocks: 16 })).toBe(
    'DATA_DIR is full',
  );
});

test('a folder that cannot store files ends the start with a line and exit code 1', async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'blobs'), '');
  expect(await startAndFail({ DATA_DIR: dataDir }, { exitCode: 1 })).toMatch(/^DATA_DIR: /);
});

test('a started server reports its URLs on standard error, in the log and to its parent process', async () => {
  const server = new Process(envOf(await createDatabase()));
  const { url, publicUrl, adminKeyFile } = await server.ready();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(publicUrl).toBe(`http://localhost:${new URL(url).port}`);
  expect(server.err).toContain(`The venue    ${publicUrl}/`);
  const lines = server.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string });
  expect(lines.at(-1)).toMatchObject({ msg: 'listening', url });
  const key = readFileSync(adminKeyFile ?? '', 'utf8').trim();
  expect(statSync(adminKeyFile ?? '').mode & 0o777).toBe(0o600);
  expect(server.out + server.err).not.toContain(key);
  const headers = { authorization: `Bearer ${key}` };
  expect((await fetch(`${url}/api/designer/versions`, { headers })).status).toBe(200);
});

test('a server without a mail server warns at its start, on standard error and in the log', async () => {
  const server = new Process(envOf(await createDatabase()));
  await server.ready();
  expect(server.err).toMatch(/Mails\s+cannot be sent/);
  expect(server.out).toContain('emails cannot be sent');
});

test('the parent process receives the link for the first administrator, the log does not contain it', async () => {
  const server = new Process(envOf(await createDatabase()));
  const { publicUrl, firstAdministrator } = await server.ready();
  expect(firstAdministrator).toMatch(/^http:\/\/localhost:\d+\/account\/link#token=[\w-]{43}$/);
  expect(firstAdministrator).toContain(publicUrl);
  // Standard error does not contain it either, because it is not a terminal here.
  expect(server.out + server.err).not.toContain('#token=');
});

test('a parent process without IPC reads the same message from a file descriptor', async () => {
  const server = new Process({ ...envOf(await createDatabase()), FOYER_READY_FD: '4' });
  const [line] = (await once(server.child.stdio[4] as Readable, 'data')) as [Buffer];
  expect(JSON.parse(line.toString())).toEqual(await server.readyMessage);
});

test('the administrator key that was created at the first start is reused', async () => {
  const env = envOf(await createDatabase());
  const first = new Process(env);
  const key = readFileSync((await first.ready()).adminKeyFile ?? '', 'utf8');
  first.child.kill('SIGTERM');
  await first.exited();
  const second = new Process(env);
  expect(readFileSync((await second.ready()).adminKeyFile ?? '', 'utf8')).toBe(key);
});

/** Sends a POST without its body, which is a running request. */
async function startRequest(url: string, key: string, agent: Agent) {
  const running = request(`${url}/api/designer/publish/nightfall`, {
    agent,
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': '2',
      expect: '100-continue',
    },
  });
  running.flushHeaders();
  // The server handles the request when it requests the body.
  await once(running, 'continue');
  return running;
}

/** Connects until the connection is refused. */
async function waitUntilPortIsClosed(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const error = await Promise.race([
      once(socket, 'connect').then(() => undefined),
      once(socket, 'error').then(([error]) => error as NodeJS.ErrnoException),
    ]).catch((error: unknown) => error as NodeJS.ErrnoException);
    socket.destroy();
    if (error?.code === 'ECONNREFUSED') return;
  }
}

const responseTo = async (sent: ReturnType<typeof request>): Promise<IncomingMessage> => {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response;
};

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s lets running requests end, accepts no new ones and exits with code 0',
  async (signal) => {
    const server = new Process(envOf(await createDatabase()));
    const { url, adminKeyFile } = await server.ready();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const running = await startRequest(url, readFileSync(adminKeyFile ?? '', 'utf8').trim(), agent);
    server.child.kill(signal);
    while (!server.out.includes('"stopping"')) await once(server.child.stdout ?? server.child, 'data');
    await waitUntilPortIsClosed(Number(new URL(url).port));
    running.end('{}');
    const response = await responseTo(running);
    expect(response.statusCode).toBe(404);
    expect(response.headers.connection).toBe('close');
    expect(await server.exited()).toBe(0);
    expect(server.out).toContain('"msg":"stopped"');
  },
);

test('with STOP_DELAY /readyz fails immediately while requests are still accepted', async () => {
  const server = new Process({ ...envOf(await createDatabase()), STOP_DELAY: '300' });
  const { url } = await server.ready();
  server.child.kill('SIGTERM');
  while (!server.out.includes('"stopping"')) await once(server.child.stdout ?? server.child, 'data');
  const readiness = await fetch(`${url}/readyz`);
  expect(readiness.status).toBe(503);
  expect(readiness.headers.get('retry-after')).toBe('5');
  expect(readiness.headers.get('connection')).toBe('close');
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  expect((await fetch(`${url}/api/venue/version`)).status).toBe(200);
  // Another signal stops the process immediately, but those of the first second count as one.
  const exited = server.exited();
  const another = setInterval(() => server.child.kill('SIGTERM'), 100);
  onTestFinished(() => clearInterval(another));
  expect(await exited).toBe(130);
});

test('signals that arrive together let the server stop gracefully, as with Ctrl-C in a terminal', async () => {
  const server = new Process(envOf(await createDatabase()));
  await server.ready();
  const exited = server.exited();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT'] as const) server.child.kill(signal);
  expect(await exited).toBe(0);
  expect(server.out).toContain('"msg":"stopped"');
});

test('a server whose parent process has ended stops', async () => {
  const server = new Process(envOf(await createDatabase()));
  await server.ready();
  const exited = once(server.child, 'exit');
  server.child.disconnect();
  expect(await exited).toEqual([0, null]);
});
