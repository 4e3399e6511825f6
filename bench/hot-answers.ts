/**
 * Measures the cost of a response: processor time of the server per request, against a bare `node:http` server that sends the
 * same bytes to the same requests. Slices of both alternate in one run. The venue is requested by a guest without a token
 * and, with token and cookie as in a browser, by an attendee and by a host, who receives another form of it (MEET-06).
 * `npm run bench -- hot-answers [requests per slice]`
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { createAccount, sessionMarkerCookie, signIn, type IssuedIdToken, type Role } from '@foyer/contract';
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
  /** The role of the user who requests it; a guest without a token if absent. */
  readonly as?: Role;
}

const architectureId = demoVenue.architectures[0]?.id ?? '';
const venue = {
  title: 'the venue',
  method: 'GET',
  path: `/api/ui/venue?architectureId=${architectureId}`,
  limit: 1.25,
} as const;
const endpoints: readonly Endpoint[] = [
  venue,
  // Including the check of the token.
  { ...venue, title: 'the venue for an attendee', as: 'ROLE_ATTENDEE', limit: 1.5 },
  { ...venue, title: 'the venue for a host', as: 'ROLE_HOST', limit: 1.5 },
  { title: 'access check', method: 'HEAD', path: '/api/venue', limit: 1.25 },
  { title: 'the version', method: 'GET', path: '/api/venue/version', limit: 1.25 },
  {
    title: 'imprint and privacy, through the router',
    method: 'GET',
    path: `/api/ui/architecture/${architectureId}/mandatory-pages`,
    limit: 1.7,
  },
];

const hostMeetingUrl = 'https://teams.microsoft.com/meet/1?p=host';

/** The demo venue with a link for hosts, so that it has two forms. */
function venueWithHostLink(): typeof demoVenue {
  const changed = structuredClone(demoVenue);
  changed.architectures[0]?.areas[0]?.contentWidgets?.push({
    id: 'bench-meeting',
    type: 'TeamsWidget',
    name: 'Meeting',
    configurations: [{ id: 'always', name: 'Always', hostMeetingUrl }],
  });
  return changed;
}

type RequestHeaders = Readonly<Record<string, string>>;

/** The headers that a browser sends with the requests of a user, or of a guest without a token. */
async function headersFor(url: string, role: Role | undefined): Promise<RequestHeaders> {
  const headers = { 'accept-encoding': 'br' };
  if (role === undefined) return headers;
  const account = { email: `${role.toLowerCase()}@example.com`, password: 'a password for the bench' };
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminKey}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  await post(createAccount.path, { ...account, roles: [role] });
  const { idToken } = await post<IssuedIdToken>(signIn.path, account);
  return { ...headers, authorization: `Bearer ${idToken}`, cookie: `${sessionMarkerCookie}=1` };
}

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
async function fetchResponse(url: string, { method, path }: Endpoint, requestHeaders: RequestHeaders) {
  const sent = httpRequest(url + path, { method, headers: requestHeaders, agent: new Agent() });
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
async function measureCost(
  child: ChildProcess,
  url: string,
  { method, path }: Endpoint,
  headers: RequestHeaders,
): Promise<number> {
  const pid = child.pid ?? 0;
  const before = processorTime(pid);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = amount;
  const caller = async () => {
    while (left-- > 0) await sendRequest(agent, url + path, { method, headers });
  };
  await Promise.all(Array.from({ length: connections }, caller));
  agent.destroy();
  return ((processorTime(pid) - before) * 1e6) / amount;
}

/** Sends a request and reads the response. @throws if its status is not 200 */
function sendRequest(
  agent: Agent,
  url: string,
  options: { readonly method: string; readonly headers: RequestHeaders },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { ...options, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume();
      response.once('end', resolve);
    });
    sent.once('error', reject);
    sent.end();
  });
}

async function measure(foyer: BenchServer, endpoint: Endpoint): Promise<string> {
  const headers = await headersFor(foyer.url, endpoint.as);
  const response = await fetchResponse(foyer.url, endpoint, headers);
  if (endpoint.path === venue.path) {
    const hasHostLink = brotliDecompressSync(response.body).includes(hostMeetingUrl);
    if (hasHostLink !== (endpoint.as === 'ROLE_HOST')) throw new Error(`${endpoint.title}: the wrong form`);
  }
  const bare = await startBare(response);
  const ours: number[] = [];
  const floor: number[] = [];
  // The first slice of each warms up. The slices alternate, so that other load on the machine affects both.
  for (let slice = 0; slice <= slices; slice++) {
    const pair = [
      await measureCost(...bare, endpoint, headers),
      await measureCost(foyer.child, foyer.url, endpoint, headers),
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
await loadDemo({ url: foyer.url, adminKey }, venueWithHostLink());
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
