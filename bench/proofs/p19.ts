/**
 * P19: hostile input gets a clear error. Generated requests to every endpoint and messages to every command, from callers of
 * every kind: the server neither crashes nor answers with 5xx, every error has a code and a message, and it keeps
 * responding.
 */
import { Agent, request as httpRequest } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commands, endpoints, errorCodes, errorResponse, type Endpoint } from '@foyer/contract';
import { loadDemo } from '@foyer/demo/load';
import { randomNumbers } from '@foyer/demo/randomNumbers';
import { hostileValue, mutate, pick, toHostileJson, type Random } from './hostileInput.ts';
import { Findings, type Proof } from './proof.ts';
import { adminKey, ServerProcess } from './serverProcess.ts';
import { connect, signIn, type Visitor } from './visitors.ts';

const password = 'only the owner knows it';
/** The roles of the callers, in addition to ROLE_ATTENDEE. */
const callerRoles = [[], ['ROLE_HOST'], ['ROLE_DESIGNER']];
/** All endpoints but those that end the session of the caller, whose later requests would all get 401. */
const attacked: readonly Endpoint[] = endpoints.filter(
  ({ name }) => name !== 'signOut' && name !== 'deleteAccount',
);
/** Concurrent HTTP requests. */
const concurrency = 8;
/** Below the rate limit of commands of one connection. */
const messagesPerSecond = 15;
const connectionCount = 20;
const maxStallMs = 100;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
}
interface Received {
  readonly status: number;
  readonly text: string;
  readonly type: string;
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

class HostileHttp {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  private readonly url: URL;
  private readonly tokens: readonly string[];
  private readonly random: Random;
  private readonly findings: Findings;
  readonly statuses = new Map<number, number>();

  constructor(
    url: string,
    { tokens, random, findings }: { tokens: readonly string[]; random: Random; findings: Findings },
  ) {
    this.url = new URL(url);
    this.tokens = tokens;
    this.random = random;
    this.findings = findings;
  }

