/**
 * Fan-out to 2,000 connections, at ten messages a second and saturated: processor time of the server per million
 * deliveries, and how long a message takes, beside bare `ws` with one write per turn (the floor), a naive `ws` loop and
 * Socket.IO, in one run, the server on one core and the load on the other. `npm run bench -- fan-out [connections]`
 */
import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { median } from './foyer.fixture.ts';
import type { Heard, LoadOrder } from './realtime/load.fixture.ts';
import type { Done, Order } from './realtime/orders.ts';
import { canPin, PinnedServer, said, startPinned } from './realtime/pinned.ts';

const wholeRun = 2_000;
const connections = Number(process.argv[2] ?? wholeRun);
const rounds = 3;
const limit = 1.25;

interface Peer {
  readonly name: string;
  readonly fixture: string;
  readonly args: readonly string[];
  readonly kind: LoadOrder['kind'];
  /** Turns of eight messages: what is slow is not asked for as much. */
  readonly turns: number;
}
const peers: readonly Peer[] = [
  {
    name: 'bare ws, one write per turn',
    fixture: 'bare.fixture.ts',
    args: ['turn'],
    kind: 'websocket',
    turns: 120,
  },
  { name: 'Foyer', fixture: 'foyer.fixture.ts', args: [String(connections)], kind: 'websocket', turns: 120 },
  { name: 'ws, a naive loop', fixture: 'bare.fixture.ts', args: ['naive'], kind: 'websocket', turns: 30 },
  { name: 'Socket.IO', fixture: 'socketio.fixture.ts', args: [], kind: 'socket.io', turns: 30 },
];

interface Figures {
  /** Seconds of processor time per million deliveries. */
  readonly saturated: number;
  readonly paced: number;
  readonly p50: number;
  readonly p99: number;
}

async function measure({ fixture, args, kind, turns }: Peer): Promise<Figures> {
  const server = await PinnedServer.start(fixture, args);
  const load = startPinned('load.fixture.ts', 1);
  await said(load);
  /** Does what the server is told, and waits until all of it has come. */
  const during = async (order: Order): Promise<[Done, Heard]> => {
    const done = await server.do(order);
    load.send({ atLeast: done.messages * connections });
    return [done, await said<Heard>(load)];
  };
  const open: LoadOrder = { ready: server.ready, count: connections, kind };
  load.send(open);
  await said(load);
  await during({ order: 'saturate', turns: 10, perTurn: 8, bytes: 200 });
  const [full] = await during({ order: 'saturate', turns, perTurn: 8, bytes: 200 });
  const [calm, { p50, p99 }] = await during({ order: 'pace', perSecond: 10, seconds: 6, bytes: 200 });
  load.kill('SIGKILL');
  await server.stop();
  const perMillion = (cpu: number, sent: number) => (cpu * 1e6) / (sent * connections);
  return {
    saturated: perMillion(full.cpu, full.messages),
    paced: perMillion(calm.cpu, calm.messages),
    p50,
    p99,
  };
}

const found = new Map<Peer, Figures[]>(peers.map((peer) => [peer, []]));
for (let round = 0; round < rounds; round++)
  for (const peer of peers) found.get(peer)?.push(await measure(peer));

const of = (peer: Peer | undefined, figure: keyof Figures): number =>
  median((peer && found.get(peer))?.map((figures) => figures[figure]) ?? []);
const [floor, foyer] = peers;
const ratio = of(foyer, 'saturated') / of(floor, 'saturated');
const lines = peers.map(
  (peer) =>
    `  - ${peer.name}: saturated ${of(peer, 'saturated').toFixed(2)} s of processor time per million deliveries (${(of(peer, 'saturated') / of(floor, 'saturated')).toFixed(2)}x); ` +
    `at 10 a second ${of(peer, 'paced').toFixed(2)} s, p50 ${of(peer, 'p50').toFixed(1)} ms, p99 ${of(peer, 'p99').toFixed(1)} ms`,
);
const report = [
  `- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- fan-out\` (${connections} connections, messages of 200 bytes, eight a turn when saturated; ${canPin ? 'server on one core, load on the other' : 'not pinned'}; Node ${process.versions.node}, load ${(loadavg()[0] ?? 0).toFixed(1)}, median of ${rounds}):`,
  ...lines,
  `  - Foyer against its floor, saturated: ${ratio.toFixed(2)}x, at most ${limit}: ${ratio <= limit ? 'holds' : 'MISSED'}`,
].join('\n');
console.log(report);
if (connections >= wholeRun) appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
process.exitCode = ratio <= limit ? 0 : 1;
