/**
 * Measures the cost of a response: processor time of the server per request, against a bare `node:http` server that sends the
 * same bytes. Slices of both alternate in one run. `npm run bench -- hot-answers [requests per slice]`
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDemo } from '@foyer/demo/load';
import { demoVenue } from '@foyer/demo/venue';
import { adminKey, median, processorTime, startFoyer, type BenchServer } from './foyer.fixture.ts';

const slices = 9;
const wholeRun = 15_000;
/** Requests per slice. Runs with fewer than `wholeRun` are not appended to RESULTS.md. */
const amount = Number(process.argv[2] ?? wholeRun);
const connections = 32;

interface Endpoint {
  readonly title: string;
  readonly method: 'GET' | 'HEAD';
  readonly path: string;
  /** The maximum factor of the processor time of the bare server. */
  readonly limit: number;
}

const architectureId = demoVenue.architectures[0]?.id ?? '';
const endpoints: readonly Endpoint[] = [
  { title: 'the venue', method: 'GET', path: `/api/ui/venue?architectureId=${architectureId}`, limit: 1.25 },
  { title: 'access check', method: 'HEAD', path: '/api/venue', limit: 1.25 },
  { title: 'the version', method: 'GET', path: '/api/venue/version', limit: 1.25 },
  {
    title: 'imprint and privacy, through the router',
    method: 'GET',
    path: `/api/ui/architecture/${architectureId}/mandatory-pages`,
    limit: 1.7,
  },
];

/** Starts a bare server that sends the status, headers and bytes of a real response. */
async function startBare(response: {
  status: number;
  headers: string[];
  body: Buffer;
}): Promise<[ChildProcess, string]> {
  const child = fork(join(import.meta.dirname, 'bare-http.fixture.ts'), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  child.send(response);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return [child, url];
}

/** Fetches a response, with raw headers except those that node:http adds itself. */
async function fetchResponse(url: string, { method, path }: Endpoint) {
  const sent = httpRequest(url + path, { method, headers: { 'accept-encoding': 'br' }, agent: new Agent() });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
  const headers: string[] = [];
  for (let index = 0; index < response.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(index, index + 2);
    if (!own.has(name.toLowerCase())) headers.push(name, value);
  }
  return { status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks) };
}

/** Returns the processor time of the server per request, in microseconds. */
async function measureCost(child: ChildProcess, url: string, { method, path }: Endpoint): Promise<number> {
  const pid = child.pid ?? 0;
  const before = processorTime(pid);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = amount;
  const caller = async () => {
    while (left-- > 0) await sendRequest(agent, url + path, method);
  };
  await Promise.all(Array.from({ length: connections }, caller));
  agent.destroy();
  return ((processorTime(pid) - before) * 1e6) / amount;
}

/** Sends a request and reads the response. @throws if its status is not 200 */
function sendRequest(agent: Agent, url: string, method: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume();
      response.once('end', resolve);
    });
    sent.once('error', reject);
    sent.end();
  });
}

async function measure(foyer: BenchServer, endpoint: Endpoint): Promise<string> {
  const response = await fetchResponse(foyer.url, endpoint);
  const bare = await startBare(response);
  const ours: number[] = [];
  const floor: number[] = [];
  // The first slice of each warms up. The slices alternate, so that other load on the machine affects both.
  for (let slice = 0; slice <= slices; slice++) {
    const pair = [
      await measureCost(...bare, endpoint),
      await measureCost(foyer.child, foyer.url, endpoint),
    ] as const;
    if (slice === 0) continue;
    floor.push(pair[0]);
    ours.push(pair[1]);
  }
  bare[0].kill();
  const ratio = median(ours) / median(floor);
  const verdict = ratio <= endpoint.limit ? 'holds' : 'MISSED';
  return (
    `  - ${endpoint.title} (${endpoint.method}, ${response.body.length} bytes): ${ratio.toFixed(2)}x, at most ${endpoint.limit}: ${verdict}` +
    ` (${median(ours).toFixed(1)} µs against ${median(floor).toFixed(1)})`
  );
}

const dataDir = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
const foyer = await startFoyer(dataDir);
await loadDemo({ url: foyer.url, adminKey });
const lines: string[] = [];
for (const endpoint of endpoints) lines.push(await measure(foyer, endpoint));
await foyer.stop();
rmSync(dataDir, { recursive: true, force: true });

const day = new Date().toISOString().slice(0, 10);
const title = `- ${day} \`npm run bench -- hot-answers\` (the demo venue; processor time per request of the server against bare node:http with the same bytes; Node ${process.versions.node}, ${cpus().length} cores, SQLite, ${connections} connections, median of ${slices} slices of ${amount}):`;
const report = [title, ...lines].join('\n');
console.log(report);
if (amount >= wholeRun) appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
process.exitCode = lines.some((line) => line.includes('MISSED')) ? 1 : 0;
