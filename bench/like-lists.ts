/**
 * Measures the lists of likes at a large event: all pages of the likes of one attendee who has two million, requested with
 * the highest limit, and the counts of a board of 1,000 cards with a million likes. The baselines are the same queries on
 * the driver itself. `npm run bench -- like-lists [likes of the attendee] [--write]`
 */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  getUserInfo,
  listLikes,
  openMediaBoard,
  type ReplyMessage,
  type ResponseOf,
  type ResultOf,
} from '@foyer/contract';
import { likesPageMax, likesPageSize } from '@foyer/contract/limits';
import { sqliteFile } from '../server/src/platform/storage/sqlite/open.ts';
import { median, startFoyer } from './foyer.fixture.ts';
import { callAs, cardId, mediaBoardId, publishBoard } from './media-board.fixture.ts';
import { enterAsGuests, type Visitor } from './proofs/visitors.ts';

const wholeRun = 2_000_000;
const ownLikes = Number(process.argv.slice(2).find((each) => /^\d+$/.test(each)) ?? wholeRun);
const cards = 1_000;
const boardLikes = ownLikes / 2;
const pageLimitMs = 200;
/** The most that the memory of the server may grow while all pages are read, in MiB. */
const growthLimitMb = 64;
const opens = 200;

/** A UUID in which the numbers are spread as random ones are. */
function uuidOf(index: number): string {
  const spread = Math.imul(index + 1, 0x9e37_79b1) >>> 0;
  const tail = String(index).padStart(12, '0');
  return `${spread.toString(16).padStart(8, '0')}-0000-4000-8000-${tail}`;
}

/** Inserts the likes of one attendee, of cards that earlier publications had, and those of the board by others. */
function insertLikes(database: DatabaseSync, authorId: string): void {
  const like = database.prepare(
    `insert into "mediaBoardLike" ("mode", "uuid", "mediaBoardId", "contentPieceId", "authorId", "createdAt", "counted")
      values ('LIVE', ?, ?, ?, ?, 1700000000000, 1)`,
  );
  database.exec('begin');
  for (let index = 0; index < ownLikes; index++) like.run(uuidOf(index), 'earlier', cardId(index), authorId);
  for (let index = 0; index < boardLikes; index++)
    like.run(
      uuidOf(ownLikes + index),
      mediaBoardId,
      cardId(index % cards),
      `liker-${Math.floor(index / cards)}`,
    );
  database.exec(`insert into "mediaBoardCount" ("mode", "mediaBoardId", "contentPieceId", "likes", "changes")
    select "mode", "mediaBoardId", "contentPieceId", count(*), count(*) from "mediaBoardLike" group by 1, 2, 3`);
  database.exec('commit');
}

/** The resident memory of a process, in MiB. */
const memoryOf = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

async function openBoard(visitor: Visitor): Promise<number> {
  const reply = new Promise<ReplyMessage>((resolve) => (visitor.onReply = resolve));
  const begin = performance.now();
  const command = { id: 1, command: openMediaBoard.name, input: { mediaBoardId } };
  visitor.client.send(JSON.stringify(command));
  const { result } = (await reply) as { result: ResultOf<typeof openMediaBoard> };
  const found = Object.values(result.counts).reduce((sum, { likes }) => sum + likes, 0);
  if (found !== boardLikes) throw new Error(`the board has ${found} likes instead of ${boardLikes}`);
  return performance.now() - begin;
}

