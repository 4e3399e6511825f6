/**
 * Measures the time from sending a message until all 2,000 connections in a room have received it and until a browser has
 * painted it, at ten messages a second. Compares Foyer with bare `ws` without storage (the baseline) and Socket.IO in one
 * run, with the server on one core and everything else on the other. `npm run bench -- chat-shown [people]`
 */
import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { listChatRooms, sendChatMessage } from '@foyer/contract';
import { median } from './foyer.fixture.ts';
import { venueRoom } from './realtime/chat.fixture.ts';
import type { LoadReport, OpenCommand, SendCommand } from './realtime/load.fixture.ts';
import { canPin, PinnedServer, nextMessage, startPinned } from './realtime/pinned.ts';
import type { OpenPageCommand, PaintReport, PaintReportCommand } from './realtime/shown.fixture.ts';
import { addVisitor } from './realtime/visitorPage.ts';

const wholeRun = 2_000;
const people = Number(process.argv[2] ?? wholeRun);
const rounds = 3;
const perSecond = 10;
const seconds = 15;
/** Each attendee sends at most one message in four seconds. */
const speakers = 40;

interface Peer {
  readonly name: string;
  readonly fixture: string;
  readonly args: readonly string[];
  readonly kind: OpenCommand['kind'];
  readonly commands?: readonly string[];
  readonly around: SendCommand['messages']['around'];
  readonly isQuoted: boolean;
}
const sent = JSON.stringify({
  id: 2,
  command: sendChatMessage.name,
  input: { roomId: venueRoom, clientId: 'bench-said-$n', text: '$t' },
}).split('$t') as [string, string];
const peers: readonly Peer[] = [
  {
    name: 'bare ws',
    fixture: 'bare.fixture.ts',
    args: ['turn'],
    kind: 'websocket',
    around: ['', ''],
    isQuoted: false,
  },
  {
    name: 'Foyer',
    fixture: 'foyer.fixture.ts',
    args: [String(people), '100'],
    kind: 'websocket',
    commands: [JSON.stringify({ id: 1, command: listChatRooms.name, input: {} })],
    around: sent,
    isQuoted: true,
  },
  {
    name: 'Socket.IO',
    fixture: 'socketio.fixture.ts',
    args: [],
    kind: 'socket.io',
    around: ['42["message","', '"]'],
    isQuoted: true,
  },
];
const visitor = { email: 'visitor@example.com', password: 'a long talk about it all', name: 'A Visitor' };

interface Figures {
  readonly p50: number;
  readonly p99: number;
  readonly shown50: number;
  readonly shown99: number;
  readonly shown: number;
}

async function measure({ fixture, args, kind, commands, around, isQuoted }: Peer): Promise<Figures> {
  const server = await PinnedServer.start(fixture, args);
  const { ready } = server;
  const load = startPinned('load.fixture.ts', 1);
  const screen = startPinned('shown.fixture.ts', 1);
  try {
    await Promise.all([nextMessage(load), nextMessage(screen)]);
    load.send({
      ready,
      count: people,
      kind,
      ...(commands === undefined ? {} : { commands }),
    } satisfies OpenCommand);
    await nextMessage(load);
    const isFoyer = fixture === 'foyer.fixture.ts';
    if (isFoyer) await addVisitor(ready.origin, visitor);
    screen.send({ origin: ready.origin, ...(isFoyer ? { visitor } : {}) } satisfies OpenPageCommand);
    await nextMessage(screen);
    load.send({ messages: { perSecond, seconds, speakers, around, isQuoted } } satisfies SendCommand);
    load.send({ atLeast: perSecond * seconds * people });
    const { p50, p99 } = await nextMessage<LoadReport>(load);
    screen.send({ of: perSecond * seconds } satisfies PaintReportCommand);
    const shown = await nextMessage<PaintReport>(screen);
    return { p50, p99, shown50: shown.p50, shown99: shown.p99, shown: shown.messages };
  } finally {
    load.kill('SIGKILL');
    screen.kill('SIGTERM');
    await server.stop();
  }
}

const found = new Map<Peer, Figures[]>(peers.map((peer) => [peer, []]));
for (let round = 0; round < rounds; round++)
  for (const peer of peers) found.get(peer)?.push(await measure(peer));

const lines = peers.map((peer) => {
  const of = (figure: keyof Figures) =>
    median(found.get(peer)?.map((figures) => figures[figure]) ?? []).toFixed(1);
  return `  - ${peer.name}: received p50 ${of('p50')} ms, p99 ${of('p99')} ms; painted p50 ${of('shown50')} ms, p99 ${of('shown99')} ms (${of('shown')} of ${perSecond * seconds} messages)`;
});
const report = [
  `- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- chat-shown\` (${people} attendees in one room, ${perSecond} messages a second for ${seconds} s; Foyer stores each message before it broadcasts it, the others store nothing; ${canPin ? 'server on one core, load and browser on the other' : 'not pinned'}; Node ${process.versions.node}, load ${(loadavg()[0] ?? 0).toFixed(1)}, median of ${rounds}):`,
  ...lines,
].join('\n');
console.log(report);
if (people >= wholeRun) appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
