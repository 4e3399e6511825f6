/**
 * How long a recommendation takes on a board with a million likes: over HTTP, with the delay of the event loop, while
 * the likes are read for the first time and after it, and how much memory the likes take in the server.
 * `npm run bench -- recommend-load [--pieces 1000] [--write]`; `--write` appends the results to RESULTS.md.
 */
import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Like, Venue } from '@foyer/contract';
import { BoardGraph } from '../server/src/features/mediaBoard/recommendations/boardGraph.ts';
import { MediaBoardStore } from '../server/src/features/mediaBoard/store.ts';
import type { MediaBoardTables } from '../server/src/features/mediaBoard/tables.ts';
import { openReadOnlyStorage } from '../server/src/platform/storage/storage.ts';
import { oneArea, onePixel, pictureOfOneArea } from './big-venue.fixture.ts';
import { callDesigner, median, startFoyer, type BenchServer } from './foyer.fixture.ts';
import { randomFrom } from './recommend/generatedBoard.ts';

const { values } = parseArgs({
  options: { pieces: { type: 'string', default: '1000' }, write: { type: 'boolean', default: false } },
});
const pieceCount = Number(values.pieces);
const likesTotal = 1_000_000;
const likesPerAuthor = 100;
/** Each is a tag, and a part of the likes of each author is of one of them. */
const tastes = 20;
/** So many that none of them reaches the rate limit. */
const guestCount = 100;
const requests = 1_000;
const clients = 4;
const p95LimitMs = 50;
const mediaBoardId = 'posters';
const pieces = Array.from({ length: pieceCount }, (_, no) => `piece-${no}`);

