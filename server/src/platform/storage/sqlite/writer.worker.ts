/** The thread with the only writing connection, so that an fsync never blocks the event loop of the server. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { GroupWriter } from '#platform/storage/sqlite/groupWriter';
import { prepareForWriting } from '#platform/storage/sqlite/pragmas';
import type { Packet, WriterRequest, WriterSettings } from '#platform/storage/sqlite/protocol';
import { encodeResponses, RequestDecoder } from '#platform/storage/sqlite/wire';

const port = parentPort;
if (port === null) throw new Error('The storage writer runs in a worker thread only');
const { file, groupLimit } = workerData as WriterSettings;

const database = new DatabaseSync(file, { timeout: 5_000 });
prepareForWriting(database);

const decoder = new RequestDecoder();
const receiveNow = (): WriterRequest[] => {
  const requests: WriterRequest[] = [];
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
    requests.push(...decoder.decode<WriterRequest>(next.message as Packet));
  return requests;
};
const writer = new GroupWriter(
  database,
  {
    receiveNow,
    send: (responses, stats) => port.postMessage({ responses: encodeResponses(responses), stats }),
    onClosed: () => port.close(),
  },
  groupLimit,
);
port.on('message', (packet: Packet) => writer.receive(decoder.decode<WriterRequest>(packet)));
