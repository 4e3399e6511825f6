/**
 * Measures a room of 100,000 messages: reading its newest page through the storage compared with the bare indexed query of
 * the driver, on both engines, and the longest task of a page that opens the room and scrolls through it.
 * `npm run bench -- chat-room [messages]`
 */
import { chromium, type Browser, type Page } from '@playwright/test';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { chatPageSize } from '@foyer/contract/limits';
import { sql } from 'kysely';
import pg from 'pg';
import { browserFlags, browserPath } from '../e2e/harness/browser.ts';
import { ChatHistoryStore } from '../server/src/features/chat/messages/historyStore.ts';
import { chatMigrations, type ChatTables } from '../server/src/features/chat/tables.ts';
import { sqliteFile } from '../server/src/platform/storage/sqlite/open.ts';
import { openStorage, type Storage } from '../server/src/platform/storage/storage.ts';
import { startPostgres } from '../server/src/testing/postgres.ts';
import { median } from './foyer.fixture.ts';
import { tasksWhile } from './page-tasks.fixture.ts';
import { venueRoom, insertMessages } from './realtime/chat.fixture.ts';
import { PinnedServer } from './realtime/pinned.ts';
import { addVisitor, logIn, chatLog, openRoom } from './realtime/visitorPage.ts';

const wholeRoom = 100_000;
const messages = Number(process.argv[2] ?? wholeRoom);
const limit = 2;
const taskLimitMs = 50;
const reads = 400;
const perSlice = 20;
const authors = Array.from({ length: 200 }, (_, index) => ({ id: `person-${index}` }));
const reading = { roomId: venueRoom, fromSeq: 0, lastSeq: messages };

type Read = () => Promise<number>;

/** Returns the milliseconds of each read. Slices of both reads alternate. */
async function alternate(bare: Read, ours: Read): Promise<[number[], number[]]> {
  const took: [number[], number[]] = [[], []];
  for (let slice = 0; slice <= reads / perSlice; slice++)
    for (const [index, read] of [bare, ours].entries())
      for (let each = 0; each < perSlice; each++) {
        const begin = performance.now();
        if ((await read()) !== chatPageSize) throw new Error('the page is incomplete');
        // The first slice warms up.
        if (slice > 0) took[index]?.push(performance.now() - begin);
      }
  return took;
}

/** Reads one row more than a page has, to know whether there are more. */
const bareQuery = (place: (index: number) => string): string =>
  `select * from "chatMessage" where "roomId" = ${place(1)} and "seq" >= ${place(2)} order by "seq" desc limit ${chatPageSize + 1}`;

async function compareReads(storage: Storage<ChatTables>, bare: Read, name: string): Promise<string> {
  await storage.migrate(chatMigrations);
  await insertMessages(storage, authors, messages);
  // PostgreSQL would do this automatically after a while.
  await sql`analyze`.execute(storage.db);
  const history = new ChatHistoryStore(storage);
  const [floor, ours] = await alternate(bare, async () => (await history.newest(reading)).rows.length);
  const ratio = median(ours) / median(floor);
  return `  - ${name}: ${(median(ours) * 1_000).toFixed(0)} µs against ${(median(floor) * 1_000).toFixed(0)} µs, ${ratio.toFixed(2)}x, at most ${limit}: ${ratio <= limit ? 'holds' : 'MISSED'}`;
}

async function onSqlite(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
  const storage = await openStorage<ChatTables>({ dataDir });
  let database: DatabaseSync | undefined;
  try {
    const bare = () => {
      database ??= new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
      const rows = database.prepare(bareQuery(() => '?')).all(venueRoom, 0);
      return Promise.resolve(rows.length - 1);
    };
    return await compareReads(storage, bare, 'SQLite');
  } finally {
    database?.close();
    await storage.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onPostgres(): Promise<string> {
  const postgres = await startPostgres();
  const client = new pg.Client(postgres.url);
  await client.connect();
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
  const storage = await openStorage<ChatTables>({ dataDir, databaseUrl: postgres.url });
  const text = bareQuery((index) => `$${index}`);
  try {
    const bare = async () =>
      (await client.query({ name: 'page', text, values: [venueRoom, 0] })).rows.length - 1;
    return await compareReads(storage, bare, 'PostgreSQL');
  } finally {
    await storage.close();
    await client.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const visitor = { email: 'visitor@example.com', password: 'a long talk about it all', name: 'A Visitor' };

/** Scrolls back through the room, page after page. */
async function scrollBack(page: Page): Promise<void> {
  const box = await chatLog(page).boundingBox();
  if (!box) throw new Error('the room is not visible');
  await page.mouse.move(box.x + 100, box.y + 200);
  for (let turn = 0; turn < 150; turn++) {
    await page.mouse.wheel(0, -1_200);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

async function inBrowser(): Promise<string[]> {
  const server = await PinnedServer.start('foyer.fixture.ts', ['200', String(messages)]);
  const browser: Browser = await chromium.launch({ executablePath: await browserPath(), args: browserFlags });
  try {
    const { origin } = server.ready;
    await addVisitor(origin, visitor);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    await logIn(page, origin, visitor);
    const newest = chatLog(page).locator('article').last();
    const opening = await tasksWhile(browser, page, async () => {
      await openRoom(page);
      await newest.waitFor();
      await pause(500);
    });
    const seen = () => chatLog(page).locator('article').first().textContent();
    const first = await seen();
    const scrolling = await tasksWhile(browser, page, () => scrollBack(page));
    if ((await seen()) === first) throw new Error('the room did not scroll');
    const kept = await chatLog(page).locator('article').count();
    return [['opening', opening] as const, ['scrolling back', scrolling] as const]
      .map(([what, [longest = Number.NaN, ...rest]]) => {
        const others = rest.slice(0, 3).map((task) => task.toFixed(0));
        return `  - ${what}: longest task ${longest.toFixed(0)} ms of processor time, at most ${taskLimitMs}: ${longest <= taskLimitMs ? 'holds' : 'MISSED'} (then ${others.join(', ')})`;
      })
      .concat(`  - messages in the page afterwards: ${kept}`);
  } finally {
    await browser.close();
    await server.stop();
  }
}

const lines = [await onSqlite(), await onPostgres(), ...(await inBrowser())];
const report = [
  `- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- chat-room\` (${messages} messages in a room, its newest ${chatPageSize} through the storage against the bare query; Node ${process.versions.node}, load ${(loadavg()[0] ?? 0).toFixed(1)}, median of ${reads}; Chromium without a graphics card):`,
  ...lines,
].join('\n');
console.log(report);
if (messages >= wholeRoom) appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
process.exitCode = report.includes('MISSED') ? 1 : 0;
