/**
 * Measures the figures over ten million hits: how long their sums take, and the response times of the ranges that the
 * page offers. `npm run bench -- figures [hits]`
 */
import { appendFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FigureReader } from '../server/src/features/analytics/figures/figures.ts';
import { AnalyticsFigureStore } from '../server/src/features/analytics/figures/figureStore.ts';
import { AnalyticsHitStore } from '../server/src/features/analytics/hitStore.ts';
import { LocalDays, serverTimeZone } from '../server/src/features/analytics/localDays.ts';
import { Summing } from '../server/src/features/analytics/sums/summing.ts';
import { AnalyticsSumStore } from '../server/src/features/analytics/sums/sumStore.ts';
import { analyticsMigration, type AnalyticsTables } from '../server/src/features/analytics/tables.ts';
import { openStorage } from '../server/src/platform/storage/storage.ts';

const wholeRun = 10_000_000;
/** Runs with fewer than `wholeRun` are not appended to RESULTS.md. */
const hits = Number(process.argv[2] ?? wholeRun);
const eventDays = 7;
const people = 20_000;
const requests = 200;
const maxMs = 100;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const slotMs = 300_000;

const days = new LocalDays(serverTimeZone());
const { start: end } = days.dayOf(Date.now());
const begin = end - eventDays * dayMs;

/** Page views and events of 20 areas with 200 widgets, and stays of everyone during eight hours of each day. */
function fill(file: string): void {
  const bare = new DatabaseSync(file);
  bare.exec('pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -400000');
  bare.exec(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${hits})
    insert into "analyticsHit" ("mode", "pageViewId", "rand", "at", "visitor", "userKey", "architectureId",
      "category", "action", "areaId", "widgetId", "widgetType", "assetId", "cardId", "kind")
    select 'LIVE', printf('%06d', i % 1000000), printf('%08x', i),
      ${begin} + cast(i * ${(eventDays * dayMs) / hits} as integer),
      printf('%016x', (i * 7919) % ${people}), null, 'nightfall',
      case when i % 3 = 0 then 'page' else 'widget' end, case when i % 3 = 0 then 'view' else 'open' end,
      printf('area-%d', i % 20), case when i % 3 = 0 then '' else printf('widget-%d', i % 200) end,
      case when i % 3 = 0 then '' else 'ImageWidget' end, '', '', ''
    from n`);
  bare.exec(`
    with recursive slots(s) as (select 0 union all select s + 1 from slots where s + 1 < ${eventDays * 96}),
      persons(p) as (select 0 union all select p + 1 from persons where p + 1 < ${people / 4})
    insert into "analyticsStay" ("mode", "slot", "areaId", "visitor", "architectureId", "userKey", "firstAt",
      "lastAt", "activeMs")
    select 'LIVE', ${begin} + (s / 96) * ${dayMs} + (s % 96) * ${slotMs}, printf('area-%d', (s + p) % 20),
      printf('%016x', p * 4 + s % 4), 'nightfall', null, 0, 0, 200000
    from slots cross join persons`);
  bare.close();
}

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(0)} s`;

const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
const empty = await openStorage<AnalyticsTables>({ dataDir: folder });
await empty.migrate([analyticsMigration]);
await empty.close();
const beganFilling = performance.now();
fill(join(folder, 'foyer.db'));
console.log(`${hits.toLocaleString('en')} hits written in ${seconds(beganFilling)}`);

const storage = await openStorage<AnalyticsTables>({ dataDir: folder });
const summing = new Summing({
  storage,
  hits: new AnalyticsHitStore(storage),
  sums: new AnalyticsSumStore(storage),
  days,
  cluster: { nodeId: 'bench' },
  clock: () => end,
  monotonicClock: () => performance.now(),
});
const beganSumming = performance.now();
await summing.run();
const summed = seconds(beganSumming);
console.log(`summed up in ${summed}`);

const reader = new FigureReader({ store: new AnalyticsFigureStore(storage), summing, days });

/** The 95th percentile of the response times of a range, in milliseconds. */
async function measure(lengthMs: number): Promise<number> {
  const range = {
    architectureId: 'nightfall',
    from: new Date(end - lengthMs).toISOString(),
    to: new Date(end).toISOString(),
  };
  const times: number[] = [];
  for (let request = 0; request < requests; request++) {
    const started = performance.now();
    await reader.read('LIVE', range);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(requests * 0.95) - 1] ?? 0;
}

const size = (await stat(join(folder, 'foyer.db'))).size / 1e9;
const lines: string[] = [];
for (const [name, lengthMs] of [
  ['six hours in periods of five minutes', 6 * hourMs],
  ['a day in hours', dayMs],
  ['four days in hours', 4 * dayMs],
  ['a week in days', 7 * dayMs],
] as const) {
  const p95 = await measure(lengthMs);
  lines.push(`  - ${name}: p95 ${p95.toFixed(1)} ms, at most ${maxMs}: ${p95 <= maxMs ? 'holds' : 'MISSED'}`);
}
const head = `- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- figures\` (${hits.toLocaleString('en')} hits of ${people.toLocaleString('en')} people on ${eventDays} days, ${size.toFixed(1)} GB, first sums in ${summed}; Node ${process.versions.node}, ${cpus().length} cores, SQLite, ${requests} requests each):`;
console.log([head, ...lines].join('\n'));
if (hits >= wholeRun)
  appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${head}\n${lines.join('\n')}\n`);
await storage.close();
await rm(folder, { recursive: true });
