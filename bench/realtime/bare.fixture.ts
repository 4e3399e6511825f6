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

const isNaive = process.argv[2] === 'naive';
const server = createServer();
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
    webSocket.on('message', (text) => joined((text as Buffer).toString()));
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

/** Whoever joins says so; the others are told of all who did in a turn, and newcomers of everybody. */
const people: string[] = [];
let news: string[] = [];
function joined(record: string): void {
  if (news.length === 0)
    setImmediate(() => {
      people.push(...news);
      const told = `{"people":[${(isNaive ? news : news).join()}],"total":${people.length}}`;
      news = [];
      publish(told);
    });
  news.push(record);
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
