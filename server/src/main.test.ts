/** The real process: how it refuses to start, what it says when it has, and how it ends. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testPlace, type TestPlace } from '#testing/database';
import { programEnv } from '#testing/programEnv';

const main = join(import.meta.dirname, 'main.ts');

interface Ready {
  ready: true;
  url: string;
  publicUrl: string;
  adminKeyFile?: string;
  firstAdministrator?: string;
}

class Process {
  readonly child: ChildProcess;
  readonly readySaid: Promise<Ready>;
  out = '';
  err = '';

  constructor(env: Record<string, string | undefined>, uid?: number) {
    this.child = fork(main, [], {
      // Nothing of this process's own settings: only what the test says, and where compiled modules are kept.
      env: { ...programEnv, LOG_LEVEL: 'info', PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.out += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.err += chunk.toString()));
    this.readySaid = this.waitUntilReady();
    // A start that is refused is asked for its exit code, not for this.
    this.readySaid.catch(() => undefined);
    onTestFinished(async () => {
      if (this.child.exitCode === null && this.child.signalCode === null) {
        this.child.kill('SIGKILL');
        await once(this.child, 'exit');
      }
    });
  }

  ready(): Promise<Ready> {
    return this.readySaid;
  }

  private async waitUntilReady(): Promise<Ready> {
    const [message] = (await Promise.race([
      once(this.child, 'message'),
      this.end().then((code) => Promise.reject(new Error(`it ended with ${code}: ${this.err}${this.out}`))),
    ])) as [Ready];
    return message;
  }

  /** The exit code; all that was said has been read by then. */
  async end(): Promise<number | null> {
    const [code] = (await once(this.child, 'close')) as [number | null];
    return code;
  }
}

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'foyer-main-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

async function place(): Promise<TestPlace> {
  const made = await testPlace();
  onTestFinished(() => made.remove());
  return made;
}

const envOf = ({ dataDir, databaseUrl }: TestPlace) => ({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });

/** Starts a server that must refuse; returns its only line. */
async function refused(env: Record<string, string | undefined>, uid?: number): Promise<string> {
  const server = new Process(env, uid);
  expect(await server.end()).toBe(78);
  const lines = server.err.trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  expect(server.out).not.toContain('"level":"error"');
  return lines[0] ?? '';
}

test('a wrong value ends the start with its line and exit code 78', async () => {
  expect(await refused({ DATA_DIR: folder(), LOG_LEVEL: 'loud' })).toMatch(
    /^LOG_LEVEL is "loud"; expected one of /,
  );
});

test('a busy port ends the start with a line that names it and exit code 78', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const line = await refused({ ...envOf(await place()), PORT: String(port) });
  expect(line).toBe(`PORT is ${port}, which another program is using; expected a free port (0 takes any)`);
});

test('an address of another machine ends the start with a line that names it and exit code 78', async () => {
  const line = await refused({ ...envOf(await place()), HOST: '192.0.2.1' });
  expect(line).toMatch(/^HOST is "192\.0\.2\.1", which is no address of this machine/);
});

test('a data folder that cannot be written ends the start with a line that names it and exit code 78', async () => {
  const dataDir = join(folder(), 'read-only');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o555);
  chmodSync(join(dataDir, '..'), 0o755);
  // The superuser may write everywhere: it takes somebody else to be refused.
  const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
  expect(await refused({ DATA_DIR: dataDir }, nobody)).toBe(
    `DATA_DIR is "${dataDir}", which cannot be written (EACCES); expected a writable folder`,
  );
});

test('a data folder that is a file ends the start with a line that names it and exit code 78', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  expect(await refused({ DATA_DIR: file })).toMatch(/^DATA_DIR is ".*file", which cannot be written \(/);
});

test('a data folder in use ends the second start with a line that names the owner and exit code 78', async () => {
  const dataDir = folder();
  const first = new Process({ DATA_DIR: dataDir });
  await first.ready();
  const line = await refused({ DATA_DIR: dataDir });
  expect(line).toContain(dataDir);
  expect(line).toContain(`process ${first.child.pid}`);
});

