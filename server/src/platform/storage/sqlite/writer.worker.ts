/** The thread with the only writing connection, so that an fsync never blocks the event loop of the server. */
import { parentPort, workerData } from 'node:worker_threads';
import type { WriterSettings } from '#platform/storage/sqlite/protocol';
import { serveWriter } from '#platform/storage/sqlite/serveWriter';

const port = parentPort;
if (port === null) throw new Error('The storage writer runs in a worker thread only');
port.on(
  'message',
  serveWriter(port, workerData as WriterSettings, () => port.close()),
);
