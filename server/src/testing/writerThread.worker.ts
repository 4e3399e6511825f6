/** A writer of one database after the other: the first message after each has the settings of the next. */
import { parentPort } from 'node:worker_threads';
import type { Packet, WriterSettings } from '#platform/storage/sqlite/protocol';
import { serveWriter } from '#platform/storage/sqlite/serveWriter';

let receive: ((packet: Packet) => void) | undefined;
parentPort?.on('message', (message: WriterSettings | Packet) => {
  if (receive !== undefined) receive(message as Packet);
  else if (parentPort !== null)
    receive = serveWriter(parentPort, message as WriterSettings, () => {
      receive = undefined;
      parentPort?.postMessage('closed', []);
    });
});
