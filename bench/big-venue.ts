/**
 * Measures how long validation, save and publication of a venue with 50 areas and 500 widgets take, and how long other
 * requests wait.
 */
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defaultWidgetSettings, getVenue, type VenueInput } from '@foyer/contract';
import { checkVenueText } from '../server/src/features/venue/check/checkVenue.ts';
import { bigVenue, bigVenueAssetIds, onePixel } from './big-venue.fixture.ts';
import { adminKey, startFoyer } from './foyer.fixture.ts';

const root = join(import.meta.dirname, '..');
const rounds = 15;

interface Spread {
  readonly median: number;
  readonly worst: number;
}

/** Returns the processor time of this process in milliseconds, which does not depend on the load of the machine. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function measure(work: (round: number) => unknown, clock = () => performance.now()): Promise<Spread> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = clock();
    await work(round);
    times.push(clock() - begin);
  }
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(rounds / 2)] ?? 0, worst: times.at(-1) ?? 0 };
}

const inMs = ({ median, worst }: Spread) => `${median.toFixed(1)} ms (worst ${worst.toFixed(1)})`;

async function call(
  url: string,
  path: string,
  body: string | Buffer<ArrayBuffer>,
  method = 'POST',
): Promise<unknown> {
  const request: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${adminKey}`,
      'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
    },
    body,
  };
  const response = await fetch(`${url}/api${path}`, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

/** The longest wait of version requests during an operation, which shows a blocked main thread. */
async function longestWait(url: string, work: () => Promise<unknown>): Promise<number> {
  const state = { done: false, longest: 0 };
  const working = work().finally(() => (state.done = true));
  while (!state.done) {
    const begin = performance.now();
    await (await fetch(`${url}/api/venue/version`)).arrayBuffer();
    state.longest = Math.max(state.longest, performance.now() - begin);
  }
  await working;
  return state.longest;
}

const named = (round: number): VenueInput => {
  const venue = bigVenue();
  const [architecture] = venue.architectures;
  if (architecture) architecture.name = `Round ${round}`;
  return venue;
};

const text = JSON.stringify(bigVenue());
const parsing = await measure(() => JSON.parse(text), processorTime);
const checking = await measure(() => {
  if (!checkVenueText(text, defaultWidgetSettings).ok) throw new Error('The venue is invalid');
}, processorTime);

const dataDir = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
const foyer = await startFoyer(dataDir);
const { url } = foyer;
const lines: string[] = [];
try {
  for (const id of bigVenueAssetIds) await call(url, `/designer/assets/${id}`, onePixel, 'PUT');
  const bodies = Array.from({ length: rounds }, (_, round) =>
    JSON.stringify({ baseVersion: round, venue: named(round) }),
  );
  const saving = await measure((round) => call(url, '/designer/save-venue-json/stage', bodies[round] ?? ''));
  let version = rounds;
  const saveNext = async () => {
    await call(
      url,
      '/designer/save-venue-json/stage',
      JSON.stringify({ baseVersion: version, venue: named(version) }),
    );
    version += 1;
  };
  const publishing: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await saveNext();
    const begin = performance.now();
    await call(url, '/designer/publish/expo', '{}');
    publishing.push(performance.now() - begin);
  }
  publishing.sort((a, b) => a - b);
  const waiting = await longestWait(url, async () => {
    for (let round = 0; round < 5; round += 1) {
      await saveNext();
      await call(url, '/designer/publish/expo', '{}');
    }
  });
  const idle = await longestWait(url, async () => {
    for (let round = 0; round < 50; round += 1) await (await fetch(`${url}/api/venue/version`)).arrayBuffer();
  });
  const response = Buffer.from(
    await (await fetch(`${url}/api${getVenue.path}?architectureId=expo`)).arrayBuffer(),
  );
  const spread = { median: publishing[Math.floor(rounds / 2)] ?? 0, worst: publishing.at(-1) ?? 0 };
  lines.push(
    `venue file ${(text.length / 1000).toFixed(0)} kB; response of GET /ui/venue ${(response.length / 1000).toFixed(0)} kB, ${(gzipSync(response).length / 1000).toFixed(0)} kB gz`,
    `check ${inMs(checking)} of processor time, off the main thread from 256 kB on, ${(checking.median / parsing.median).toFixed(1)}x of JSON.parse alone (${inMs(parsing)})`,
    `save ${inMs(saving)}, publish ${inMs(spread)}, over HTTP, until the response`,
    `longest wait of another request during 5 saves and publications ${waiting.toFixed(0)} ms (idle ${idle.toFixed(0)} ms)`,
  );
} finally {
  await foyer.stop();
  await rm(dataDir, { recursive: true, force: true });
}
for (const line of lines) console.log(line);
const date = new Date().toISOString().slice(0, 10);
const about = `Node ${process.versions.node}, ${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(0)}, SQLite, median of ${rounds}`;
await appendFile(
  join(root, 'bench', 'RESULTS.md'),
  `\n- ${date} \`npm run bench -- big-venue\` (50 areas, 500 widgets; ${about}):\n${lines.map((line) => `  - ${line}\n`).join('')}`,
);
