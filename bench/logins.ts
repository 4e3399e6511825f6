/**
 * Measures what a password login costs in addition to its hash: processor time of the server per login over HTTP, against
 * argon2id alone in this process, alternating in one run; logins per second, with the callers on the same cores; and the
 * event loop delay of the server during the logins. `npm run bench -- logins`
 */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createAccount, signIn } from '@foyer/contract';
import { PasswordHasher } from '../server/src/features/account/passwords/passwordHasher.ts';
import { adminKey, median, processorTime, startFoyer } from './foyer.fixture.ts';

const password = 'a password for the bench';
const people = 64;
const logins = 128;
const slices = 7;
/** The numbers of concurrent logins. */
const concurrencies = [16, 64] as const;
/** The minimum share of the baseline rate. */
const minShare = 0.9;
const loopDelayMs = 50;

const emailOf = (index: number) => `person-${index}@example.com`;

/** Encodes a request with the administrator key, which can be sent repeatedly. */
function requestOf(path: string, body: object): Buffer {
  const text = JSON.stringify(body);
  const lines = [
    `POST /api${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `authorization: Bearer ${adminKey}`,
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
}

/**
 * Opens a connection for one request after another. A minimal client, because callers use the same cores as the server.
 */
async function openConnection(url: string): Promise<{ send(request: Buffer): Promise<void>; close(): void }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, 'connect');
  let received = '';
  let pending: PromiseWithResolvers<void> | undefined;
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    const head = received.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
    if (head === -1 || received.length < head + 4 + length) return;
    if (received.startsWith('HTTP/1.1 200')) pending?.resolve();
    else pending?.reject(new Error(received));
    received = '';
  });
  return {
    send: (request) => {
      pending = Promise.withResolvers();
      socket.write(request);
      return pending.promise;
    },
    close: () => void socket.destroy(),
  };
}

/** Returns the calls per second with a number of concurrent callers. */
async function rate(
  callers: number,
  call: (index: number, caller: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const caller = async (_none: unknown, number: number) => {
    while (next < logins) await call(next++, number);
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: callers }, caller));
  return logins / ((performance.now() - begin) / 1000);
}

const dataDir = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
const foyer = await startFoyer(dataDir);
const { url } = foyer;
const lines = await Promise.all(
  Array.from({ length: Math.max(...concurrencies) }, () => openConnection(url)),
);
const credentials = Array.from({ length: people }, (_none, index) => ({ email: emailOf(index), password }));
for (const body of credentials) await lines[0]?.send(requestOf(createAccount.path, body));
const requests = credentials.map((body) => requestOf(signIn.path, body));

// The hash function of the server, without anything else.
const hasher = new PasswordHasher();
const hash = await hasher.hash(password);
const cpuMicroseconds = () => process.cpuUsage().user + process.cpuUsage().system;
const hashes = (callers: number) => rate(callers, () => hasher.verify(hash, password));
const signIns = (callers: number) =>
  rate(callers, async (index, caller) => lines[caller]?.send(requests[index % people] ?? Buffer.alloc(0)));

interface Slice {
  /** Per second. */
  readonly hashes: number;
  readonly logins: number;
  /** Milliseconds of processor time for one hash, and for one login of the whole server. */
  readonly hashCost: number;
  readonly loginCost: number;
}

async function measure(callers: number): Promise<Slice> {
  const before = cpuMicroseconds();
  const hashed = await hashes(callers);
  const hashCost = (cpuMicroseconds() - before) / 1_000 / logins;
  const began = processorTime(foyer.child.pid ?? 0);
  const found = await signIns(callers);
  const loginCost = ((processorTime(foyer.child.pid ?? 0) - began) * 1_000) / logins;
  return { hashes: hashed, logins: found, hashCost, loginCost };
}

const slicesByCallers = new Map<number, Slice[]>();
for (let slice = 0; slice <= slices; slice++)
  for (const callers of concurrencies) {
    const measured = await measure(callers);
    // The first slice of each warms up.
    if (slice > 0) slicesByCallers.set(callers, [...(slicesByCallers.get(callers) ?? []), measured]);
  }
// Separate slices: monitoring the event loop wakes the server two hundred times a second, which is not a cost of logins.
const delays: number[] = [];
const worst: number[] = [];
// The delay in a process that only hashes shows what a busy machine contributes.
const idle = monitorEventLoopDelay({ resolution: 5 });
const idleDelays: number[] = [];
const idleWorst: number[] = [];
await foyer.loopDelay();
idle.enable();
for (let slice = 0; slice < slices; slice++)
  for (const callers of concurrencies) {
    idle.reset();
    await hashes(callers);
    idleDelays.push(idle.percentile(99) / 1e6);
    idleWorst.push(idle.max / 1e6);
    await foyer.loopDelay();
    await signIns(callers);
    const delay = await foyer.loopDelay();
    delays.push(delay.p99);
    worst.push(delay.max);
  }
idle.disable();
for (const line of lines) line.close();
await foyer.stop();
rmSync(dataDir, { recursive: true, force: true });

const worstDelay = Math.max(...worst);
const verdict = (holds: boolean) => (holds ? 'holds' : 'MISSED');
const shares = [...slicesByCallers].map(([callers, measured]) => {
  const middle = (key: keyof Slice) => median(measured.map((slice) => slice[key]));
  const share = middle('hashCost') / middle('loginCost');
  return `  - ${callers} at a time: ${middle('hashCost').toFixed(2)} ms of processor time a hash, ${middle('loginCost').toFixed(2)} ms a login: ${share.toFixed(2)}x as many logins as hashes, at least ${minShare}: ${verdict(share >= minShare)}; by wall clock ${middle('logins').toFixed(1)} logins/s against ${middle('hashes').toFixed(1)} hashes/s, ${(middle('logins') / middle('hashes')).toFixed(2)}x, with the callers on the same cores`;
});
const report = [
  `- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- logins\` (password logins over HTTP, ${people} accounts, against argon2id alone in turns; Node ${process.versions.node}, ${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}, SQLite, median of ${slices} slices of ${logins}):`,
  ...shares,
  `  - the server's event loop delay: p99 ${median(delays).toFixed(1)} ms, worst of all slices ${worstDelay.toFixed(1)} ms, at most ${loopDelayMs}: ${verdict(worstDelay < loopDelayMs)}; of a process that only hashes p99 ${median(idleDelays).toFixed(1)} ms, worst ${Math.max(...idleWorst).toFixed(1)} ms`,
].join('\n');
console.log(report);
appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
process.exitCode = report.includes('MISSED') ? 1 : 0;
