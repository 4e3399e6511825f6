/**
 * The floor: `ws` and nothing else. `turn` writes once per connection and event-loop turn, frames concatenated once;
 * `naive` sends each message to each connection.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { obey } from './orders.ts';
import { pageOf } from './page.ts';

const isNaive = process.argv[2] === 'naive';
/** Whoever joins was there before, and has heard of all who joined until then. */
const connectedBefore = process.argv[3] === 'connected';
const server = createServer((_request, response) => {
  response
    .setHeader('content-type', 'text/html')
    .end(pageOf(`new WebSocket(location.origin.replace('http', 'ws')).onmessage = ({ data }) => show(data)`));
});
const webSockets = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: 64 * 1024,
});
const open = new Map<WebSocket, Duplex>();
server.on('upgrade', (request, socket, head) =>
  webSockets.handleUpgrade(request, socket, head, (webSocket) => {
    open.set(webSocket, socket);
    webSocket.on('close', () => open.delete(webSocket));
    webSocket.on('message', (data) => {
      const text = (data as Buffer).toString();
      if (text.startsWith('{"t"')) publish(text);
      else if (text.startsWith('{"areaId"')) moved(text);
      else joined(text, socket);
    });
  }),
);

/** A text frame of less than 64 KiB, or of more. */
function frameOf(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x81;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

let waiting: Buffer[] = [];
function flush(): void {
  const bytes = Buffer.concat(waiting);
  waiting = [];
  for (const socket of open.values()) socket.write(bytes);
}

function publish(text: string): void {
  if (isNaive) for (const webSocket of open.keys()) webSocket.send(text);
  else {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(frameOf(text));
  }
}

/** Whoever joins says so: the others are told of all who did in a turn, and each newcomer of everybody. */
const people: string[] = [];
let news: string[] = [];
let newcomers: Duplex[] = [];
function joined(record: string, socket: Duplex): void {
  if (news.length === 0) setImmediate(tellJoined);
  news.push(record);
  newcomers.push(socket);
}
function tellJoined(): void {
  people.push(...news);
  const told = (list: readonly string[]) => frameOf(`{"people":[${list.join()}],"total":${people.length}}`);
  const some = told(news);
  const all = connectedBefore ? some : told(people);
  const isNew = new Set(newcomers);
  [news, newcomers] = [[], []];
  for (const socket of open.values()) socket.write(isNew.has(socket) ? all : some);
}

/** Every change to everyone, in batches of 250 ms. */
let moves: string[] = [];
const batchMs = 250;
function moved(record: string): void {
  if (moves.length === 0)
    setTimeout(() => {
      const batch = frameOf(`{"moves":[${moves.join()}]}`);
      moves = [];
      for (const socket of open.values()) socket.write(batch);
    }, batchMs);
  moves.push(record);
}

server.listen(0, '127.0.0.1', 16_384);
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
obey(
  {
    publish,
    connections: () => open.size,
    backlog: () => Math.max(0, ...[...open.values()].map((socket) => socket.writableLength)),
  },
  { port, path: '/', origin: `http://127.0.0.1:${port}` },
);