  /** Sends a number of requests, the endpoints in turn. */
  async send(count: number): Promise<void> {
    let next = 0;
    const work = async () => {
      while (next < count) {
        const endpoint = attacked[next++ % attacked.length] as Endpoint;
        await this.sendOne(endpoint);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    this.agent.destroy();
  }

  /** Bytes that are no HTTP request. The connection ends without harm. */
  async sendGarbage(count: number): Promise<void> {
    for (let index = 0; index < count; index++)
      await new Promise<void>((resolve) => {
        const socket = connectSocket(Number(this.url.port), this.url.hostname, () => {
          socket.end(pick(this.random, garbage)(this.random));
        });
        socket.on('error', () => undefined);
        socket.on('close', () => resolve());
        socket.resume();
      });
  }

  private async sendOne(endpoint: Endpoint): Promise<void> {
    const sent = this.generate(endpoint);
    const received = await this.request(sent).catch((error: unknown) => error as Error);
    if (received instanceof Error) {
      // A response before the end of the request closes the connection; a request that is rejected before its method is
      // known gets a body, also for HEAD.
      const isClosed = /ECONNRESET|EPIPE|socket hang up|Data after/.test(
        `${received.message} ${(received as NodeJS.ErrnoException).code ?? ''}`,
      );
      this.findings.expect(isClosed, `${endpoint.name}: ${received.message}`);
      return;
    }
    const { status, text, type } = received;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const shown = `${sent.method} ${sent.path.slice(0, 200)} ${(sent.body ?? '').slice(0, 300)}`;
    // 501 and 503 are declared: mail is not configured, or nothing is published.
    this.findings.expect(
      status < 500 || status === 501 || status === 503,
      `${endpoint.name}: ${status} for ${shown}`,
    );
    if (status < 400 || sent.method === 'HEAD') return;
    const parsed = type.includes('json') ? errorResponse.safeParse(JSON.parse(text)) : undefined;
    const isClear =
      parsed?.success === true && parsed.data.errMsg !== '' && errorCodes[parsed.data.code] === status;
    this.findings.expect(isClear, `${endpoint.name}: ${status} without a code and message for ${shown}`);
  }

  private generate(endpoint: Endpoint): Sent {
    const { random } = this;
    const { params = {}, query = {}, body } = endpoint.example;
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
      random() < 0.3 ? this.hostileText() : (params[name] ?? ''),
    );
    const search = new URLSearchParams(
      Object.entries(random() < 0.5 ? query : ((mutate(query, random) as Record<string, unknown>) ?? {})).map(
        ([name, value]) => [name, asText(value).slice(0, 2_000)],
      ),
    ).toString();
    const hasBody = !['GET', 'HEAD'].includes(endpoint.method);
    return {
      method: endpoint.method,
      path: `${random() < 0.3 ? '/stage' : ''}/api${path}${search === '' ? '' : `?${search}`}`,
      headers: this.headers(hasBody),
      ...(hasBody ? { body: toHostileJson(random() < 0.2 ? body : mutate(body ?? {}, random), random) } : {}),
    };
  }

  private hostileText(): string {
    return encodeURIComponent(asText(hostileValue(this.random)).toWellFormed().slice(0, 1_000));
  }

  private headers(hasBody: boolean): Record<string, string> {
    const { random } = this;
    const token = pick(random, [...this.tokens, ...this.tokens, ...this.tokens, 'a.b.c', adminKey.slice(1)]);
    return {
      'x-forwarded-for': `10.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}.1`,
      ...(random() < 0.85 ? { authorization: `Bearer ${token}` } : {}),
      ...(random() < 0.1 ? { cookie: `foyer_stage=${'x'.repeat(40)}; foyer_refresh=%00` } : {}),
      ...(random() < 0.1 ? { 'idempotency-key': 'k'.repeat(Math.floor(random() * 300)) } : {}),
      ...(random() < 0.1 ? { 'if-none-match': '"'.repeat(50) } : {}),
      ...(random() < 0.1 ? { range: 'bytes=9-1,-0,abc' } : {}),
      ...(random() < 0.1 ? { 'accept-language': 'en;q=x,'.repeat(500) } : {}),
      ...(hasBody
        ? {
            'content-type': pick(random, [
              'application/json',
              'application/json',
              'application/json',
              'text/plain',
              'image/png',
              '',
            ]),
          }
        : {}),
    };
  }

  private request({ method, path, headers, body }: Sent): Promise<Received> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.url;
      const sending = httpRequest(
        { hostname, port, method, path, headers, agent: this.agent },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text, type: response.headers['content-type'] ?? '' }),
          );
        },
      );
      sending.on('error', reject);
      sending.end(body);
    });
  }
}

const garbage: readonly ((random: Random) => string)[] = [
  () => '\u0000\u0001\u0002\r\n\r\n',
  () => 'GET / HTTP/9.9\r\n\r\n',
  () => 'POST /api/session/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n',
  () => 'POST /api/session/sign-in HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
  () => 'GET /api/realtime HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  (random) => `GET /${'%'.repeat(Math.floor(random() * 9_000))} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  (random) => `GET / HTTP/1.1\r\nHost: localhost\r\n${'A: b\r\n'.repeat(Math.floor(random() * 3_000))}\r\n`,
];

/** Sends messages to every command on several connections, and opens a closed connection again. */
class HostileRealtime {
  private readonly server: ServerProcess;
  private readonly tokens: readonly string[];
  private readonly random: Random;
  private readonly findings: Findings;
  replies = 0;
  closed = 0;

  constructor(
    server: ServerProcess,
    { tokens, random, findings }: { tokens: readonly string[]; random: Random; findings: Findings },
  ) {
    this.server = server;
    this.tokens = tokens;
    this.random = random;
    this.findings = findings;
  }

  async send(count: number): Promise<void> {
    const perConnection = Math.ceil(count / connectionCount);
    await Promise.all(
      Array.from({ length: connectionCount }, (_none, index) => this.sendOnOne(index, perConnection)),
    );
  }