test('a database that does not answer ends the start with a line and exit code 78', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const line = await refused({
    DATA_DIR: folder(),
    DATABASE_URL: `postgresql://foyer:hunter22@127.0.0.1:${port}/foyer`,
  });
  expect(line).not.toContain('hunter22');
  expect(line).toMatch(/PostgreSQL|database/i);
});

test('a started server says where it is, for people and for programs', async () => {
  const server = new Process(envOf(await place()));
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

test('a server without a mail server says so at its start, to people and in the log', async () => {
  const server = new Process(envOf(await place()));
  await server.ready();
  expect(server.err).toMatch(/Mails\s+none can be sent/);
  expect(server.out).toContain('no mail can be sent');
});

test('whoever starts the server is told how to become its first administrator, the log is not', async () => {
  const server = new Process(envOf(await place()));
  const { publicUrl, firstAdministrator } = await server.ready();
  expect(firstAdministrator).toMatch(/^http:\/\/localhost:\d+\/account\/link#token=[\w-]{43}$/);
  expect(firstAdministrator).toContain(publicUrl);
  // Nor does standard error show it, which no person is looking at here.
  expect(server.out + server.err).not.toContain('#token=');
});

test('whoever cannot take messages reads the same from a file descriptor', async () => {
  const server = new Process({ ...envOf(await place()), FOYER_READY_FD: '4' });
  const [line] = (await once(server.child.stdio[4] as Readable, 'data')) as [Buffer];
  expect(JSON.parse(line.toString())).toEqual(await server.readySaid);
});

test('a key that was made at the first start is the same at the second', async () => {
  const env = envOf(await place());
  const first = new Process(env);
  const key = readFileSync((await first.ready()).adminKeyFile ?? '', 'utf8');
  first.child.kill('SIGTERM');
  await first.end();
  const second = new Process(env);
  expect(readFileSync((await second.ready()).adminKeyFile ?? '', 'utf8')).toBe(key);
});

/** A POST whose body is not yet all there: a request that is running. */
async function unfinished(url: string, key: string, agent: Agent) {
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
  // The server has the request in its hands once it asks for the body.
  await once(running, 'continue');
  return running;
}

/** Knocks until nobody opens. */
async function portIsClosed(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const fault = await Promise.race([
      once(socket, 'connect').then(() => undefined),
      once(socket, 'error').then(([error]) => error as NodeJS.ErrnoException),
    ]).catch((error: unknown) => error as NodeJS.ErrnoException);
    socket.destroy();
    if (fault?.code === 'ECONNREFUSED') return;
  }
}

const answerTo = async (sent: ReturnType<typeof request>): Promise<IncomingMessage> => {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
};

test.each(['SIGTERM', 'SIGINT'] as const)(
  'on %s running requests end, nothing new begins, and the exit code is 0',
  async (signal) => {
    const server = new Process(envOf(await place()));
    const { url, adminKeyFile } = await server.ready();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const running = await unfinished(url, readFileSync(adminKeyFile ?? '', 'utf8').trim(), agent);
    server.child.kill(signal);
    while (!server.out.includes('"stopping"')) await once(server.child.stdout ?? server.child, 'data');
    await portIsClosed(Number(new URL(url).port));
    running.end('{}');
    const answer = await answerTo(running);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers.connection).toBe('close');
    expect(await server.end()).toBe(0);
    expect(server.out).toContain('"msg":"stopped"');
  },
);

test('with a delay /readyz says no from the first moment, while requests are still taken', async () => {
  const server = new Process({ ...envOf(await place()), STOP_DELAY: '300' });
  const { url } = await server.ready();
  server.child.kill('SIGTERM');
  while (!server.out.includes('"stopping"')) await once(server.child.stdout ?? server.child, 'data');
  const readiness = await fetch(`${url}/readyz`);
  expect(readiness.status).toBe(503);
  expect(readiness.headers.get('retry-after')).toBe('5');
  expect(readiness.headers.get('connection')).toBe('close');
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  expect((await fetch(`${url}/api/venue/version`)).status).toBe(200);
  // Whoever asks twice means it.
  server.child.kill('SIGTERM');
  expect(await server.end()).toBe(130);
});
