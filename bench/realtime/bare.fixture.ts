/**
 * The baseline: a server with only `ws`. `turn` writes once per connection and event-loop turn, frames concatenated once;
 * `naive` sends each message to each connection.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { runCommands } from './control.ts';
import { pageOf } from './page.ts';

const isNaive = process.argv[2] === 'naive';
/** All visitors are connected before the first one joins, so that they already know those who joined earlier. */
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
      else if (text.startsWith('{"areaId"')) announceMove(text);
      else announceJoin(text, socket);
    });
  }),
);

/** Encodes a text frame of any length. */
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

/** Once per event-loop turn, the joins are broadcast, and each newcomer receives all attendees. */
const people: string[] = [];
let joins: string[] = [];
let newcomers: Duplex[] = [];
function announceJoin(record: string, socket: Duplex): void {
  if (joins.length === 0) setImmediate(broadcastJoins);
  joins.push(record);
  newcomers.push(socket);
}
function broadcastJoins(): void {
  people.push(...joins);
  const encode = (list: readonly string[]) => frameOf(`{"people":[${list.join()}],"total":${people.length}}`);
  const changes = encode(joins);
  const all = connectedBefore ? changes : encode(people);
  const isNew = new Set(newcomers);
  [joins, newcomers] = [[], []];
  for (const socket of open.values()) socket.write(isNew.has(socket) ? all : changes);
}

/** Every move is broadcast, in batches of 250 ms. */
let moves: string[] = [];
const batchMs = 250;
function announceMove(record: string): void {
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
runCommands(
  {
    publish,
    connections: () => open.size,
    backlog: () => Math.max(0, ...[...open.values()].map((socket) => socket.writableLength)),
  },
  { port, path: '/', origin: `http://127.0.0.1:${port}` },
);
