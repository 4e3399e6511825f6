/**
 * Compares hits that are stored durably with the same statements in bare SQLite, and shows whether the memory stays the
 * same over a million of them. `npm run bench -- hits [--write]`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { venue as venueSchema, type AnalyticsHit } from '@foyer/contract';
import { demoVenue } from '@foyer/demo/venue';
import { Collector, type HitCall } from '../server/src/features/analytics/collector.ts';
import { AnalyticsHitStore } from '../server/src/features/analytics/hitStore.ts';
import { LocalDays, serverTimeZone } from '../server/src/features/analytics/localDays.ts';
import { Pseudonyms } from '../server/src/features/analytics/pseudonyms.ts';
import {
  analyticsMigration,
  type AnalyticsHitRow,
  type AnalyticsTables,
} from '../server/src/features/analytics/tables.ts';
import { openStorage, type Storage } from '../server/src/platform/storage/storage.ts';
import {
  compareRates,
  measureCallers,
  measureRate,
  printLine,
  printTableHead,
  record,
} from './writes.fixture.ts';

const callers = 256;
const people = 2_000;
const total = 1_000_000;
const reportEvery = 100_000;
const start = 1_700_000_000_000;
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

let sent = 0;

/** Every fourth hit is a page view, which also begins a stay. */
function nextRow(): AnalyticsHitRow {
  sent += 1;
  const isPageView = sent % 4 === 0;
  return {
    mode: 'LIVE',
    pageViewId: 'aB3dE6',
    rand: String(sent).padStart(16, '0'),
    at: start + sent,
    visitor: String(sent % people).padStart(16, '0'),
    userKey: null,
    architectureId: 'nightfall',
    category: isPageView ? 'page' : 'reaction',
    action: isPageView ? 'view' : 'send',
    areaId: 'lobby',
    widgetId: '',
    widgetType: '',
    assetId: '',
    cardId: '',
    kind: isPageView ? '' : 'clap',
  };
}

function nextCall(): HitCall {
  sent += 1;
  const hit: AnalyticsHit = {
    idsite: '1',
    rec: '1',
    apiv: '1',
    rand: String(sent).padStart(16, '0'),
    url: 'https://venue.example.org/v/nightfall/area/lobby',
    _id: String(sent % people).padStart(16, '0'),
    pv_id: 'aB3dE6',
    send_image: '0',
    ...(sent % 4 === 0
      ? { action_name: 'Lobby' }
      : { e_c: 'reaction', e_a: 'send', e_n: 'kind=clap', ca: '1' as const }),
  };
  return {
    mode: 'LIVE',
    method: 'GET',
    caller: { kind: 'anonymous' },
    query: hit,
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    address: '192.0.2.1',
  };
}

async function newStorage(folder: string): Promise<Storage<AnalyticsTables>> {
  const storage = await openStorage<AnalyticsTables>({ dataDir: folder });
  await storage.migrate([analyticsMigration]);
  return storage;
}

/** Writes transactions of as many hits as there are callers, with the statements of the store. */
async function openBare(folder: string) {
  await (await newStorage(folder)).close();
  const bare = new DatabaseSync(join(folder, 'foyer.db'));
  bare.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -16000');
  const names = Object.keys(nextRow());
  const add = bare.prepare(
    `insert into "analyticsHit" (${names.map((name) => `"${name}"`).join()}) values (${names.map(() => '?').join()})
     on conflict do nothing`,
  );
  const stay = bare.prepare(
    `insert into "analyticsStay"
       ("mode", "slot", "architectureId", "areaId", "visitor", "userKey", "firstAt", "lastAt", "activeMs")
     values (?, ?, ?, ?, ?, ?, ?, ?, 0)
     on conflict ("mode", "slot", "architectureId", "areaId", "visitor") do update set "lastAt" = excluded."lastAt"`,
  );
  const write = async (): Promise<number> => {
    bare.exec('begin immediate');
    for (let n = 0; n < callers; n++) {
      const row = nextRow();
      add.run(...Object.values(row));
      const { mode, at, areaId, visitor, architectureId } = row;
      if (row.category === 'page')
        stay.run(mode, at - (at % 300_000), architectureId, areaId, visitor, null, at, at);
    }
    bare.exec('commit');
    // Yields to the event loop, as the storage does between two groups.
    await new Promise(setImmediate);
    return callers;
  };
  return { write, close: () => bare.close() };
}

function collectorOf(store: AnalyticsHitStore): Collector {
  const [architecture] = venueSchema.parse(demoVenue).architectures;
  const key = Promise.resolve(Buffer.alloc(32, 1));
  let elapsed = 0;
  return new Collector({
    store,
    pseudonyms: new Pseudonyms({ secrets: { key: () => key }, days: new LocalDays(serverTimeZone()) }),
    clock: () => start + sent,
    // So fast that no hit exceeds a rate limit.
    monotonicClock: () => (elapsed += 1_000),
    onCounted: () => undefined,
    shownArchitecture: async () => architecture,
    loginEnabled: () => false,
  });
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** The memory after each part of a million hits. The first part fills caches and limits. */
async function showMemory(collector: Collector): Promise<void> {
  const heap: number[] = [];
  for (let counted = 0; counted < total; counted += reportEvery) {
    let left = reportEvery;
    const collectAll = async (): Promise<void> => {
      while (left-- > 0) await collector.collect(nextCall());
    };
    await Promise.all(Array.from({ length: callers }, collectAll));
    collectGarbage();
    heap.push(process.memoryUsage().heapUsed);
  }
  const [, second = 0] = heap;
  const last = heap.at(-1) ?? 0;
  printLine(
    `\nMemory of a collector, ${total.toLocaleString('en')} hits: heap ${mb(second)} after ${(2 * reportEvery).toLocaleString('en')}, ` +
      `${mb(last)} at the end, resident ${mb(process.memoryUsage().rss)}`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
const bare = await openBare(join(folder, 'bare'));
const storage = await newStorage(join(folder, 'data'));
const store = new AnalyticsHitStore(storage);
const addNextRow = (): Promise<boolean> => {
  const row = nextRow();
  return store.add(row, { withStay: row.category === 'page' });
};
const collector = collectorOf(store);
printLine(
  '\nSQLite (WAL, synchronous=FULL); bare is node:sqlite in the main thread, 256 hits per transaction:\n',
);
printTableHead();
await compareRates({
  name: `${callers}, stored`,
  bare: (ms) => measureRate(ms, bare.write),
  ours: (ms) => measureCallers(callers, ms, () => addNextRow()),
  minRatio: 0.7,
});
await compareRates({
  name: `${callers}, checked and stored (the collector)`,
  bare: (ms) => measureRate(ms, bare.write),
  ours: (ms) => measureCallers(callers, ms, () => collector.collect(nextCall())),
});
await showMemory(collector);
bare.close();
await storage.close();
await rm(folder, { recursive: true });
await record('hits', 'Hits');