function measureBare(database: DatabaseSync, query: string, parameters: readonly string[]): number {
  const statement = database.prepare(query);
  return median(
    Array.from({ length: opens }, () => {
      const begin = performance.now();
      JSON.stringify(statement.all(...parameters));
      return performance.now() - begin;
    }),
  );
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

const dataDir = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
let server = await startFoyer(dataDir);
try {
  await publishBoard(server.url, cards);
  const [guest] = await enterAsGuests(server.url, 1);
  const token = guest?.token ?? '';
  const { userId } = (await callAs(token, server.url, getUserInfo.path)) as ResponseOf<typeof getUserInfo>;
  guest?.client.destroy();
  await server.stop();

  const database = new DatabaseSync(sqliteFile(dataDir));
  insertLikes(database, userId);
  const bare = {
    page: measureBare(
      database,
      `select "uuid", "contentPieceId", "mediaBoardId", "createdAt", "authorId" from "mediaBoardLike"
        where "authorId" = ? and "mode" = 'LIVE' and "uuid" > ? order by "uuid" limit ${likesPageSize}`,
      [userId, uuidOf(Math.floor(ownLikes / 2))],
    ),
    board: measureBare(
      database,
      `select "contentPieceId", "likes", "changes" from "mediaBoardCount" where "mode" = 'LIVE' and "mediaBoardId" = ?`,
      [mediaBoardId],
    ),
  };
  database.close();

  server = await startFoyer(dataDir);
  const { url, child } = server;
  const pid = child.pid ?? 0;
  const pages: number[] = [];
  let found = 0;
  let [warm, highest] = [0, 0];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const query = `?limit=${likesPageMax}${cursor && `&cursor=${cursor}`}`;
    const begin = performance.now();
    const page = (await callAs(token, url, listLikes.path + query)) as ResponseOf<typeof listLikes>;
    pages.push(performance.now() - begin);
    found += page.likes.length;
    // The heap and the caches grow to their usual size in the first half.
    if (pages.length % 50 === 0) {
      const memory = await memoryOf(pid);
      if (found <= ownLikes / 2) warm = Math.max(warm, memory);
      else highest = Math.max(highest, memory);
    }
    cursor = page.nextCursor;
  }
  if (found !== ownLikes) throw new Error(`${found} likes were listed instead of ${ownLikes}`);

  const visitors = await enterAsGuests(url, opens);
  const opened: number[] = [];
  for (const visitor of visitors) opened.push(await openBoard(visitor));
  for (const { client } of visitors) client.destroy();

  const growth = highest - warm;
  const [slowestPage, slowestOpen] = [Math.max(...pages), Math.max(...opened)];
  const verdict = (holds: boolean): string => (holds ? 'holds' : 'MISSED');
  const report = [
    `- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- like-lists\` (Node ${process.versions.node}, load ${(loadavg()[0] ?? 0).toFixed(1)}):`,
    `  - ${ownLikes.toLocaleString('en')} likes of one attendee with limit=${likesPageMax}: ${pages.length} pages of ${likesPageSize}, p50 ${median(pages).toFixed(1)} ms, p99 ${percentile(pages, 0.99).toFixed(1)} ms, slowest ${slowestPage.toFixed(0)} ms, at most ${pageLimitMs}: ${verdict(slowestPage <= pageLimitMs)}; the bare query and its JSON ${bare.page.toFixed(1)} ms (${(median(pages) / bare.page).toFixed(1)}x)`,
    `  - memory of the server: ${warm.toFixed(0)} MiB in the first half, ${highest.toFixed(0)} MiB in the second, at most ${growthLimitMb} more: ${verdict(growth <= growthLimitMb)}`,
    `  - opening a board of ${cards.toLocaleString('en')} cards with ${boardLikes.toLocaleString('en')} likes: p50 ${median(opened).toFixed(1)} ms, slowest ${slowestOpen.toFixed(0)} ms, at most ${pageLimitMs}: ${verdict(slowestOpen <= pageLimitMs)}; the bare query and its JSON ${bare.board.toFixed(1)} ms (${(median(opened) / bare.board).toFixed(1)}x)`,
  ].join('\n');
  console.log(report);
  if (process.argv.includes('--write'))
    await appendFile(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
  process.exitCode = growth <= growthLimitMb && Math.max(slowestPage, slowestOpen) <= pageLimitMs ? 0 : 1;
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();
