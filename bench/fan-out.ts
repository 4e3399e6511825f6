/**
 * Measures the fan-out to 2,000 connections, at ten messages a second and saturated: processor time of the server per
 * million deliveries, and latency. Compares Foyer with bare `ws` with one write per turn (the baseline), a naive `ws` loop
 * and Socket.IO in one run, with the server on one core and the load on the other. `npm run bench -- fan-out [connections]`
 */
import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { median } from './foyer.fixture.ts';
import type { LoadReport, OpenCommand } from './realtime/load.fixture.ts';
import type { CommandResult, ServerCommand } from './realtime/control.ts';
import { canPin, PinnedServer, nextMessage, startPinned } from './realtime/pinned.ts';

const wholeRun = 2_000;
const connections = Number(process.argv[2] ?? wholeRun);
const rounds = 3;
const limit = 1.25;

interface Peer {
  readonly name: string;
  readonly fixture: string;
  readonly args: readonly string[];
  readonly kind: OpenCommand['kind'];
  /** Turns of eight messages; fewer for slow servers. */
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
  await nextMessage(load);
  /** Runs a command on the server and waits until all its messages are received. */
  const runAndReport = async (command: ServerCommand): Promise<[CommandResult, LoadReport]> => {
    const done = await server.run(command);
    load.send({ atLeast: done.messages * connections });
    return [done, await nextMessage<LoadReport>(load)];
  };
  const open: OpenCommand = { ready: server.ready, count: connections, kind };
  load.send(open);
  await nextMessage(load);
  await runAndReport({ order: 'saturate', turns: 10, perTurn: 8, bytes: 200 });
  const [full] = await runAndReport({ order: 'saturate', turns, perTurn: 8, bytes: 200 });
  const [calm, { p50, p99 }] = await runAndReport({
    order: 'sendAtRate',
    perSecond: 10,
    seconds: 6,
    bytes: 200,
  });
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
  `  - Foyer against the baseline, saturated: ${ratio.toFixed(2)}x, at most ${limit}: ${ratio <= limit ? 'holds' : 'MISSED'}`,
].join('\n');
console.log(report);
if (connections >= wholeRun) appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
process.exitCode = ratio <= limit ? 0 : 1;
