/**
 * Measures the memory of an idle connection: the growth of the server per connection for some thousands of them, compared with
 * bare `ws` and Socket.IO in the same run. `npm run bench -- idle-memory [connections]`
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenCommand } from './realtime/load.fixture.ts';
import { PinnedServer, nextMessage, startPinned } from './realtime/pinned.ts';

const wholeRun = 4_000;
const connections = Number(process.argv[2] ?? wholeRun);
const limitKb = 4;

async function measure(
  fixture: string,
  args: readonly string[],
  kind: OpenCommand['kind'],
): Promise<{ rss: number; heap: number }> {
  const server = await PinnedServer.start(fixture, args);
  const load = startPinned('load.fixture.ts', 1);
  await nextMessage(load);
  const open = async (count: number, from: number) => {
    const protocols = server.ready.protocols?.slice(from);
    const order: OpenCommand = {
      ready: { ...server.ready, ...(protocols ? { protocols } : {}) },
      count,
      kind,
    };
    load.send(order);
    await nextMessage(load);
  };
  // The first connections cause allocations that all of them share.
  const first = 200;
  await open(first, 0);
  await server.run({ order: 'memory' });
  const before = await server.run({ order: 'memory' });
  await open(connections, first);
  await server.run({ order: 'memory' });
  const after = await server.run({ order: 'memory' });
  load.kill('SIGKILL');
  await server.stop();
  return {
    rss: (after.rss - before.rss) / connections / 1_024,
    heap: (after.heap - before.heap) / connections / 1_024,
  };
}

const bare = await measure('bare.fixture.ts', ['turn'], 'websocket');
const foyer = await measure('foyer.fixture.ts', [String(connections + 200)], 'websocket');
const socketIo = await measure('socketio.fixture.ts', [], 'socket.io');
const beyond = foyer.heap - bare.heap;
const shown = ({ rss, heap }: { rss: number; heap: number }) =>
  `${heap.toFixed(1)} kB held, ${rss.toFixed(1)} kB resident`;
const report = [
  `- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- idle-memory\` (${connections} idle connections, after a collection; Node ${process.versions.node}):`,
  `  - bare ws ${shown(bare)}; Foyer ${shown(foyer)}; Socket.IO ${shown(socketIo)}`,
  `  - Foyer beyond bare ws: ${beyond.toFixed(1)} kB held, at most ${limitKb}: ${beyond <= limitKb ? 'holds' : 'MISSED'}`,
].join('\n');
console.log(report);
if (connections >= wholeRun) appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
process.exitCode = beyond <= limitKb ? 0 : 1;