interface Guest {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

const json = { 'content-type': 'application/json' };

async function send<T>(url: string, headers: Guest['headers'], body?: unknown): Promise<T> {
  const response = await fetch(url, {
    headers,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function createGuest(url: string): Promise<Guest> {
  const { idToken } = await send<{ idToken: string }>(`${url}/api/session/guest`, json, {});
  const headers = { authorization: `Bearer ${idToken}`, ...json };
  const { userId } = await send<{ userId: string }>(`${url}/api/userInfo`, headers);
  return { id: userId, headers };
}

/** Adds the board to the published version: the venue check may not know the widget yet. */
function addBoard(database: DatabaseSync): void {
  const row = database.prepare('select max("version") as version, "venue" from "venueVersion"').get();
  const venue = JSON.parse(String(row?.['venue'])) as Venue;
  venue.architectures[0]?.areas[0]?.contentWidgets.push({
    id: 'board',
    type: 'MediaBoardWidget',
    name: 'Board',
    placements: [],
    configurations: [
      {
        id: 'always',
        name: 'Always',
        cookieProviders: [],
        mediaBoardId,
        contentPieces: pieces.map((id, no) => ({ id, names: [], tags: [`tag-${no % tastes}`] })),
        recommendations: true,
      },
    ],
  });
  database.prepare('update "venueVersion" set "venue" = ?').run(JSON.stringify(venue));
}

function addLikes(database: DatabaseSync, guests: readonly Guest[]): void {
  const random = randomFrom(1);
  const insert = database.prepare(
    `insert into "mediaBoardLike" values ('LIVE', ?, '${mediaBoardId}', ?, ?, 0, 1)`,
  );
  const counts = new Map<string, number>();
  database.exec('begin');
  for (let author = 0; author < likesTotal / likesPerAuthor; author += 1) {
    const authorId = guests[author]?.id ?? `anon-${randomUUID()}`;
    const liked = new Set<number>();
    const taste = Math.floor(random() * tastes);
    while (liked.size < likesPerAuthor) {
      const no = Math.floor(random() * pieceCount);
      liked.add(liked.size % 4 > 0 ? no : no - (no % tastes) + taste);
    }
    for (const no of liked) {
      const piece = pieces[no] ?? '';
      insert.run(randomUUID(), piece, authorId);
      counts.set(piece, (counts.get(piece) ?? 0) + 1);
    }
  }
  const count = database.prepare(`insert into "mediaBoardCount" values ('LIVE', '${mediaBoardId}', ?, ?, ?)`);
  for (const [piece, likes] of counts) count.run(piece, likes, likes);
  database.exec('commit');
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const recommend = (url: string, { id, headers }: Guest, limit = 10) =>
  send<{ data: { contentPieceId: string }[] }>(
    `${url}/api/media-board/${mediaBoardId}/recommended/${id}?limit=${limit}`,
    headers,
  );

/** The times of requests by several clients. Every tenth likes what was recommended, and must not get it again. */
async function measureRequests({ url }: BenchServer, guests: readonly Guest[]): Promise<number[]> {
  const times: number[] = [];
  let sent = 0;
  const client = async (): Promise<void> => {
    while (sent < requests) {
      const guest = guests[sent % guests.length]!;
      const likes = sent % 10 === 0;
      sent += 1;
      let first = '';
      times.push(await timed(async () => (first = (await recommend(url, guest)).data[0]!.contentPieceId)));
      if (!likes) continue;
      const body: Like = {
        uuid: randomUUID(),
        mediaBoardId,
        contentPieceId: first,
        creationTimestamp: 0,
        authorId: guest.id,
      };
      await send(`${url}/api/media-board/like`, guest.headers, body);
      const { data } = await recommend(url, guest);
      if (data.some(({ contentPieceId }) => contentPieceId === first))
        throw new Error('A piece was recommended that the user likes');
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times.toSorted((a, b) => a - b);
}

/** The heap of the likes in memory, and how long it takes to read them, in this process. */
async function measureGraph(dataDir: string): Promise<{ heap: number; readMs: number }> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const storage = await openReadOnlyStorage<MediaBoardTables>({ dataDir });
  const board = new BoardGraph({ mode: 'LIVE', mediaBoardId }, new MediaBoardStore(storage));
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const readMs = await timed(() => board.refresh());
  collectGarbage();
  const heap = process.memoryUsage().heapUsed - before;
  if (board.graph.pieceCount !== pieceCount) throw new Error('Not all pieces were read');
  await storage.close();
  return { heap, readMs };
}

const dataDir = await mkdtemp(join(tmpdir(), 'foyer-recommend-'));
try {
  let server = await startFoyer(dataDir);
  const guests: Guest[] = [];
  try {
    await callDesigner(server.url, 'PUT', `/designer/assets/${pictureOfOneArea}`, onePixel);
    const saved = JSON.stringify({ baseVersion: 0, venue: oneArea([]) });
    await callDesigner(server.url, 'POST', '/designer/save-venue-json/stage', saved);
    await callDesigner(server.url, 'POST', '/designer/publish/expo', '{}');
    for (let no = 0; no < guestCount; no += 1) guests.push(await createGuest(server.url));
  } finally {
    await server.stop();
  }
  const database = new DatabaseSync(join(dataDir, 'foyer.db'));
  // Enough for all indexes: filling them takes several times as long otherwise.
  database.exec('pragma cache_size = -1000000');
  addBoard(database);
  addLikes(database, guests);
  database.close();
  server = await startFoyer(dataDir);
  try {
    await server.loopDelay();
    const firstMs = await timed(() => recommend(server.url, guests[0]!));
    const firstDelay = await server.loopDelay();
    const times = await measureRequests(server, guests);
    const delay = await server.loopDelay();
    const longest = await timed(() => recommend(server.url, guests[1]!, 100));
    const part = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
    const p95 = part(0.95);
    const { heap, readMs } = await measureGraph(dataDir);
    const ms = (value: number): string => `${value.toFixed(1)} ms`;
    const result = `
- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- recommend-load --pieces ${pieceCount}\` (${likesTotal.toLocaleString('en')} likes of ${(likesTotal / likesPerAuthor).toLocaleString('en')} authors, ${pieceCount.toLocaleString('en')} content pieces; Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(0)}, SQLite):
  - ${requests} requests of ${clients} clients over HTTP, every tenth after a like: median ${ms(median(times))}, p95 ${ms(p95)}, at most ${p95LimitMs}: ${p95 <= p95LimitMs ? 'holds' : 'does not hold'}; longest ${ms(times.at(-1) ?? Number.NaN)}; with \`limit=100\` ${ms(longest)}; longest delay of the event loop ${ms(delay.max)}
  - the first request, which reads the likes: ${(firstMs / 1_000).toFixed(2)} s; longest delay of the event loop meanwhile ${ms(firstDelay.max)}
  - likes in memory: ${(heap / 1e6).toFixed(0)} MB; read without a server in ${(readMs / 1_000).toFixed(2)} s
`;
    console.log(result);
    if (p95 > p95LimitMs) process.exitCode = 1;
    if (values.write) await appendFile(join(import.meta.dirname, 'RESULTS.md'), result);
  } finally {
    await server.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
