/**
 * Thousands of visitors join one area at once: measures the time until each knows all others, compared with bare `ws` that
 * broadcasts once per turn. Both run alternately, with the server on one core and the visitors on the other. `npm run bench -- join [people…]`
 */
import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { median } from './foyer.fixture.ts';
import { startEvent } from './realtime/event.ts';
import { canPin } from './realtime/pinned.ts';
import type { JoinCommand } from './realtime/visitors.fixture.ts';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [2_000, 5_000];
const rounds = 3;
const limit = 2;

async function measure(kind: JoinCommand['kind'], count: number, openFirst: boolean): Promise<number> {
  const event = await startEvent({ count, kind, areas: 1, atOnce: count, openFirst });
  await event.stop();
  return event.joinedMs;
}

const seconds = (ms: readonly number[]): string => (median(ms) / 1_000).toFixed(2);
const lines: string[] = [];
for (const count of sizes)
  for (const openFirst of [false, true]) {
    const [bare, ours]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      bare.push(await measure('bare', count, openFirst));
      ours.push(await measure('foyer', count, openFirst));
    }
    const ratio = median(ours) / median(bare);
    const since = openFirst ? 'already connected, from the first join' : 'from the first connection';
    lines.push(
      `  - ${count} at once, ${since}: ${seconds(ours)} s against ${seconds(bare)} s, ${ratio.toFixed(2)}x, at most ${limit}: ${ratio <= limit ? 'holds' : 'MISSED'}`,
    );
  }
const report = [
  `- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- join\` (until each visitor knows all others, tickets issued before; ${canPin ? 'server on one core, visitors on the other' : 'not pinned'}; Node ${process.versions.node}, load ${(loadavg()[0] ?? 0).toFixed(1)}, median of ${rounds}):`,
  ...lines,
].join('\n');
console.log(report);
if (process.argv.length === 2) appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
process.exitCode = report.includes('MISSED') ? 1 : 0;
