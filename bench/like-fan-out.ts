/**
 * Measures what the viewers of a media board receive while likes pour in: frames, their distance, the delay from the
 * acknowledgement of a like to the frame that shows it, and the processor time of the server. The baseline is the same
 * server with the same likes and no viewers. `npm run bench -- like-fan-out [viewers] [--write]`
 */
import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  getUserInfo,
  likeContent,
  mediaBoardLikes,
  openMediaBoard,
  unlikeContent,
  type DataOf,
  type Like,
  type LikeCount,
  type ResponseOf,
} from '@foyer/contract';
import { countsUpdateMs } from '@foyer/contract/limits';
import { processorTime, startFoyer } from './foyer.fixture.ts';
import { callAs, cardId, mediaBoardId, publishBoard } from './media-board.fixture.ts';
import { enterAsGuests, type Visitor } from './proofs/visitors.ts';

const wholeRun = 2_000;
const viewers = Number(process.argv.slice(2).find((each) => /^\d+$/.test(each)) ?? wholeRun);
const seconds = 20;
const likesPerSecond = 200;
/** So many that no one of them exceeds the rate limit. */
const likers = 200;
const cards = 12;
/** The delays are measured at every 20th viewer. */
const sampled = 20;

interface Liker {
  readonly token: string;
  readonly authorId: string;
  readonly liked: Map<string, string>;
}

/** An acknowledged like. */
interface Acknowledged extends LikeCount {
  readonly piece: string;
  readonly at: number;
}

/** What a viewer receives. */
class Screen {
  readonly frameTimes: number[] = [];
  readonly delays: number[] = [];
  private readonly shown = new Map<string, number>();
  private pending: Acknowledged[] = [];

  constructor(visitor: Visitor) {
    visitor.onEvent = ({ event, data }) => {
      if (event !== mediaBoardLikes.name) return;
      this.frameTimes.push(performance.now());
      for (const [piece, { changes }] of Object.entries((data as DataOf<typeof mediaBoardLikes>).counts))
        this.shown.set(piece, Math.max(changes, this.shown.get(piece) ?? 0));
      const now = performance.now();
      const isShown = ({ piece, changes }: Acknowledged) => (this.shown.get(piece) ?? 0) >= changes;
      for (const { at } of this.pending.filter(isShown)) this.delays.push(now - at);
      this.pending = this.pending.filter((like) => !isShown(like));
    };
  }

  /** A like that is shown before its acknowledgement arrives has no delay. */
  expect(like: Acknowledged): void {
    if ((this.shown.get(like.piece) ?? 0) >= like.changes) this.delays.push(0);
    else this.pending.push(like);
  }

  get unseen(): number {
    return this.pending.length;
  }
}

/** Likes and unlikes at a fixed rate. Returns the requests per second that were acknowledged. */
async function pourLikes(
  url: string,
  people: readonly Liker[],
  onAcknowledged: (like: Acknowledged) => void,
): Promise<number> {
  const begin = performance.now();
  const requests: Promise<void>[] = [];
  const change = async (index: number): Promise<void> => {
    const { token, authorId, liked } = people[index % people.length]!;
    // Half of all likes are of one card.
    const piece = cardId(index % 2 === 0 ? 0 : index % cards);
    const known = liked.get(piece);
    const uuid = known ?? randomUUID();
    if (known === undefined) liked.set(piece, uuid);
    else liked.delete(piece);
    const like: Like = { uuid, mediaBoardId, contentPieceId: piece, authorId, creationTimestamp: Date.now() };
    const count = await callAs(token, url, (known === undefined ? likeContent : unlikeContent).path, like);
    onAcknowledged({ ...(count as LikeCount), piece, at: performance.now() });
  };
  for (let sent = 0; sent < likesPerSecond * seconds; sent++) {
    await pause(Math.max(0, begin + (sent * 1_000) / likesPerSecond - performance.now()));
    requests.push(change(sent));
  }
  await Promise.all(requests);
  return (requests.length / (performance.now() - begin)) * 1_000;
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

const dataDir = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
const server = await startFoyer(dataDir);
try {
  const { url, child } = server;
  await publishBoard(url, cards);

  const people: Liker[] = [];
  for (const { token } of await enterAsGuests(url, likers)) {
    const { userId } = (await callAs(token, url, getUserInfo.path)) as ResponseOf<typeof getUserInfo>;
    people.push({ token, authorId: userId, liked: new Map() });
  }
  const cpuOf = async (act: () => Promise<unknown>): Promise<number> => {
    const before = processorTime(child.pid ?? 0);
    await act();
    return processorTime(child.pid ?? 0) - before;
  };
  const withoutViewers = await cpuOf(() => pourLikes(url, people, () => undefined));

  const visitors = await enterAsGuests(url, viewers);
  const screens = visitors.map((visitor) => new Screen(visitor));
  await Promise.all(
    visitors.map(
      (visitor) =>
        new Promise<void>((resolve) => {
          visitor.onReply = () => resolve();
          const command = { id: 1, command: openMediaBoard.name, input: { mediaBoardId } };
          visitor.client.send(JSON.stringify(command));
        }),
    ),
  );
  const measured = screens.filter((_, index) => index % sampled === 0);
  let rate = 0;
  const withViewers = await cpuOf(async () => {
    rate = await pourLikes(url, people, (like) => {
      for (const screen of measured) screen.expect(like);
    });
  });
  await pause(2 * countsUpdateMs);

  const frames = screens.map(({ frameTimes }) => frameTimes.length);
  const total = frames.reduce((sum, each) => sum + each, 0);
  // One before the first interval, and one after the last like.
  const most = Math.ceil((seconds * 1_000) / countsUpdateMs) + 2;
  const gaps = measured.flatMap(({ frameTimes }) =>
    frameTimes.slice(1).map((at, index) => at - frameTimes[index]!),
  );
  const delays = measured.flatMap((screen) => screen.delays);
  const unseen = measured.reduce((sum, screen) => sum + screen.unseen, 0);
  const holds = Math.max(...frames) <= most && unseen === 0;
  const report = [
    `- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- like-fan-out\` (${viewers} viewers of one board, ${rate.toFixed(0)} likes and unlikes a second for ${seconds} s; load in another process; Node ${process.versions.node}, load ${(loadavg()[0] ?? 0).toFixed(1)}):`,
    `  - frames: ${Math.min(...frames)} to ${Math.max(...frames)} for each viewer, at most ${most} (one per ${countsUpdateMs} ms): ${Math.max(...frames) <= most ? 'holds' : 'MISSED'}; ${(total / seconds).toFixed(0)} a second in total; p50 ${percentile(gaps, 0.5).toFixed(0)} ms between two`,
    `  - from the acknowledgement of a like to the frame: p50 ${percentile(delays, 0.5).toFixed(0)} ms, p95 ${percentile(delays, 0.95).toFixed(0)} ms, max ${percentile(delays, 1).toFixed(0)} ms; never shown: ${unseen}`,
    `  - processor time of the server: ${((100 * withViewers) / seconds).toFixed(0)} % of one core, ${((100 * withoutViewers) / seconds).toFixed(0)} % without viewers (${(withViewers / withoutViewers).toFixed(2)}x); ${(((withViewers - withoutViewers) * 1e6) / total).toFixed(2)} s per million frames`,
  ].join('\n');
  console.log(report);
  if (process.argv.includes('--write'))
    await appendFile(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
  process.exitCode = holds ? 0 : 1;
  for (const { client } of visitors) client.destroy();
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();
