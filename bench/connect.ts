/**
 * Measures what connecting costs the server: processor time per person from the upgrade until the tab has entered its
 * area and has its calls and chat rooms, on SQLite and PostgreSQL, compared with an upgrade of bare `ws` in the same run.
 * Everyone has used chat before and has unread messages. Tickets are issued before. The server runs on one core, the
 * people on the other. `npm run bench -- connect [people]`
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { enterArea, listChatRooms, subscribeToCalls } from '@foyer/contract';
import { startPostgres, type PostgresCluster } from '../server/src/testing/postgres.ts';
import { median, processorTime } from './foyer.fixture.ts';
import type { OpenCommand } from './realtime/load.fixture.ts';
import { canPin, nextMessage, PinnedServer, startPinned } from './realtime/pinned.ts';

const wholeRun = 2_000;
const people = Number(process.argv[2] ?? wholeRun);
/** People who connect before the measurement, so that the code is compiled. */
const warmUp = 500;
const venueMessages = 1_000;
const rounds = 3;
const limitMs = 0.5;

/** What the web app sends on each new connection. */
const tabCommands = [
  { id: 1, command: enterArea.name, input: { areaId: '$area' } },
  { id: 2, command: subscribeToCalls.name, input: {} },
  { id: 3, command: listChatRooms.name, input: {} },
].map((command) => JSON.stringify(command));

interface Peer {
  readonly name: string;
  readonly isFoyer: boolean;
  readonly commands: readonly string[];
  readonly usesPostgres?: boolean;
  readonly isLimited?: boolean;
}
const peers: readonly Peer[] = [
  { name: 'bare ws, the upgrade', isFoyer: false, commands: [] },
  { name: 'Foyer on SQLite, the upgrade', isFoyer: true, commands: [] },
  { name: 'Foyer on SQLite', isFoyer: true, commands: tabCommands, isLimited: true },
  {
    name: 'Foyer on PostgreSQL',
    isFoyer: true,
    commands: tabCommands,
    usesPostgres: true,
    isLimited: true,
  },
];

/** Milliseconds of processor time per person. */
interface Figures {
  readonly server: number;
  /** Of the database server; 0 without one. */
  readonly database: number;
}

/** Seconds of processor time of a database server and its connections. */
function databaseTime(postgres: PostgresCluster | undefined): number {
  if (postgres === undefined) return 0;
  const pid = postgres.pid();
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return [pid, ...children.map(Number)].reduce((sum, each) => sum + processorTime(each), 0);
}

async function measure({ isFoyer, commands, usesPostgres = false }: Peer): Promise<Figures> {
  const postgres = usesPostgres ? await startPostgres({ durable: true }) : undefined;
  const server = isFoyer
    ? await PinnedServer.start(
        'foyer.fixture.ts',
        [String(people + warmUp), String(venueMessages), 'conversations'],
        postgres && { DATABASE_URL: postgres.url },
      )
    : await PinnedServer.start('bare.fixture.ts', ['turn']);
  const load = startPinned('load.fixture.ts', 1);
  await nextMessage(load);
  const connect = async (count: number, from: number) => {
    const { protocols, ...ready } = server.ready;
    const command: OpenCommand = {
      ready: { ...ready, ...(protocols && { protocols: protocols.slice(from, from + count) }) },
      count,
      kind: 'websocket',
      commands,
    };
    load.send(command);
    await nextMessage(load);
  };
  await connect(warmUp, 0);
  const before = [processorTime(server.pid), databaseTime(postgres)] as const;
  await connect(people, warmUp);
  const after = [processorTime(server.pid), databaseTime(postgres)] as const;
  load.kill('SIGKILL');
  await server.stop();
  await postgres?.remove();
  const perPerson = (seconds: number) => (seconds * 1_000) / people;
  return { server: perPerson(after[0] - before[0]), database: perPerson(after[1] - before[1]) };
}

const found = new Map<Peer, Figures[]>(peers.map((peer) => [peer, []]));
for (let round = 0; round < rounds; round++)
  for (const peer of peers) found.get(peer)?.push(await measure(peer));

const medianOf = (peer: Peer | undefined, figure: keyof Figures): number =>
  median((peer && found.get(peer))?.map((figures) => figures[figure]) ?? []);
const [bare] = peers;
const lines = peers.map((peer) => {
  const took = medianOf(peer, 'server');
  const ratio = `${(took / medianOf(bare, 'server')).toFixed(1)}x`;
  const database =
    peer.usesPostgres === true ? `; PostgreSQL itself ${medianOf(peer, 'database').toFixed(2)} ms` : '';
  const verdict =
    peer.isLimited === true ? `, at most ${limitMs} ms: ${took <= limitMs ? 'holds' : 'MISSED'}` : '';
  return `  - ${peer.name}: ${took.toFixed(2)} ms of processor time per person (${ratio})${verdict}${database}`;
});
const report = [
  `- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- connect\` (${people} people with five chats each and 70 unread messages, 50 areas; ${canPin ? 'server on one core, people on the other' : 'not pinned'}; Node ${process.versions.node}, load ${(loadavg()[0] ?? 0).toFixed(1)}, median of ${rounds}):`,
  ...lines,
].join('\n');
console.log(report);
if (people >= wholeRun) appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
process.exitCode = report.includes('MISSED') ? 1 : 0;
