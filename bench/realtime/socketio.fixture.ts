/** Socket.IO as its documentation sets it up, over WebSocket alone. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { runCommands } from './control.ts';
import { pageOf } from './page.ts';

const page = pageOf(
  `io({ transports: ['websocket'] }).on('message', show)`,
  '<script src="/socket.io/socket.io.js"></script>',
);
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end(page);
});
const io = new Server(server, { transports: ['websocket'] });
io.on('connection', (socket) => {
  socket.on('message', (text: string) => void io.emit('message', text));
});
server.listen(0, '127.0.0.1', 16_384);
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
runCommands(
  {
    publish: (text) => void io.emit('message', text),
    connections: () => io.engine.clientsCount,
    backlog: () =>
      Math.max(
        0,
        ...[...io.sockets.sockets.values()].map(
          ({ conn }) =>
            (conn.transport as unknown as { socket: { bufferedAmount: number } }).socket.bufferedAmount,
        ),
      ),
  },
  { port, path: '/socket.io/?EIO=4&transport=websocket', origin: `http://127.0.0.1:${port}` },
);