  private async sendOnOne(index: number, count: number): Promise<void> {
    let visitor: Visitor | undefined;
    for (let sent = 0; sent < count; sent++) {
      visitor ??= await this.open(index, () => (visitor = undefined));
      visitor.client.send(this.message(sent));
      await pause(1_000 / messagesPerSecond);
    }
    visitor?.client.destroy();
  }

  private async open(index: number, onClosed: () => void): Promise<Visitor> {
    const token = this.tokens[index % this.tokens.length] ?? '';
    const visitor = await connect(this.server.url, token, {
      onClose: () => {
        this.closed += 1;
        onClosed();
      },
    });
    visitor.onReply = (reply) => {
      this.replies += 1;
      if (!('error' in reply)) return;
      const { code, errMsg } = reply.error;
      this.findings.expect(code !== 'internal' && errMsg !== '', `a command got ${code}: ${errMsg}`);
    };
    return visitor;
  }

  private message(id: number): string {
    const { random } = this;
    const command = pick(random, commands);
    const input = random() < 0.2 ? command.example : mutate(command.example ?? {}, random);
    const message =
      random() < 0.95
        ? { id, command: command.name, input }
        : mutate({ id, command: command.name, input }, random);
    // A message is less than 64 KiB here; larger ones close the connection.
    return toHostileJson(message, random).slice(0, 60_000);
  }
}

/** Creates an account for each of `callerRoles`. Returns their ID tokens. */
const addCallers = (server: ServerProcess, name: string): Promise<string[]> =>
  Promise.all(
    callerRoles.map(async (roles, index) => {
      const email = `${name}-${index}@example.com`;
      const body = JSON.stringify({ email, password, roles: ['ROLE_ATTENDEE', ...roles] });
      await server.call('/api/admin/accounts', { method: 'POST', body });
      return signIn(server.url, email, password);
    }),
  );

/** Requests /livez one after another until stopped. Returns the longest time in milliseconds. */
async function measureStalls(url: string, done: { readonly stopped: boolean }): Promise<number> {
  let longest = 0;
  while (!done.stopped) {
    const begin = performance.now();
    const response = await fetch(`${url}/livez`).catch((error: unknown) => error as Error);
    // Then the requests report that the server has ended.
    if (response instanceof Error) return Number.POSITIVE_INFINITY;
    await response.arrayBuffer();
    longest = Math.max(longest, performance.now() - begin);
    await pause(5);
  }
  return longest;
}

export const run: Proof = async ({ full, seed, log }) => {
  const count = full ? 10_000 : 600;
  const findings = new Findings(log);
  const folder = await mkdtemp(join(tmpdir(), 'foyer-hostile-'));
  const loginFile = join(folder, 'login.json');
  await writeFile(loginFile, JSON.stringify({ providers: [{ type: 'password' }] }));
  const env = { LOGIN_FILE: loginFile, TRUSTED_PROXIES: '127.0.0.0/8,::1/128' };
  const server = await ServerProcess.start({ dataDir: join(folder, 'data'), env });
  try {
    await loadDemo({ url: server.url, adminKey });
    const random = randomNumbers(seed);
    const http = new HostileHttp(server.url, { tokens: await addCallers(server, 'http'), random, findings });
    // Other accounts: a request may have ended a session of its caller.
    const tokens = await addCallers(server, 'realtime');
    const realtime = new HostileRealtime(server, { tokens, random, findings });
    const done = { stopped: false };
    const stalls = measureStalls(server.url, done);
    await http.send(count);
    await http.sendGarbage(full ? 200 : 20);
    await realtime.send(count);
    done.stopped = true;
    const longest = Math.round(await stalls);
    // Another load on the machine would break this in the short form, which runs with the tests.
    if (full)
      findings.expect(longest <= maxStallMs, `/livez took ${longest} ms, at most ${maxStallMs} are allowed`);
    const alive = await server.call('/readyz');
    findings.expect(alive.status === 200, `/readyz returns ${alive.status} afterwards`);
    const statuses = [...http.statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
    return {
      passed: findings.broken.length === 0,
      figures: {
        requests: count,
        'by status': statuses.join(' '),
        messages: count,
        replies: realtime.replies,
        'closed connections': realtime.closed,
        'longest /livez ms': longest,
      },
    };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
