/**
 * Measures presence with 10,000 attendees in 50 areas, 2 % of whom change area each second: the share of one core that the
 * server uses and the bytes that each client receives, for growing events and for a single area, compared with a bare server
 * that sends every change to everyone in batches of 250 ms. `npm run bench -- presence [people]`
 */
import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { processorTime } from './foyer.fixture.ts';
import { startEvent } from './realtime/event.ts';
import { canPin } from './realtime/pinned.ts';
import type { JoinCommand } from './realtime/visitors.fixture.ts';

const wholeRun = 10_000;
const people = Number(process.argv[2] ?? wholeRun);
const seconds = 15;
const shareMoving = 0.02;
const limit = 0.3;

interface Setting {
  readonly kind: JoinCommand['kind'];
  readonly count: number;
  readonly areas: number;
}

async function measure({ kind, count, areas }: Setting): Promise<{ share: number; bytes: number }> {
  const event = await startEvent({ count, kind, areas: kind === 'bare' ? 1 : areas, atOnce: 500 });
  const { pid } = event.server;
  const before = processorTime(pid);
  const begin = performance.now();
  const { bytesPerSecond } = await event.walk({
    perSecond: Math.round(count * shareMoving),
    seconds,
    areas,
  });
  const share = (processorTime(pid) - before) / ((performance.now() - begin) / 1_000);
  await event.stop();
  return { share, bytes: bytesPerSecond };
}

const settings: readonly (Setting & { title: string })[] = [
  {
    title: `${people / 10} in ${areasOf(people / 10)} areas`,
    kind: 'foyer',
    count: people / 10,
    areas: areasOf(people / 10),
  },
  {
    title: `${people / 2} in ${areasOf(people / 2)} areas`,
    kind: 'foyer',
    count: people / 2,
    areas: areasOf(people / 2),
  },
  { title: `${people} in ${areasOf(people)} areas`, kind: 'foyer', count: people, areas: areasOf(people) },
  { title: `${people / 5} in one area and a door`, kind: 'foyer', count: people / 5, areas: 2 },
  { title: `bare, ${people}, every change to everyone`, kind: 'bare', count: people, areas: areasOf(people) },
];
function areasOf(count: number): number {
  return Math.max(2, Math.round(count / 200));
}

const lines: string[] = [];
let held = true;
for (const setting of settings) {
  const { share, bytes } = await measure(setting);
  const counts = setting.kind === 'foyer' && setting.count === people;
  if (counts) held = share <= limit;
  const verdict = counts ? `, at most ${limit * 100} %: ${held ? 'holds' : 'MISSED'}` : '';
  lines.push(
    `  - ${setting.title}: ${(share * 100).toFixed(1)} % of one core${verdict}; ${(bytes / 1_000).toFixed(2)} kB per client and second`,
  );
}
const report = [
  `- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- presence\` (two in a hundred change area each second; ${canPin ? 'server on one core, visitors on the other' : 'not pinned'}; Node ${process.versions.node}, load ${(loadavg()[0] ?? 0).toFixed(1)}, ${seconds} s each):`,
  ...lines,
].join('\n');
console.log(report);
if (people >= wholeRun) appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
process.exitCode = held ? 0 : 1;
